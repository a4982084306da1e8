"""Sensors around a game: figures on spaces by camera and reader mats, dice by kind until no POW is thrown again."""

from __future__ import annotations

import random
from itertools import count

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.ids import PieceId, SpaceId
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.guardians.commands import Attack, BeginGame, Move
from companion.games.guardians.events import AttackResult
from companion.games.guardians.sample import sample_setup
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.table.follow import Follower
from companion.table.observation import DiceSeen, DieSeen, PictureSeen, PieceSeen, ReaderSeen, ReadVerdict
from companion.table.reconcile import Agrees
from tests.conftest import StoppedClock
from tests.games.guardians.walks import SYSTEM

UIDS = {"04a1": PieceId("lantern"), "04a2": PieceId("mistral")}


def acting(attacks: bool = False) -> tuple[Session, Follower, dict[PieceId, int]]:
    """A game in which somebody may act, perhaps with a target; a tag on every base."""
    for seed in range(30):
        setup, rng, machine = sample_setup(), random.Random(seed), DiceGenerator(seed)
        ledger = Ledger(MemoryRecorder(), JsonCodec(SYSTEM.event_types))
        session = Session(SYSTEM, ledger, StoppedClock(), setup, seats=setup.seats)
        session.submit(BeginGame(session.seats[0]))
        for _ in range(60):
            while isinstance(request := next(iter(session.state.flow.open), None), DiceRequest):
                session.submit(ReportDice(request.roller, machine.roll(request, SYSTEM.dice_of(session.state))))
            offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
            if not session.state.flow.open and session.state.active and (not attacks or by_kind(offers, Attack)):
                tags = dict(zip((figure.id for figure in session.state.figures), count(8), strict=False))
                follower = Follower(session, {tag: piece for piece, tag in tags.items()}, UIDS)
                return session, follower, tags
            session.submit(rng.choice(offers))
    raise AssertionError("nobody may attack in any of these games")


def by_kind(offers: list[object], kind: type) -> list[object]:
    return [offer for offer in offers if isinstance(offer, kind)]


def picture(session: Session, tags: dict[PieceId, int], at_s: float, **moved: SpaceId) -> PictureSeen:
    """Everybody where the record has them, but for who was moved."""
    stood = {piece: spaces[0] for piece, spaces in session.system.positions(session.state).items() if spaces}
    stood |= {PieceId(piece): space for piece, space in moved.items()}
    return PictureSeen("camera", at_s, tuple(PieceSeen(tags[piece], space) for piece, space in stood.items()))


@pytest.mark.rule("GC-MOVE-01")
def test_a_figure_that_was_moved_is_a_move_with_its_evidence() -> None:
    session, follower, tags = acting()
    hero = session.state.who(session.state.active or "")
    move = next(one for one in session.system.legal_commands(session.state, hero.seat) if isinstance(one, Move))
    follower.figures = {"04a1": hero.id}
    follower.see(picture(session, tags, 1.0))
    assert isinstance(follower.reading, Agrees)
    follower.see(ReaderSeen("mat", 2.0, str(hero.at), "04a1", False, "mat-1", 1, 1))
    follower.see(picture(session, tags, 2.5, **{hero.id: move.to}))
    assert follower.proposal is not None and follower.proposal.command == move
    assert isinstance(follower.confirm(), Accepted)
    evidence = [(one.source, one.says) for record in session.records for one in record.evidence]
    assert ("camera", f"{hero.id} {move.to}") in evidence
    assert ("mat", f"{hero.id} left {hero.at}") in evidence


def test_a_reader_that_saw_somebody_else_leave_is_asked_about() -> None:
    session, follower, tags = acting()
    hero = session.state.who(session.state.active or "")
    other = next(figure for figure in session.state.figures if figure.id != hero.id)
    follower.figures = {"04a1": other.id}
    follower.see(picture(session, tags, 1.0))
    follower.see(ReaderSeen("mat", 2.0, str(hero.at), "04a1", False, "mat-1", 1, 1))
    move = next(one for one in session.system.legal_commands(session.state, hero.seat) if isinstance(one, Move))
    follower.see(picture(session, tags, 2.5, **{hero.id: move.to}))
    assert follower.proposal is None
    assert follower.question is not None and "the mat saw" in follower.question.why


@pytest.mark.rule("GC-ATK-07", "GC-ATK-08", "GC-DICE-03")
def test_the_camera_follows_pow_until_none_is_thrown_again() -> None:
    """POW on every die, once again on one, then none: three pictures, one attack."""
    session, follower, _ = acting(attacks=True)
    hero = session.state.who(session.state.active or "")
    attack = next(one for one in session.system.legal_commands(session.state, hero.seat) if isinstance(one, Attack))
    session.submit(attack)
    sizes: list[int] = []
    for at_s, powers in ((1.0, 99), (2.0, 1), (3.0, 0)):
        request = follower.open_roll()
        assert isinstance(request, DiceRequest)
        sizes.append(len(request.dice))
        faces = ["POW" if place < powers else "1" for place in range(len(request.dice))]
        dice = tuple(DieSeen(face, 0, 0, 16, 16, {}, kind) for face, kind in zip(faces, request.dice, strict=True))
        follower.see(DiceSeen("tray", at_s, ReadVerdict.READ, dice))
        assert follower.proposal is not None and isinstance(follower.proposal.command, ReportDice)
        assert follower.proposal.command.result.source is Source.CAMERA
        assert isinstance(follower.confirm(), Accepted)
    assert sizes == [sizes[0], sizes[0], 1]
    assert any(isinstance(record.event, AttackResult) for record in session.records)
