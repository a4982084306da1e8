"""The case language of HeroClix: how set-ups, commands and expectations of this game are written in a casebook.

ground      the map of a set-up
pieces      figures and pieces written inline, and what they can do besides their powers
brought     objects, feats, conditions, themes, the event dial
standing    the pieces as they stand, as events
opening     all of it as the first lines of a record
facts       pieces, objects, scores as they are expected
questions   what the board answers · knocks: about knock back
reckonings  what is reckoned, and what is printed
language    all of it as the value the casebook asks for
"""

from companion.games.heroclix.cases.language import HEROCLIX_CASES

__all__ = ["HEROCLIX_CASES"]
