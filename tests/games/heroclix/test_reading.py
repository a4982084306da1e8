"""What texts grant: our own sentences by hand, and a corpus of real cards against the lists that its files keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.documents import Node, load_document
from companion.errors import InputError
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.figures.figure import SpecialPower
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.figures.reading import Reading, read_special
from companion.games.heroclix.powers.rows import rows_of
from companion.interchange.hcunits import parse_units


def read(text: str, slot: str = "attack", name: str = "", powers: tuple[str, ...] = ()) -> Reading:
    return read_special(SpecialPower(slot, name, text, powers))


@pytest.mark.rule("HC-POW-14", "HC-POW-15", "HC-POW-21", "HC-ABIL-02")
@pytest.mark.parametrize(
    ("text", "uses", "possesses"),
    [
        ("Ada can use Charge.", ("charge",), ()),
        ("Ada Mott can use Charge, Quake, and Blades/Claws/Fangs.", ("charge", "quake", "blades_claws_fangs"), ()),
        ("Energy Shield/Deflection, Super Senses.", ("energy_shield_deflection", "super_senses"), ()),
        (
            "This character can use Poison, the Flight ability, and the Mystics team ability.",
            ("poison", "flight", "team:mystics"),
            (),
        ),
        ("Ada can use the Stealth ability.", ("stealth",), ()),  # a power, called an ability of the card
        (
            "Ada can use the Avengers, Defenders, and X-Men team abilities.",
            ("team:avengers", "team:defenders", "team:x_men"),
            (),
        ),
        ("Ada possesses Toughness.", (), ("toughness",)),
        ("Ada can use the Capture ability.", ("capture",), ()),
        ("Ada can use Charge. She can use Flurry.", ("charge", "flurry"), ()),
    ],
)
def test_a_text_that_names_them_grants_them(text: str, uses: tuple[str, ...], possesses: tuple[str, ...]) -> None:
    found = read(text)
    assert (found.uses, found.possesses, found.asked, found.is_whole) == (uses, possesses, (), True)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("When Ada is adjacent to a friendly character, she can use Stealth.", ("stealth",)),
        ("If Ada has no action tokens, Ada can use Charge and Flurry.", ("charge", "flurry")),
        ("Once per game, Ada can use Outwit.", ("outwit",)),
        ("Ada can use Perplex, but only on herself.", ("perplex",)),
        ("Ada can use Perplex. She can only choose herself.", ("perplex",)),
        ("Opposing characters can't use Outwit.", ()),
        ("Sing, when the lamps are lit.", ()),
    ],
)
def test_a_condition_is_asked_about_or_left_to_the_players(text: str, asked: tuple[str, ...]) -> None:
    found = read(text)
    assert (found.uses, found.possesses, found.asked, found.is_whole) == ((), (), asked, False)


def test_what_follows_a_grant_is_for_the_players() -> None:
    found = read("Ada can use Charge. When she does, she may hum.", powers=("charge", "flurry"))
    assert (found.uses, found.asked, found.is_whole) == (("charge",), ("flurry",), False)
    assert read("Ada can use Charge.", slot="costed_trait").asked == ("charge",), "nobody has paid for it"
    assert read("", powers=("charge",)) == Reading(("charge",)), "without a text the file's list counts"


@pytest.mark.rule("HC-POW-03", "HC-POW-06", "HC-POW-16", "HC-ABIL-05")
def test_titles_symbols_and_what_cannot_be_countered() -> None:
    assert read("", name="SEISMIC BLAST (Quake)").named == "quake"
    assert read("", name="LOUD (AND LONG)").named == ""
    assert read("Ada has the dolphin speed symbol.", "trait").symbols == (("speed", "dolphin"),)
    assert read('(non-optional) Ada possesses the "Giant" damage symbol.', "trait").symbols == (("damage", "giant"),)
    assert not read("(non-optional) Ada can use Toughness.").optional
    assert not read("Ada can use Outwit. This power can't be countered.").counterable


def test_real_cards_grant_nothing_that_their_files_do_not_list(shared: Path) -> None:
    """The files list the standard powers of each text, conditions or not: what is granted is among them, and what is
    among them is granted or asked for. Two files forget some of theirs."""
    forgetful = {"aaou009", "avxT002", "em022"}
    granted = asked = 0
    for file in sorted((shared / "data" / "heroclix" / "hcunits" / "sets").glob("*.json")):
        for figure in parse_units(load_document(str(file))).figures:
            for special in figure.specials:
                found = read_special(special)
                given = {power for power in (*found.uses, *found.possesses) if power in power_names()}
                assert given <= set(special.powers) or figure.id in forgetful, (figure.id, special.slot)
                listed = {power for power in special.powers if power in power_names()}
                assert listed <= given | set(found.asked), (figure.id, special.slot)
                granted, asked = granted + len(given), asked + len(found.asked)
    assert granted > 400
    assert asked > 250


@pytest.mark.parametrize(
    ("file", "figure", "slot", "uses", "asked", "is_whole"),
    [
        ("catws", "catws003", "speed", ("outwit", "running_shot", "stealth"), (), True),
        ("ca", "ca005", "damage", (), ("stealth",), False),
        ("ca", "ca033", "attack", (), ("perplex",), False),
        ("im3", "im3104", "defense", ("combat_reflexes",), ("mastermind",), False),
        ("tab", "tabM-004", "trait", ("toughness",), (), True),
        ("ca", "ca037", "damage", ("outwit",), (), True),
        ("hgpc", "hgpc001", "defense", ("energy_shield_deflection", "super_senses"), (), True),
        ("avx", "avx002", "damage", (), ("outwit", "perplex"), False),
    ],
)
def test_real_cards_by_hand(
    shared: Path, file: str, figure: str, slot: str, uses: tuple[str, ...], asked: tuple[str, ...], is_whole: bool
) -> None:
    units = parse_units(load_document(str(shared / "data" / "heroclix" / "hcunits" / "sets" / f"{file}.json")))
    found = next(one for one in units.figures if one.id == figure)
    readings = [read_special(one) for one in found.specials if one.slot == slot]
    assert (uses, asked, is_whole) in [(one.uses, one.asked, one.is_whole) for one in readings]


CORRECTIONS = """
format = "tablewright/corrections@1"
[[corrections]]
figure = "{figure}"
slot = "{slot}"
grants = {grants}
effects = [{{verb = "modify_value", value = "attack", amount = 1}}]
"""
FIGURES = """
format = "tablewright/figures@1"
set = "zz"
[[figures]]
id = "zz001"
name = "Ada"
collector_number = "001"
points = [50]
specials = [{slot = "attack", name = "Hum", text = "If it rains, Ada can use Quake."}]
dial = [{click = 1, starting_line = "green", speed = 8, attack = [9, "special"], defense = 16, damage = 3}]
"""


def corrected(folder: Path, **words: str) -> SpecialPower:
    (folder / "zz.toml").write_text(FIGURES, encoding="utf-8")
    written = CORRECTIONS.format(**{"figure": "zz001", "slot": "attack", "grants": '["quake"]'} | words)
    (folder / "corrections.toml").write_text(written, encoding="utf-8")
    return next(iter(load_figures(folder).values())).specials[0]


def test_a_correction_says_what_a_text_grants(tmp_path: Path) -> None:
    found = corrected(tmp_path, grants='["quake", "symbol:dolphin", "team:mystics"]')
    reading = read_special(found)
    assert (reading.uses, reading.symbols) == (("quake", "team:mystics"), (("speed", "dolphin"),))
    assert found.effects == ('{"amount": 1, "value": "attack", "verb": "modify_value"}',)
    assert corrected(tmp_path, figure="yy009").grants is None, "a figure that is not at hand"


@pytest.mark.parametrize("words", [{"slot": "speed"}, {"grants": '["quaking"]'}, {"grants": '["team:nobody"]'}])
def test_a_correction_that_fits_nothing_is_refused(tmp_path: Path, words: dict[str, str]) -> None:
    with pytest.raises(InputError, match="corrections"):
        corrected(tmp_path, **words)


def test_a_bad_row_of_a_card_is_refused_with_its_place() -> None:
    with pytest.raises(InputError, match="verb"):
        rows_of(Node("a card", "effects", [{"verb": "vanish"}]))
