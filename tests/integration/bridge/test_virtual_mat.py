"""The mat's shipped firmware in the VM: a tag comes and goes, by the name of its zone; a stuck reader is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.table.observation import LinkSeen, ReaderSeen
from firmware_bridge.adapter import SerialTower
from firmware_bridge.virtual import VirtualNode

from .conftest import Watch

ZONES = {"mat-9f3a12c4": ("A1", "B2", "C3", "D4")}


@pytest.fixture
def mat(vm: Path, tmp_path: Path) -> Iterator[VirtualNode]:
    with VirtualNode(tmp_path / "mat", kind="mat") as made:
        yield made


@pytest.fixture
def watch(mat: VirtualNode, tmp_path: Path) -> Iterator[Watch]:
    with SerialTower(mat.port, tmp_path / "spool.db", name="mat", zones=ZONES) as host:
        found = Watch(host)
        found.until_link("online")
        yield found


def tags(watch: Watch) -> list[tuple[str, str, bool]]:
    return [(one.zone, one.uid, one.is_there) for one in watch.seen if isinstance(one, ReaderSeen)]


def test_a_figure_that_comes_and_goes_is_seen_in_its_zone(mat: VirtualNode, watch: Watch) -> None:
    mat.order("tag 1 04a1b2c3d4e5f6")
    watch.until(lambda one: tags(one) == [("B2", "04a1b2c3d4e5f6", True)])
    mat.order("take 1 04a1b2c3d4e5f6")
    watch.until(lambda one: tags(one)[1:] == [("B2", "04a1b2c3d4e5f6", False)])
    assert [one.seq for one in watch.seen if isinstance(one, ReaderSeen)] == [2, 3]  # 1 was: ready


def test_a_dead_reader_is_said_by_its_zone_and_comes_back(mat: VirtualNode, watch: Watch) -> None:
    def words(one: Watch) -> list[tuple[str, str]]:
        return [(seen.source, seen.why) for seen in one.seen if isinstance(seen, LinkSeen) and ":" in seen.source]

    mat.order("dead 2")
    watch.until(lambda one: words(one) == [("mat:C3", "reader-stuck")])
    mat.order("alive 2")
    watch.until(lambda one: words(one)[-1] == ("mat:C3", ""))


def test_a_mat_that_lost_its_store_starts_a_new_epoch_and_nothing_is_taken_for_old(
    mat: VirtualNode, watch: Watch
) -> None:
    mat.order("tag 0 04a1b2c3")
    watch.until(lambda one: len(tags(one)) == 1)
    mat.order("new_epoch")
    watch.until_link("offline", "cable")
    watch.until_link("online")
    mat.order("tag 3 04ffeedd")
    watch.until(lambda one: ("D4", "04ffeedd", True) in tags(one))
    epochs = [one.epoch for one in watch.seen if isinstance(one, ReaderSeen)]
    assert len(set(epochs)) == 2


@pytest.mark.parametrize("line", ["tag 4 04a1b2c3", "tag 1", "tag 1 04a1b2", "dead", "dead x", "press 1", "late 1 2"])
def test_an_order_that_fits_nothing_is_refused_with_what_fits(mat: VirtualNode, line: str) -> None:
    with pytest.raises(InputError, match=r"ZONE|one of|MS"):
        mat.order(line)


def test_taking_a_tag_that_is_not_there_changes_nothing(mat: VirtualNode, watch: Watch) -> None:
    mat.order("take 1 04a1b2c3")
    mat.order("tag 2 04a1b2c3")
    watch.until(lambda one: bool(tags(one)))
    assert tags(watch) == [("C3", "04a1b2c3", True)]
    assert watch.links().count(("offline", "cable")) == 0
