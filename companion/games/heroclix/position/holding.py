"""Holdings: what a piece can use now, who stands beside it (HC-ADJ-02), and which of its cards count.

powers in the window · abilities of symbols · a team ability (HC-TA-05) · feats by what shows (HC-FEAT-18) · conditions
needs damage 3    click shows 3 ─+2─> may     3 ─-1─> may not     2 ─+1─> may not (HC-FEAT-12, -13)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UseFeat
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.hand import Held
from companion.games.heroclix.forces.setup import Condition, Feat
from companion.games.heroclix.position.verb import Forbid, ModifyValue, Verb, Whom
from companion.games.heroclix.state.lasting import LastingKind
from companion.games.heroclix.state.play import ATTACHED
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.values import combat_value


def not_in_play(state: State) -> Violation | None:
    """Why nothing is done on the map now: the game is over, or has not begun."""
    if state.flow.outcome is not None:
        return violation("HC-END-01", waivable=False)
    if state.flow.phase != Phase.PLAY:
        return violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    return None


def not_between_actions(state: State) -> Violation | None:
    """Why nothing is done between actions now: the one in progress is resolved first (HC-ACT-08)."""
    return not_in_play(state) or (violation("HC-ACT-08", waivable=False) if state.is_busy else None)


def are_adjacent(state: State, one: Piece, other: Piece) -> bool:
    """Whether the two stand next to each other, by any square of either base (HC-MULTI-02); nobody stands next to
    itself (HC-ADJ-04)."""
    board = state.table.board
    return one.id != other.id and any(board.is_adjacent(a, b) for a in one.spaces for b in other.spaces)


def adjacent_opponents(state: State, piece: Piece) -> tuple[Piece, ...]:
    """The opposing pieces next to this one."""
    return tuple(other for other in _beside(state, piece) if not state.is_friend(piece.seat, other.seat))


def adjacent_friends(state: State, piece: Piece) -> Iterator[Piece]:
    """The friendly pieces next to this one."""
    return (other for other in _beside(state, piece) if state.is_friend(piece.seat, other.seat))


def _beside(state: State, piece: Piece) -> tuple[Piece, ...]:
    """Return the pieces next to this one; worked out once for each state."""
    return state.once(
        "beside", piece, lambda piece: tuple(other for other in state.on_map() if are_adjacent(state, piece, other))
    )


V = TypeVar("V")


def held(state: State, piece: Piece) -> tuple[Held, ...]:
    """Return the things in force that the piece possesses or may use (HC-POW-14, -15)."""
    return state.held(piece)


def active(state: State, piece: Piece, kind: type[V]) -> Iterator[tuple[str, V]]:
    """Every verb of that kind which the piece can use now, with the power it comes from."""
    return iter(_active(state, piece, kind))


def _active(state: State, piece: Piece, kind: type[V]) -> tuple[tuple[str, V], ...]:
    """The same, found out once for each state."""
    key = (piece.id, kind)
    known = state.kept.get(key)
    if known is None or known[0] is not piece:
        rules, found = state.edition.powers, list[tuple[str, V]]()
        for holding in state.hand(piece).held:
            rule = rules.get(holding.power)
            verbs = [verb for verb in rule.verbs if isinstance(verb, kind)] if rule is not None else ()
            if verbs and (holding.slot not in ATTACHED or counts(state, piece, holding)):
                found += [(holding.power, verb) for verb in verbs]
        known = state.kept[key] = (piece, tuple(found))
    same: tuple[tuple[str, V], ...] = known[1]
    return same


def active_of(state: State, piece: Piece, power: str) -> Iterator[tuple[str, Verb]]:
    """Every verb of that power, if the piece can use it now."""
    return ((name, verb) for name, verb in _active(state, piece, Verb) if name == power)


def is_active(state: State, piece: Piece, kind: type[Verb]) -> bool:
    """Whether the piece can use a verb of that kind now."""
    return bool(_active(state, piece, kind))


def ignores(state: State, piece: Piece, power: str) -> bool:
    """Whether the piece ignores that power of others."""
    return any(power in verb.ignores for _, verb in _active(state, piece, Forbid))


def counts(state: State, piece: Piece, one: Held) -> bool:
    """Whether it counts now: enough members, a partner beside it, the prerequisites on the click in the window.

    Conditions and event dials are about characters on the map (HC-BFC-04); a wild card's copy that forbids actions
    counts from the second action on (HC-TA-13).
    """
    source = one.power if not one.by else one.by
    if one.slot == "team":
        rule = state.edition.powers.get(source)
        if rule is None:
            return True
        if rule.forbids and piece.id in state.tactics.fresh:
            return False
        if rule.beside and not any(
            rule.beside == "any" or other.points < piece.points for other in partners_of(state, piece, source)
        ):
            return False
        return rule.members < 2 or len(users_of(state, piece, source)) >= rule.members
    if one.slot == "feat":
        feat = state.table.tactics.feat(source)
        return feat is not None and may_use(state, feat, piece)
    return bool(piece.spaces)


def users_of(state: State, piece: Piece, ability: str) -> tuple[Piece, ...]:
    """The piece and its friends on the map who use the team ability now."""
    friends = (other for other in state.on_map() if state.is_friend(piece.seat, other.seat))
    return tuple(other for other in friends if any(held.power == ability for held in state.held(other)))


def partners_of(state: State, piece: Piece, ability: str) -> tuple[Piece, ...]:
    """The friends beside the piece who use the team ability too."""
    near = adjacent_friends(state, piece)
    return tuple(other for other in near if any(held.power == ability for held in state.held(other)))


def usable_feats(state: State, piece: Piece) -> tuple[Feat, ...]:
    """The feats the piece may use on the click in its window."""
    return tuple(feat for feat in state.table.tactics.feats if may_use(state, feat, piece))


def may_use(state: State, feat: Feat, piece: Piece) -> bool:
    """Whether the piece may use the feat now: it is its own, in the game, not switched off, and its needs are met."""
    return not any(_violations(state, feat, piece))


def feat_violations(state: State, command: UseFeat) -> Iterator[Violation]:
    """Why the piece may not use the feat now."""
    feat, piece = state.table.tactics.feat(command.feat), state.find(command.piece)
    if feat is None or piece is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif (refusal := not_in_play(state)) is not None:
        yield refusal
    elif feat.seat != command.seat:  # never an opponent's, whoever controls the character now
        yield violation("HC-FEAT-09", piece.id, feat=feat.name)
    else:
        yield from _violations(state, feat, piece)


def is_off(state: State, feat: Feat, piece: Piece) -> bool:
    """Whether its controller said at the start of this action that it is not used (HC-FEAT-15)."""
    kind = LastingKind.TURNED_OFF
    return any(effect.kind is kind and effect.piece == piece.id and effect.key == feat.id for effect in state.lasting)


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
    usable = {holding.power for holding in hand.held} | symbols  # symbols name abilities: giant, indomitable …
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
    lasting = [effect for effect in state.lasting if effect.kind is LastingKind.MODIFIES and effect.piece == piece.id]
    rule = dict(state.table.inline).get(feat.id)
    own = [verb for verb in rule.verbs if isinstance(verb, ModifyValue)] if rule else []
    modifiers = [effect.amount for effect in lasting if effect.key == slot]
    modifiers += [verb.amount for verb in own if verb.value.value == slot and verb.whom is Whom.SELF]
    return printed >= least and combat_value(printed, modifiers) >= least


def is_gone(state: State, feat: Feat) -> bool:
    """Whether the feat has left the game: taken out, or with its last character (HC-VP-07..10, HC-FEAT-17)."""
    if feat.id in state.tactics.removed:
        return True
    team = (piece for piece in state.pieces if piece.seat == feat.seat and not state.is_bystander(piece))
    return all(piece.ko for piece in team if not feat.pieces or piece.id in feat.pieces)


def conditions_in_effect(state: State) -> tuple[Condition, ...]:
    """The conditions nobody cancelled, copy by copy, to the end of the game, whoever is out of it (HC-BFC-05..07)."""
    return tuple(
        condition for condition in state.table.tactics.conditions if condition.id not in state.tactics.cancelled
    )
