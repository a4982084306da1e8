"""Folds of the events of a mission. They check nothing, never fail, and are pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.board.areas.map import border
from companion.core.by_hand import CardPut, PutRight, PutThere
from companion.core.ids import PieceId
from companion.core.lasting import Use
from companion.core.reckoning import Reckoning
from companion.games.gotham import by_hand
from companion.games.gotham import events as ev
from companion.games.gotham.content.settings import FATIGUE, WOUNDS
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import STATES, Commanding, Moving, State, Token

Fold = Callable[[State, Any], State]
SHOWN = 12  # numbers that are kept to be looked at


def fold(state: State, event: object) -> State:
    """The state after an event of the mission's own; others leave it as it is."""
    change = FOLDS.get(type(event))
    return state if change is None else change(state, event)


def _round_began(state: State, event: ev.RoundBegan) -> State:
    return replace(state, flow=replace(state.flow, round=event.round))


def _turn_began(state: State, event: ev.SideTurnBegan) -> State:
    """Begin a side's turn: its figures may be activated and favoured again, and states are declared anew."""
    flow = replace(state.flow, phase=event.phase, turn=state.flow.turn + 1, active=frozenset(event.active))
    figures = tuple(replace(figure, activated=False, over=False, acted=()) for figure in state.figures)
    if event.phase == STATES:
        figures = tuple(
            replace(figure, state="", bonus_used=False, rising=False) if figure.is_hero else figure
            for figure in figures
        )
    return replace(state, flow=flow, figures=figures, ended=(), activated=(), tile="", moving=None, commanding=None)


def _turn_ended(state: State, event: ev.SeatFinished) -> State:
    return replace(state, ended=(*state.ended, event.seat))


def _wounded(state: State, event: ev.Wounded) -> State:
    figure = state.who(event.piece)
    if not figure.is_hero:
        return state.changed(figure.id, life=figure.life - event.taken)
    for place, count in event.cubes:
        figure = replace(figure, cubes=figure.with_cubes(place, WOUNDS, count))
    return state.changed(figure.id, cubes=figure.cubes)


def _healed(state: State, event: ev.Regenerated) -> State:
    figure = state.who(event.piece)
    if figure.is_hero:
        return state.changed(figure.id, cubes=figure.with_cubes(WOUNDS, FATIGUE, event.count))
    return state.changed(figure.id, life=figure.life + event.count)


def _neutralised(state: State, event: ev.Neutralised) -> State:
    moving = None if state.moving and state.moving.piece == event.piece else state.moving
    return replace(state, moving=moving).changed(event.piece, neutralised=True)


def _tile_activated(state: State, event: ev.TileActivated) -> State:
    river = (*(tile for tile in state.river if tile != event.tile), event.tile)
    figures = tuple(
        replace(figure, activated=True, over=False, acted=(), bonus_used=False, rising=False)
        if event.tile in figure.sheets and figure.commander is None
        else replace(figure, activated=False)
        for figure in state.figures
    )
    activated = (*state.activated, event.tile)
    return replace(state, river=river, figures=figures, activated=activated, tile=event.tile)


def _activation_began(state: State, event: ev.ActivationBegan) -> State:
    state = state.changed(event.piece, bonus_used=False, rising=False)
    return state if event.apart else state.changed(event.piece, acted=("begun",))


def _activation_ended(state: State, event: ev.TileActivationEnded) -> State:
    if event.piece is not None:
        return state.changed(event.piece, over=True)
    figures = tuple(replace(figure, activated=False, acted=(), over=False) for figure in state.figures)
    return replace(state, figures=figures, tile="")


def _command_began(state: State, event: ev.CommandBegan) -> State:
    figures = tuple(
        replace(figure, activated=True, over=False, acted=(), bonus_used=False, rising=False)
        if figure.commander == event.piece and event.tile in figure.sheets
        else figure
        for figure in state.figures
    )
    return replace(state, figures=figures, commanding=Commanding(event.piece, event.tile))


def _command_ended(state: State, event: ev.CommandEnded) -> State:
    figures = tuple(
        replace(figure, activated=False) if figure.commander == event.piece else figure for figure in state.figures
    )
    return replace(state, figures=figures, commanding=None)


def _skill_used(state: State, event: ev.SkillUsed) -> State:
    figure, flow = state.who(event.piece), state.flow
    uses = tuple(use for use in figure.uses if use.round == flow.round)
    return state.changed(event.piece, uses=(*uses, Use(event.skill, flow.round, flow.turn)))


def _skill_set_aside(state: State, event: ev.SkillSetAside) -> State:
    rest = tuple(skill for skill in state.who(event.piece).aside if skill != event.skill)
    return state.changed(event.piece, aside=(*rest, event.skill) if event.aside else rest)


def _card_spent(state: State, event: ev.CardSpent) -> State:
    cards = list(state.who(event.piece).cards)
    cards.remove(event.card)
    return state.changed(event.piece, cards=tuple(cards))


def _movement_began(state: State, event: ev.MovementBegan) -> State:
    state = replace(state, moving=Moving(event.piece, event.points, event.at_once, event.cards))
    return state.changed(event.piece, bonus_used=True)


def _moved(state: State, event: ev.FigureWent) -> State:
    if state.moving is not None and state.moving.piece == event.piece:
        state = replace(state, moving=replace(state.moving, points=state.moving.points - event.cost))
    return state.changed(event.piece, zone=event.to)


def _reckoned(state: State, event: ev.Reckoned) -> State:
    number = Reckoning(event.value, event.printed, event.terms)
    rest = tuple(shown for shown in state.shown if shown[0] != event.what)
    return replace(state, shown=(*rest, (event.what, event.piece, number))[-SHOWN:])


def _token_taken(state: State, event: ev.TokenTaken) -> State:
    tokens = list(state.tokens)
    tokens.remove(max((one for one in tokens if (one.kind, one.zone) == (event.kind, event.zone)), key=_age))
    return replace(state, tokens=tuple(tokens))


def _age(token: Token) -> int:
    return token.age


def _tokens_aged(state: State, event: ev.TokensAged) -> State:
    aged = (replace(token, age=token.age + 1) for token in state.tokens)
    return replace(state, tokens=tuple(token for token in aged if token.age < state.settings.token_turns))


def _command_taken(state: State, event: ev.CommandTaken) -> State:
    leader = state.who(event.piece)
    sheet = state.content.sheets[event.tile]
    new = tuple(
        Figure(piece, leader.seat, leader.side, (event.tile,), leader.zone, life=sheet.life, commander=leader.id)
        for piece in event.figures
    )
    return replace(state, figures=(*state.figures, *new)).changed(leader.id, drives=(*leader.drives, event.tile))


def _set(**changes: Any) -> Fold:
    return lambda state, event: state.changed(event.piece, **changes)


def _cubes_moved(state: State, event: ev.CubesMoved) -> State:
    cubes = state.who(event.piece).with_cubes(event.start, event.to, event.count)
    return state.changed(event.piece, cubes=cubes)


def _binds(state: State, piece: PieceId, change: int) -> State:
    return state.changed(piece, binds=state.who(piece).binds + change)


FOLDS: Mapping[type, Fold] = {
    ev.RoundBegan: _round_began,
    ev.SideTurnBegan: _turn_began,
    ev.SeatFinished: _turn_ended,
    ev.StateDeclared: lambda state, event: state.changed(event.piece, state=event.state),
    ev.CubesMoved: _cubes_moved,
    ev.Wounded: _wounded,
    ev.Regenerated: _healed,
    ev.Neutralised: _neutralised,
    ev.LaidDown: _set(lying=True),
    ev.StoodUp: _set(lying=False, rising=True),
    ev.TileActivated: _tile_activated,
    ev.ActivationBegan: _activation_began,
    ev.TileActivationEnded: _activation_ended,
    ev.Acted: lambda state, event: state.changed(event.piece, acted=(*state.who(event.piece).acted, event.what)),
    ev.SkillUsed: _skill_used,
    ev.SkillSetAside: _skill_set_aside,
    ev.CardSpent: _card_spent,
    ev.MovementBegan: _movement_began,
    ev.FigureWent: _moved,
    ev.MovementEnded: lambda state, event: replace(state, moving=None),
    ev.WallBroken: lambda state, event: replace(state, broken=state.broken | {border(*event.between)}),
    ev.Reckoned: _reckoned,
    ev.BindsPlaced: lambda state, event: _binds(state, event.piece, event.count),
    ev.BindsRemoved: lambda state, event: state.changed(event.piece, binds=0),
    ev.TokensPlaced: lambda state, event: replace(
        state, tokens=(*state.tokens, *[Token(event.kind, event.zone)] * event.count)
    ),
    ev.TokenTaken: _token_taken,
    ev.TokensAged: _tokens_aged,
    ev.TaskDone: lambda state, event: replace(state, done=(*state.done, event.task)),
    ev.CommandTaken: _command_taken,
    ev.CommandBegan: _command_began,
    ev.CommandEnded: _command_ended,
    ev.FriendPlaced: lambda state, event: state.changed(event.piece, friend=event.friend),
    ev.FriendRemoved: _set(friend=""),
    PutRight: by_hand.put_right,
    PutThere: by_hand.put_there,
    CardPut: by_hand.card_put,
}
