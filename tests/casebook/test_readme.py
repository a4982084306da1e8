"""The documentation of the format tells the truth and forgets nothing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.casebook import run_case
from companion.casebook.expectations import COMMON
from companion.casebook.loading import OPTIONAL, REQUIRED
from companion.casebook.ordering import ANSWERS
from companion.casebook.spelling import members_of
from companion.casebook.steps import SHARED
from companion.errors import InputError
from companion.games.heroclix.cases import facts, ground, opening, prints, questions
from companion.games.heroclix.cases.spelling import SPELLINGS
from companion.games.heroclix.commands import Command
from tests.casebook.casebooks import LANGUAGE, WORKSHOP, written

ROOT = Path(__file__).parents[2]
README = (ROOT / "companion" / "casebook" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
CODE = set(re.findall(r"`([^`\n]+)`", README))
NAMED = {word for text in CODE for word in re.findall(r"[a-z_]+", text)}


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_pass(block: str) -> None:
    cases = written(tomllib.loads(block))
    assert cases
    for case in cases:
        assert not isinstance(case, InputError), str(case)
        result = run_case(case, WORKSHOP)
        assert (result.error, result.failures) == (None, ())


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 3


def test_every_command_has_a_spelling_in_the_documentation() -> None:
    spelled = {kind for kind, _ in SPELLINGS.values()} | set(ANSWERS)
    assert spelled == set(members_of(Command))
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| (.*?) \|", README, re.MULTILINE))
    missing = {word for word in SPELLINGS if word not in rows}
    assert missing == set(), "commands that the table of the README does not have"
    for word in SPELLINGS:
        for key in LANGUAGE.keys_of(word):
            assert f"`{key.rstrip('?')}`" in rows[word] or key == "facing?", (word, key)


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ("a case", {*REQUIRED, *OPTIONAL}),
        ("a step", SHARED),
        ("a set-up", {*ground.KEYS, *opening.KEYS}),
        ("a piece", {*opening.PIECE_KEYS, *prints.KEYS}),
        ("an expectation", {*COMMON, *LANGUAGE.expectations}),
        ("a piece that is expected", facts.KEYS),
        ("a question", set(questions.KINDS)),
    ],
)
def test_every_key_is_documented(what: str, keys: set[str]) -> None:
    assert sorted(key for key in keys if key not in NAMED) == [], what
