"""HeroClix: figures with dials that click, on maps of squares.

setup · figures · dial · values        what is put on the table
opening · turns · actions              who may do what, when
movement · attack · damage · knockback the rules of an action
decide ─> agenda ─> events ─> apply    a command, what follows by itself, what happened, the state after it
edition · editions/                    what differs between printings, as values
"""
