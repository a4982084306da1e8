"""A throw of several kinds: combat, power and test dice share their faces and differ in the colour of their bodies."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.core.dice import DiceRequest, DiceResult
from companion.core.ids import RequestId, RuleId, Seat
from companion.documents import Node
from companion.games.guardians.content.content import default_document, parse_content
from companion.table.observation import DiceSeen, ReadVerdict
from companion.table.proposal import Question, propose_dice
from tests.thinned import thinned
from vision.symbols.album import Album, enrol, format_album
from vision.symbols.kinds import KindReader
from vision.virtual.dice import DieLook, render_dice
from vision.virtual.shapes import OCTAHEDRON
from vision.watch.readers import DiceReaders

pytestmark = pytest.mark.slow

DICE = parse_content(Node("shipped", "", default_document())).dice
ART = {"0": "eye", "1": "bolt", "2": "fist", "POW": "skull"}
BODIES = {"combat": (70, 80, 215), "power": (80, 210, 245), "test": (240, 244, 244)}  # BGR
SIDES = {kind: tuple(face.label for face in DICE[kind].faces) for kind in BODIES}
LOOKS = {kind: DieLook(body=BODIES[kind], art=tuple(ART[side] for side in SIDES[kind])) for kind in BODIES}
LOOKS["test"] = replace(LOOKS["test"], side_mm=18.0, shape=OCTAHEDRON)  # eight sides (GC-DICE-04)


def shown(kind: str) -> Album:
    """The kind's faces, each shown to the camera once, as three dice."""
    album = Album(kind)
    for face in dict.fromkeys(SIDES[kind]):
        side = SIDES[kind].index(face) + 1
        album, _ = enrol(album, face, render_dice([side] * 3, 700 + side, looks=(LOOKS[kind],)).picture, face)
    return album


@cache
def albums() -> dict[str, Album]:
    return {kind: shown(kind) for kind in BODIES}


def thrown(kinds: list[str], seed: int) -> tuple[DiceSeen, list[tuple[str, str]]]:
    """What is read of a throw, and what lies there: kind and face."""
    draw = np.random.default_rng(seed)
    sides = [int(draw.integers(1, 1 + len(SIDES[kind]))) for kind in kinds]
    picture = render_dice(sides, seed, looks=tuple(LOOKS[kind] for kind in kinds)).picture
    truth = [(kind, SIDES[kind][side - 1]) for kind, side in zip(kinds, sides, strict=True)]
    return KindReader(albums()).read(picture, len(kinds)), sorted(truth)


@pytest.mark.rule("GC-DICE-01")
@pytest.mark.parametrize("seed", thinned(range(8), 6))
def test_kind_and_face_of_every_die(seed: int) -> None:
    seen, truth = thrown(["combat", "combat", "power", "test"], seed)
    assert seen.verdict is ReadVerdict.READ, seen.why
    assert sorted((die.kind, str(die.face)) for die in seen.dice) == truth


def test_a_roll_of_two_kinds_is_read_whole() -> None:
    """Each kind's faces go to that kind's dice, whatever the order they lie in."""
    seen, truth = thrown(["power", "combat", "combat"], 3)
    request = DiceRequest(RequestId("1"), ("combat", "combat", "power"), Seat("dawn"), RuleId("GC-ATK-05"))
    result = propose_dice(request, seen, DICE)
    assert isinstance(result, DiceResult)
    assert sorted(zip(request.dice, result.faces, strict=True)) == truth
    plain = replace(seen, dice=tuple(replace(die, kind="") for die in seen.dice))
    assert isinstance(propose_dice(request, plain, DICE), Question), "faces alone do not tell"


def test_a_strange_body_is_asked_about() -> None:
    """A blue die shows a face that all three kinds have."""
    blue = replace(LOOKS["combat"], body=(190, 90, 40))
    seen = KindReader(albums()).read(render_dice([3, 3], 5, looks=(blue, LOOKS["combat"])).picture, 2)
    assert seen.verdict is ReadVerdict.ASK
    assert "a die may be of one kind or of another" in str(seen.why)


def test_players_albums_are_joined(tmp_path: Path) -> None:
    readers = DiceReaders(lambda kind: tmp_path / f"{kind}.json")
    (tmp_path / "combat.json").write_text(format_album(albums()["combat"]))
    assert readers.of_all(("combat", "power")) is None, "nobody has shown the power dice"
    (tmp_path / "power.json").write_text(format_album(albums()["power"]))
    read = readers.of_all(("combat", "combat", "power"))
    assert read is not None
    shot = render_dice([1, 2, 3], 4, looks=(LOOKS["combat"], LOOKS["combat"], LOOKS["power"]))
    assert sorted(die.kind for die in read(shot.picture, 3).dice) == ["combat", "combat", "power"]
