"""A figure from forum code, colour JSON, XML or HCUnits is the same figure: values, powers, teams, keywords, texts.

The posts are written here from the real sets by the description of the format, with what cards print: names, no ids.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import companion.games.heroclix.figures.figure as model
from companion.core.typed import tidied
from companion.games.heroclix.figures.figure import SLOTS, Figure, SpecialPower
from companion.games.heroclix.figures.powers_table import power_names
from companion.interchange.figures import load_figure_file

DATA = Path(model.__file__).parents[1] / "data"
IMPROVED = {  # as cards print it
    "elevated": "Ignores Elevated Terrain",
    "hindering": "Ignores Hindering Terrain",
    "blocking": "Blocking",
    "outdoor_blocking": "Ignores Outdoor Blocking Terrain",
    "characters": "Characters",
    "adjacent": "Adjacent Characters",
    "destroy_blocking": "Destroys Blocking Terrain",
    "move_through": "Moves Through",
}


@cache
def teams() -> dict[str, str]:
    rows = tomllib.loads((DATA / "team_abilities.toml").read_text(encoding="utf-8"))
    return {key: row["en"] for key, row in rows.items()}


def colour(slot: str, power: str | None) -> str:
    if power is None:
        return "none"
    named = power_names().get(power)
    return {"lightblue": "blue"}.get(named.colour, named.colour) if named else "special"


def can_be_posted(figure: Figure) -> bool:
    """Whether the formats can say it: one cost and line, clicks that count on, numbers, colours that are known."""
    values = [getattr(click, slot) for click in figure.dial for slot in SLOTS]
    return (
        len(figure.points) == 1
        and [click.number for click in figure.dial] == list(range(1, len(figure.dial) + 1))
        and all(
            value.raw is None and (value.power in power_names() or value.power in (None, "special")) for value in values
        )
        and all(value.value is not None and value.value >= 0 for value in values)
        and figure.targets >= 1
        and set(figure.team_abilities) <= teams().keys()
        and all(one.slot in (*SLOTS, "trait") for one in figure.specials)
        and not any(set(tidied(one.text + one.name)) & set("[]:()") for one in figure.specials)
    )


def marks(figure: Figure) -> list[str]:
    symbols = (getattr(figure.symbols, slot).replace("_", "-") for slot in SLOTS)
    return [f"{sign}-{symbol}" for sign, symbol in zip("madg", symbols, strict=True)]


def posted(figure: Figure) -> str:
    """The figure as players post it."""
    icons = "".join(
        f"[icon]{sign}-{getattr(figure.symbols, slot)}[/icon]" for sign, slot in zip("madg", SLOTS, strict=True)
    )
    clicks = "".join(
        "[click]"
        + "".join(f"[slot={colour(slot, (v := getattr(click, slot)).power)}]{v.value or '.'}[/slot]" for slot in SLOTS)
        + "[/click]"
        for click in figure.dial
    )
    ko = "[click]" + "[slot=ko]KO[/slot]" * 4 + "[/click]"
    lines = [
        f"{figure.id} R [b]{figure.name}[/b]",
        f"Team: [b]{'|'.join(teams()[one] for one in figure.team_abilities) or 'No Affiliation'}[/b]",
        f"Range: [b]{figure.range} {':bolt:' * figure.targets}[/b]",
        f"Points: [b]{figure.points[0]}[/b]",
        f"Keywords: [b]{', '.join(figure.keywords)}[/b]",
        f"[dial][header]{icons}[/header]{clicks}{ko}[/dial]",
    ]
    for kind, ignored in (("Movement", figure.improved_movement), ("Targeting", figure.improved_targeting)):
        if ignored:
            named = ", ".join(IMPROVED[one] for one in ignored)
            title = f"Improved {kind}: "
            is_titled = len(figure.name) % 2  # both are seen: with a title of its own, and without
            lines.append(f"[b](Improved) {f'Its Way: [/b]{title}' if is_titled else f'{title}[/b]'}{named}")
    for one in figure.specials:
        title = "Special" if one.slot == "trait" else one.slot.title()
        lines.append(f"[b]({title}) {tidied(one.name)}: [/b]{tidied(one.text)}")
    return "\n".join(lines) + "\n\n"


def coloured(figure: Figure) -> dict[str, Any]:
    """The figure as the colour-based JSON has it."""
    improved = {
        f"Improved {title}": ", ".join(IMPROVED[one] for one in ignored)
        for title, ignored in (("Movement", figure.improved_movement), ("Targeting", figure.improved_targeting))
        if ignored
    }
    titles = ("Special" if one.slot == "trait" else one.slot.title() for one in figure.specials)
    texts = {
        f"{tidied(one.name)} ({title})": tidied(one.text) for one, title in zip(figure.specials, titles, strict=True)
    }
    return {
        "id": figure.id,
        "name": figure.name,
        "team": [teams()[one].upper() for one in figure.team_abilities],
        "keywords": list(figure.keywords),
        "points": figure.points[0],
        "range": figure.range,
        "bolts": figure.targets,
        "dial_header_data": [
            f"{sign}-{getattr(figure.symbols, slot)}" for sign, slot in zip("madg", SLOTS, strict=True)
        ],
        "dial_data": [
            {slot: {"power": colour(slot, (v := getattr(click, slot)).power), "value": v.value} for slot in SLOTS}
            for click in figure.dial
        ]
        + [{slot: {"power": "ko", "value": "KO"} for slot in SLOTS}],
        "special_abilities": {**improved, **texts},
    }


def as_posted(figure: Figure) -> Figure:
    """The figure without what the formats do not say."""
    dial = tuple(replace(click, starting_line="green" if click.number == 1 else None) for click in figure.dial)
    specials = tuple(SpecialPower(one.slot, tidied(one.name), tidied(one.text)) for one in figure.specials)
    bare = replace(figure, dial=dial, specials=specials, dial_size=0, rarity=None, real_name=None, unique=False)
    return replace(bare, dimensions=(1, 1), set="", collector_number="")


@pytest.mark.slow
def test_what_players_post_is_the_figure_of_the_set(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "hcunits" / "sets").glob("*.json"))
    real = [one for file in files for one in load_figure_file(str(file)).figures if one.kind == "character"]
    figures = [as_posted(one) for one in real if can_be_posted(one)]
    assert len(figures) > 300, "most of the 566: the others have several costs, or texts with brackets"
    forum, colours = tmp_path / "posts.txt", tmp_path / "colours.json"
    forum.write_text("".join(map(posted, figures)), encoding="utf-8")
    colours.write_text(
        json.dumps([coloured(one) for one in figures if len({s.name for s in one.specials}) == len(one.specials)])
    )
    for file in (forum, colours):
        read = load_figure_file(str(file))
        found = {one.id: as_posted(one) for one in read.figures}
        assert read.remarks == []
        wanted = {one.id: one for one in figures if one.id in found}
        assert len(found) > 300
        assert [key for key in found if found[key] != wanted[key]] == []


@pytest.mark.parametrize("name", ["bd", "hgpc", "avx"])
def test_xml_is_the_same_as_json(shared: Path, name: str) -> None:
    json_, xml = (shared / "hcunits" / where / f"{name}.{kind}" for where, kind in (("sets", "json"), ("xml", "xml")))
    assert load_figure_file(str(json_)).figures == load_figure_file(str(xml)).figures


@pytest.mark.parametrize(
    "printed", ["Batman Ally", "BATMAN ALLY", "batman allies", "Batman Ally, S.H.I.E.L.D.", "Shield|Batman-Ally"]
)
def test_a_team_ability_is_the_rules_own_however_it_is_printed(tmp_path: Path, printed: str) -> None:
    post = (tmp_path / "post.txt").absolute()
    lines = "zz001 R [b]Tester[/b]\nTeam: [b]{}[/b]\nRange: [b]4 :bolt:[/b]\nPoints: [b]60[/b]\n"
    click = "[click]" + "[slot=none]8[/slot]" * 4 + "[/click]"
    icons = "[icon]m-boot[/icon][icon]a-fist[/icon][icon]d-shield[/icon][icon]g-starburst[/icon]"
    post.write_text(lines.format(printed) + f"[dial][header]{icons}[/header]{click}[/dial]\n")
    (figure,) = load_figure_file(str(post)).figures
    assert set(figure.team_abilities) <= {"batman_ally", "shield"}
    post.write_text(lines.format("Batman Ally|Nobody's Own") + f"[dial][header]{icons}[/header]{click}[/dial]\n")
    read = load_figure_file(str(post))
    assert [one.message for one in read.remarks] == ["a team ability that no rule here knows: Nobody's Own"]
