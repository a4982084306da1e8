"""The offers of a figure besides moving and attacking: powers, objects, texts, teams, feats; and how a game may end.

move proposed ────> also: Charge, Running Shot … that end there, take the crate along
attack proposed ──> also: at one target more, with Flurry, Outwit it, throw it
figure chosen ────> its other powers ──tap──> their targets and options      More …: texts, teams, feats, switching off
set-up ───────────> the next figure or object, and a button for each other one
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from companion.core.commands import Concede, Pass
from companion.core.face import Command
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Told, Word, joined, say
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
Beside = UseText | ChooseTeamAbility | UseFeat | TurnEventDial | cm.TurnOff | cm.MoveFigure
_ORDER = (UseText, ChooseTeamAbility, UseFeat, TurnEventDial, cm.MoveFigure, cm.TurnOff)


def uses_of(system: RulesSystem[State], state: State, piece: Piece | None) -> list[Use]:
    """Every legal command of the piece that names a power, an object or terrain, in the order of the rules."""
    if piece is None or not piece.spaces or piece.seat not in state.flow.active or state.flow.open:
        return []
    return [
        use for use in system.legal_commands(state, piece.seat, piece=piece.id) if isinstance(use, Use) and _is(use)
    ]


def _is(use: Use) -> bool:
    if isinstance(use, cm.MoveFigure):
        return True
    return isinstance(use, AttackTerrain | ThrowObject) or bool(use.power)


def other_ways(system: RulesSystem[State], state: State, command: Command) -> Iterator[tuple[Told, Command, bool]]:
    """Yield what else the command could be: with a particular said otherwise, which is proposed again (at one target
    more, with a passenger); with a power, in another manner.
    """
    if state.is_busy or state.flow.outcome is not None:
        return
    piece = getattr(command, "piece", None) or getattr(command, "attacker", None)
    if isinstance(command, cm.CloseAttack | cm.RangedAttack):
        yield from _conditions(state, command)
    varied = list(system.variations(state, command))
    yield from ((difference_words(command, other), other, not _is_a_grab(other)) for other in varied)
    found = state.find(PieceId(piece)) if piece else None
    seat = found.seat if found is not None else None
    for use in system.legal_commands(state, seat, piece=piece) if seat is not None else ():
        if isinstance(use, Use) and use not in (command, *varied) and _is_alike(state, command, use):
            yield use_words(use), use, isinstance(use, cm.MoveFigure | cm.CloseAttack | cm.RangedAttack | ThrowObject)


def _conditions(state: State, command: cm.CloseAttack | cm.RangedAttack) -> Iterator[tuple[Told, Command, bool]]:
    """Yield what the attacker's texts give under a condition: asked for when the attack is about to be made."""
    piece = state.find(command.attacker)
    keys = {text.key for text in state.texts(piece) if speaks_of_attacks(text)} if piece is not None else set()
    for use in legal_texts(state, command.seat, command.attacker):
        if not use.power:
            continue
        if CHANGE.fullmatch(use.power) or use.text in keys:
            yield _beside_words(state, state.piece(command.attacker), use), use, False


def _is_a_grab(command: object) -> bool:
    """Whether it takes an object along on its way, which is done at once."""
    return isinstance(command, cm.MoveFigure | cm.UsePower) and bool(command.pick_up) and not _is_roundabout(command)


def _is_roundabout(command: object) -> bool:
    return isinstance(command, cm.MoveFigure) and command.pick_up_at is not None


def is_action(command: object) -> bool:
    """Whether a figure acts by it: what is read or switched off is no action."""
    return not isinstance(command, UseText | cm.TurnOff)


def _is_alike(state: State, command: object, use: Use) -> bool:
    match command:
        case cm.MoveFigure(_, _, to) | cm.UsePower(_, _, _, _, to) if to:
            if isinstance(use, AttackTerrain):
                return (terrain_space(state, use),) == to
            if isinstance(use, cm.MoveFigure):
                return isinstance(command, cm.UsePower) and use.to == to and use.passenger is use.pick_up is None
            return isinstance(use, cm.UsePower) and use.to == to
        case AttackTerrain():
            where = terrain_space(state, command)
            return isinstance(use, AttackTerrain) and use != command and where == terrain_space(state, use)
        case cm.CloseAttack() | cm.RangedAttack():
            return _aimed(use) == _aimed(command)
        case _:
            return False


def only_target(use: object) -> PieceId | None:
    """Return the only target of an attack, a throw, or a power that goes nowhere; ``None``: it has none, or more."""
    aimed = _aimed(use) if not getattr(use, "to", ()) else None
    return aimed[0] if aimed is not None and len(aimed) == 1 else None


def _aimed(use: object) -> tuple[PieceId, ...] | None:
    """The targets of an attack, a throw or a power; ``None``: it has none."""
    if isinstance(use, cm.CloseAttack | ThrowObject):
        return (use.target,)
    return use.targets or None if isinstance(use, cm.UsePower | cm.RangedAttack) else None


def difference_words(before: object, after: object) -> Told:
    """Return the words of what the second command says otherwise."""
    match before, after:
        case cm.RangedAttack(targets=held), cm.RangedAttack(targets=now) if held != now:
            return joined("", "+ ", Name(now[-1]))
        case (cm.CloseAttack(), cm.CloseAttack(power=power)) | (cm.RangedAttack(), cm.RangedAttack(power=power)):
            return Name(power) if power else say("no_power")
        case cm.MoveFigure(), cm.MoveFigure() if (before.passenger, before.set_down) != (
            after.passenger,
            after.set_down,
        ):
            down = {"piece": after.passenger, "to": after.set_down}
            return say("carry", **down) if after.passenger else say("carry_nobody")
        case (cm.MoveFigure() | cm.UsePower(), cm.MoveFigure() | cm.UsePower()) if before.pick_up != after.pick_up:
            return use_words(after) if after.pick_up else say("pick_up_nothing")
        case cm.ProposeEnd(winners=held), cm.ProposeEnd(winners=now):
            seat = next(iter(set(held) ^ set(now)))
            return joined("", "+ " if seat in now else "− ", Word("seat", seat))
        case _, cm.MoveFigure():
            return joined("", "→ ", ", ".join(after.to)) if after.to != getattr(before, "to", ()) else use_words(after)
    return use_words(after)  # type: ignore[arg-type]  # no other kind has variations


def terrain_space(state: State, command: AttackTerrain) -> SpaceId | None:
    """The square of an attack on a square or an object; ``None`` for a wall."""
    lying = lying_object(state, command.object) if command.object else None
    return lying.space if lying else command.square


def manner(command: AttackTerrain) -> Told:
    """Whether it is attacked at close quarters or from afar."""
    return say("close" if command.kind is AttackKind.CLOSE else "ranged")


def place_words(command: AttackTerrain) -> Told:
    """Return the words of what it strikes: a wall by the squares on both sides of it."""
    wall = command.wall
    return say("wall_between", start=wall.a, to=wall.b) if wall is not None else Name(name_of(command))


def grouped(uses: Sequence[Use], stands: tuple[SpaceId, ...]) -> dict[str, list[Use]]:
    """The uses by what their button is under: a power, a kind of target; without those that a tap says better, which
    leads nowhere but to the squares where the figure ``stands``.
    """
    groups: dict[str, list[Use]] = {}
    for use in uses:
        if key := _group(use, stands):
            groups.setdefault(key, []).append(use)
    return dict(sorted(groups.items(), key=lambda group: group[0] in _LAST))


_CHANGE = re.compile(r"([a-z]+)([+-]\d+)")  # ``attack+1``, as a power by a value says
_LAST = ("attack_object", "attack_wall")  # figures come first


def is_from_here(use: Use, stands: tuple[SpaceId, ...]) -> bool:
    """Whether it is a power that moves, used without a step from where the figure ``stands``."""
    return isinstance(use, cm.UsePower) and bool(use.to) and use.to == stands and not use.pick_up


def runs(uses: Sequence[Use], stands: tuple[SpaceId, ...]) -> tuple[str, ...]:
    """Return the powers by which the figure may go elsewhere: the square where it goes is tapped first."""
    return tuple(
        dict.fromkeys(use.power for use in uses if isinstance(use, cm.UsePower) and use.to not in ((), stands))
    )


def group_words(key: str) -> Told:
    """Return the name of a group of uses."""
    return say(key) if key in ("throw", "attack_wall", "attack_object") else Name(key)


def _group(use: Use, stands: tuple[SpaceId, ...]) -> str:
    match use:
        case cm.UsePower():
            return "" if use.to and use.to != stands else use.power
        case ThrowObject():
            return "throw"
        case AttackTerrain() if not use.square:
            return "attack_wall" if use.wall else "attack_object"
        case _:
            return ""


def way_words(command: object) -> Told:
    """Return how an attack strikes, before its targets: by a power, with a thing that is thrown; plainly, nothing."""
    if isinstance(command, ThrowObject):
        return say("throw_object")
    power = getattr(command, "power", "")
    return Name(power) if power else ""


def option_words(option: str) -> Told:
    """Return the words of a power's option: a value with what it gains or loses, or the name of anything else."""
    found = _CHANGE.fullmatch(option)
    return joined(" ", Word("slot", found[1]), found[2].replace("-", "−")) if found else Name(option)


def use_words(use: Use) -> Told:
    """Return the words on the button of a use."""
    match use:
        case cm.MoveFigure() if use.pick_up is None:
            return say("move_only")
        case cm.MoveFigure():
            via = f" ({use.pick_up_at})" if use.pick_up_at else ""
            return joined("", say("pick_up", object=use.pick_up), via)
        case cm.CloseAttack() | cm.RangedAttack():
            return joined(" · ", say("close" if isinstance(use, cm.CloseAttack) else "ranged"), Name(use.power))
        case ThrowObject():
            return joined(" → ", say("throw_object"), Name(use.target))
        case AttackTerrain():
            return joined(" → ", manner(use), place_words(use))
        case cm.UsePower():
            label = joined(" + ", Name(use.power), Name(use.pick_up) if use.pick_up else "")
            return label if use.to else joined(" · ", label, option_words(use.option), *map(Name, use.targets))
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
    found += [c for c in system.legal_commands(state, piece.seat, piece=piece.id) if _is_on_the_spot(c, piece)]
    turns = (TurnEventDial(piece.seat, clicks) for clicks in (1, -1))
    found += [turn for turn in turns if not any(event_dial_violations(state, turn))]
    return sorted(found, key=lambda command: _ORDER.index(type(command)))


def _is_on_the_spot(command: Command, piece: Piece) -> TypeGuard[cm.MoveFigure]:
    """Whether it is a move action that leads nowhere, perhaps with an object that lies at hand."""
    return isinstance(command, cm.MoveFigure) and command.to == piece.spaces and command.passenger is None


def _beside_words(state: State, piece: Piece, command: Beside) -> Told:
    match command:
        case cm.MoveFigure():
            return use_words(command)
        case UseText(_, _, text, power):
            title = _title(state, piece, text)
            return say("holds_now", what=joined("", Name(power), " (", title, ")") if power else title)
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


def endings(system: RulesSystem[State], state: State, seats: Sequence[Seat]) -> Iterator[tuple[Told, Command, bool]]:
    """Yield the ways of these seats to bring the game to an end: one of them speaks for all, the one whose turn it is
    if it can, and the others are asked (HC-END-02); each gives up for itself.
    """
    by_turn = sorted(seats, key=lambda seat: seat not in state.flow.active)
    ends = (
        [one for how in End if not any(proposal_violations(state, one := ProposeEnd(seat, how)))] for seat in by_turn
    )
    words = {End.TIME: "end_time", End.DRAW: "end_draw", End.SCENARIO: "end_scenario"}
    for one in next(filter(None, ends), []):
        yield say(words[one.how]), one, one.how is End.SCENARIO
    for seat in seats if not state.is_busy else ():
        if isinstance(system.decide(state, Concede(seat)), Accepted):
            named = joined(" · ", say("concede"), Word("seat", seat))
            yield named if len(seats) > 1 else say("concede"), Concede(seat), True


def scenario_end(command: object) -> Told:
    """Tell the end that a scenario brings, with its winners; nothing of another command."""
    if not isinstance(command, ProposeEnd) or command.how is not End.SCENARIO:
        return ""
    won = joined(", ", *(Word("seat", seat) for seat in command.winners))
    return joined(" ", say("end_scenario"), won)


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
