"""Putting a demonstration together: the sample game, its table, its tray, its record; then the report."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.cli.demo.diary import Diary
from companion.cli.demo.director import Director
from companion.cli.demo.eyes import VirtualTable
from companion.cli.demo.tray import Tray
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games import find_system
from companion.games.heroclix.opening.sample import sample_setup
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.games import game_of

__all__ = ["Played", "play_demo"]

MAP = "lantern-vault"


@dataclass(frozen=True, slots=True)
class Played:
    """A demonstration that was played: where its record is, the session at its end, the notes."""

    record: Path
    session: Session
    diary: Diary


def play_demo(
    out: Path,
    *,
    seed: int,
    rounds: int,
    fail: str | None,
    tell: Callable[[str], None],
    edition: str = "core",
    link: str = "serial",
) -> Played:
    """The game, played; ``out`` holds its record and its pictures."""
    pictures = out / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for old in [*out.glob("*.record*"), *pictures.glob("*.jpg")]:  # ours, from a run before
        old.unlink()
    setup = sample_setup(MAP, round_limit=rounds, edition=edition)
    system = find_system(setup.system, setup.edition, "the sample game")
    record = out / "game.record"
    session = Session(system, Ledger(JsonlRecorder(record), JsonCodec(system.event_types)), WallClock(), setup,
                      seats=setup.seats)  # fmt: skip
    tags = game_of(setup.system).tags(setup)
    names = {str(one.piece): one.figure.name for one in setup.forces}
    follower = Follower(session, tags)
    table = VirtualTable(session.state.table.board, tags, names, pictures)
    with tempfile.TemporaryDirectory() as folder:
        tray = Tray(pictures, Path(folder), seed, link)
        director = Director(session, follower, table, tray, Wording(names=names), seed=seed, fail=fail, tell=tell)
        try:
            director.play()
        finally:
            tray.close()
            table.close()
            session.ledger.recorder.close()
    return Played(record, session, director.diary)
