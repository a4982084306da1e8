"""All real set files: read whole, every oddity told, nothing repaired in silence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.documents import Node, load_document
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.figures.files import format_figures, parse_figures
from companion.interchange.figures import by_set, load_figure_file, load_patch
from tests.cli.command_line import companion

# counted by hand in the notes that come with the files
KINDS = {"character": 566, "map": 53, "object": 23, "bystander": 11, "battlefield_condition": 1}
LATER = "words of later rules on cards, left to the players"  # said once, whatever the number of files


@pytest.mark.slow
def test_every_unit_of_every_set_is_read(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "hcunits" / "sets").glob("*.json"))
    answer = companion("import", "figures", *files, "--out", tmp_path, "--json")
    summary = answer.document
    assert len(files) == 25
    assert (answer.status, summary["read"], summary["written"]) == (0, 654, 654)
    assert summary["by_type"] == KINDS
    assert {problem["unit"] for problem in summary["problems"]} == {"ca059", "ca060"}  # values written as text
    assert len(summary["problems"]) == 32
    assert not any(problem["skipped"] for problem in summary["problems"])
    notes = Counter(note["message"].split(" (")[0].split(" after")[0].split(":")[0] for note in summary["notes"])
    assert notes == {
        "a starting line without a cost": 18,
        "the clicks skip": 4,
        "fields that are not kept": 14,
        LATER: 1,
    }
    figures = load_figures(tmp_path)
    assert len(figures) == 654
    assert sum(len(figure.dial) for figure in figures.values() if figure.kind == "character") == 3822


def test_values_that_are_no_numbers_are_kept_as_written(shared: Path) -> None:
    figures = {f.id: f for f in load_figure_file(str(shared / "hcunits" / "sets" / "ca.json")).figures}
    first = figures[next(key for key in figures if key == "ca059")].dial[0]
    assert (first.speed.value, first.speed.raw) == (None, "")
    assert (first.attack.value, first.attack.raw) == (4, "4")


def test_clicks_that_skip_are_not_renumbered(shared: Path) -> None:
    figures = [
        f
        for name in ("tab", "jl52", "m10a", "catws", "gotgm", "aaou")
        for f in load_figure_file(str(shared / "hcunits" / "sets" / f"{name}.json")).figures
    ]
    skipping = [f for f in figures if f.dial and f.dial[-1].number > len(f.dial)]
    assert skipping
    assert all(click.number >= place for f in skipping for place, click in enumerate(f.dial, 1))


def test_an_extra_starting_line_costs_nothing(shared: Path) -> None:
    figures = {str(f.id): f for f in load_figure_file(str(shared / "hcunits" / "sets" / "ih.json")).figures}
    assert [(line.click, line.colour, line.points) for line in figures["ih009"].starting_lines] == [
        (1, "green", 94),
        (5, "orange", None),
    ]


@pytest.mark.parametrize("name", ["bd", "hgpc", "avx"])
def test_both_forms_of_a_set_say_the_same(shared: Path, name: str) -> None:
    as_json = load_figure_file(str(shared / "hcunits" / "sets" / f"{name}.json"))
    as_xml = load_figure_file(str(shared / "hcunits" / "xml" / f"{name}.xml"))
    assert as_json.figures == as_xml.figures
    assert as_json.found == as_xml.found


def test_a_patch_is_laid_over_its_set(shared: Path) -> None:
    patch = load_patch(str(shared / "hcunits" / "patch" / "ca.patch.json"))
    assert patch is not None
    before = load_figure_file(str(shared / "hcunits" / "sets" / "ca.json"))
    after = load_figure_file(str(shared / "hcunits" / "sets" / "ca.json"), patches=[patch])
    assert before.figures == after.figures  # the set was made with it already
    assert [remark.unit for remark in after.remarks if "already" in remark.message]


def test_colour_json_agrees_with_the_names_of_powers(shared: Path) -> None:
    for number, count in ((1, 1), (2, 3)):
        result = load_figure_file(str(shared / "bbcode-json" / f"example_data_{number}.json"))
        assert (result.found, len(result.figures)) == (count, count)
    panther = load_figure_file(str(shared / "bbcode-json" / "example_data_1.json")).figures[0]
    assert (panther.set, panther.collector_number, panther.points) == ("av60", "001", (60,))
    assert panther.dial[0].speed.power == "charge"
    assert panther.dial[0].attack.power == "blades_claws_fangs"
    assert panther.dial[0].damage.power == "outwit"


def test_a_set_survives_our_own_format(shared: Path) -> None:
    for file in sorted((shared / "hcunits" / "sets").glob("*.json")):
        for name, figures in by_set(load_figure_file(str(file)).figures).items():
            assert parse_figures(Node("s.json", "", format_figures(name, figures))) == tuple(figures)


def test_the_real_files_are_what_they_were(shared: Path) -> None:
    assert len(load_document(str(shared / "hcunits" / "sets" / "bd.json")).value) == 9
