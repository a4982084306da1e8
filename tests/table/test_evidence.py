"""Evidence joined: what tower, camera and reader say of one fact is one entry of the record that names them all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.dice import Source
from companion.core.evidence import Evidence
from companion.core.ids import PieceId
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.heroclix.commands import MoveFigure
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.table.evidence import FRAME_S, Sighting, Sightings
from companion.table.follow import Follower
from companion.table.observation import DiceSeen, DieSeen, PictureSeen, ReaderSeen, ReadVerdict, TowerPhase, TowerSeen
from tests.games.heroclix.opening import opened
from tests.games.heroclix.scene import RED, at
from tests.table.test_follow import ROSTER, fight, seen

FIGURES = {"04a1b2c3": PieceId("r1"), "04ffeedd": PieceId("r2")}


@pytest.fixture
def table(clock: Any) -> Follower:
    return Follower(opened(clock), ROSTER, FIGURES)


def tower(phase: TowerPhase, at_s: float, seq: int, count: int = 0, err_s: float = 0.002) -> TowerSeen:
    return TowerSeen("tower", at_s, phase, "tower-1", 7, seq, count=count, err_s=err_s, is_verified=True)


def reader(uid: str, at_s: float, seq: int, *, there: bool, zone: str = "B2") -> ReaderSeen:
    return ReaderSeen("mat", at_s, zone, uid, there, "mat-1", 9, seq, err_s=0.003)


def dice(at_s: float, *faces: str) -> DiceSeen:
    found = tuple(DieSeen(face, 10.0 * n, 10.0, 30.0, 30.0) for n, face in enumerate(faces))
    return DiceSeen("camera", at_s, ReadVerdict.READ, found, None, "dice-1.jpg")


def test_tower_reader_and_camera_become_one_entry_that_names_them_all(table: Follower) -> None:
    fight(table)
    table.see(tower(TowerPhase.ARMED, 10.0, 1))
    table.see(tower(TowerPhase.ROLLING, 11.0, 2))
    table.see(reader("04a1b2c3", 11.4, 1, there=False))
    table.see(tower(TowerPhase.SETTLED, 12.0, 3, count=2))
    table.see(dice(12.12, "3", "5"))
    version = table.session.version
    assert table.session.version == version  # nobody confirmed: nothing is written
    assert isinstance(table.confirm(), Accepted)
    entries = [one for one in table.session.records[version + 1 :] if one.evidence]
    assert len(entries) == 1
    assert entries[0].source is Source.CAMERA
    assert entries[0].evidence == (
        Evidence("tower", "settled 2", -120, 2, "tower-1/00000007/3", True),
        Evidence("mat", "r1 left B2", -720, 3, "mat-1/00000009/1", False),
        Evidence("camera", "3 5", 0, 0, "dice-1.jpg", False),
    )


def test_the_record_keeps_the_evidence_and_old_lines_read_as_before(clock: Any, tmp_path: Path) -> None:
    scratch = opened(clock)
    codec = JsonCodec(scratch.system.event_types)
    kept = Session(
        scratch.system,
        Ledger(JsonlRecorder(tmp_path / "game"), codec),
        clock,
        scratch.records[0].event,
        seats=scratch.seats,
    )
    plain = codec.encode(scratch.records[-1])
    assert b"evidence" not in plain  # a line without evidence is the line it always was
    assert codec.decode(plain, "line").evidence == ()
    told = (Evidence("tower", "settled 2", -120, 2, "tower-1/7/3", True),)
    from companion.games.heroclix.commands import BeginGame

    kept.submit(BeginGame(kept.seats[0]), Source.HAND, told)
    kept.ledger.recorder.close()
    again = Ledger(JsonlRecorder(tmp_path / "game"), codec)  # its seals hold
    assert [one.evidence for one in again.read() if one.evidence] == [told]


def test_a_reading_sent_again_after_a_restart_is_no_second_roll(table: Follower) -> None:
    fight(table)
    table.see(tower(TowerPhase.SETTLED, 12.0, 3, count=2))
    table.see(dice(12.1, "3", "5"))
    table.confirm()
    again = Follower(table.session, ROSTER, FIGURES)
    again.see(tower(TowerPhase.SETTLED, 20.0, 3, count=2))
    assert again.tower is None
    again.see(tower(TowerPhase.DISTURBED, 21.0, 4))
    assert again.tower is TowerPhase.DISTURBED


def test_a_tower_that_counted_otherwise_is_asked_about(table: Follower) -> None:
    fight(table)
    table.see(tower(TowerPhase.SETTLED, 12.0, 3, count=3))
    table.see(dice(12.1, "3", "5"))
    assert table.proposal is None
    assert table.question is not None
    assert table.question.why == "the tower counted 3 dice, 2 were asked for"


def test_what_is_no_move_and_what_others_did_is_no_evidence_of_a_move(table: Follower) -> None:
    stood = [table.session.state.piece(PieceId(who)).spaces[0] for who in ("r1", "r2")]
    table.see(tower(TowerPhase.SETTLED, 0.5, 3, count=1))  # thrown while nobody asked
    table.see(reader("04a1b2c3", 0.8, 1, there=False, zone=stood[0]))
    table.see(reader("04ffeedd", 0.9, 2, there=False, zone=stood[1]))
    table.see(seen(table.session, r1=at(3, 3), r2=at(5, 3)))
    told = {part.says for proposal in table.proposals for part in proposal.parts}
    assert {proposal.command.piece: [part.says for part in proposal.parts[:-1]] for proposal in table.proposals} == {
        who: [f"{who} left {zone}"] for who, zone in zip(("r1", "r2"), stood, strict=True)
    }, told


def test_a_reader_that_saw_another_figure_leave_is_asked_about(table: Follower) -> None:
    start = table.session.state.piece(PieceId("r1")).spaces[0]
    table.see(reader("04ffeedd", 0.9, 1, there=False, zone=start))
    table.see(seen(table.session, r1=at(3, 3)))
    assert table.proposal is None
    assert table.question is not None
    assert table.question.why == f"the camera saw r1 leave {start}, the mat saw r2 leave it"


def test_a_reader_that_saw_the_same_figure_leave_is_named_with_the_move(table: Follower) -> None:
    start = table.session.state.piece(PieceId("r1")).spaces[0]
    table.see(reader("04a1b2c3", 0.9, 1, there=False, zone=start))
    picture: PictureSeen = seen(table.session, r1=at(3, 3))
    table.see(picture)
    assert table.proposal is not None
    assert table.proposal.command == MoveFigure(RED, PieceId("r1"), (at(3, 3),))
    table.confirm()
    found = [one.says for record in table.session.records for one in record.evidence]
    assert found == [f"r1 left {start}", f"r1 {at(3, 3)}"]


@pytest.mark.parametrize(
    ("at_s", "err_s", "joined"),
    [
        (10.0 + FRAME_S, 0.0, True),  # up to a frame later than the picture
        (10.0 + FRAME_S + 0.05, 0.0, False),
        (10.0 + FRAME_S + 0.05, 0.06, True),  # its clock may be off by that much
        (4.0 - FRAME_S, 0.0, True),  # since the last entry
        (3.8, 0.0, False),
        (3.8, 0.2, True),
        (-86000.0, 86400.0, True),  # of an earlier start: nobody knows when
    ],
)
def test_sightings_are_joined_by_mapped_time(at_s: float, err_s: float, joined: bool) -> None:
    sightings = Sightings()
    sightings.use((), 4.0)
    sightings.note(Sighting("mat", "red-1 left B2", at_s, err_s, "k", "mat-1", 1))
    assert (len(sightings.joined(Sighting("camera", "", 10.0))) == 2) is joined


def test_a_devices_own_are_in_the_order_of_their_numbers_never_of_a_clock() -> None:
    sightings = Sightings()
    for number, at_s in ((3, 1.0), (1, 3.0), (2, 2.0)):
        sightings.note(Sighting("mat", str(number), at_s, 0.0, f"k{number}", "mat-1", number))
    assert [one.says for one in sightings.joined(Sighting("camera", "main", 4.0))] == ["1", "2", "3", "main"]
    assert not sightings.note(Sighting("mat", "2", 2.0, 0.0, "k2", "mat-1", 2))  # known
