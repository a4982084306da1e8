"""The tower's outbox: numbers only what is on flash, survives every cut, never drops the oldest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def waiting(box: Any) -> list[tuple[int, int, int, int, bytes]]:
    return [box.get(seq) for seq in range(box.oldest, box.next_seq)]


def seqs(box: Any) -> list[int]:
    return [event[0] for event in waiting(box)]


def filled(firmware: Any, folder: Path, count: int) -> Any:
    box = firmware.outbox.Outbox(str(folder))
    for number in range(count):
        assert box.put(1000 + number, 4, b"abc") == number + 1
    return box


def test_events_wait_across_restarts_and_numbers_go_on(firmware: Any, tmp_path: Path) -> None:
    first = filled(firmware, tmp_path, 3)
    first.ack(1)
    first.close()
    again = firmware.outbox.Outbox(str(tmp_path))
    assert again.epoch == first.epoch
    assert again.boot == first.boot + 1
    assert waiting(again)[-2:] == [(2, 1001, first.boot, 4, b"abc"), (3, 1002, first.boot, 4, b"abc")]
    assert again.put(5, 1, b"") == 4
    again.close()


def test_a_new_store_has_a_new_epoch(firmware: Any, tmp_path: Path) -> None:
    boxes = [firmware.outbox.Outbox(str(tmp_path / name)) for name in "ab"]
    assert boxes[0].epoch != boxes[1].epoch
    for box in boxes:
        box.close()


def test_a_full_outbox_refuses_and_keeps_the_oldest(firmware: Any, tmp_path: Path) -> None:
    box = firmware.outbox.Outbox(str(tmp_path), max_events=2)
    assert (box.put(1, 1, b""), box.put(2, 1, b""), box.put(3, 1, b"")) == (1, 2, None)
    assert box.full
    assert seqs(box) == [1, 2]
    box.ack(1)
    assert box.put(4, 1, b"") == 3
    box.close()


def test_a_log_cut_at_every_byte_loses_only_the_torn_record(firmware: Any, tmp_path: Path) -> None:
    box = filled(firmware, tmp_path / "whole", 3)
    box.close()
    log = (tmp_path / "whole" / "log").read_bytes()
    base = (tmp_path / "whole" / "base").read_bytes()
    size = len(log) // 3
    for cut in range(len(log) + 1):
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / "base").write_bytes(base)
        (folder / "log").write_bytes(log[:cut])
        again = firmware.outbox.Outbox(str(folder))
        assert seqs(again) == list(range(1, cut // size + 1)), cut
        assert again.put(9, 2, b"new") == cut // size + 1
        again.close()
        third = firmware.outbox.Outbox(str(folder))
        assert seqs(third)[-1] == cut // size + 1
        third.close()


def test_a_rotten_byte_never_becomes_an_event(firmware: Any, tmp_path: Path) -> None:
    box = filled(firmware, tmp_path, 1)
    box.close()
    log = (tmp_path / "log").read_bytes()
    for at in range(len(log)):
        (tmp_path / "log").write_bytes(log[:at] + bytes([log[at] ^ 4]) + log[at + 1 :])
        again = firmware.outbox.Outbox(str(tmp_path))
        assert again.count == 0, at
        again.close()


def test_the_log_is_cut_back_and_numbers_are_never_used_twice(firmware: Any, tmp_path: Path) -> None:
    box = filled(firmware, tmp_path, 400)
    box.ack(400)
    assert (tmp_path / "log").stat().st_size == 0
    assert box.put(1, 1, b"x") == 401
    box.close()
    again = firmware.outbox.Outbox(str(tmp_path))
    assert seqs(again) == [401]
    assert again.next_seq == 402
    again.close()


class PowerCut(Exception):
    """Raised where the power goes."""


@pytest.mark.parametrize("step", range(1, 4))
def test_power_cut_at_each_rename_of_the_cut_back(
    firmware: Any, tmp_path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = filled(firmware, tmp_path, 400)
    box.ack(399)
    left = [step]
    real = firmware.outbox.os.rename

    def rename(old: str, new: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise PowerCut
        real(old, new)

    monkeypatch.setattr(firmware.outbox.os, "rename", rename)
    if step < 3:  # base, then log
        with pytest.raises(PowerCut):
            box.ack(400)
    else:
        box.ack(400)
    monkeypatch.undo()
    again = firmware.outbox.Outbox(str(tmp_path))
    assert again.epoch == box.epoch
    assert again.next_seq == 401
    assert set(seqs(again)) <= set(range(1, 401))  # handed over before: the host knows them
    again.close()
    box.close()


def test_a_restart_takes_no_more_into_memory_than_can_wait(firmware: Any, tmp_path: Path) -> None:
    box = firmware.outbox.Outbox(str(tmp_path), max_events=10)
    for number in range(100):  # a host that is always a little behind: the log is never cut
        assert box.put(number, 4, b"abc") == number + 1
        box.ack(number - 3)
    assert seqs(box) == [97, 98, 99, 100]
    box.close()
    again = firmware.outbox.Outbox(str(tmp_path), max_events=10)
    assert seqs(again) == list(range(91, 101))
    again.ack(96)
    assert again.put(5, 1, b"") == 101
    again.close()
