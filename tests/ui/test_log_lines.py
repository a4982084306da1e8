"""The lines of a log are sentences: none is empty, and none has two statements in one."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from companion.core.ids import PieceId, RuleId, Seat, SystemId
from companion.core.rules import Accepted, RulesSystem
from companion.core.session import Session
from companion.games import systems
from companion.games.gotham import events as gotham
from companion.games.heroclix.commands import TurnOff
from companion.games.heroclix.events.powers import EffectBegan
from companion.games.heroclix.sample import sample_setup
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.system import DiceGenerator
from companion.text.wording import LANGUAGES, Wording
from tests.conformance.test_laws import walk
from tests.records.make import name_of
from ui.cli.demo.playable import play_opening
from ui.presenters.adapter import Look
from ui.presenters.games import game_of
from ui.presenters.log import Log
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

TWICE = re.compile(r"\b(is|are) \w+( off)? takes effect|: désactivé prend|uses the text|uses moved|« déplacée")
VERBS = ("moves", "goes", "takes", "loses", "gets", "suffers", "turns", "discards", "ends", "spends", "is")
NAMES = {
    "stealth": "Stealth",
    "energy_shield_deflection": "Energy Shield/Deflection",
    "leadership": "Leadership",
    "indomitable": "Indomitable",
}
WICK, BRINE = PieceId("Wickmaster"), PieceId("Brine")


@cache
def walked(name: SystemId) -> Session:
    return walk(next(one for one in systems() if one.id == name), 3, 150)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems(), ids=name_of)
def test_every_line_is_one_sentence(system: RulesSystem[Any], lang: str) -> None:
    session = walked(system.id)
    game = game_of(session.system.id).adapter(session)
    lines = Log(session, None, game).lines(Wording(lang, game.names("", lang)), last=10_000)
    assert len(lines) > 20
    assert [line.number for line in lines if not line.text.strip()] == []
    assert [line.text for line in lines if TWICE.search(line.text)] == []


@pytest.mark.parametrize(
    ("kind", "key", "english", "french"),
    [
        (LastingKind.TURNED_OFF, "Charge", "Brine's Charge is turned off.", "Brine n'utilise plus « Charge »."),
        (
            LastingKind.COUNTERS,
            "Charge",
            "Brine's Charge is countered (Outwit).",
            "Brine ne peut plus utiliser « Charge » (Outwit).",
        ),
        (
            LastingKind.SHUNS,
            "Wickmaster",
            "Wickmaster cannot attack Brine this turn (Outwit).",
            "Wickmaster ne peut pas attaquer Brine ce tour-ci (Outwit).",
        ),
        (LastingKind.GRANTS, "Charge", "Brine may use Charge (Outwit).", "Brine peut utiliser « Charge » (Outwit)."),
    ],
)
def test_an_effect_begins_in_a_sentence_of_its_kind(kind: LastingKind, key: str, english: str, french: str) -> None:
    began = EffectBegan(Lasting(1, kind, BRINE, key, Until.TURN_END, power="Outwit"))
    assert [Wording(lang).event(began) for lang in LANGUAGES] == [english, french]


@pytest.mark.parametrize("kind", LastingKind)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_effect_has_its_sentence(lang: str, kind: LastingKind) -> None:
    assert Wording(lang).has(f"began.{kind.value}") and Wording(lang).has(f"lasting.{kind.value}")


@pytest.mark.parametrize("system", systems(), ids=name_of)
def test_the_log_gathers_into_a_line_what_the_story_does(system: RulesSystem[Any]) -> None:
    """One thing for a reader is one line on a tablet, a phone, a big screen and in a report."""
    session = walked(system.id)
    game = game_of(session.system.id).adapter(session)
    log, wording = Log(session, None, game), Wording("en", game.names("", "en"))
    told = [words for _, words, is_heading in log.told(wording) if not is_heading]
    lines = [line for line in log.lines(wording, last=10_000) if not line.heading and not line.detail]
    assert len(told) > 20
    assert len(lines) == len(told)
    assert all(one.first <= one.number < other.number for one, other in pairwise(lines))


@pytest.mark.parametrize("system", systems(), ids=name_of)
def test_a_line_is_of_whom_it_is_about(system: RulesSystem[Any]) -> None:
    """Its colour: Blue's figure that Red's turn hurts is Blue's."""
    session = walked(system.id)
    game = game_of(session.system.id).adapter(session)
    log = Log(session, None, game)
    wording = Wording("en", game.names("", "en"))
    seats = {wording.names[one.piece]: one.seat for one in game.roster(Look("", (), wording))}
    begun = {f"{name} {verb}": seat for name, seat in seats.items() for verb in VERBS}
    found = [
        (line.seat, next(seat for words, seat in begun.items() if line.text.startswith(words)), line.text)
        for line in log.lines(wording, last=10_000)
        if any(line.text.startswith(words) for words in begun)
    ]
    assert len(found) > 3
    assert [one for one in found if one[0] != one[1]] == []


def test_powers_that_are_off_are_one_line_by_side_and_cause() -> None:
    """Three orders, one thing: what Red has turned off until the next turn; and the trait by its name."""
    session = open_table(TableConfig(lang="en"), sample_setup()).session
    play_opening(session, DiceGenerator(1))
    system = session.system
    offs = [
        command
        for seat in session.seats
        for command in system.legal_commands(session.state, seat)
        if isinstance(command, TurnOff) and command.piece in ("red-1", "blue-1")
    ]
    for order in sorted(offs, key=lambda one: one.piece):
        assert isinstance(session.submit(order), Accepted)
    game = game_of(system.id).adapter(session)
    lines = Log(session, None, game).lines(Wording("en", game.names("", "en")))
    off = [(line.seat, line.text) for line in lines if "urned off" in line.text]
    red = ", ".join(f"{NAMES[one.power]} (Wickmaster)" for one in offs if one.piece == "red-1")
    assert len([one for one in offs if one.piece == "red-1"]) > 1
    assert off[-1] == ("red", f"Turned off until the next turn: {red}.")
    assert [seat for seat, _ in off] == ["blue", "red"]


def test_an_ambush_says_that_it_ends_the_move() -> None:
    """Of what stops somebody the line says so: nobody "must stop" without a reason."""
    session = walked(SystemId("heroquest"))
    game = game_of(session.system.id).adapter(session)
    lines = Log(session, None, game).lines(Wording("en", game.names("", "en")), last=10_000)
    ambushes = [line.text for line in lines if "lies in ambush" in line.text]
    assert ambushes and all(text.endswith(" lies in ambush: no further move this turn.") for text in ambushes)


@pytest.mark.parametrize(("lang", "said"), [("en", "Stealth: off"), ("fr", "Furtivité : sans effet")])
def test_a_power_that_is_off_is_said_to_be(lang: str, said: str) -> None:
    """No brackets that nobody can read."""
    table = open_table(TableConfig(lang=lang), sample_setup())
    play_opening(table.session, DiceGenerator(1))
    assert isinstance(table.session.submit(TurnOff(Seat("red"), PieceId("red-1"), "stealth")), Accepted)
    table.presenter.tap_piece(PieceId("red-1"))
    dial = table.presenter.model().dial
    assert dial is not None and dial.slots[0].power == said


@pytest.mark.rule("GO-TACTICIAN-02")
def test_whom_the_tactician_directs_moves_and_uses_nothing() -> None:
    moved = gotham.SkillUsed(WICK, "favoured", RuleId("GO-TACTICIAN-02"))
    assert Wording("en").event(moved) == "Wickmaster moves as the Tactician directs."
    assert Wording("fr").event(moved) == "Wickmaster se déplace sur l'ordre du Tacticien."
