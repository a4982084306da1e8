"""Figures without a tag, from pixels to the record: rendered frames, real vision, real rules, hands that err."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.board.squares import format_square
from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.heroclix.commands import EndTurn
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from companion.table.reconcile import Agrees, Explained, Together, Unexplained
from tests.games.heroclix.scene import BLUE, GAME, RED, Scene
from vision.figures.reference import Square
from vision.plane.calibration import CalibrationRefused
from vision.plane.layout import build_layout
from vision.settings import VisionSettings
from vision.virtual.camera import camera_over
from vision.virtual.minis import Mini, seeded_looks
from vision.virtual.scene import Scene as Printed
from vision.virtual.script import Event, Film, Moves, Swap
from vision.virtual.stage import PRESETS, Light, Stage
from vision.watch.pipeline import TablePipeline, empty_reference

PLACES: dict[str, Square] = {"A": (2, 2), "B": (4, 2), "C": (10, 8), "D": (12, 8)}
SEATS = {"A": "red", "B": "red", "C": "blue", "D": "blue"}


@dataclass
class Evening:
    """A table with its camera, and the session that follows it."""

    film: Film
    pipeline: TablePipeline
    follower: Follower
    told: list[str] = field(default_factory=list)

    def play(self, *events: Event) -> Any:
        """What the follower makes of the events, once the table rests."""
        for shot in self.film.play(events):
            for seen in self.pipeline.feed(shot.frame):
                self.follower.see(seen)
        return self.follower.reading

    def places(self) -> dict[str, str]:
        return {one.id: one.spaces[0] for one in self.follower.session.state.pieces}

    def truth(self) -> dict[str, str]:
        return {name: format_square(*square) for name, square in self.film.places.items()}


@pytest.fixture
def evening(clock: Any) -> Iterator[Evening]:
    scene = Scene(size=(16, 12))
    for name, seat in SEATS.items():
        scene.put(name, seat, PLACES[name])
    session = Session(
        GAME, Ledger(MemoryRecorder(), JsonCodec(GAME.event_types)), clock, scene.setup, seats=(RED, BLUE)
    )
    session._record(scene.opening, session.records[0].source)
    layout = build_layout(16, 12, {})
    camera = camera_over(16 * 38.1, 12 * 38.1, tilt_deg=12, size_px=(1280, 720))
    stage = Stage(Printed(layout), camera, PRESETS["good"].sensor, 4)
    looks = seeded_looks(4, 4, twins=0)
    minis = {
        square: Mini(name, ((square[0] + 0.5) * 38.1, (square[1] + 0.5) * 38.1), looks[number])
        for number, (name, square) in enumerate(PLACES.items())
    }
    empty = empty_reference(stage.frame((), Light(), 0), layout, VisionSettings())
    assert not isinstance(empty, CalibrationRefused)
    made = Evening(Film(stage, minis, 4), TablePipeline(layout, empty=empty), Follower(session, {}))
    for shot in made.film.opening():
        for seen in made.pipeline.feed(shot.frame):
            made.follower.see(seen)
    yield made


def test_a_turn_or_two_of_play(evening: Evening) -> None:
    follower = evening.follower
    assert isinstance(follower.reading, Agrees)
    assert isinstance(evening.play(Moves((("A", (4, 5)),))), Explained)
    assert isinstance(follower.confirm(), Accepted)
    assert isinstance(evening.play(Moves((("B", (7, 4)),), slide=True)), Explained)
    assert isinstance(follower.confirm(), Accepted)
    assert isinstance(follower.session.submit(EndTurn(RED)), Accepted)
    both = Moves((("C", (9, 6)), ("D", (12, 5))))
    assert isinstance(evening.play(both), Together)
    assert isinstance(follower.confirm(), Accepted)
    assert isinstance(follower.confirm(), Accepted)
    assert evening.places() == evening.truth()
    assert {one.source.value for one in follower.session.records[-6:]} >= {"camera"}


def test_two_that_changed_places_are_asked_about_and_put_back(evening: Evening) -> None:
    before = evening.places()
    asked = evening.play(Swap("A", "B"))
    assert isinstance(asked, Unexplained)
    assert evening.follower.question is not None
    assert {PieceId(one.piece) for one in evening.follower.errands()} == {"A", "B"}
    assert evening.places() == before
    assert isinstance(evening.play(Swap("A", "B")), Agrees)
    assert evening.follower.errands() == ()


def test_the_players_may_say_that_the_table_is_right(evening: Evening) -> None:
    """The camera took one for the other: from then on it goes by the record."""
    evening.play(Swap("A", "B"))
    assert evening.follower.is_only_who()
    evening.follower.dismiss(trust_record=True)
    assert isinstance(evening.play(Moves((("C", (10, 7)), ("C", (10, 8))))), Agrees)  # lifted and put back


def test_a_move_of_the_wrong_side_is_never_proposed(evening: Evening) -> None:
    assert isinstance(evening.play(Moves((("C", (10, 5)),))), Unexplained)
    assert evening.follower.proposals == []
