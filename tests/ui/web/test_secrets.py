"""The law of secrets: two games that differ only in what a seat may not know send it the same frames, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ui.table.bootstrap
from companion.core.commands import ReportDice
from companion.core.consent import Consents
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, ChoiceRequested, Recorded
from companion.core.ids import Seat, SystemId
from companion.core.rewatched import Rewatched
from companion.core.telling import Hearing
from companion.games.heroquest import commands as cm
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.setup import QuestSetUp
from companion.system import DiceGenerator
from companion.table.follow import Follower
from tests.conftest import StoppedClock
from tests.games.guardians.test_leaks import HANDS, ONE, OTHER, begun
from tests.games.guardians.walks import SYSTEM as GUARDIANS
from tests.thinned import sampled
from tests.ui.quest.players import quest_session
from tests.ui.web import secret_game
from tests.ui.web.listening import Ear, hall_of
from ui.cli.records import open_record
from ui.presenters import games
from ui.presenters.adapter import ONLOOKERS
from ui.presenters.games import game_of
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig
from ui.web.screen import Screen

GOLDEN = sorted((Path(__file__).parents[2] / "records").glob("*.record"))
RECORDS = [path for path in GOLDEN if path.stem.partition("-")[0] in games.names_of_games()]
AWAITED = {"bar"}  # the part that names them
SEATS = ("warrior", "dwarf", "elf", "enchanter", "master")


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same moment for all games."""
    monkeypatch.setattr(ui.table.bootstrap, "WallClock", StoppedClock)


def other_quest() -> QuestSetUp:
    """The shipped quest with another monster behind doors, one elsewhere, a trap more, a trap less, other finds."""
    setup = sample_setup()
    quest: dict[str, Any] = dict(setup.quest)
    monsters = [dict(one) for one in quest["monsters"]]
    by_id = {one["id"]: one for one in monsters}
    by_id["fimir-1"]["at"] = "P8"
    by_id["gargoyle-1"]["type"] = "zombie"
    quest["monsters"] = monsters
    quest["traps"] = [one for one in quest["traps"] if one["id"] != "trap-9"]
    return replace(setup, quest=quest)


def play(setup: QuestSetUp, *, is_busy: bool) -> dict[str, Ear]:
    """A round of a quest; a busy master moves a monster nobody knows of, and notes something."""
    hall = hall_of(open_table(TableConfig(lang="en"), setup))
    ears = {seat: Ear(hall, seat) for seat in (*SEATS, "spectator")}
    elf, master, session = ears["elf"], ears["master"], hall.table.session
    elf.button("Begin the quest")
    elf.button("Play Silvane")
    elf.button("Move: throw the dice")
    elf.faces("6", "5")
    elf.go("A4", "D4", "E4")
    elf.button("Open the door E4–F4")
    elf.go("F4")
    elf.end()
    for seat, hero in (("warrior", "Brakka"), ("dwarf", "Odrun"), ("enchanter", "Wend")):
        ears[seat].button(f"Play {hero}")
        ears[seat].end()
    if is_busy:
        master.tap("piece", "orc-2")
        master.button("Move: throw the dice")
        master.faces("2", "1")
        hidden = session.state.who("orc-2")
        way = next(
            offer
            for offer in session.system.legal_commands(session.state, hidden.seat, piece=hidden.id)
            if isinstance(offer, cm.Walk)
        )
        before = session.version
        master.go(way.path[-1])
        assert session.version > before, "the master did nothing"
    master.end()
    elf.button("Play Silvane")
    elf.tap("press", "undo")
    return ears


@pytest.mark.slow
def test_what_the_master_knows_and_does_leaves_no_trace_with_the_heroes() -> None:
    quiet = play(sample_setup(), is_busy=False)
    others = {"another quest": play(other_quest(), is_busy=False), "a walk": play(sample_setup(), is_busy=True)}
    for name, ears in others.items():
        assert ears["master"].frames != quiet["master"].frames
        for seat in (*SEATS[:-1], "spectator"):
            assert len(quiet[seat].frames) > 8
            assert ears[seat].frames == quiet[seat].frames, f"{seat} is told of {name}"


def watched(system: Any, records: Sequence[Recorded], viewer: Seat | None) -> tuple[Rewatched, Screen]:
    """A game that is told again line by line, and the screen of the viewer (or an onlooker)."""
    setup: Any = records[0].event
    session = Rewatched(system, records, setup.seats)
    sides = game_of(system.id).adapter(session).sides
    side = next((side for side, own in sides.items() if viewer in own), ONLOOKERS)
    voice = SeatVoice(session, Consents(session), "viewer", () if viewer is None else (viewer,))
    screen = Screen(TablePresenter(session, Follower(session, {}), lang="en", sides=(side,), voice=voice))
    screen.refresh({}, 0)
    return session, screen


def trace_of(system: Any, records: Sequence[Recorded], viewer: Seat | None) -> tuple[int, list[str]]:
    """How many lines the viewer (or an onlooker) hears nothing of, and those that change its screen all the same; but
    for who is awaited while all choose at once, which everybody sees at a table.
    """
    hearing = Hearing(system, viewer)
    unheard = {one.version for one in records if hearing.hear(one) is None}
    session, screen = watched(system, records, viewer)
    traces = []
    while unheard and (line := session.step()) is not None:
        before, awaited = screen.shown, AWAITED if isinstance(line.event, ChoiceMade | ChoiceRequested) else set()
        screen.refresh({}, line.version)
        changed = {name for name, part in screen.shown.parts.items() if part != before.parts.get(name)}
        if line.version in unheard and (changed - awaited or screen.shown.lines != before.lines):
            traces.append(f"{viewer}: line {line.version}: {line.event}")
    return len(unheard), traces


@pytest.mark.parametrize("record", sampled(RECORDS, 2), ids=lambda path: path.stem)
@pytest.mark.parametrize("lines", [60, pytest.param(10_000, marks=pytest.mark.long)], ids=["begun", "whole"])
def test_what_nobody_heard_changes_nobodys_screen(record: Path, lines: int) -> None:
    """Whichever line of a golden game a seat, or an onlooker, hears nothing of: its screen stays as it was."""
    game = open_record(record)
    setup: Any = game.records[0].event
    for viewer in (None, *setup.seats):
        assert trace_of(game.system, game.records[:lines], viewer)[1] == []


@pytest.mark.rule("GC-CARD-28", "GC-TURN-04", "GC-TURN-05")
@pytest.mark.parametrize("viewer", ["dawn", None])
def test_plans_that_differ_look_alike_to_the_others(viewer: str | None) -> None:
    """The other side chose other cards, sides and an other order, as many times."""

    def seen(hand: tuple[str, ...], plan: dict[str, list[tuple[str, ...]]]) -> list[bytes]:
        records = begun(choices={"GC-TEAMUP-03": [hand], **{rule: [*made] for rule, made in plan.items()}}).records
        session, screen = watched(GUARDIANS, records, Seat(viewer) if viewer else None)
        frames = []
        while (line := session.step()) is not None:
            screen.refresh({}, line.version)
            frames.append(screen.shown.update(0))
        return frames

    assert seen(HANDS[0][0], ONE) == seen(HANDS[1][0], OTHER)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_no_random_quest_leaves_a_trace(seed: int) -> None:
    """A quest of hundreds of random legal orders, the master's hidden ones among them."""
    session, chance, dice = quest_session(), random.Random(seed), DiceGenerator(seed)
    for _ in range(260):
        rolls = [request for request in session.state.flow.open if isinstance(request, DiceRequest)]
        if session.state.flow.outcome is not None:
            break
        if rolls:
            thrown = dice.roll(rolls[0], session.system.dice_of(session.state))
            session.submit(ReportDice(rolls[0].roller, thrown))
            continue
        legal = [order for seat in session.seats for order in session.system.legal_commands(session.state, seat)]
        ends = [order for order in legal if isinstance(order, cm.EndTurn | cm.EndPhase)]
        session.submit(chance.choice(ends if ends and chance.random() < 0.12 else legal))
    for viewer in (None, Seat("elf")):
        unheard, traces = trace_of(session.system, session.records, viewer)
        assert unheard > 100
        assert traces == []


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_secret_choices_tell_nobody_anything_until_all_have_chosen(
    order: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_GAMES", {SystemId("secret"): ("Dealt", "tests.ui.web.secret_game")})
    monkeypatch.setattr(ui.table.bootstrap, "find_system", lambda *_: secret_game.SecretSystem())

    def chosen(theirs: str) -> tuple[list[bytes], list[bytes]]:
        """What green and an onlooker are told while red and blue choose."""
        hall = hall_of(open_table(TableConfig(lang="en"), secret_game.Dealt()))
        ears = {seat: Ear(hall, seat) for seat in ("red", "blue", "green", "spectator")}
        ears["red"].button("deal")
        for seat in order:
            ears[seat].button(theirs)
        assert len(hall.table.session.records) > 3
        return ears["green"].frames, ears["spectator"].frames

    assert chosen("SWORD") == chosen("SHIELD")
