"""A damaged spool: refused in words or unharmed, never believed; every event that is whole is saved."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import InputError
from firmware_bridge.spool import Spool, SpooledEvent
from firmware_bridge.spool_rescue import rescue_spool
from tests.storage.damages import damaged

EVENTS, TAKEN, PAGE = 150, 90, 4096
NODES = ("tower-1", "mat-2")


def events() -> list[SpooledEvent]:
    """Events of two devices, as they came; one is large."""
    bodies = [f"throw {number} ".encode() * (400 if number == 70 else 6) for number in range(EVENTS)]
    return [
        SpooledEvent(NODES[number % 2], 7, number // 2 + 1, 1, number * 900, 4, body, number, 5)
        for number, body in enumerate(bodies)
    ]


def write(path: Path) -> None:
    with closing(Spool(path)) as spool:
        for node in NODES:
            spool.begin(node, 7, 1)
        for event in events():
            spool.keep(event)
        for event in events()[TAKEN - 2 : TAKEN]:
            spool.taken(event)


def told(path: Path) -> object:
    """All that the table and the devices are told from the file."""
    with closing(Spool(path)) as spool:
        untaken = spool.untaken()
        return untaken, [(spool.upto(node, 7), spool.held(node, 7), spool.gaps(node)) for node in NODES]


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, 1_040), marks=pytest.mark.long)], ids=["sample", "thousand"]
)
def test_no_damage_is_believed_and_what_is_whole_is_saved(seeds: range, tmp_path: Path) -> None:
    path, out = tmp_path / "spool.db", tmp_path / "saved.db"
    write(path)
    data, whole, sent = path.read_bytes(), told(path), events()
    refused = 0
    for seed in seeds:
        for left in tmp_path.iterdir():
            left.unlink()
        spoiled = damaged(data, seed)
        path.write_bytes(spoiled)
        hurt = {at for at in range(0, len(data), PAGE) if spoiled[at : at + PAGE] != data[at : at + PAGE]}
        kept: tuple[SpooledEvent, ...] = ()
        facts: list[object] = [None] * EVENTS
        try:
            rescue_spool(path, out)
        except InputError:  # nothing is whole
            assert not out.exists()
        else:
            with closing(Spool(out)) as spool:
                kept = spool.untaken()
                facts = [spool.facts(*event.key) for event in sent]
        assert set(kept) <= set(sent), f"damage {seed}: an event that never was"
        for number, event in enumerate(sent):
            stands = data.index(event.body) // PAGE * PAGE
            if number != 70 and stands not in hurt:
                assert facts[number] is not None, f"damage {seed}: event {number} was whole"
        assert path.read_bytes() == spoiled
        try:
            assert told(path) == whole, f"damage {seed} was believed"
        except InputError as wrong:
            refused += 1
            assert "\n" not in str(wrong)
    assert refused > len(seeds) // 2


def test_what_is_lost_in_the_middle_is_a_gap_and_the_rest_goes_on(tmp_path: Path) -> None:
    path, out = tmp_path / "spool.db", tmp_path / "saved.db"
    write(path)
    data = bytearray(path.read_bytes())
    at = data.index(events()[100].body)
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        Spool(path)
    saved = rescue_spool(path, out)
    assert (saved.saved, saved.untaken, saved.lost) == (EVENTS - 1, EVENTS - TAKEN - 1, 1)
    with closing(Spool(out)) as spool:
        lost = events()[100]
        assert spool.gaps(lost.node) == ((7, lost.seq, lost.seq),)
        assert list(spool.untaken()) == sorted(
            (event for event in events()[TAKEN:] if event != lost),
            key=lambda event: (NODES.index(event.node), event.seq),
        )
        assert spool.upto(lost.node, 7) == EVENTS // 2
