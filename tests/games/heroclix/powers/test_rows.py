"""The rows of powers: every one names known verbs with known parameters, and says what is left to the players."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.edition import by_hand
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.powers.rows import DATA, load_powers, parse_powers
from companion.games.heroclix.powers.table import VERBS
from tests.games.heroclix.printings import CLIX

FILES = sorted(path.name for path in Path(DATA).glob("powers-*.toml"))

# What the core edition leaves to the players, whole or in part; a power that leaves this list has a test of its own.
LEFT = set[str]()
LEFT_IN_PART = {"mind_control", "pulse_wave"}
FOR_CARDS = {"mark_card", "roll_each_turn", "turn_dial_at"}  # cases/tactics.toml, test_playout.py, test_moments.py
BY_TEXTS = {
    "have_value",
    "lend_powers",
    "modify_for",
    "reduce_to",
    "reduce_penetrating",
}  # what sentences of cards say: test_plain_changes.py, cases/special.toml


def rows(text: str) -> Any:
    return parse_powers(Node("rows.toml", "", tomllib.loads(text)))


@pytest.mark.parametrize("name", FILES)
def test_every_row_is_understood(name: str) -> None:
    assert load_powers(name)


def test_every_standard_power_has_a_row() -> None:
    assert set(power_names()) <= set(CORE.powers)
    assert {power for power in power_names() if by_hand(CORE.powers, power)} == LEFT
    assert {power for power in power_names() if CORE.powers[power].open} == LEFT | LEFT_IN_PART
    abilities = set(CORE.powers) - set(power_names()) - set(team_abilities())
    assert abilities == {
        "indomitable",
        "sharpshooter",
        "carry",
        "giant",
        "giant_stride",
        "colossal",
        "move_and_attack",
        "duo_attack",
        "multiattack",
        "capture",
    }


def test_every_verb_is_used_by_a_row() -> None:
    """By a power of some card, or by an effect of a test that writes such rows inline (cards may say all of it)."""
    used = {type(verb) for one in CLIX for rule in one.edition.powers.values() for verb in rule.verbs}
    inline = {word for word, kind in VERBS.items() if kind not in used}
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].glob("newer/test_*.py"))
    assert {word for word in inline if f'"verb": "{word}"' not in tests} == FOR_CARDS | BY_TEXTS
    assert len(inline) < 17


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ('[x]\nverb = "vanish"', "x.verb"),
        ('[x]\nverb = "reduce"', "x"),
        ('[x]\nverb = "reduce"\namount = "two"', "x.amount"),
        ('[x]\nverb = "reduce"\namount = 1\nfaces = [5]', "x.faces"),
        ('[x]\nverb = "evade"\nfaces = 5', "x.faces"),
        ('[x]\nverb = "pierce"\nattack = "sideways"', "x.attack"),
        ('[x]\nverb = "reduce"\namount = 1\naction = "nap"', "x.action"),
        ('[x]\nverb = "reduce"\namount = 1\nalso = [{verb = "evade"}]', "x.also[0]"),
        ("[x]\noptional = true", "x"),
        ('x = "toughness"', "x"),
    ],
)
def test_bad_rows_are_refused_with_their_place(row: str, place: str) -> None:
    with pytest.raises(InputError) as refused:
        rows(row)
    assert (refused.value.file, refused.value.place) == ("rows.toml", place)
