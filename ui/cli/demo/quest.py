"""The demonstration of a quest: a round of heroes and their master, thrown in the tray and read as symbols.

game.record · master.html · pictures/     everything, for the master
heroes/: game.record · report.html · pictures/     what the heroes saw and heard, and nothing else
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.core.dice import DiceRequest
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.games.heroquest.events import TurnOpened
from companion.games.heroquest.sample import quest_setup, sample_setup
from companion.games.heroquest.system import HeroQuest
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.cli.demo.diary import Diary, Watch
from ui.cli.demo.kinds import enrolled
from ui.cli.demo.quest_players import QuestPlayers
from ui.cli.demo.quest_report import write_quest_report
from ui.cli.demo.rolls import Rolls
from ui.cli.demo.tray import Tray
from ui.presenters.games import game_of

MOST = 2000  # decisions, should a game not come to its end


@dataclass(frozen=True, slots=True)
class PlayedQuest:
    """A quest that was played: the master's record and report, the heroes' folder, the heroes' turns, the notes."""

    record: Path
    report: Path
    heroes: Path
    session: Session
    turns: int
    diary: Diary


def play_quest(
    out: Path, *, seed: int, quest: str | None, fail: str | None, link: str, tell: Callable[[str], None]
) -> PlayedQuest:
    """The first round of the quest, played; ``fail`` = ``tower`` lets the dice tower die on the way."""
    setup = quest_setup(quest) if quest else sample_setup()
    pictures, heroes = out / "pictures", out / "heroes"
    for folder in (pictures, heroes / "pictures"):
        folder.mkdir(parents=True, exist_ok=True)
        for old in (*folder.parent.glob("game.record*"), *folder.glob("dice-*.jpg"), *folder.glob("enrol-*.jpg")):
            old.unlink()  # ours, from a run before; nothing else in a folder that may be anybody's
    system = HeroQuest()
    record = out / "game.record"
    ledger = Ledger(JsonlRecorder(record), JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    follower, diary = Follower(session, game_of(setup.system).tags(setup)), Diary()
    dice = system.dice_of(session.state)
    watch, players = Watch(follower, diary, Wording(), tell), QuestPlayers(system, random.Random(seed))
    with tempfile.TemporaryDirectory() as store:
        tray = Tray(pictures, Path(store), seed, link, dice=dice, kinds=enrolled(dice, pictures))
        try:
            watch.see(tray.greet())
            _play(session, players, Rolls(watch, tray), lambda: _break(tray, watch) if fail == "tower" else None)
        finally:
            tray.close()
    theirs = JsonlRecorder(heroes / "game.record")
    Ledger(theirs, JsonCodec(system.event_types)).append(list(heard_records(system, session.records, None)))
    for recorder in (theirs, ledger.recorder):
        recorder.close()
    write_quest_report(heroes / "report.html", session, diary, pictures, None)
    report = write_quest_report(out / "master.html", session, diary, pictures, setup.gm)
    opened = [record.event.piece for record in session.records if isinstance(record.event, TurnOpened)]
    turns = sum(piece in {hero.piece for hero in setup.heroes} for piece in opened)
    return PlayedQuest(record, report, heroes, session, turns, diary)


def _play(session: Session, players: QuestPlayers, rolls: Rolls, interrupt: Callable[[], None]) -> None:
    """Play until everybody had a turn, or the quest is over."""
    turns = 0
    for _ in range(MOST):
        state = session.state
        if state.flow.outcome is not None or state.flow.round > 1:
            return
        if isinstance(state.flow.open and state.flow.open[0], DiceRequest):
            rolls.roll(state.flow.open[0])
            continue
        decision = session.submit(players.answer(state) if state.flow.open else players.next_command(state))
        assert isinstance(decision, Accepted), decision
        turns += sum(isinstance(event, TurnOpened) for event in decision.events)
        if turns == 3:
            interrupt()
            turns += 1
    raise AssertionError(f"the first round did not end within {MOST} decisions")


def _break(tray: Tray, watch: Watch) -> None:
    tray.die()
    watch.see(tray.listen())
