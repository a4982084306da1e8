"""HeroClix as the house sees it: ``HeroClix(edition)`` is a ``RulesSystem``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from importlib.resources import files
from typing import Any

from companion.board.loading import parse_map
from companion.core.catalogue import Catalogue
from companion.core.dice import DICE, Die
from companion.core.flow import Flow
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.rules import Accepted, Decision, Rejected, Violation
from companion.documents import Node
from companion.games.heroclix import commands as cm
from companion.games.heroclix.agenda import next_events
from companion.games.heroclix.apply import apply
from companion.games.heroclix.decide import consequences, violations
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events import EVENTS
from companion.games.heroclix.legal import commands_placing, legal_commands
from companion.games.heroclix.opening.plain import plain_board, plain_figure
from companion.games.heroclix.powers.inline import inline_rules
from companion.games.heroclix.powers.verbs.gait import grants_of
from companion.games.heroclix.powers.verbs.let_use import uses_of
from companion.games.heroclix.setup import HEROCLIX, GameSetUp
from companion.games.heroclix.state import Phase, Piece, State, Table
from companion.games.heroclix.summary import summary_of
from companion.games.heroclix.tactics.tactics import begin_with
from companion.games.heroclix.tactics.team_abilities import team_abilities
from companion.games.heroclix.view import TableView, view_of

__all__ = ["HeroClix"]


class HeroClix:
    """The rules of one edition."""

    id = HEROCLIX

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    @cached_property
    def catalogue(self) -> Catalogue:
        """Every rule of this edition with its status: its own first, then those it leaves in force."""
        data = files("companion.games.heroclix") / "data"
        return Catalogue(
            tuple(rule for name in self.edition.catalogues for rule in Catalogue.from_toml(data / name).rules)
        )

    @property
    def event_types(self) -> Mapping[str, type]:
        """Every event class by name."""
        return EVENTS

    def initial_state(self, setup: GameSetUp) -> State:
        """The state before the first event: everybody off the map, dials on their starting lines (HC-SETUP-04)."""
        parts = self.edition.parts
        figures = {one.figure.id: one.figure if parts.powers else plain_figure(one.figure) for one in setup.forces}
        boards = [parse_map(Node("the record", "map", one)) for one in (setup.map, *setup.other_maps)]
        board, *others = boards if parts.powers else map(plain_board, boards)
        inline = inline_rules(figures.values(), setup.tactics)
        rules = {**self.edition.powers, **dict(inline)}
        table = Table(
            setup.edition,
            setup.build_total,
            setup.seats,
            tuple(figures[key] for key in sorted(figures)),
            board,
            setup.round_limit,
            tactics=setup.tactics,
            grants=grants_of(rules),
            parts=parts,
            lets_use=uses_of(rules),
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

    def legal_commands(self, state: State, seat: Seat, *, piece: PieceId | None = None) -> Iterator[cm.Command]:
        """Commands the seat may give, lazily, in a fixed order; of one piece when it is named."""
        return legal_commands(state, seat, piece)

    def commands_placing(self, state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
        """Legal commands after which the piece stands there."""
        return commands_placing(state, piece, spaces)

    def positions(self, state: State) -> Mapping[PieceId, tuple[SpaceId, ...]]:
        """Where every piece stands."""
        return {one.id: one.spaces for one in state.pieces}

    def decide(self, state: State, command: Any, *, waived: frozenset[RuleId] = frozenset()) -> Decision:
        """The events that follow from the command and from the agenda after it, or the rules that forbid it."""
        found = (self._renamed(one) for one in violations(state, command))
        broken = [one for one in found if not _is_waived(one, waived)]
        if broken:
            return Rejected(tuple(dict.fromkeys(broken)))
        events = [*consequences(state, command)]
        after = state
        for event in events:
            after = apply(after, event)
        while more := next_events(after):
            for event in more:
                after = apply(after, event)
            events += more
        return Accepted(tuple(events))

    def _renamed(self, broken: Violation) -> Violation:
        """The violation by the rule of this edition."""
        return replace(broken, rule=self.edition.rule(broken.rule))

    def apply(self, state: State, event: Any) -> State:
        """The state after the event."""
        return apply(state, event)

    def heard_by(self, state: State, event: Any, seat: Seat | None) -> Any:
        """The event: everything that happens is seen by all."""
        return event

    def is_whole(self, setup: Any) -> bool:
        """Always: nothing is secret."""
        return True

    def dice_of(self, state: State) -> Mapping[str, Die]:
        """Six-sided dice."""
        return DICE

    def summary(self, state: State, seat: Seat | None = None) -> dict[str, Any]:
        """Round, turn, scores and what for, pieces, outcome."""
        return summary_of(self.view_for(state, seat))

    def view_for(self, state: State, seat: Seat | None) -> TableView:
        """What the seat may see: everything but the clicks outside the windows (HC-DIAL-12)."""
        return view_of(state)


def _is_waived(broken: Violation, waived: frozenset[RuleId]) -> bool:
    """Whether a ruling sets the rule aside: a card beats the rulebook, but for the golden rules (HC-VAL-01)."""
    return broken.waivable and broken.rule in waived
