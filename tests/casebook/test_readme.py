"""The documentation of the format tells the truth and forgets nothing: every word the loaders accept stands in it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from companion.casebook import CaseLanguage, run_case
from companion.casebook.asking import ASKED
from companion.casebook.expectations import BY, COMMON, SPECTATORS
from companion.casebook.loading import OPTIONAL, REQUIRED
from companion.casebook.spelling import ANSWERS, members_of
from companion.casebook.steps import SHARED
from companion.errors import InputError
from companion.games import guardians, heroclix, heroquest
from companion.games.guardians.cases import GUARDIANS_CASES
from companion.games.guardians.cases import facts as clash_facts
from companion.games.guardians.cases import language as clash_language
from companion.games.guardians.cases import opening as clash_opening
from companion.games.guardians.cases.language import COMMANDS as CLASH_COMMANDS
from companion.games.guardians.content import verbs as clash_verbs
from companion.games.heroclix.cases import (
    HEROCLIX_CASES,
    brought,
    facts,
    ground,
    knocks,
    opening,
    pieces,
    questions,
    reckonings,
)
from companion.games.heroclix.commands import Command as ClixCommand
from companion.games.heroquest.cases import HEROQUEST_CASES
from companion.games.heroquest.cases import language as quest_language
from companion.games.heroquest.cases import opening as quest_opening
from companion.games.heroquest.cases.language import COMMANDS as QUEST_COMMANDS
from tests.casebook.casebooks import WORKSHOP, written

ROOT = Path(__file__).parents[2]
README = (ROOT / "companion" / "casebook" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
HEADS = re.findall(r"^# (.*)$", re.sub(r"```.*?```", "", README, flags=re.DOTALL), re.MULTILINE)
PARTS = dict(zip(HEADS, re.split(r"^# .*$", README, flags=re.MULTILINE)[1:], strict=True))
COMMON_PART, CLIX_PART, QUEST_PART, CLASH_PART = (
    PARTS[head] for head in (HEADS[0], "HeroClix", "HeroQuest", "Guardians' Chronicles")
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


def test_there_are_examples_of_every_game() -> None:
    for language in WORKSHOP.languages.values():
        own = [block for block in BLOCKS if tomllib.loads(block).get("system", "heroclix") == language.system]
        assert len(own) >= 5, language.system


@pytest.mark.parametrize(
    ("language", "union", "part"),
    [
        (HEROCLIX_CASES, ClixCommand, CLIX_PART),
        (HEROQUEST_CASES, QUEST_COMMANDS, QUEST_PART),
        (GUARDIANS_CASES, CLASH_COMMANDS, CLASH_PART),
    ],
    ids=["heroclix", "heroquest", "guardians"],
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


KEYS: list[tuple[str, str, set[str]]] = [
    ("a case", COMMON_PART, {*REQUIRED, *OPTIONAL}),
    ("a step", COMMON_PART, SHARED),
    ("an expectation", COMMON_PART, {*COMMON, BY, SPECTATORS}),
    ("a question that is open", COMMON_PART, {*ASKED, "offers"}),
    ("a set-up", CLIX_PART, {*ground.KEYS, *opening.KEYS}),
    ("an object", CLIX_PART, brought.OBJECT_KEYS),
    ("a piece", CLIX_PART, {*opening.PIECE_KEYS, *pieces.KEYS}),
    ("an expectation of the game", CLIX_PART, set(HEROCLIX_CASES.expectations)),
    ("a piece that is expected", CLIX_PART, facts.KEYS),
    ("an object that is expected", CLIX_PART, set(facts.OBJECT)),
    ("a question", CLIX_PART, {*questions.KINDS, *knocks.STOPS, *reckonings.CARD, *reckonings.REPLACEMENTS}),
    ("a set-up of a quest", QUEST_PART, quest_opening.KEYS),
    ("a character", QUEST_PART, {*quest_opening.PIECE_KEYS, *quest_opening.SHEET}),
    ("an expectation of a quest", QUEST_PART, set(HEROQUEST_CASES.expectations)),
    ("a character that is expected", QUEST_PART, set(quest_language.CHARACTER)),
    ("a question about a quest", QUEST_PART, set(quest_language.QUESTIONS)),
    ("a set-up of two sides", CLASH_PART, clash_opening.KEYS),
    ("a figure", CLASH_PART, clash_opening.PIECE_KEYS),
    ("a place", CLASH_PART, {*clash_opening.SITE_KEYS, *clash_opening.OBJECT_KEYS}),
    (
        "an effect or a deed",
        CLASH_PART,
        {*clash_verbs.EFFECTS, *clash_verbs.WHOM, *clash_verbs.DEEDS, *clash_verbs.MOMENTS},
    ),
    ("an expectation of two sides", CLASH_PART, set(GUARDIANS_CASES.expectations)),
    ("a figure that is expected", CLASH_PART, {*clash_facts.FIGURE, *clash_facts.SIDE}),
    ("a question about a board", CLASH_PART, set(clash_language.QUESTIONS)),
]


@pytest.mark.parametrize(("what", "part", "keys"), KEYS, ids=[row[0] for row in KEYS])
def test_every_key_is_documented(what: str, part: str, keys: set[str]) -> None:
    named = named_in(part)
    assert sorted(key for key in keys if key not in named) == [], what


GAMES = [(heroclix, CLIX_PART), (heroquest, QUEST_PART), (guardians, CLASH_PART)]
LANGUAGES = {heroclix: HEROCLIX_CASES, heroquest: HEROQUEST_CASES, guardians: GUARDIANS_CASES}


@pytest.mark.parametrize(("game", "part"), GAMES, ids=["clix", "quest", "clash"])
def test_every_event_and_its_fields_are_documented(game: ModuleType, part: str) -> None:
    """``--words`` lists what is not told here: an event that the README names has the fields it names."""
    language = LANGUAGES[game]
    system = WORKSHOP.find_rules(language.system, language.editions[0])
    assert system is not None
    kinds = {**system.event_types}
    for name, told in re.findall(r"`([A-Z][A-Za-z]+)` \(([^)]*)\)", part):
        for field in re.findall(r"`([a-z_]+)`", told):
            assert name not in kinds or field in {entry.name for entry in fields(kinds[name])}, (name, field)
