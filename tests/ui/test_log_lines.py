"""The lines of a log are sentences: none is empty, and none has two statements in one."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from companion.core.ids import PieceId, RuleId
from companion.games import systems
from companion.games.gotham import events as gotham
from companion.games.heroclix.events.powers import EffectBegan
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.text.wording import LANGUAGES, Wording
from tests.conformance.test_laws import walk
from tests.records.make import name_of
from ui.presenters.games import game_of
from ui.presenters.log import Log

TWICE = re.compile(r"\b(is|are) \w+( off)? takes effect|: désactivé prend|uses the text|uses moved|« déplacée")
WICK, BRINE = PieceId("Wickmaster"), PieceId("Brine")


@cache
def walked(system: Any) -> Any:
    return walk(system, 3, 150)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems(), ids=name_of)
def test_every_line_is_one_sentence(system: Any, lang: str) -> None:
    session = walked(system)
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


@pytest.mark.rule("GO-TACTICIAN-02")
def test_whom_the_tactician_directs_moves_and_uses_nothing() -> None:
    moved = gotham.SkillUsed(WICK, "favoured", RuleId("GO-TACTICIAN-02"))
    assert Wording("en").event(moved) == "Wickmaster moves as the Tactician directs."
    assert Wording("fr").event(moved) == "Wickmaster se déplace sur l'ordre du Tacticien."
