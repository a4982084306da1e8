"""Drawn scenes of HeroClix for tests: a map, some figures, a turn. Squares are written (x, y) as in the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.board.grid import GridBoard, Tile
from companion.board.loading import format_map
from companion.board.spaces import Terrain, edge
from companion.board.squares import format_square
from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceResult
from companion.core.ids import FigureId, PieceId, Seat, SpaceId
from companion.core.procedure import Finished, Undertaken
from companion.core.rules import Accepted, Decision, Rejected
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events.play import FigureDeployed, FirstPlayerSettled, PhaseBegan, RoundBegan, TurnBegan
from companion.games.heroclix.events.tactics import ObjectPickedUp, ObjectPlaced
from companion.games.heroclix.figures.figure import Click, Figure, Symbols, Value
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.setup import NO_TACTICS, Enlisted, GameSetUp, MapObject, Tactics
from companion.games.heroclix.state.state import Phase, State
from companion.games.heroclix.system import HeroClix

__all__ = ["BLUE", "GAME", "RED", "Scene", "at", "figure", "scene_of"]

GAME = HeroClix(CORE)
RED, BLUE = Seat("red"), Seat("blue")
At = tuple[int, int]
PLAIN = Symbols()
NUMBERS = tuple(range(1, 13))


def at(x: int, y: int) -> SpaceId:
    """The square of the catalogue's (x, y)."""
    return format_square(x, y)


def figure(
    name: str,
    *,
    speed: int = 8,
    attack: int = 9,
    defense: int = 16,
    damage: int = 3,
    clicks: int = 6,
    powers: dict[str, str] | None = None,
    symbols: Symbols = PLAIN,
    range: int = 6,  # noqa: A002  # the game's word
    targets: int = 1,
    points: int = 50,
) -> Figure:
    """A figure whose clicks are all alike."""
    shown = powers or {}
    values = {"speed": speed, "attack": attack, "defense": defense, "damage": damage}
    dial = tuple(
        Click(number, **{slot: Value(n, shown.get(slot)) for slot, n in values.items()}, starting_line=line)
        for number in NUMBERS[:clicks]
        for line in ["green" if number == 1 else None]
    )
    return Figure(
        FigureId(f"test-{name}"),
        name,
        "test",
        "001",
        points=(points,),
        dial=dial,
        range=range,
        targets=targets,
        symbols=symbols,
    )


class Scene:
    """A game in its play phase with pieces where the test wants them; red's turn, round 2 unless it says otherwise."""

    def __init__(
        self,
        *,
        size: At = (16, 24),
        terrain: dict[At, str] | None = None,
        levels: dict[At, int] | None = None,
        walls: Sequence[tuple[At, At]] = (),
        build_total: int = 300,
        round: int = 2,  # noqa: A002  # the game's word
        seats: Sequence[str] = ("red", "blue"),
        round_limit: int | None = None,
        tactics: Tactics = NO_TACTICS,
        game: HeroClix = GAME,
    ) -> None:
        self.game = game
        columns, rows = size
        tiles = [Tile() for _ in range(columns * rows)]
        for (x, y), kind in (terrain or {}).items():
            tiles[y * columns + x] = replace(tiles[y * columns + x], terrain=frozenset({Terrain(kind)}))
        for (x, y), level in (levels or {}).items():
            tiles[y * columns + x] = replace(tiles[y * columns + x], elevation=level)
        borders = frozenset(edge(at(*a), at(*b)) for a, b in walls)
        self.board = GridBoard("test", columns, rows, tuple(tiles), borders)
        self._round, self._build_total, self._limit = round, build_total, round_limit
        self._seats, self.tactics = tuple(Seat(seat) for seat in seats), tactics
        self._forces: list[Enlisted] = []
        self._spots: dict[PieceId, tuple[SpaceId, ...]] = {}
        self._things: list[Any] = []
        self._state: State | None = None

    def put(self, piece: str, seat: str, spot: At | Sequence[At], printed: Figure | None = None) -> PieceId:
        """The piece, standing there."""
        printed = printed or figure(piece)
        id_ = PieceId(piece)
        points = printed.points[0] if printed.points else 0
        self._forces.append(Enlisted(id_, Seat(seat), replace(printed, id=FigureId(f"test-{piece}")), 1, points))
        spots = [spot] if isinstance(spot, tuple) else list(spot)
        self._spots[id_] = tuple(at(*one) for one in spots)
        return id_

    def lay(self, item: str, weight: str, where: At | PieceId, *, seat: str = "red", points: int = 0) -> ObjectId:
        """The object, lying there or in that piece's hands."""
        id_ = ObjectId(PieceId(item))
        thing = MapObject(id_, Seat(seat), item, Weight(weight), points, is_special=points > 0)
        self.tactics = replace(self.tactics, objects=(*self.tactics.objects, thing))
        event = ObjectPickedUp(where, id_) if isinstance(where, str) else ObjectPlaced(thing.seat, id_, at(*where))
        self._things.append(event)
        return id_

    @property
    def setup(self) -> GameSetUp:
        """The set-up event of the scene."""
        return GameSetUp(
            self.game.edition.id,
            self._build_total,
            self._seats,
            tuple(self._forces),
            format_map(self.board),
            self._limit,
            tactics=self.tactics,
        )

    @property
    def state(self) -> State:
        """The state now."""
        if self._state is None:
            state = self.game.initial_state(self.setup)
            self._state = self._fold(replace(state, first_player=self._seats[0]), self.opening[1:])
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    @property
    def opening(self) -> list[Any]:
        """The events from the set-up to the first turn, as a record would hold them."""
        first = self._seats[0]
        deployed = [FigureDeployed(piece, spaces) for piece, spaces in self._spots.items()]
        begun = [FirstPlayerSettled(first), PhaseBegan(Phase.PLAY, (first,)), RoundBegan(self._round)]
        return [*begun, *deployed, *self._things, TurnBegan(first, 1)]

    @staticmethod
    def _fold(state: State, events: Sequence[Any]) -> State:
        for event in events:
            state = GAME.apply(state, event)
        return state

    def decide(self, command: Any) -> Decision:
        """The decision, not applied."""
        return self.game.decide(self.state, command)

    def do(self, command: Any) -> list[Any]:
        """What an accepted command brought, applied, without the marks around one that asks; a refusal fails the test
        with its rules."""
        decision = self.decide(command)
        assert isinstance(decision, Accepted), decision
        self.state = self._fold(self.state, decision.events)
        return [event for event in decision.events if not isinstance(event, Undertaken | Finished)]

    def refused(self, command: Any) -> set[str]:
        """The rules that refuse the command; an accepted one fails the test."""
        decision = self.decide(command)
        assert isinstance(decision, Rejected), decision
        return {one.rule for one in decision.violations}

    def roll(self, *faces: int) -> list[Any]:
        """The events of the open roll, thrown so."""
        request = self.state.flow.open[0]
        seat = getattr(request, "roller", None) or getattr(request, "seat")  # noqa: B009
        return self.do(ReportDice(seat, DiceResult(request.id, tuple(map(str, faces)))))

    def choose(self, *options: str) -> list[Any]:
        """The events of the open choice, answered so; declined when nothing is chosen."""
        request: Any = self.state.flow.open[0]
        answer = Choose(request.seat, request.id, options) if options else Pass(request.seat, request.id)
        return self.do(answer)

    @property
    def asked(self) -> str:
        """What is asked for now; empty when nothing is."""
        return self.state.flow.open[0].purpose if self.state.flow.open else ""

    def piece(self, piece: PieceId) -> Any:
        """The piece now."""
        return self.state.piece(piece)


def scene_of(power: str, slot: str, *, spot: tuple[int, int] = (0, 0), **printed: Any) -> tuple[Scene, Any]:
    """A scene in which red's A has that power, and A; the rest says how A is printed."""
    terrain = printed.pop("terrain", None)
    scene = Scene(terrain=terrain)
    powers = {slot: power} | printed.pop("powers", {})
    return scene, scene.put("A", "red", spot, figure("A", powers=powers, **printed))
