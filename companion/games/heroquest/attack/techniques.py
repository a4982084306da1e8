"""Techniques of monsters alone: chaos's shifting dice, a gargoyle's hide, a living shield, a zombie's bite.

heroes' turn   stance  4/4 ─> 3/5 ─> 2/6     raised, never lowered (HQ-MON-CHAOS-06)
its own turn   power   4/4 ─> 5/3 or 6/2     only if it defended at 4 (HQ-MON-CHAOS-03)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import FACINGS, step_on
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest import gear, reach
from companion.games.heroquest.attack.toll import hurt, kill, lose_mind
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import SKULL, count
from companion.games.heroquest.content.kinds import Status
from companion.games.heroquest.state import Phase, State

MOST = 2  # HQ-MON-CHAOS-05: each number stays between 2 and 6
STANCE, POWER = RuleId("HQ-MON-CHAOS-02"), "HQ-MON-CHAOS-03"
POWERS = {"power-1": 1, "power-2": 2}
RESISTANCE, SHIELD = RuleId("HQ-MON-GARGOYLE-01"), "HQ-MON-TECH-02"
BITE = "bite"
TURNS = 2  # HQ-MON-ZOMBIE-03


def stance(t: Teller[State], piece: PieceId) -> Script[None]:
    """Let it take its stance before the dice when it is attacked in the heroes' turn (HQ-MON-CHAOS-02, -06)."""
    figure = t.state.who(piece)
    if not gear.has_technique(t.state, figure, "shifting") or t.state.flow.phase != Phase.HEROES:
        return
    if figure.shifted_in not in ("", "stance") or figure.shift >= MOST:
        return
    options = [str(number) for number in range(figure.shift, MOST + 1)]
    chosen = yield from t.choose(figure.seat, "HQ-MON-CHAOS-06", options, piece)
    shift = int((chosen or (options[0],))[0])
    if shift > figure.shift:
        t.tell(ev.Counted(piece, "shift", shift, STANCE), ev.Noted(piece, "shifted_in", "stance", STANCE))


def power_violations(state: State, figure: Character, ways: tuple[str, ...]) -> Iterator[Violation]:
    """Why it may not put defense dice into this attack (HQ-MON-CHAOS-03, -04, -07)."""
    taken = sum(POWERS.get(way, 0) for way in ways)
    if not taken:
        return
    if not gear.has_technique(state, figure, "shifting") or figure.shifted_in or figure.shift or taken > MOST:
        yield violation(POWER, figure.id)


def power_up(t: Teller[State], piece: PieceId, ways: tuple[str, ...]) -> None:
    """Move the dice; the defense of the next heroes' turn pays for it."""
    more = sum(POWERS.get(way, 0) for way in ways)
    if more:
        rule = RuleId(POWER)
        t.tell(ev.Counted(piece, "shift", -more, rule), ev.Noted(piece, "shifted_in", "power", rule))


def straighten(t: Teller[State], piece: PieceId, now: str) -> None:
    """Stand at four and four again (HQ-MON-CHAOS-07)."""
    rule = RuleId("HQ-MON-CHAOS-07")
    t.tell(ev.Counted(piece, "shift", 0, rule), ev.Noted(piece, "shifted_in", now, rule))


def resisted(t: Teller[State], piece: PieceId, lost: int, black: int) -> int:
    """The points still lost: none when a gargoyle's defense shows a black shield (HQ-MON-GARGOYLE-01, -02, -05)."""
    figure = t.state.who(piece)
    if not black or not lost or not gear.has_technique(t.state, figure, "resistance"):
        return lost
    t.tell(ev.Spared(piece, lost, RESISTANCE), ev.Counted(piece, "saved", figure.saved + lost, RESISTANCE))
    return 0


def shields_of(state: State, figure: Character) -> Iterator[Character]:
    """The monsters of lower status at its left and right (HQ-MON-TECH-02, -17)."""
    row = gear.row_of(state, figure)
    if row is None or figure.at is None or not gear.has_technique(state, figure, "living_shield"):
        return
    side = FACINGS.index(figure.facing)
    for facing in (FACINGS[side - 1], FACINGS[(side + 1) % 4]):
        space = step_on(state.dungeon.board, figure.at, facing)
        other = state.at(space)
        their = gear.row_of(state, other) if other is not None else None
        if other is None or their is None or space is None or not reach.are_adjacent(state, figure.at, space):
            continue
        if Status(their.status).rank < Status(row.status).rank:
            yield other


def shielded(t: Teller[State], piece: PieceId, lost: int, by: PieceId | None) -> Script[int]:
    """The points still lost when another takes one of them, and dies of it: one shield an attack (HQ-MON-TECH-03, -17).
    Whether the quest is over with it is seen when the blow is.
    """
    if lost <= 0:
        return lost
    figure = t.state.who(piece)
    able = [other.id for other in shields_of(t.state, figure)]
    if not able:
        return lost
    chosen = yield from t.choose(figure.seat, SHIELD, able, piece, optional=True)
    if chosen is None:
        return lost
    t.tell(ev.Spared(piece, 1, RuleId(SHIELD)))
    yield from kill(t, PieceId(chosen[0]), SHIELD, by, together=True)
    return lost - 1


def bitten(t: Teller[State], piece: PieceId) -> Script[None]:
    """Bite: not parried, it costs a mind point and brings the disease at once (HQ-MON-ZOMBIE-02, -03);
    a new one begins the two turns anew (HQ-AMB-52)."""
    if t.state.find(piece) is None:
        return
    lose_mind(t, piece, "HQ-MON-ZOMBIE-02")
    t.tell(ev.Counted(piece, "diseased", TURNS, RuleId("HQ-MON-ZOMBIE-03")))
    yield from suffer_disease(t, piece)


def suffer_disease(t: Teller[State], piece: PieceId) -> Script[None]:
    """Suffer one turn of the disease; nothing defends against it (HQ-MON-ZOMBIE-04, -05)."""
    figure = t.state.who(piece)
    t.tell(ev.Counted(piece, "diseased", figure.diseased - 1, RuleId("HQ-MON-ZOMBIE-03")))
    faces = yield from t.roll(("yellow",), t.state.table.gm, "HQ-MON-ZOMBIE-04", piece)
    yield from hurt(t, piece, count(faces, SKULL), "HQ-MON-ZOMBIE-04")
