"""HeroClix as the house sees it: ``HeroClix(edition)`` is a ``RulesSystem``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any

from companion.board.loading import parse_map
from companion.core.by_hand import BY_HAND
from companion.core.dice import DICE, Die
from companion.core.flow import Flow
from companion.core.game import TableGame
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import C, Command, Violation
from companion.documents import Node
from companion.games.heroclix import commands as cm
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events.folding import EVENTS, fold
from companion.games.heroclix.face.facts import summary_of
from companion.games.heroclix.face.view import TableView, view_of
from companion.games.heroclix.figures.hand import IMPROVED, improved_of
from companion.games.heroclix.forces.setup import HEROCLIX, GameSetUp
from companion.games.heroclix.legal import at_any_time, commands_placing, offers_in_turn, variations
from companion.games.heroclix.moves.gaits import grants_of
from companion.games.heroclix.opening.plain import plain_board, plain_figure
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.powers.rows import inline_rules, lends_of, lent_rules, uses_of
from companion.games.heroclix.state.play import begin_with
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.state.table import Table
from companion.games.heroclix.verbs import VERBS


class HeroClix(TableGame[State]):
    """The rules of one edition."""

    id = HEROCLIX
    book = files("companion.games.heroclix") / "data"
    verbs, event_types = VERBS, EVENTS
    edition: Edition

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def initial_state(self, setup: GameSetUp) -> State:
        """The state before the first event: everybody off the map, dials on their starting lines (HC-SETUP-04)."""
        parts = self.edition.parts
        figures = {
            member.figure.id: member.figure if parts.powers else plain_figure(member.figure) for member in setup.forces
        }
        boards = [parse_map(Node("the record", "map", map_)) for map_ in (setup.map, *setup.other_maps)]
        board, *others = boards if parts.powers else map(plain_board, boards)
        inline = inline_rules(figures.values(), setup.tactics)
        rules = {**self.edition.powers, **dict(inline)}
        rules |= lent_rules(rules)
        ignored = {id_ for figure in figures.values() for id_ in improved_of(figure)}
        table = Table(
            setup.edition,
            setup.build_total,
            setup.seats,
            tuple(figures[key] for key in sorted(figures)),
            board,
            setup.round_limit,
            tactics=setup.tactics,
            grants=grants_of({id_: rule for id_, rule in rules.items() if id_ in ignored or IMPROVED not in id_}),
            parts=parts,
            lets_use=uses_of(rules),
            _lends=lends_of(rules),
            rows=frozenset(id_ for id_ in (*team_abilities(), *dict(inline)) if id_ in rules and rules[id_].verbs),
            inline=inline,
            other_boards=tuple(others),
            _rules=replace(self.edition, powers=rules) if inline else self.edition,
        )
        pieces = tuple(
            Piece(one.piece, one.seat, one.figure.id, one.points, one.start_click, one.start_click)
            for one in sorted(setup.forces, key=lambda one: one.piece)
        )
        flow = Flow(phase=Phase.WAITING.value, active=frozenset(setup.seats))
        return State(
            table, flow, pieces, scores=tuple((seat, 0) for seat in setup.seats), tactics=begin_with(setup.tactics)
        )

    def offers_in_turn(self, state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
        return offers_in_turn(state, seat, piece)

    def variations(self, state: State, command: C) -> Iterator[C]:
        return (one for one in variations(state, command) if isinstance(one, type(command)))

    def at_any_time(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[cm.Command]:
        return at_any_time(state, seat, piece)

    def asks_others(self, state: State, command: Command) -> bool:
        """Whether the others agree first: to a dial turned by so many clicks and an element removed, too."""
        return isinstance(command, (*BY_HAND, cm.AdjustDial, cm.RemoveElement))

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
        """Legal commands after which the piece stands there."""
        return commands_placing(state, piece, spaces)

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        return {piece.id: piece.spaces for piece in state.pieces}

    def fold(self, state: State, event: object) -> State:
        """The state after an event of the game's own."""
        return fold(state, event)

    def violations(self, state: State, command: Any) -> Iterator[Violation]:
        """Every rule the command breaks, by the rules of this edition."""
        for broken in super().violations(state, command):
            yield replace(broken, rule=self.edition.rule(broken.rule))

    def dice_of(self, state: State) -> Mapping[str, Die]:
        """Six-sided dice."""
        return DICE

    def summary(self, state: State, seat: Seat | None = None) -> dict[str, Any]:
        """Round, turn, scores and what for, pieces, outcome."""
        return summary_of(self.view_for(state, seat))

    def view_for(self, state: State, seat: Seat | None) -> TableView:
        """Return the seat's view: everything but the clicks outside the windows (HC-DIAL-12)."""
        return view_of(state)
