"""What a figure may do besides moving and attacking: powers, objects, texts, teams, feats; and how a game may end.

move proposed ────> also: Charge, Running Shot … that end there, take the crate along
attack proposed ──> also: at one target more, with Flurry, Outwit it, throw it
figure chosen ────> its other powers ──tap──> their targets and options      More …: texts, teams, feats, switching off
set-up ───────────> the next figure or object, and a button for each other one
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.commands import Concede, Pass
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import Accepted
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
from companion.games.heroclix.forces.setup import MapObject
from companion.games.heroclix.opening.objects import waiting_objects
from companion.games.heroclix.position.holding import usable_feats
from companion.games.heroclix.position.in_hand import lying_object
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.system import HeroClix
from companion.games.heroclix.terrain import name_of
from companion.games.heroclix.turns.clock import event_dial_violations
from companion.games.heroclix.turns.ends import proposal_violations
from ui.presenters.adapter import Command, Group, Look, Menu, Offer

MORE = "+"  # the group of everything that is seldom done

Use = cm.UsePower | cm.CloseAttack | cm.RangedAttack | cm.MoveFigure | AttackTerrain | ThrowObject
Beside = UseText | ChooseTeamAbility | UseFeat | TurnEventDial | cm.TurnOff
_ORDER = (UseText, ChooseTeamAbility, UseFeat, TurnEventDial, cm.TurnOff)


def uses_of(system: HeroClix, state: State, piece: Piece | None) -> list[Use]:
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


def other_ways(system: HeroClix, state: State, look: Look, command: Command) -> tuple[Offer, ...]:
    """Buttons for what else the proposed command could be: the same move or target, with a power or an object."""
    piece = getattr(command, "piece", None) or getattr(command, "attacker", None)
    uses = uses_of(system, state, state.find(piece) if piece else None)
    ways = (_button(look, use) for use in uses if _is_alike(state, command, use))
    return (*_wider(system, state, look, command), *ways)


def _wider(system: HeroClix, state: State, look: Look, command: Command) -> Iterator[Offer]:
    """The same ranged attack on one more target, proposed: as far as the figure has bolts (HC-RNG-06)."""
    if not isinstance(command, cm.RangedAttack):
        return
    attacker = state.find(command.attacker)
    if attacker is None or len(command.targets) >= state.figure(attacker).targets:
        return
    for other in state.on_map():
        if other.id not in command.targets and not state.is_friend(command.seat, other.seat):
            wider = replace(command, targets=(*command.targets, other.id))
            if isinstance(system.decide(state, wider), Accepted):
                yield Offer(f"+ {look.name(other.id)}", wider, is_proposed=True)


def _is_alike(state: State, command: Command, use: Use) -> bool:
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


def manner(look: Look, command: AttackTerrain) -> str:
    """Whether it is attacked at close quarters or from afar."""
    return look.say("close" if command.kind is AttackKind.CLOSE else "ranged")


def figure_menu(system: HeroClix, state: State, look: Look) -> Menu | None:
    """What the chosen figure may do now without a move, in its turn or not."""
    piece = state.find(look.chosen) if look.chosen else None
    if piece is None:
        return None
    entries: list[Offer | Group] = []
    uses = uses_of(system, state, piece)
    for key in dict.fromkeys(filter(None, map(_group, uses))):
        offers = tuple(_button(look, use) for use in uses if _group(use) == key)
        title = look.say(key) if key in ("throw", "attack_wall", "attack_object") else look.name(key)
        entries.append(offers[0] if len(offers) == 1 else Group(key, f"{title} …", offers, title))
    beside = tuple(
        Offer(_beside_words(state, piece, look, command), command) for command in _beside(system, state, piece)
    )
    if beside:
        entries.append(
            Group(MORE, f"{look.say('more')} …", beside, look.name(piece.id), text_lines(state, look, piece))
        )
    return Menu("powers", look.name(piece.id), "", tuple(entries)) if entries else None


def _group(use: Use) -> str:
    """What the button of a use is under: its power, a kind of target; empty where a move or a tap says more."""
    match use:
        case cm.UsePower():
            return "" if use.to else use.power
        case ThrowObject():
            return "throw"
        case AttackTerrain() if not use.square:
            return "attack_wall" if use.wall else "attack_object"
        case _:
            return ""


def _button(look: Look, use: Use) -> Offer:
    match use:
        case cm.MoveFigure():
            via = f" ({use.pick_up_at})" if use.pick_up_at else ""
            label = f"{look.say('pick_up', object=use.pick_up)}{via}"
        case ThrowObject():
            label = f"{look.say('throw_object')} → {look.name(use.target)}"
        case AttackTerrain():
            label = f"{manner(look, use)} → {look.name(name_of(use))}"
        case cm.UsePower():
            label = look.name(use.power) + (f" + {look.name(use.pick_up)}" if use.pick_up else "")
            if not use.to:
                parts = [label, look.name(use.option), *map(look.name, use.targets)]
                label = " · ".join(part for part in parts if part)
        case _:
            label = look.name(use.power)
    return Offer(label, use)


def _beside(system: HeroClix, state: State, piece: Piece) -> list[Beside]:
    """What is seldom done, in the order of the list: texts first, switching off last."""
    if not piece.spaces or state.flow.open or state.flow.outcome is not None:
        return []
    legal = system.legal_commands(state, piece.seat, piece=piece.id)
    found: list[Beside] = [c for c in legal if isinstance(c, UseText | ChooseTeamAbility | cm.TurnOff)]
    found += [UseFeat(piece.seat, feat.id, piece.id) for feat in usable_feats(state, piece)]
    turns = (TurnEventDial(piece.seat, clicks) for clicks in (1, -1))
    found += [turn for turn in turns if not any(event_dial_violations(state, turn))]
    return sorted(found, key=lambda command: _ORDER.index(type(command)))


def _beside_words(state: State, piece: Piece, look: Look, command: Beside) -> str:
    match command:
        case UseText(_, _, text, power):
            return look.say("holds_now", what=f"{look.name(power)} ({_title(state, piece, look, text)})")
        case ChooseTeamAbility(_, _, ability):
            return look.say("team", what=look.name(ability) or look.say("none"))
        case UseFeat(_, feat, _):
            return look.say("feat", what=look.name(feat))
        case TurnEventDial(_, clicks):
            return f"{look.say('event_dial')} {'→' if clicks > 0 else '←'}"
        case cm.TurnOff(_, _, power):
            return look.say("off", what=_title(state, piece, look, power))


def _title(state: State, piece: Piece, look: Look, key: str) -> str:
    """The name on the card for a text, else the name of a power."""
    named = next((text.special.name for text in state.texts(piece) if text.key == key), "")
    return named or look.name(key)


def text_lines(state: State, look: Look, piece: Piece | None, slot: str = "") -> str:
    """What the special powers and traits of a figure say, as far as something of it is left to the players."""
    texts = state.texts(piece) if piece is not None and piece.spaces else ()
    return "\n".join(
        look.wording.pair(text.special.name or look.name(text.key), text.special.text)
        for text in texts
        if text.special.text and not text.reading.is_whole and slot in ("", text.special.slot)
    )


def endings(state: State, look: Look) -> tuple[Offer, ...]:
    """How the player whose turn it is may bring the game to an end; the others are asked (HC-END-02)."""
    seat = next(iter(state.flow.active), None)
    if seat is None or any(proposal_violations(state, ProposeEnd(seat, End.TIME))):
        return ()
    return (
        Offer(look.say("end_time"), ProposeEnd(seat, End.TIME)),
        Offer(look.say("end_draw"), ProposeEnd(seat, End.DRAW)),
        Offer(look.say("concede"), Concede(seat), is_proposed=True),
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


def setup_menu(state: State, look: Look) -> Menu | None:
    """Whom or what to set up, with a button for each other one; ``None`` in other phases."""
    item = next_object(state, look.chosen)
    if item is not None:
        others = [other for other in waiting_objects(state, item.seat) if other.id != item.id]
        buttons = [Offer(other.name, piece=other.id) for other in others]
        no_more = Offer(look.say("no_more"), Pass(item.seat))
        return Menu("setup", _asks(look, item.seat, item.name), look.say("place_object"), (*buttons, no_more))
    piece = next_figure(state, look.chosen)
    if piece is None:
        return None
    buttons = [Offer(look.name(other.id), piece=other.id) for other in _waiting_figures(state) if other.id != piece.id]
    return Menu("setup", _asks(look, piece.seat, look.name(piece.id)), look.say("set_up"), tuple(buttons))


def _asks(look: Look, seat: Seat, name: str) -> str:
    return look.wording.pair(look.wording.word("seat", seat), name)
