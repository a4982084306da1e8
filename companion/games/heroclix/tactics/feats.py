"""Feats in play: who may use one now. What it does is on its card (HC-FEAT-09..18)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Violation, violation
from companion.games.heroclix.forces.prerequisites import is_met
from companion.games.heroclix.state import Phase, Piece, State
from companion.games.heroclix.tactics.commands import UseFeat
from companion.games.heroclix.tactics.scoring import is_gone
from companion.games.heroclix.tactics.tactics import Feat

__all__ = ["feat_violations", "usable_feats"]


def usable_feats(state: State, piece: Piece) -> tuple[Feat, ...]:
    """The feats the piece may use on the click in its window."""
    return tuple(one for one in state.table.tactics.feats if not any(_violations(state, one, piece)))


def feat_violations(state: State, command: UseFeat) -> Iterator[Violation]:
    """Why the piece may not use the feat now."""
    feat, piece = state.table.tactics.feat(command.feat), state.find(command.piece)
    if feat is None or piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase != Phase.PLAY:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif feat.seat != command.seat:  # never an opponent's, whoever controls the character now
        yield violation("HC-FEAT-09", piece.id, feat=feat.name)
    else:
        yield from _violations(state, feat, piece)


def _violations(state: State, feat: Feat, piece: Piece) -> Iterator[Violation]:
    if piece.seat != feat.seat or (feat.pieces and piece.id not in feat.pieces):
        yield violation("HC-FEAT-02", piece.id, feat=feat.name)
    elif is_gone(state, feat) or not piece.spaces:
        yield violation("HC-FEAT-17", piece.id, feat=feat.name)
    elif not is_met(state.figure(piece), piece.click, feat.needs):
        yield violation("HC-FEAT-18", piece.id, feat=feat.name)
