"""A warrior's rage: how a pool of dice grows with every kill.

W W W W ─> Y W W W ─> Y Y W W ─> O W W ─> … ─> V V      W combat, Y yellow, O orange, R red, V violet
a lone yellow beside a red is a fork: yellow becomes orange (2 kills), or red becomes violet (3 kills), as it chooses
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.content.dice import COLOURS
from companion.games.heroquest.gear import attack_dice
from companion.games.heroquest.state import State

__all__ = ["ORANGE_FIRST", "VIOLET_FIRST", "feed", "forks", "rage_pool"]

RAGE, FORK = RuleId("HQ-HERO-WARRIOR-01"), "HQ-HERO-WARRIOR-06"
ORANGE_FIRST, VIOLET_FIRST = "orange", "violet"


def _next(pool: tuple[int, ...], choice: str) -> tuple[int, tuple[int, ...]] | None:
    """How many kills the next step takes, and the pool after it; ``None`` at the top of the ladder."""
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


def _is_fork(pool: tuple[int, ...]) -> bool:
    white, yellow, orange, red, _ = pool
    return yellow == 1 and red >= 1 and not white and not orange


def _climb(dice: int, kills: int, choices: Sequence[str]) -> tuple[tuple[int, ...], int, int, bool]:
    """The pool, kills saved for the next step, forks passed, and whether it stands at one."""
    pool: tuple[int, ...] = (dice, 0, 0, 0, 0)
    taken = 0
    while True:
        fork = _is_fork(pool)
        choice = choices[taken] if fork and taken < len(choices) else ORANGE_FIRST
        step = _next(pool, choice)
        if step is None or step[0] > kills:
            return pool, kills, taken, fork
        kills, pool, taken = kills - step[0], step[1], taken + fork


def rage_pool(dice: int, kills: int, choices: Sequence[str] = (), *, slots: bool = False) -> tuple[str, ...]:
    """The dice of a pool of that many after so many kills (HQ-HERO-WARRIOR-03..08); a step that costs several changes
    nothing before the last. ``slots``: an orange die keeps its second die (HQ-AMB-17)."""
    pool, _, _, _ = _climb(dice, kills, choices)
    found = tuple(die for die, number in zip(COLOURS, pool, strict=True) for _ in range(number))
    return found + ("combat",) * (dice - len(found) if slots else 0)


def forks(dice: int, kills: int, choices: Sequence[str]) -> bool:
    """Whether its player must say now which way the ladder goes: with the second kill at the latest (HQ-AMB-18)."""
    _, saved, taken, fork = _climb(dice, kills - 1, choices)
    return fork and saved == 1 and taken >= len(choices)


def feed(t: Teller[State], piece: PieceId) -> Script[None]:
    """Nothing: a kill feeds the warrior's rage; at a fork it chooses (HQ-HERO-WARRIOR-01, -11)."""
    one = t.state.who(piece)
    t.tell(ev.Counted(piece, "kills", one.kills + 1, RAGE))
    if forks(attack_dice(t.state, one), one.kills + 1, one.choices):
        answer = yield from t.choose(one.seat, FORK, (ORANGE_FIRST, VIOLET_FIRST), piece)
        t.tell(ev.Listed(piece, "choices", (*one.choices, (answer or (ORANGE_FIRST,))[0]), RuleId(FORK)))
