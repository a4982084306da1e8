"""The documentation of the format tells the truth and forgets nothing: every word the loaders accept stands in it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from companion.casebook import CaseLanguage, run_case
from companion.casebook.asking import ASKED
from companion.casebook.expectations import BY, COMMON, SPECTATORS
from companion.casebook.loading import OPTIONAL, REQUIRED
from companion.casebook.spelling import ANSWERS, members_of
from companion.casebook.steps import SHARED
from companion.errors import InputError
from companion.games.gotham.cases import GOTHAM_CASES
from companion.games.gotham.cases import language as gotham_language
from companion.games.gotham.content.content import shipped_document
from companion.games.guardians.cases import GUARDIANS_CASES
from companion.games.guardians.cases import language as clash_language
from companion.games.heroclix.cases import (
    HEROCLIX_CASES,
)
from companion.games.heroclix.commands import Command as ClixCommand
from companion.games.heroquest.cases import HEROQUEST_CASES
from companion.games.heroquest.cases.language import COMMANDS as QUEST_COMMANDS
from companion.text.catalogue import catalogue_of
from tests.casebook.casebooks import WORKSHOP, written

ROOT = Path(__file__).parents[2]
README = (ROOT / "companion" / "casebook" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
HEADINGS = re.findall(r"^# (.*)$", README, re.MULTILINE)
PARTS = dict(zip(HEADINGS, re.split(r"^# .*$", README, flags=re.MULTILINE)[1:], strict=True))
COMMON_PART, CLIX_PART, QUEST_PART, GOTHAM_PART, CLASH_PART = (
    PARTS[name] for name in (HEADINGS[0], "HeroClix", "HeroQuest", "Gotham", "Guardians' Chronicles")
)


def named_in(text: str) -> set[str]:
    """The words that stand there as code."""
    code = set(re.findall(r"`([^`\n]+)`", text)) | set(re.findall(r"```\w*\n(.*?)```", text, re.DOTALL))
    return {word for part in code for word in re.findall(r"[A-Za-z_]+", part)}


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_pass(block: str) -> None:
    cases = written(tomllib.loads(block))
    assert cases
    for case in cases:
        assert not isinstance(case, InputError), str(case)
        result = run_case(case, WORKSHOP)
        assert (result.error, result.failures) == (None, ())


QUESTIONED = """
format = "tablewright/case@1"
system = "heroquest"
[[case]]
id = "asked"
title = "A row of the table"
rules = ["HQ-GEN-01"]
setup.squares = ["..."]
setup.pieces.A = {{ hero = "warrior_4", at = "A1" }}
expect.questions = [{{ {}, is = {} }}]
"""
ANSWERED = re.findall(r"^\| `([a-z]+ = [^`|]+)` \| `([^`]+)` \|", QUEST_PART, re.MULTILINE)


@pytest.mark.parametrize(("question", "answer"), ANSWERED)
def test_the_answers_in_the_table_of_questions_are_true(question: str, answer: str) -> None:
    """A judge takes such a row for an example: what it says comes true."""
    asked = tomllib.loads(QUESTIONED.format(question, answer))
    [case] = written(asked)
    assert not isinstance(case, InputError), str(case)
    result = run_case(case, WORKSHOP)
    assert (result.error, result.failures) == (None, ())


def test_there_are_examples_of_every_game() -> None:
    for language in WORKSHOP.languages.values():
        own = [block for block in BLOCKS if tomllib.loads(block).get("system", "heroclix") == language.system]
        assert len(own) >= 5, language.system


@pytest.mark.parametrize(
    ("language", "union", "part"),
    [
        (HEROCLIX_CASES, ClixCommand, CLIX_PART),
        (HEROQUEST_CASES, QUEST_COMMANDS, QUEST_PART),
        (GOTHAM_CASES, gotham_language.COMMANDS, GOTHAM_PART),
        (GUARDIANS_CASES, clash_language.COMMANDS, CLASH_PART),
    ],
    ids=["heroclix", "heroquest", "gotham", "guardians"],
)
def test_every_command_stands_in_the_table_of_its_game(language: CaseLanguage, union: object, part: str) -> None:
    spelled = {kind for kind, _ in language.commands.values()} | set(ANSWERS)
    assert spelled == set(members_of(union))
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| (.*?) \|", part, re.MULTILINE))
    missing = {word for word in language.commands if word not in rows}
    assert missing == set(), "commands that the table of the README does not have"
    for word in language.commands:
        for key in language.keys_of(word):
            assert f"`{key.rstrip('?')}`" in rows[word] or key == "facing?", (word, key)


PART_OF = (
    (HEROCLIX_CASES, CLIX_PART),
    (HEROQUEST_CASES, QUEST_PART),
    (GOTHAM_CASES, GOTHAM_PART),
    (GUARDIANS_CASES, CLASH_PART),
)
KEYS: list[tuple[str, str, set[str]]] = [
    ("a case", COMMON_PART, {*REQUIRED, *OPTIONAL}),
    ("a step", COMMON_PART, SHARED),
    ("an expectation", COMMON_PART, {*COMMON, BY, SPECTATORS}),
    ("a question that is open", COMMON_PART, {*ASKED, "offers"}),
    ("a skill or trait", GOTHAM_PART, set(shipped_document()["skills"]) | set(shipped_document()["traits"])),
    *((f"{one.system}: expect", part, set(one.expectations)) for one, part in PART_OF),
    *((f"{one.system}: {place}", part, set(words)) for one, part in PART_OF for place, words in one.words.items()),
]


@pytest.mark.parametrize(("what", "part", "keys"), KEYS, ids=[row[0] for row in KEYS])
def test_every_key_is_documented(what: str, part: str, keys: set[str]) -> None:
    named = named_in(part)
    assert sorted(key for key in keys if key not in named) == [], what


@pytest.mark.parametrize(
    ("language", "part"),
    [
        (HEROCLIX_CASES, CLIX_PART),
        (HEROQUEST_CASES, QUEST_PART),
        (GOTHAM_CASES, GOTHAM_PART),
        (GUARDIANS_CASES, CLASH_PART),
    ],
    ids=["clix", "quest", "gotham", "clash"],
)
def test_every_event_and_its_fields_are_documented(language: CaseLanguage, part: str) -> None:
    """``--words`` lists what is not told here: an event that the README names has the fields it names."""
    system = WORKSHOP.find_rules(language.system, language.editions[0])
    assert system is not None
    kinds = {**system.event_types}
    for name, told in re.findall(r"`([A-Z][A-Za-z]+)` \(([^)]*)\)", part):
        for field in re.findall(r"`([a-z_]+)`", told):
            assert name not in kinds or field in {entry.name for entry in fields(kinds[name])}, (name, field)


def test_every_refusal_of_gotham_is_documented() -> None:
    """The rules that have a refusal's words, but for the two of a line that somebody asks about."""
    table = GOTHAM_PART[GOTHAM_PART.index("## Refusals") : GOTHAM_PART.index("## What may be expected")]
    told = set(re.findall(r"`(GO-[A-Z-]+-\d\d)`", table)) | {f"GO-ATTRACT-0{number}" for number in (2, 3, 4)}
    worded = {key for key in catalogue_of("en").messages if key.startswith("GO-")}
    assert told == worded - {"GO-BASE-ZONE-07", "GO-WALLBREAK-07"}
