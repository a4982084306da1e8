"""Whom an attack may designate: enemies who count, within reach and in sight, and not under protection."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.ids import PieceId, ZoneId
from companion.core.rules import Violation, violation
from companion.games.gotham.content.settings import MELEE
from companion.games.gotham.content.words import Step
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import has
from companion.games.gotham.steps.numbers import number


def sees(state: State, start: ZoneId, end: ZoneId) -> bool:
    """Whether a Line of Sight joins the zones now (GO-BASE-ZONE-07, GO-WALLBREAK-07)."""
    return any(state.board.lines_between(start, end, state.broken))


def target_violations(state: State, deed: Deed) -> Iterator[Violation]:
    """Why that target cannot be designated (GO-BASE-ATK-02, -08); Elevation is no matter (GO-REACH-02)."""
    attacker = state.who(deed.piece)
    target = state.find(deed.target or "")
    if any(deed.target == figure.friend for figure in state.standing()):
        yield violation("GO-IMAGFRIEND-05", deed.target, waivable=False)
        return
    if target is None:
        yield violation("TW-PIECE-01", deed.target, waivable=False)
        return
    if target.neutralised or target.zone is None:
        yield violation("GO-BASE-FIG-07", target.id)
        return
    if not state.are_enemies(attacker, target):
        yield violation("GO-BASE-FIG-11", target.id)
    start, end = state.zone_of(deed.piece), target.zone
    if deed.kind == MELEE:
        far = number(state, Step.REACH, deed).value
        distance = state.board.distance(start, end)
        if start != end and (distance is None or distance > far or not sees(state, start, end)):
            yield violation("GO-REACH-01" if far else "GO-BASE-ATK-08", target.id, reach=far)
    elif not sees(state, start, end):
        yield violation("GO-BASE-ATK-08", target.id, reach=0)
    if is_protected(state, target.id):
        yield violation("GO-PROTECTED-01", target.id)


def is_protected(state: State, piece: PieceId, cards: tuple[str, ...] = ()) -> bool:
    """Whether so many allies without that skill stand by it that it cannot be designated (GO-PROTECTED-01, -03); with
    the ``cards`` that its owner declares for it.
    """
    needed = number(state, Step.DESIGNATE, Deed("", piece, piece, cards=cards)).value
    figure = state.who(piece)
    others = [ally for ally in state.allies(figure, figure.zone) if not _is_protected_kind(state, ally.id)]
    return bool(needed) and len(others) >= needed


def _is_protected_kind(state: State, piece: PieceId) -> bool:
    """Whether it has such a skill, used or not (GO-PROTECTED-01)."""
    rows = ((skill.id, row.step) for skill in state.content.skills.values() for row in skill.rows)
    return any(step is Step.DESIGNATE and has(state, piece, skill) for skill, step in rows)


def targets_of(state: State, deed: Deed, spared: tuple[PieceId, ...] = ()) -> list[PieceId]:
    """Return the figures that the deed may designate, without those already attacked."""
    enemies = [figure.id for figure in state.standing() if figure.id not in spared]
    return [piece for piece in enemies if not any(target_violations(state, replace(deed, target=piece)))]
