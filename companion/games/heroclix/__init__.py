"""HeroClix: figures with dials that click, on maps of squares.

figures/ · forces/                what is put on the table, and what a player may bring
setup · opening/                  how a game begins
table · state · steps             what does not change · everything else the rules know · what an action has still to do
keeping                           what was found out about a state, kept beside it
actions · moments · turns         who may do what · the clock and the effects of its moments · how it ends
values · reckoning · hands        what a number is now, what made it so · what a piece holds now
moves/ · attack/ · powers/        the rules of a move, of an attack, and the powers that bend them
objects/                          objects in play, and terrain that is destroyed
tactics/                          what a force brings besides figures, victory points
decide ─> agenda ─> events ─> apply    a command, what follows by itself, what happened, the state after it
legal · view                      every command there is · what a seat sees
edition · parts · editions/       what differs between printings, and what a first game leaves out, as values
system                            all of it behind the core's port
"""
