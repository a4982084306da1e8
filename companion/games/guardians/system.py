"""Guardians' Chronicles as the house sees it: a ``RulesSystem`` whose commands are scripts (core.procedure)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any

from companion.core.commands import Choose
from companion.core.dice import Die
from companion.core.events import ChoiceMade
from companion.core.flow import ChoiceRequest, Flow
from companion.core.game import InPrint, Printing, TableGame
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import C, Decision, Rejected, Violation, violation
from companion.core.sides import Sides
from companion.documents import Node
from companion.games.guardians import legal
from companion.games.guardians.apply import fold, villain
from companion.games.guardians.commands import Command
from companion.games.guardians.content.content import Content, parse_content
from companion.games.guardians.content.kinds import CardSet, Kind, Rank
from companion.games.guardians.events import EVENTS
from companion.games.guardians.face.facts import summary_of
from companion.games.guardians.face.hearing import heard_by
from companion.games.guardians.face.view import GuardiansView, view_of
from companion.games.guardians.play.goals import page_of
from companion.games.guardians.play.turns import PLAN, STACK, TOKENS
from companion.games.guardians.scenario import MENACE, parse_scenario
from companion.games.guardians.setup import FIRST_BOX, GUARDIANS, Enrolled, GuardiansSetUp
from companion.games.guardians.state import Figure, Phase, SideState, State, Table
from companion.games.guardians.verbs import (
    ANSWERS,
    VERBS,
    answer_of,
    answer_violations,
    laying_violations,
)

CLASH = Printing(FIRST_BOX, ("rules-clash.toml",))  # the one printing there is


class Guardians(TableGame[State]):
    """The rules of the box; what cards and sheets say is content."""

    id = GUARDIANS
    book = files("companion.games.guardians") / "data"
    verbs, event_types = VERBS, EVENTS

    def __init__(self, edition: InPrint = CLASH) -> None:
        self.edition = edition

    def initial_state(self, setup: GuardiansSetUp) -> State:
        """The state before the first event: everybody where the scenario has them (GC-SETUP-05, GC-SETUP-07)."""
        content = parse_content(Node("the record", "content", _ordered(setup.content)), is_checked=False)
        scenario = parse_scenario(Node("the record", "scenario", _ordered(setup.scenario)), content, is_checked=False)
        sides = Sides(tuple(seats for _, seats in setup.sides))
        table = Table(content, scenario, setup.seats, sides, setup.sides, setup.mode, setup.difficulty, setup.agreed)
        starts = {camp.id: iter(camp.start) for camp in scenario.camps.values()}
        heroes = [enrolled(content, hero, next(starts.get(hero.side, iter(())), None)) for hero in setup.heroes]
        villains = [villain(table, PieceId(one.id), one.sheet, one.side, SpaceId(one.at)) for one in scenario.villains]
        papers = dict(setup.papers)
        camps = tuple(SideState(name, papers.get(name, "")) for name, _ in setup.sides)
        return State(
            table,
            Flow(phase=Phase.WAITING.value, active=frozenset(setup.seats)),
            (*heroes, *villains),
            (*camps, SideState(MENACE)),
            tuple(scenario.ground.doors.items()),
            tuple((one.id, True) for one in scenario.objects),
            wounds=content.wound_deck,
        )

    def offers_in_turn(self, state: State, seat: Seat, piece: PieceId | None) -> Iterator[Command]:
        return legal.offers_in_turn(state, seat, piece)

    def variations(self, state: State, command: C) -> Iterator[C]:
        return (one for one in legal.variations(state, command) if isinstance(one, type(command)))

    def at_any_time(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[Command]:
        return legal.at_any_time(state, seat, piece)

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[Command]:
        return legal.commands_placing(state, piece, spaces)

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        return {one.id: (one.at,) if one.at and not one.out else () for one in state.figures}

    def violations(self, state: State, command: Any) -> Iterator[Violation]:
        """Every rule the command breaks: none is obeyed after the end (GC-TURN-12); an answer breaks the rule that
        asks, a plan those of cards.
        """
        if state.flow.outcome is not None:
            yield violation("GC-TURN-12", waivable=False)
            return
        if type(command) in ANSWERS:
            if laid := list(laying_violations(state, command)):
                yield from laid
                return
            command = answer_of(state, command)
        broken = list(super().violations(state, command))
        request = state.flow.find(command.request) if isinstance(command, Choose) else None
        if isinstance(request, ChoiceRequest) and request.seat == command.seat and broken:
            own = list(answer_violations(state, request, command.options))
            yield from own or broken
            return
        yield from broken

    def decide(self, state: State, command: Any, *, waived: frozenset[RuleId] = frozenset()) -> Decision:
        if type(command) in ANSWERS:
            if broken := tuple(dict.fromkeys(self.violations(state, command))):
                return Rejected(broken)
            command = answer_of(state, command)
        return super().decide(state, command, waived=waived)

    def apply(self, state: State, event: object) -> State:
        """The state after the event; what is laid down in secret is kept for the side's own eyes (GC-TURN-05)."""
        request = state.flow.find(event.request) if isinstance(event, ChoiceMade) else None
        after = super().apply(state, event)
        if not isinstance(event, ChoiceMade) or not isinstance(request, ChoiceRequest):
            return after
        match request.purpose:
            case str() as purpose if purpose == PLAN and request.piece:
                return after.changed(request.piece, planned=event.options)
            case str() as purpose if purpose == TOKENS and request.piece:
                return after.changed(request.piece, intended=event.options)
            case str() as purpose if purpose == STACK:
                order = tuple(map(PieceId, event.options))
                return after.side_changed(after.who(order[0]).side, stack=order)
        return after

    def fold(self, state: State, event: object) -> State:
        return fold(state, event)

    def view_for(self, state: State, seat: Seat | None) -> GuardiansView:
        """Return the seat's view: its own side's hands and plans, the board, everything revealed."""
        return view_of(state, seat)

    def heard_by(self, state: State, event: object, seat: Seat | None) -> object | None:
        return heard_by(state, event, seat)

    def dice_of(self, state: State) -> Mapping[str, Die]:
        return state.content.dice

    def summary(self, state: State, seat: Seat | None = None) -> dict[str, Any]:
        """Turn, outcome, scores, what stands on the front pages, and what the seat sees of the figures."""
        lines = [
            {"seat": seats[0], "for": name, "points": points, "rule": rule}
            for camp, seats in state.table.camps
            for name, points, rule in page_of(state, camp)
        ]
        return {**summary_of(view_of(state, seat)), "sheet": lines}


def _ordered(value: Any) -> Any:
    """The document with its keys in alphabetical order, as a record keeps them."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(entry) for entry in value] if isinstance(value, list | tuple) else value


def enrolled(content: Content, hero: Enrolled, at: str | None) -> Figure:
    """A hero as it begins, with its whole hand: eight cards, ten for a Veteran (GC-RANK-12, GC-RANK-13).

    A TEAM-UP hero stands beside a main one (GC-TEAMUP-02); a campaign says which cards are out and in.
    """
    rank = Rank(hero.rank)
    kind = Kind.TEAM_UP if hero.team_up else Kind.HERO
    cards = [card.id for card in content.deck_of(hero.hero) if card.id not in hero.removed]
    if rank is Rank.VETERAN and not hero.added:
        cards += [card.id for card in content.deck_of(hero.hero, CardSet.VETERAN)]
    cards += hero.added
    sheet = content.sheet_of(hero.hero, rank)
    figure = Figure(hero.piece, hero.side, hero.seat, kind, sheet.id, SpaceId(at) if at else None, rank, hero.hero)
    return replace(figure, hand=tuple(cards), removed=hero.removed)
