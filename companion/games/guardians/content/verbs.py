"""The verbs that rows of cards, sheets and wounds may name, and those of scenarios and MENACE sheets.

PASSIVE    in force while the card is in play, the sheet is there (GC-CARD-20, GC-CHAR-07)
REACTIONS  offered when somebody attacks (GC-ATK-14, GC-CARD-24)
ACTIVE     done when an action is spent on them (GC-CARD-21, GC-CARD-22)
"""

from __future__ import annotations

PASSIVE = (
    "bonus",  # stat, amount, whom: raises or lowers a characteristic
    "dice",  # amount, manner, foe: power dice in attacks
    "combat_dice",  # likewise combat dice
    "ranged",  # attacks may be made at range, within ``zones`` where it says so
    "damage",  # amount, manner, foe: more damage by a hit
    "reroll",  # amount: so many of its own attack dice may be thrown again, once
    "free_leave",  # leaves a zone of enemies with its whole SPEED
    "pass_enemies",  # crosses zones of enemies
    "pass_doors",
    "pass_walls",
    "see_past",  # what: "figures" or "objects" that do not block its lines
    "actions",  # amount: more actions in its activation
    "no_push",  # cannot be pushed
    "ease",  # stat, amount: fewer dice in its tests
    "test_bonus",  # stat, amount: in its tests alone
    "forbid",  # what: move, attack, test, power, may not be done
)
REACTIONS = (
    "brace",  # amount: DEFENSE against this attack, before the roll
    "guard",  # takes the place of an ally of its zone as the target, before the roll
    "absorb",  # amount: damage of a hit that is not dealt
    "sidestep",  # goes to an adjacent free space, after the attack
    "counter",  # attacks the attacker, after the attack; amount: power dice more
)
ACTIVE = (
    "heal",  # amount, whom, zones: damage tokens come off
    "move",  # to a free space within so many zones, past whatever stands there
    "shove",  # an enemy within ``zones`` goes to a space adjacent to its own
    "pull",  # an enemy in sight comes to a free space adjacent to the hero
    "strike",  # an attack with ``amount`` power dice more, at range where it says so
    "blast",  # an attack on every enemy of its zone
    "grant",  # stat, amount, whom, zones: bonus or malus tokens until the end of the turn
    "wound",  # amount, zones: damage without a roll
    "open",  # a door of its zone opens or closes
    "recover",  # amount: so many power cards come back from the discard
)
EFFECTS = (*PASSIVE, *REACTIONS, *ACTIVE)
WHOM = (
    "self",
    "allies",
    "zone_allies",
    "adjacent_allies",
    "enemies",
    "zone_enemies",
    "adjacent_enemies",
    "target",
)

DEEDS = (
    "move",  # who goes up to ``zones`` (its SPEED when 0) towards ``to``: a side, a figure, a zone or a space
    "attack",  # who attacks ``target``, so many ``times``
    "place",  # a figure of the sheet ``what`` comes into play on or near ``to``, ``amount`` of them
    "damage",  # ``target`` takes ``amount``
    "heal",  # ``who`` loses ``amount`` damage
    "count",  # the counter ``what`` changes by ``amount``
    "token",  # ``who`` has ``amount`` on ``stat`` until the end of the turn
    "door",  # the door ``what`` opens (amount 1) or closes (0)
    "remove",  # the object ``what`` leaves the board
    "article",  # the article ``what`` goes to ``side``, or to the side that did it
    "test",  # ``target`` must test ``stat`` with ``amount`` dice, DIRECT and free; success, failure
    "push",  # ``target`` goes to an adjacent space
    "path",  # a path token is laid in the zone or space ``to`` (GC-MAP-10)
    "end",  # the game is over; ``side`` may win it outright
)
MOMENTS = ("attacked", "damaged", "knocked_out", "entered", "test_failed", "test_passed", "activated")
