"""The case language of HeroClix: how set-ups, commands and expectations of this game are written in a casebook.

squares · ground    F9 or (5,8), ranges, walls · the map of a set-up
prints · effects    figures and pieces written inline, and what they can do besides their powers
opening             the first lines of a record
spelling            every command by its word
facts               pieces, scores, actions left
questions · places  what the board answers, about pieces and squares
knocks · sums       knock back · action totals, forces
reckonings · cards  values, break-away rolls · what is printed on a base and a card
language            all of it behind the casebook's port
"""

from companion.games.heroclix.cases.language import HeroClixCases

__all__ = ["HeroClixCases"]
