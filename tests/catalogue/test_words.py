"""Every rule of every catalogue, and every power, ability and skill, has words of ours in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.finding import plain
from companion.core.rulebook import LANGS, Rulebook
from companion.errors import InputError
from companion.games import HOUSE, SYSTEMS, rulebook
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.team_abilities import team_abilities
from ui.cli.coverage import catalogued

SYSTEM_NAMES = (HOUSE, *(row.id for row in SYSTEMS))
FAMILIES: dict[str, set[str]] = {"heroclix": {"power", "team", "ability"}, "house": {"help"}}
RUN = 8  # words in a row that no entry has in common with the texts of the games


@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_every_rule_has_words(system: str) -> None:
    rules = [rule.id for rule in catalogued()[system]]
    entries = rulebook(system).entries
    assert [rule for rule in rules if rule not in entries] == []
    other = {name.split(".")[0] for name in entries if name not in rules}
    assert other <= FAMILIES.get(system, set()), "an id that no catalogue has"
    for entry in entries.values():
        assert set(entry.by_lang) == set(LANGS)


def test_every_power_and_ability_is_called_as_on_the_cards() -> None:
    entries = rulebook("heroclix").entries
    for key, power in power_names().items():
        name = f"ability.{key}" if f"ability.{key}" in entries else f"power.{key}"
        if f"ability.{key}" not in entries and name not in entries:
            continue  # what figures of later sets ignore: one entry for all of it
        assert {lang: said.title for lang, said in entries[name].by_lang.items()} == {
            lang: power.in_language(lang) for lang in LANGS
        }
    for key, team in team_abilities().items():
        said = entries[f"team.{key}"].by_lang
        assert (said["en"].title, said["fr"].title) == (team.english, team.french)


def test_words_are_ours(shared: Path) -> None:
    """No eight words in a row of a catalogue, or of a text of the game."""
    texts = [*(shared / "rules").glob("*.md"), *(shared / "seeds").glob("*.txt")]
    theirs = {run for text in texts for run in _runs(text.read_text(encoding="utf-8"))}
    taken = {
        f"{entry.id} {lang}: {run}"
        for system in SYSTEM_NAMES
        for entry in rulebook(system).entries.values()
        for lang, said in entry.by_lang.items()
        for run in _runs(said.words)
        if run in theirs
    }
    assert taken == set()


def _runs(text: str) -> set[str]:
    words = re.findall(r"[a-z0-9]+", plain(text))
    return {" ".join(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}


@pytest.mark.parametrize(
    "text", ["HC-1\nen A | b | c\n", "HC-1\nen A | b\nfr A | b | c\n", "en A | b | c\n", "HC-1\nHC-2\n", "HC 1\n"]
)
def test_a_broken_file_says_where(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.txt").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.txt"):
        assert Rulebook("x", [tmp_path / "broken.txt"]).entries
