"""The words that rows of skills are written with: steps of the procedures, whose skill counts there, verbs."""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """A named step of a procedure, where skills hook in; in the order of an attack, then of the rest."""

    REACH = "reach"  # how far a melee attack may go
    DESIGNATE = "designate"  # who cannot be designated
    CARDS = "cards"  # how large two weapons used together may be
    PUSH = "push"  # before cubes are spent
    POOL = "pool"
    ROLL = "roll"  # declared before the dice are rolled
    BEFORE_FREE = "before_free_rerolls"
    AFTER_FREE = "after_free_rerolls"
    SUCCESSES = "successes"
    DEFENSE = "defense"  # the number of successes of a Defense
    INSTEAD = "instead_of_wounds"
    EXTRA = "extra_wounds"
    WOUNDS = "wounds"
    AFTER = "after"
    FALLEN = "fallen"  # the target was Neutralised
    STOOD = "stood"  # it was not
    WALL = "wall"  # the highest wall that may be broken
    COST = "cost"
    ARRIVE = "arrive"  # wounds of a fall
    DANGER = "danger"  # levels of Dangerous Terrain
    ROUGH = "rough"  # levels of Difficult Terrain
    STATES = "states"
    ACTIVATION = "activation"
    SETUP = "setup"
    ACTION = "action"  # lets its possessor do something of its own
    SHEET = "sheet"
    WAYS = "ways"


class Who(StrEnum):
    """The figures whose skill counts at a step."""

    SELF = "self"  # who acts, rolls or moves
    TARGET = "target"
    ALLIES = "allies"  # of who acts, in its zone
    ENEMIES = "enemies"  # of who acts, in its zone
    PROTECTORS = "protectors"  # allies of the target, in its zone
    THERE = "there"  # enemies in the zone that is entered


class Verb(StrEnum):
    """The effect of a row."""

    ADD = "add"  # its level is added to the number
    BEST = "best"  # the highest level of all possessors is added
    IGNORE = "ignore"  # up to its level is taken off what ``of`` added
    FIX = "fix"  # the number is ``value``, whatever else there is
    TOKENLESS = "tokenless"  # levels of tokens of these kinds do not count
    DICE = "dice"  # dice of a colour come into the pool
    REROLLS = "rerolls"  # so many free re-rolls of any dice
    FORCE = "force"  # so many re-rolls of an enemy's dice
    ABSORB = "absorb"  # wounds taken in another's place
    BIND = "bind"  # tokens instead of wounds
    LAY_DOWN = "lay_down"
    TOKENS = "tokens"  # tokens put into zones
    PASS_ON = "pass_on"  # remaining successes used on another
    STRIKE_AGAIN = "strike_again"
    STRIKE_BACK = "strike_back"
    HEAL = "heal"
    BAR = "bar"  # something may not be done at all
    ACT = "act"  # a command of its own
