"""Feats in play: who may use one now, by what shows on the click in the window (HC-FEAT-09..18).

needs damage 3    click shows 3 ─+2─> may     3 ─-1─> may not     2 ─+1─> may not (HC-FEAT-12, -13)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Violation, violation
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.powers.lasting import LastingKind
from companion.games.heroclix.powers.verbs.modify_value import ModifyValue, Whom
from companion.games.heroclix.state import Phase, Piece, State
from companion.games.heroclix.tactics.commands import UseFeat
from companion.games.heroclix.tactics.scoring import is_gone
from companion.games.heroclix.tactics.tactics import Feat
from companion.games.heroclix.values import combat_value

__all__ = ["feat_violations", "is_off", "may_use", "usable_feats"]


def usable_feats(state: State, piece: Piece) -> tuple[Feat, ...]:
    """The feats the piece may use on the click in its window."""
    return tuple(one for one in state.table.tactics.feats if may_use(state, one, piece))


def may_use(state: State, feat: Feat, piece: Piece) -> bool:
    """Whether the piece may use the feat now: it is its own, in the game, not switched off, and its needs are met."""
    return not any(_violations(state, feat, piece))


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


def is_off(state: State, feat: Feat, piece: Piece) -> bool:
    """Whether its controller said at the start of this action that it is not used (HC-FEAT-15)."""
    kind = LastingKind.TURNED_OFF
    return any(one.kind is kind and one.piece == piece.id and one.key == feat.id for one in state.lasting)


def _violations(state: State, feat: Feat, piece: Piece) -> Iterator[Violation]:
    if piece.seat != feat.seat or (feat.pieces and piece.id not in feat.pieces):
        yield violation("HC-FEAT-02", piece.id, feat=feat.name)
    elif is_gone(state, feat) or not piece.spaces:
        yield violation("HC-FEAT-17", piece.id, feat=feat.name)
    elif is_off(state, feat, piece):
        yield violation("HC-FEAT-15", piece.id, feat=feat.name)
    elif not _shows(state, feat, piece):
        yield violation("HC-FEAT-18", piece.id, feat=feat.name)


def _shows(state: State, feat: Feat, piece: Piece) -> bool:
    """Whether the click shows what the feat needs, in force and unaltered (HC-FEAT-11, -14, -18)."""
    hand, needs = state.hand(piece), feat.needs
    symbols = {getattr(hand.symbols, slot) for slot in SLOTS}
    usable = {one.power for one in hand.held} | symbols  # symbols name abilities: giant, indomitable …
    keywords = {word.casefold() for word in state.figure(piece).keywords}
    return (
        set(needs.powers) <= usable
        and set(needs.symbols) <= symbols
        and {word.casefold() for word in needs.keywords} <= keywords
        and all(_reaches(state, feat, piece, slot, least) for slot, least in needs.least)
    )


def _reaches(state: State, feat: Feat, piece: Piece, slot: str, least: int) -> bool:
    """Whether the printed value is enough, and modifiers, the feat's own too, leave it so (HC-FEAT-12, -13, -16)."""
    printed = state.value(piece, slot)
    lasting = [one for one in state.lasting if one.kind is LastingKind.MODIFIES and one.piece == piece.id]
    rule = dict(state.table.inline).get(feat.id)
    own = [verb for verb in rule.verbs if isinstance(verb, ModifyValue)] if rule else []
    modifiers = [one.amount for one in lasting if one.key == slot]
    modifiers += [verb.amount for verb in own if verb.value.value == slot and verb.whom is Whom.SELF]
    return printed >= least and combat_value(printed, modifiers) >= least
