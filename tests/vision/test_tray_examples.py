"""Throws that players told: kept only where they allow it, not proposed again once corrected, and tuned on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from companion.table.observation import DiceSeen, ReadVerdict
from tests.cli.command_line import companion
from tests.rendered import render_dice
from vision.arrays import Picture
from vision.pictures import read_picture
from vision.trays import tuning
from vision.trays.examples import MOST, Examples
from vision.trays.keeper import CORRECTED, TrayKeeper, examples_of
from vision.trays.memory import TrayMemory
from vision.trays.tuning import FEWEST, Judged, Tuning, tune
from vision.virtual.tray import TrayStage

SMALL = np.full((24, 32, 3), 90, np.uint8)


@cache
def lying(*faces: int) -> Picture:
    return render_dice(faces, 3, size_px=(480, 360)).picture


def rested(keeper: TrayKeeper, picture: Picture) -> DiceSeen:
    """What the keeper reads of a throw at rest, which is then told."""
    seen = keeper.read(picture, 2)
    keeper.rested()
    return seen


def test_throws_are_kept_only_where_players_allow_it_and_forgotten_at_will(tmp_path: Path) -> None:
    keeper = TrayKeeper("0", tmp_path / "tray.json")
    examples = examples_of(tmp_path / "tray.json")
    rested(keeper, lying(5, 2))
    keeper.told(("5", "2"))
    assert (examples.is_allowed, examples.read_all()) == (False, [])
    examples.allow()
    rested(keeper, lying(5, 2))
    keeper.told(("5", "3"))
    keeper.told(("5", "3"))  # told once: there is no second throw
    (example,) = examples.read_all()
    assert (example.faces, example.read) == (("3", "5"), ("2", "5"))
    assert read_picture(example.picture).shape == lying(5, 2).shape
    assert (examples.forget(), examples.is_allowed) == (1, False)


def test_what_lay_there_before_the_roll_was_asked_for_is_not_its_throw(tmp_path: Path) -> None:
    keeper = TrayKeeper("0", tmp_path / "tray.json")
    examples_of(tmp_path / "tray.json").allow()
    rested(keeper, lying(5, 2))
    keeper.begin()
    keeper.told(("1", "1"))
    assert examples_of(tmp_path / "tray.json").read_all() == []


@pytest.mark.slow
def test_a_corrected_reading_is_never_proposed_again_for_that_throw(tmp_path: Path) -> None:
    keeper = TrayKeeper("0", tmp_path / "tray.json")
    assert rested(keeper, lying(5, 2)).verdict is ReadVerdict.READ
    keeper.told(("5", "3"))
    noise = np.random.default_rng(1).normal(0, 2, lying(5, 2).shape)
    again = rested(keeper, np.clip(lying(5, 2) + noise, 0, 255).astype(np.uint8))
    assert again.verdict is ReadVerdict.ASK
    assert all(die.face is None for die in again.dice)
    other = rested(keeper, lying(5, 6))
    assert (other.verdict, sorted(str(die.face) for die in other.dice)) == (ReadVerdict.READ, ["5", "6"])


def test_what_a_second_look_read_and_players_corrected_is_not_proposed_again_either(tmp_path: Path) -> None:
    keeper = TrayKeeper("0", tmp_path / "tray.json")
    first = rested(keeper, lying(5, 2))
    keeper.took(replace(first, dice=tuple(replace(die, face="6") for die in first.dice)))
    keeper.told(("5", "2"))  # as the first look had it
    again = keeper.read(lying(5, 2), 2)
    assert (again.verdict, again.why) == (ReadVerdict.ASK, CORRECTED)


@pytest.mark.slow
def test_the_oldest_throws_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = Examples(tmp_path / "throws")
    examples.allow()
    for number in range(MOST + 3):
        examples.keep(SMALL, [str(1 + number % 6)], None)
    assert len(examples.read_all()) == MOST
    assert not (tmp_path / "throws" / "000003.jpg").exists()
    monkeypatch.setattr("vision.trays.examples.MOST_BYTES", 3 * (tmp_path / "throws" / "000100.jpg").stat().st_size)
    examples.keep(SMALL, ["1"], None)
    assert len(examples.read_all()) == 3


def test_a_damaged_throw_is_refused_with_its_place(tmp_path: Path) -> None:
    examples = Examples(tmp_path / "throws")
    examples.allow()
    examples.keep(SMALL, ["1"], None)
    (tmp_path / "throws" / "000001.json").write_text('{"format": "tablewright/throw@1", "faces": ["7"], "read": null}')
    with pytest.raises(InputError, match="faces"):
        examples.read_all()


@pytest.mark.parametrize(
    ("before", "after", "is_better"),
    [
        (Judged(2, 0, 2), Judged(3, 0, 1), True),
        (Judged(2, 0, 2), Judged(3, 1, 0), False),  # one read wrong: whatever else is gained
        (Judged(2, 0, 2), Judged(2, 0, 2), False),
        (Judged(3, 0, 1), Judged(2, 0, 2), False),
    ],
)
def test_only_what_is_better_and_nowhere_wrong_replaces(before: Judged, after: Judged, is_better: bool) -> None:
    memory = TrayMemory("0", (32, 24))
    assert Tuning(8, 4, Judged(0, 0, 4), before, after, memory).is_better is is_better


@pytest.mark.long
def test_a_tray_is_learnt_from_told_throws_and_judged_on_others(tmp_path: Path) -> None:
    stage = TrayStage(seed=7, size_px=(480, 360), squeeze=0.75, clutter=6)  # asked about until its pixels are known
    examples = Examples(tmp_path / "tray")
    examples.allow()
    for number in range(FEWEST):
        faces = [1 + number % 6, 1 + (3 * number + 1) % 6]
        examples.keep(stage.throw(faces, 300 + number).picture, list(map(str, faces)), None)
    tuned = tune("0", None, examples.read_all(), lambda example: read_picture(example.picture))
    assert (tuned.learnt, tuned.kept, tuned.before) == (8, 4, tuned.alone)
    assert tuned.after.wrong == 0
    assert tuned.after.asked < tuned.before.asked
    assert tuned.is_better


def test_the_command_says_what_it_did_and_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, throws = tmp_path / "tray.json", Examples(tmp_path / "tray")
    ask: Sequence[object] = ("camera", "learn", "0", "--file", kept)
    assert companion(*ask).status == 1
    assert companion(*ask, "--allow", "--json").document == {"camera": "0", "allowed": True}
    for _ in range(FEWEST - 1):
        throws.keep(SMALL, ["3"], None)
    assert f"{FEWEST - 1} " in companion(*ask).out
    throws.keep(SMALL, ["3"], None)
    assert companion(*ask, "--json").document["after"] == {"right": 0, "wrong": 0, "asked": 4}
    assert not kept.exists(), "nothing was better, nothing was written"
    for throws_so_far in (5, 9):
        better = Tuning(
            8, 4, Judged(0, 0, 4), Judged(0, 0, 4), Judged(1, 0, 3), TrayMemory("0", (32, 24), throws_so_far)
        )
        monkeypatch.setattr(tuning, "tune", lambda *_, better=better: better)
        assert companion(*ask, "--json").document["replaced"] is True
    assert companion("camera", "tray", "0", "--file", kept, "--json").document["throws"] == 9
    assert companion(*ask, "--undo", "--json").document["undone"] is True
    assert companion("camera", "tray", "0", "--file", kept, "--json").document["throws"] == 5
    assert companion(*ask, "--undo").status == 1
    assert companion(*ask, "--forget", "--json").document["forgotten"] == FEWEST
