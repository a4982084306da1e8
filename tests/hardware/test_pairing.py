"""A key for a whole device: the shipped files in the VM, set over its wire as `companion devices pair --sign` does."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from firmware_bridge import formats
from firmware_bridge.device import Device
from firmware_bridge.pairing import KeySet, set_key
from firmware_bridge.signing import Keys, NodeKey, Proof, new_key, proof_of
from firmware_bridge.spool import Spool, SpooledEvent
from tests.hardware.board import Board, powered

NODE = "tower-9f3a12c4"
REFUSED = formats.KINDS["pairing"]["REFUSED"].number


def taken(board: Board, spool: Spool, count: int, keys: Keys | None = None) -> Device:
    """The host's end, once the spool holds so many events or it set the device aside."""
    link = board.link()
    device = Device(link, spool, session=secrets.randbits(32), keys=keys)
    for _ in range(1500):
        device.step()
        if device.quarantined or (device.node and spool.upto(device.node, device.epoch) >= count):
            break
        link.wait(0.02)
    return device


def proofs(spool: Spool, key: NodeKey) -> list[tuple[int, Proof]]:
    return [(event.seq, proof_of(key, event)) for event in spool.untaken()]


def armed(board: Board, number: int) -> None:
    """One more event."""
    board.welcome(session=number)
    assert board.command("ARM", number=number, dice=number % 2 + 1) == 0


def keyed(board: Board, secret: bytes, done: KeySet) -> NodeKey:
    assert (done.node, done.why) == (NODE, "")
    return NodeKey(secret, {done.epoch: done.first})


def test_a_key_set_while_events_wait_signs_what_comes_after_over_restarts(vm: Path, tmp_path: Path) -> None:
    secret, spool = new_key(), Spool()
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello(next=2)  # EMPTY
        armed(tower, 2)
        done = set_key(tower.link(), NODE, secret)
        assert done.first == 3
        key = keyed(tower, secret, done)
        armed(tower, 3)
        assert set_key(tower.link(), NODE, secret) == done  # once more, as after an answer that was lost
        tower.pull()
        tower.plug()
        hello = tower.hello(signs=3)  # and the restart said EMPTY
        assert hello.number("oldest") == 1
        taken(tower, spool, 4, {NODE: key})
    unsigned, signed = Proof.UNVERIFIED, Proof.VERIFIED
    assert proofs(spool, key) == [(1, unsigned), (2, unsigned), (3, signed), (4, signed)]
    assert [(event.boot, event.replayed) for event in spool.untaken()] == [(1, True), (1, True), (1, True), (2, False)]


def test_a_device_that_lost_its_flash_must_be_paired_again(vm: Path, tmp_path: Path) -> None:
    secret, spool = new_key(), Spool()
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        key = keyed(tower, secret, set_key(tower.link(), NODE, secret))
        tower.pull()
        (tmp_path / "flash" / "key").unlink()
        tower.plug()
        assert tower.hello().text("check") == ""
        device = taken(tower, spool, 2, {NODE: key})
        assert device.quarantined == "unsigned"
        assert [event.seq for event in spool.untaken()] == [1]  # older than the key; the other one stays with it
        again = keyed(tower, secret, set_key(tower.link(), NODE, secret))
        armed(tower, 9)
        taken(tower, spool, 3, {NODE: again})
    assert [proof for _, proof in proofs(spool, again)] == [Proof.UNVERIFIED, Proof.UNVERIFIED, Proof.VERIFIED]


def test_a_store_that_was_lost_is_signed_from_its_first_event(vm: Path, tmp_path: Path) -> None:
    secret, spool = new_key(), Spool()
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        key = keyed(tower, secret, set_key(tower.link(), NODE, secret))
        tower.pull()
        for path in (tmp_path / "flash" / "store").iterdir():
            path.unlink()
        tower.plug()
        assert tower.hello(signs=1).number("epoch") not in key.begins
        taken(tower, spool, 1, {NODE: key})
    assert proofs(spool, key) == [(1, Proof.VERIFIED)]


def test_another_key_sets_the_device_aside_and_takes_nothing_of_it(vm: Path, tmp_path: Path) -> None:
    spool = Spool()
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        done = set_key(tower.link(), NODE, new_key())
        armed(tower, 2)
        other = NodeKey(new_key(), {done.epoch: done.first})
        device = taken(tower, spool, 2, {NODE: other})
        assert device.quarantined == "bad-signature"
        assert [event.seq for event in spool.untaken()] == [1]
        tower.say("ERR", code=1, detail=b"")
        tower.hello(oldest=2)  # it still has it


def test_a_key_is_taken_away_and_the_table_that_forgot_it_takes_the_readings_unverified(
    vm: Path, tmp_path: Path
) -> None:
    spool = Spool()
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        set_key(tower.link(), NODE, new_key())
        armed(tower, 2)
        taken(tower, spool, 2)  # the table lost its key, the device has it still
        assert [len(event.sig) for event in spool.untaken()] == [0, 16]
        assert set_key(tower.link(), NODE, b"") == KeySet(NODE, spool.untaken()[0].epoch, 0, "")
        armed(tower, 3)
        taken(tower, spool, 3)
        assert [len(event.sig) for event in spool.untaken()] == [0, 16, 0]
        tower.pull()
        assert not (tmp_path / "flash" / "key").exists()


@pytest.mark.parametrize("kind", ["mat", "panel"])
def test_every_kind_signs(vm: Path, tmp_path: Path, kind: str) -> None:
    secret, node = new_key(), f"{kind}-9f3a12c4"
    with powered(vm, tmp_path, kind) as board:
        board.hello()
        done = set_key(board.link(), node, secret)
        board.pull()
        board.plug()
        board.hello(boot=2)
        spool = Spool()
        taken(board, spool, done.first, {node: NodeKey(secret, {done.epoch: done.first})})
    assert proofs(spool, NodeKey(secret, {done.epoch: done.first}))[-1] == (done.first, Proof.VERIFIED)


def test_the_safe_application_takes_no_key(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower", held="12") as tower:
        tower.hello(why="button")
        assert set_key(tower.link(), NODE, new_key()).why == "key-safe"
        tower.welcome()
        tower.say("KEY", key=new_key())  # and whoever does not ask is refused
        assert tower.until(lambda one: one.name == "KEY_STATE").number("status") == REFUSED


def test_another_device_on_the_cable_gets_no_key(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        assert set_key(tower.link(), "tower-00000000", new_key()).why == "name-taken"
        tower.hello(signs=0)


def test_the_key_is_in_its_file_and_nowhere_else(vm: Path, tmp_path: Path) -> None:
    secret = bytes(range(64, 96))
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        set_key(tower.link(), NODE, secret)
        armed(tower, 2)
        tower.pull()
        tower.plug()
        tower.hello(boot=2)
        said = repr(tower.heard)
    for form in (secret, secret.hex().encode()):
        assert repr(form)[2:-1] not in said
        found = [path.name for path in (tmp_path / "flash").rglob("*") if path.is_file() and form in path.read_bytes()]
        assert found == (["key"] if form is secret else [])


def test_a_device_that_answers_nothing_leaves_it_open_whether_it_has_the_key(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        link = tower.link()
        link.damage = lambda data: b"" if len(data) > 36 and data[1:2] == b"\x70" else data  # KEY alone is lost
        assert set_key(link, NODE, new_key(), within_s=1.0).why == "key-unanswered"
        tower.say("ERR", code=1, detail=b"")
        tower.hello(signs=0)


def test_an_event_that_was_signed_and_is_sent_again_is_the_same_event(vm: Path, tmp_path: Path) -> None:
    secret, spool = new_key(), Spool()
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        key = keyed(tower, secret, set_key(tower.link(), NODE, secret))
        armed(tower, 2)
        sigs = {bytes(one.raw("body")) for one in tower.heard if one.name == "EVENT" and one.number("seq") == 2}
        taken(tower, spool, 2, {NODE: key})
        (event,) = [event for event in spool.untaken() if event.seq == 2]
    assert sigs <= {event.body + event.sig}
    assert isinstance(event, SpooledEvent)
