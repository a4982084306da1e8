"""Objects in play, and the destruction of terrain (HC-OBJ-13..40, HC-TERR-24..39).

ground                        what the board is now: printed, less what fell, with what lies on it
commands ─> decide · events ─> apply     what a player may want, what happens, what it changes
in_hand                       who may hold an object, and when it falls
taken                         what follows when one is in a hand
picking_up ── fetching        moves that take an object along: which there are · how far they lead
wielding · throwing           the object in a close attack · in a ranged combat action
levitating                    objects that a power puts elsewhere or throws
terrain_lines ── terrain_attack   lines to squares, walls and objects · attacks on them
leaving                       objects that leave the game, and who scores them
"""
