"""The dice of an attack and their roll: the weapon's, coloured by rage and enchantment, with gifts and sacrifices.

claymore 4 ─> rage ─> Y Y W W ─> gifts +1 ─> Y Y W W W    ·    deadly intent: one more that cannot be defended

A warrior's rage grows with every kill:

W W W W ─> Y W W W ─> Y Y W W ─> O W W ─> … ─> V V      W combat, Y yellow, O orange, R red, V violet
a lone yellow beside a red is a fork: yellow becomes orange (2 kills), or red becomes violet (3 kills), as it chooses
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.position import is_cornered
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import COLOURS, COMBAT, SKULL, count
from companion.games.heroquest.content.kinds import Weapon
from companion.games.heroquest.gear import attack_dice, gifts_of, is_armed
from companion.games.heroquest.state import State

RAGE, FORK = RuleId("HQ-HERO-WARRIOR-01"), "HQ-HERO-WARRIOR-06"
ORANGE_FIRST, VIOLET_FIRST = "orange", "violet"
MELEE, RANGED, MAGIC = "melee", "ranged", "magic"
ASSURED_TAKES = 4  # HQ-MON-TECH-04


def _next(pool: tuple[int, ...], choice: str) -> tuple[int, tuple[int, ...]] | None:
    """Return the kills that the next step takes, and the pool after it; ``None`` at the top of the ladder."""
    white, yellow, orange, red, violet = pool
    if yellow >= 2:
        return 1, (white, yellow - 2, orange + 1, red, violet)  # HQ-HERO-WARRIOR-04
    if white:
        return 1, (white - 1, yellow + 1, orange, red, violet)  # HQ-HERO-WARRIOR-03
    if orange:
        return 1, (white, yellow, orange - 1, red + 1, violet)  # HQ-HERO-WARRIOR-05
    if yellow and red and choice == VIOLET_FIRST:
        return 3, (white, yellow, orange, red - 1, violet + 1)
    if yellow and (red or not violet):
        return 2, (white, yellow - 1, orange + 1, red, violet)  # HQ-HERO-WARRIOR-06
    if yellow:
        return 3, (white, yellow - 1, orange, red + 1, violet)  # HQ-HERO-WARRIOR-08
    if red:
        return 3, (white, yellow, orange, red - 1, violet + 1)  # HQ-HERO-WARRIOR-07
    return None


def _climb(dice: int, kills: int, choices: Sequence[str]) -> tuple[tuple[int, ...], int, int, bool]:
    """The pool, kills saved for the next step, forks passed, and whether it stands at one."""
    pool: tuple[int, ...] = (dice, 0, 0, 0, 0)
    taken = 0
    while True:
        white, yellow, orange, red, _ = pool
        fork = yellow == 1 and red >= 1 and not white and not orange
        choice = choices[taken] if fork and taken < len(choices) else ORANGE_FIRST
        step = _next(pool, choice)
        if step is None or step[0] > kills:
            return pool, kills, taken, fork
        kills, pool, taken = kills - step[0], step[1], taken + fork


def rage_pool(dice: int, kills: int, choices: Sequence[str] = (), *, slots: bool = False) -> tuple[str, ...]:
    """The dice of a pool of that many after so many kills (HQ-HERO-WARRIOR-03..08); a step that costs several changes
    nothing before the last. ``slots``: an orange die keeps its second die (HQ-AMB-17)."""
    pool, _, _, _ = _climb(dice, kills, choices)
    colours = tuple(die for die, number in zip(COLOURS, pool, strict=True) for _ in range(number))
    return colours + ("combat",) * (dice - len(colours) if slots else 0)


def forks(dice: int, kills: int, choices: Sequence[str]) -> bool:
    """Whether its player must say now which way the ladder goes: with the second kill at the latest (HQ-AMB-18)."""
    _, saved, taken, fork = _climb(dice, kills - 1, choices)
    return fork and saved == 1 and taken >= len(choices)


def feed(t: Teller[State], piece: PieceId) -> Script[None]:
    """Feed the warrior's rage with a kill; at a fork it chooses (HQ-HERO-WARRIOR-01, -11)."""
    figure = t.state.who(piece)
    t.tell(ev.Counted(piece, "kills", figure.kills + 1, RAGE))
    if forks(attack_dice(t.state, figure), figure.kills + 1, figure.choices):
        answer = yield from t.choose(figure.seat, FORK, (ORANGE_FIRST, VIOLET_FIRST), piece)
        t.tell(ev.Listed(piece, "choices", (*figure.choices, (answer or (ORANGE_FIRST,))[0]), RuleId(FORK)))


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice to roll, those of them at the end that cannot be defended against, what hits, and points besides."""

    dice: tuple[str, ...]
    deadly: int = 0
    hit: str = SKULL
    points: int = 0


def pool_of(state: State, figure: Character, weapon: Weapon, manner: str, ways: tuple[str, ...]) -> Pool:
    """The pool of an attack with that weapon, whatever mana its bearer has (HQ-ATK-05,
    HQ-COMBAT-GROUP-04, HQ-HERO-ENCH-13).
    """
    number = attack_dice(state, figure, weapon)
    dice = (COMBAT,) * number
    if figure.hero == "warrior" and is_armed(state, figure) and weapon.id == figure.weapon:  # HQ-HERO-WARRIOR-10
        dice = rage_pool(number, figure.kills, figure.choices, slots=state.content.options.orange_keeps_two_slots)
    for colour, how_many in weapon.extra:
        dice = (*dice[: max(0, len(dice) - how_many)], *(colour,) * min(how_many, len(dice)))
    if "assured" in ways:  # HQ-MON-TECH-23
        plain = dice.count(COMBAT) - ASSURED_TAKES
        dice = (*(die for die in dice if die != COMBAT), *(COMBAT,) * plain, "violet")
    return _with_gifts(state, figure, dice, manner, weapon.hit, ways)


def magic_pool(state: State, figure: Character, number: int, ways: tuple[str, ...]) -> Pool:
    """The pool of a magic attack of that many dice (HQ-HERO-ENCH-02)."""
    return _with_gifts(state, figure, (COMBAT,) * number, MAGIC, SKULL, ways)


def _with_gifts(
    state: State, figure: Character, dice: tuple[str, ...], manner: str, hit: str, ways: tuple[str, ...]
) -> Pool:
    for gift in gifts_of(state, figure, "attack", manner):
        dice += (gift.die,) * gift.dice
    points = sum(gift.points for gift in gifts_of(state, figure, "damage", manner))
    dice = tuple(sorted(dice, key=COLOURS.index))
    deadly = int("deadly" in ways)  # HQ-HERO-ENCH-07, -12
    return Pool(dice + (COMBAT,) * deadly, deadly, hit, points)


@dataclass(frozen=True, slots=True)
class Part:
    """One attacker's share of an attack."""

    piece: PieceId
    weapon: str
    manner: str
    pool: Pool
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """The result of an attacker's dice: skulls with all that adds to them, those nobody can
    defend against, the faces.
    """

    part: Part
    skulls: int
    unblockable: int
    critical: int
    bonus: int
    faces: tuple[str, ...]
    own: int  # skulls that really lie there


def roll_part(t: Teller[State], part: Part, target: PieceId, *, perfect: bool) -> Script[Rolled]:
    """The attacker's roll (HQ-ATK-05, HQ-CRIT-01); a perfect attack makes a skull of every die (HQ-AMB-21)."""
    state = t.state
    figure, victim, pool = state.who(part.piece), state.who(target), part.pool
    table = state.content.tables.critical
    dice = (*pool.dice, *(("d20",) if table else ()))
    faces = yield from t.roll(dice, figure.seat, "HQ-ATK-05", part.piece)
    number = len(pool.dice)
    worth = [count((face,), pool.hit) for face in faces[:number]]
    if perfect and state.content.options.perfect_attack:
        worth = [max(1, each) for each in worth]
    own, deadly = sum(worth), sum(worth[number - pool.deadly :]) if pool.deadly else 0
    critical = 0
    if table and own:  # HQ-CRIT-02
        rolled = int(faces[number])
        critical = sum(more for least, most, more in table if least <= rolled <= most)
    cornered = int(part.manner == MELEE and is_cornered(state, figure, victim))  # HQ-COMBAT-CORNER-01, -04
    points = pool.points if own + cornered else 0
    skulls = own + critical + cornered + points
    return Rolled(part, skulls, deadly, critical, cornered + points, faces[:number], own)
