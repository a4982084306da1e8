"""HeroClix: figures with dials that click, on maps of squares. A room never imports from one above it.

system ── verbs · legal              the core's port · every command with its script · every one there is
by_hand                              what players put right by hand
face/                                what screens, pages, cases and reports may know
opening/ · terrain                   how a game begins · attacks on what is no character
editions/ ── powers/                 the printings · rows of data that name verbs, powers used by command
attack/ · moves/                     an attack and a move, told from the first word to the last
turns/ ── damage/                    actions, the clock, the end · a blow, from what is dealt to the last click
position/                            what holds at this moment: powers, neighbours, values, lines, objects, rolls
events/                              what happened, and the state after it
commands · state/                    what players may want · everything the rules know
edition · values                     what differs between printings · how a number is made
forces/ ── figures/                  what a player may bring · what is put on the table
cases/                               worked examples about all of it
"""
