"""What an elf does not make out: an exact number from a band on."""

from __future__ import annotations

import pytest

from companion.casebook import run_case
from companion.games.heroquest.deeds.senses import WORDS
from companion.games.heroquest.finds import Heard
from companion.text.wording import LANGUAGES, Wording
from tests.casebook.casebooks import WORKSHOP, shipped


@pytest.mark.rule("HQ-LISTEN-04")
@pytest.mark.parametrize(("case", "number"), [("HQ-EX-29.elf", 5), ("HQ-EX-29.six", None)])
def test_the_exact_number_is_heard_below_six_alone(case: str, number: int | None) -> None:
    result = run_case(next(one for one in shipped() if one.id == case), WORKSHOP)
    heard = [one.event for played in result.trace for one in played.events if isinstance(one.event, Heard)]
    assert [one.number for one in heard] == [number]


@pytest.mark.rule("HQ-LISTEN-05")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_master_reads_how_many_each_word_stands_for(lang: str) -> None:
    wording = Wording(lang)
    told = wording.say("answers.HQ-LISTEN-05").lower()
    for least, word in WORDS[:-1]:
        said = wording.say(f"option.{word}")
        assert told.partition(said)[2].lstrip(" :").startswith(str(least)), said
