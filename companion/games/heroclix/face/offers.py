"""The offers of a figure besides moving and attacking: powers, objects, texts, teams, feats; and how a game may end.

move proposed ────> also: Charge, Running Shot … that end there, take the crate along
attack proposed ──> also: at one target more, with Flurry, Outwit it, throw it
figure chosen ────> its other powers ──tap──> their targets and options      More …: texts, teams, feats, switching off
set-up ───────────> the next figure or object, and a button for each other one
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.core.commands import Concede, Pass
from companion.core.face import Command
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Told, joined, say
from companion.core.rules import Accepted, RulesSystem
from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import (
    AttackTerrain,
    ChooseTeamAbility,
    End,
    ProposeEnd,
    ThrowObject,
    TurnEventDial,
    UseFeat,
    UseText,
)
from companion.games.heroclix.face.cards import card_name, card_text
from companion.games.heroclix.figures.hand import speaks_of_attacks
from companion.games.heroclix.figures.plain_changes import CHANGE
from companion.games.heroclix.forces.setup import MapObject
from companion.games.heroclix.opening.objects import waiting_objects
from companion.games.heroclix.position.holding import usable_feats
from companion.games.heroclix.position.in_hand import lying_object
from companion.games.heroclix.powers.by_hand import legal_texts
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.terrain import name_of
from companion.games.heroclix.turns.clock import event_dial_violations
from companion.games.heroclix.turns.ends import proposal_violations

Use = cm.UsePower | cm.CloseAttack | cm.RangedAttack | cm.MoveFigure | AttackTerrain | ThrowObject
Beside = UseText | ChooseTeamAbility | UseFeat | TurnEventDial | cm.TurnOff
_ORDER = (UseText, ChooseTeamAbility, UseFeat, TurnEventDial, cm.TurnOff)


def uses_of(system: RulesSystem[State], state: State, piece: Piece | None) -> list[Use]:
    """Every legal command of the piece that names a power, an object or terrain, in the order of the rules."""
    if piece is None or not piece.spaces or piece.seat not in state.flow.active or state.flow.open:
        return []
    return [
        use for use in system.legal_commands(state, piece.seat, piece=piece.id) if isinstance(use, Use) and _is(use)
    ]


def _is(use: Use) -> bool:
    if isinstance(use, cm.MoveFigure):
        return use.pick_up is not None
    return isinstance(use, AttackTerrain | ThrowObject) or bool(use.power)


def other_ways(system: RulesSystem[State], state: State, command: object) -> Iterator[tuple[Told, Command, bool]]:
    """Yield what else the command could be: at one target more, which is proposed again; with a power, an object."""
    piece = getattr(command, "piece", None) or getattr(command, "attacker", None)
    if isinstance(command, cm.CloseAttack | cm.RangedAttack):
        yield from _conditions(state, command)
    yield from ((joined("", "+ ", Name(wider.targets[-1])), wider, True) for wider in _wider(system, state, command))
    for use in uses_of(system, state, state.find(piece) if piece else None):
        if _is_alike(state, command, use):
            yield use_words(use), use, False


def _conditions(state: State, command: cm.CloseAttack | cm.RangedAttack) -> Iterator[tuple[Told, Command, bool]]:
    """Yield what the attacker's texts give under a condition: asked for when the attack is about to be made."""
    piece = state.find(command.attacker)
    keys = {text.key for text in state.texts(piece) if speaks_of_attacks(text)} if piece is not None else set()
    for use in legal_texts(state, command.seat, command.attacker):
        if CHANGE.fullmatch(use.power) or use.text in keys:
            yield _beside_words(state, state.piece(command.attacker), use), use, False


def _wider(system: RulesSystem[State], state: State, command: object) -> Iterator[cm.RangedAttack]:
    """The same ranged attack on one more target: as far as the figure has bolts (HC-RNG-06)."""
    if not isinstance(command, cm.RangedAttack):
        return
    attacker = state.find(command.attacker)
    if attacker is None or len(command.targets) >= state.figure(attacker).targets:
        return
    for other in state.on_map():
        if other.id not in command.targets and not state.is_friend(command.seat, other.seat):
            wider = replace(command, targets=(*command.targets, other.id))
            if isinstance(system.decide(state, wider), Accepted):
                yield wider


def _is_alike(state: State, command: object, use: Use) -> bool:
    match command:
        case cm.MoveFigure(_, _, to):
            if isinstance(use, AttackTerrain):
                return (terrain_space(state, use),) == to
            if isinstance(use, cm.MoveFigure) and use.pick_up_at:
                return False  # a longer way round is walked in two taps
            return isinstance(use, cm.UsePower | cm.MoveFigure) and use.to == to
        case AttackTerrain():
            where = terrain_space(state, command)
            return isinstance(use, AttackTerrain) and use != command and where == terrain_space(state, use)
        case cm.CloseAttack() | cm.RangedAttack():
            aimed = (command.target,) if isinstance(command, cm.CloseAttack) else command.targets
            if isinstance(use, cm.CloseAttack | ThrowObject):
                return (use.target,) == aimed
            return isinstance(use, cm.UsePower | cm.RangedAttack) and use.targets == aimed
        case _:
            return False


def terrain_space(state: State, command: AttackTerrain) -> SpaceId | None:
    """The square of an attack on a square or an object; ``None`` for a wall."""
    lying = lying_object(state, command.object) if command.object else None
    return lying.space if lying else command.square


def manner(command: AttackTerrain) -> Told:
    """Whether it is attacked at close quarters or from afar."""
    return say("close" if command.kind is AttackKind.CLOSE else "ranged")


def grouped(uses: Sequence[Use]) -> dict[str, list[Use]]:
    """The uses by what their button is under: a power, a kind of target; without those that a tap says better."""
    groups: dict[str, list[Use]] = {}
    for use in uses:
        if key := _group(use):
            groups.setdefault(key, []).append(use)
    return groups


def group_words(key: str) -> Told:
    """Return the name of a group of uses."""
    return say(key) if key in ("throw", "attack_wall", "attack_object") else Name(key)


def _group(use: Use) -> str:
    match use:
        case cm.UsePower():
            return "" if use.to else use.power
        case ThrowObject():
            return "throw"
        case AttackTerrain() if not use.square:
            return "attack_wall" if use.wall else "attack_object"
        case _:
            return ""


def use_words(use: Use) -> Told:
    """Return the words on the button of a use."""
    match use:
        case cm.MoveFigure():
            via = f" ({use.pick_up_at})" if use.pick_up_at else ""
            return joined("", say("pick_up", object=use.pick_up), via)
        case ThrowObject():
            return joined(" → ", say("throw_object"), Name(use.target))
        case AttackTerrain():
            return joined(" → ", manner(use), Name(name_of(use)))
        case cm.UsePower():
            label = joined(" + ", Name(use.power), Name(use.pick_up) if use.pick_up else "")
            return label if use.to else joined(" · ", label, Name(use.option), *map(Name, use.targets))
        case _:
            return Name(use.power)


def beside(system: RulesSystem[State], state: State, piece: Piece) -> Iterator[tuple[Told, Command]]:
    """Yield what is seldom done: texts, teams, feats, switching off."""
    yield from ((_beside_words(state, piece, command), command) for command in _beside(system, state, piece))


def _beside(system: RulesSystem[State], state: State, piece: Piece) -> list[Beside]:
    if not piece.spaces or state.flow.open or state.flow.outcome is not None:
        return []
    legal = system.legal_commands(state, piece.seat, piece=piece.id)
    found: list[Beside] = [c for c in legal if isinstance(c, UseText | ChooseTeamAbility | cm.TurnOff)]
    found += [UseFeat(piece.seat, feat.id, piece.id) for feat in usable_feats(state, piece)]
    turns = (TurnEventDial(piece.seat, clicks) for clicks in (1, -1))
    found += [turn for turn in turns if not any(event_dial_violations(state, turn))]
    return sorted(found, key=lambda command: _ORDER.index(type(command)))


def _beside_words(state: State, piece: Piece, command: Beside) -> Told:
    match command:
        case UseText(_, _, text, power):
            return say("holds_now", what=joined("", Name(power), " (", _title(state, piece, text), ")"))
        case ChooseTeamAbility(_, _, ability):
            return say("team", what=Name(ability) if ability else say("none"))
        case UseFeat(_, feat, _):
            return say("feat", what=Name(feat))
        case TurnEventDial(_, clicks):
            return joined(" ", say("event_dial"), "→" if clicks > 0 else "←")
        case cm.TurnOff(_, _, power):
            return say("off", what=_title(state, piece, power))


def _title(state: State, piece: Piece, key: str) -> Told:
    """The name on the card for a text, else the name of a power."""
    figure = state.figure(piece).id
    return next((card_name(figure, text) for text in state.texts(piece) if text.key == key), Name(key))


def texts_left(state: State, piece: Piece | None, slot: str = "") -> list[tuple[Told, Told]]:
    """Return the special powers and traits of a figure, as far as something of it is left to the players."""
    if piece is None or not piece.spaces:
        return []
    figure = state.figure(piece).id
    return [
        (card_name(figure, text), card_text(figure, text))
        for text in state.texts(piece)
        if text.special.text and not text.reading.is_whole and slot in ("", text.special.slot)
    ]


def endings(state: State) -> tuple[tuple[Told, Command, bool], ...]:
    """Return the current player's ways to bring the game to an end; the others are asked (HC-END-02)."""
    seat = next(iter(state.flow.active), None)
    if seat is None or any(proposal_violations(state, ProposeEnd(seat, End.TIME))):
        return ()
    return (
        (say("end_time"), ProposeEnd(seat, End.TIME), False),
        (say("end_draw"), ProposeEnd(seat, End.DRAW), False),
        (say("concede"), Concede(seat), True),
    )


def next_object(state: State, chosen: PieceId | None) -> MapObject | None:
    """The object the next tap puts on the map: the chosen one while it waits, else the first; else ``None``."""
    seat = state.active_seat
    waiting = waiting_objects(state, seat) if seat is not None and state.flow.phase == Phase.OBJECTS else ()
    return next((item for item in waiting if item.id == chosen), waiting[0] if waiting else None)


def next_figure(state: State, chosen: PieceId | None) -> Piece | None:
    """The figure the next tap sets up: the chosen one while it waits, else the first; ``None`` in other phases."""
    waiting = list(_waiting_figures(state))
    return next((piece for piece in waiting if piece.id == chosen), waiting[0] if waiting else None)


def _waiting_figures(state: State) -> Iterator[Piece]:
    for piece in state.pieces if state.flow.phase == Phase.DEPLOYMENT else ():
        if piece.seat in state.flow.active and not piece.spaces and not state.is_bystander(piece):
            yield piece


@dataclass(frozen=True, slots=True)
class SetUpNext:
    """The object or figure that the next tap sets up, its seat, and those that wait besides.

    ``no_more``: the command that ends it early.
    """

    seat: Seat
    id: PieceId
    name: Told
    others: tuple[tuple[PieceId, Told], ...]
    no_more: Command | None = None


def next_to_set_up(state: State, chosen: PieceId | None) -> SetUpNext | None:
    """The next object or figure; ``None`` in other phases."""
    item = next_object(state, chosen)
    if item is not None:
        left = tuple((one.id, one.name) for one in waiting_objects(state, item.seat) if one.id != item.id)
        return SetUpNext(item.seat, item.id, item.name, left, Pass(item.seat))
    piece = next_figure(state, chosen)
    if piece is None:
        return None
    others = tuple((other.id, Name(other.id)) for other in _waiting_figures(state) if other.id != piece.id)
    return SetUpNext(piece.seat, piece.id, Name(piece.id), others)
