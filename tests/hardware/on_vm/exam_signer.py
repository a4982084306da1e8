"""The key of a device and what it signs: golden signatures, where signing begins, who may set a key.

The power goes at every step of the flash while a key is set, replaced, removed. `$GOLDEN`: the golden signatures.
"""

import binascii
import json
import os

import flash
import formats
import protocol
from exam_power_cut import images, mounted
from examine import same
from link import Link
from outbox import Outbox
from signer import DONE, NO_ROOM, REFUSED, Signer

ONE, TWO = bytes(range(32)), bytes(range(32, 64))
NODE = "tower-9f3a12c4"


class Box:
    def __init__(self, epoch, next_seq):
        self.epoch, self.next_seq = epoch, next_seq


def drop(*names):
    for name in names:
        try:
            os.remove(name)
        except OSError:
            pass


def fresh(epoch=7, next_seq=5):
    drop("key", "key.new")
    return Signer("key", NODE, Box(epoch, next_seq))


def held():
    with open("key", "rb") as file:
        return file.read()


def event(seq):
    return (seq, 1000, 1, 4, b"roll")


def test_golden_signatures():
    with open(os.getenv("GOLDEN")) as file:
        rows = json.load(file)
    assert len(rows) > 8
    for row in rows:
        drop("key")
        signer = Signer("key", row["node"], Box(row["epoch"], row["seq"]))
        answer = signer.heard({"key": binascii.unhexlify(row["key"])})
        body, tag = binascii.unhexlify(row["body"]), binascii.unhexlify(row["tag"])
        same((answer["status"], answer["check"]), (DONE, row["check"]), row)
        fields = (row["seq"], row["t_ms"], row["boot"], row["kind"])
        if row["seq"]:
            same(signer.tag(fields + (body,)), tag, row)
        frame = dict(zip(("seq", "t_ms", "boot", "kind", "body"), fields + (body + tag,)))
        same(binascii.hexlify(protocol.seal("EVENT", frame, row["flags"])).decode(), row["frame"], row)


def test_without_a_key_nothing_is_signed():
    signer = fresh()
    same((signer.first, signer.check, signer.tag(event(9))), (0, "", b""))


def test_events_before_the_key_stay_unsigned_and_a_restart_changes_nothing():
    signer = fresh(7, 5)
    answer = signer.heard({"key": ONE})
    same((answer["status"], answer["epoch"], answer["signs"]), (DONE, 7, 5))
    for one in (signer, Signer("key", NODE, Box(7, 90))):
        same([len(one.tag(event(seq))) for seq in (1, 4, 5, 6)], [0, 0, 16, 16])
        same(one.check, answer["check"])


def test_a_store_begun_anew_is_signed_from_its_first_event():
    fresh(7, 5).heard({"key": ONE})
    anew = Signer("key", NODE, Box(8, 1))
    same((anew.first, len(anew.tag(event(1)))), (1, 16))


def test_the_same_key_again_changes_nothing_and_another_one_begins_where_it_is_set():
    signer = fresh(7, 5)
    signer.heard({"key": ONE})
    before = held()
    signer.outbox.next_seq = 9
    same(signer.heard({"key": ONE})["signs"], 5)
    same(held(), before)
    same(signer.heard({"key": TWO})["signs"], 9)
    same([len(signer.tag(event(seq))) for seq in (5, 8, 9)], [0, 0, 16])
    assert held() != before


def test_a_key_is_taken_away():
    signer = fresh()
    signer.heard({"key": ONE})
    for _ in range(2):  # also when there is none
        same(signer.heard({"key": b""}), {"status": DONE, "epoch": 7, "signs": 0, "check": ""})
        same((signer.tag(event(9)), "key" in os.listdir()), (b"", False))
    same(Signer("key", NODE, Box(7, 5)).first, 0)


def test_a_key_of_another_size_is_refused_and_the_old_one_holds():
    signer = fresh()
    check = signer.heard({"key": ONE})["check"]
    for wrong in (b"x", bytes(31), bytes(33), bytes(200)):
        answer = signer.heard({"key": wrong})
        same((answer["status"], answer["signs"], answer["check"]), (REFUSED, 5, check))


def test_a_damaged_file_is_no_key_and_half_a_file_is_cleared_away():
    fresh().heard({"key": ONE})
    whole = held()
    for data in (b"", whole[:-1], whole + b"x", b"\xff" + whole[1:], whole[:-1] + b"\0"):
        with open("key", "wb") as file:
            file.write(data)
        same(Signer("key", NODE, Box(7, 5)).first, 0, data)
    with open("key.new", "wb") as file:
        file.write(whole[:20])
    Signer("key", NODE, Box(7, 5))
    assert "key.new" not in os.listdir()


class Port:
    def __init__(self):
        self.inbox, self.out = b"", b""

    def read(self, size):
        data, self.inbox = self.inbox[:size], self.inbox[size:]
        return data or None

    def write(self, data):
        self.out += data
        return len(data)


class Talk:
    """A link whose host is this test."""

    def __init__(self, cable, welcome=True):
        drop("key", "key.new", "talk/log", "talk/base", "talk/boot")
        self.ms, self.port = 0, Port()
        self.box = Outbox("talk")
        self.signer = Signer("key", NODE, self.box)
        about = {"node": NODE, "fw": "0", "hw": "t", "caps": ""}
        self.link = Link(self.port, self.box, about, self, signer=self.signer, cable=cable)
        if welcome:
            self.say("WELCOME", proto=2, session=1, accepted=0, unix_ms=0, config=0)

    def now(self):
        return self.ms

    def say(self, name, **fields):
        self.port.inbox += protocol.seal(name, fields)
        return self.heard()

    def heard(self):
        for _ in range(10):
            self.ms += 20
            self.link.poll()
        said, self.port.out = self.port.out, b""
        return protocol.Decoder().feed(said)


def states(heard):
    return [fields["status"] for name, _, fields in heard if name == "KEY_STATE"]


def test_a_key_over_anything_but_the_cable_is_refused():
    talk = Talk(cable=False)
    same(states(talk.say("KEY", key=ONE)), [REFUSED])
    same((talk.signer.first, "key" in os.listdir()), (0, False))


def test_a_key_before_the_welcome_is_not_heard():
    talk = Talk(cable=True, welcome=False)
    same(states(talk.say("KEY", key=ONE)), [])
    same(talk.signer.first, 0)


def test_an_order_never_sets_a_key():
    # The broker's orders reach a device as CMD alone, whatever their kind: there the number of KEY means nothing.
    talk = Talk(cable=True)
    kind = formats.number("frame", "KEY")
    talk.port.inbox += protocol.seal("CMD", {"id": 1, "ttl_ms": 3000, "kind": kind, "body": ONE})
    talk.ms += 20
    same(talk.link.poll(), [(1, kind, ONE)])  # to the application, which answers UNKNOWN
    same(talk.signer.first, 0)


def test_a_key_in_the_middle_of_waiting_events_signs_the_later_ones_with_their_own_boot_and_time():
    talk = Talk(cable=True)
    for at in (11, 12):
        talk.box.put(at, 4, b"early")
    talk.heard()
    same(states(talk.say("KEY", key=ONE)), [DONE])
    talk.box.put(13, 4, b"late")
    talk.box.close()
    talk.box = talk.link.outbox = talk.signer.outbox = Outbox("talk")  # a restart: all of it comes again
    talk.link.session = None
    heard = talk.say("WELCOME", proto=2, session=2, accepted=0, unix_ms=0, config=0)
    found = {}
    for name, flags, fields in heard:
        if name == "EVENT":
            found[fields["seq"]] = (flags, fields)
    same(sorted(found), [1, 2, 3])
    for seq in (1, 2):
        same((found[seq][0], found[seq][1]["body"]), (protocol.REPLAYED, b"early"))
    flags, fields = found[3]
    same((flags, fields["t_ms"], fields["boot"]), (protocol.REPLAYED | protocol.SIGNED, 13, 1))
    same(fields["body"], b"late" + talk.signer.tag((3, 13, 1, 4, b"late")))


def test_nothing_the_device_says_holds_the_key():
    talk = Talk(cable=True)
    talk.box.put(1, 4, b"roll")
    talk.port.inbox += protocol.seal("KEY", {"key": ONE})
    talk.port.inbox += protocol.seal("ERR", {"code": formats.number("error", "NO_SESSION"), "detail": b""})
    said = b""
    for _ in range(200):
        talk.ms += 20
        talk.link.poll()
    said = talk.port.out
    assert talk.signer.first == 2
    for part in range(0, 28, 4):
        assert ONE[part + 1 : part + 5] not in said
        assert binascii.hexlify(ONE[part + 1 : part + 5]) not in said


def test_a_full_flash_refuses_the_key_and_the_old_one_holds():
    device = flash.Flash(8)
    mounted(device, fresh=True)
    box = Outbox("/fs/store")
    signer = Signer("/fs/key", NODE, box)
    same(signer.heard({"key": ONE})["status"], DONE)
    check = signer.check
    with open("/fs/fill", "wb") as file:
        try:
            while True:
                file.write(bytes(4096))
                file.flush()
        except OSError:
            pass
    answer = signer.heard({"key": TWO})
    if answer["status"] == NO_ROOM:  # an inline file may still find its place
        same((answer["check"], signer.check), (check, check))
        same(Signer("/fs/key", NODE, box).check, check)
    else:
        same(Signer("/fs/key", NODE, box).check, signer.check)
    box.close()


def test_key_cut_at_every_step_of_the_flash_is_the_old_one_or_the_new_one():
    device = flash.Flash()
    mounted(device, fresh=True)
    box = Outbox("/fs/store", fresh_epoch=7)
    signer = Signer("/fs/key", NODE, box)
    for at in range(3):
        box.put(at, 4, b"early")
    before = bytes(device.image)
    device.done.clear()
    checks, ends = [""], [0]  # what holds after each change, and how many steps were done then
    for key in (ONE, TWO, b"", TWO):
        same(signer.heard({"key": key})["status"], DONE)
        checks.append(signer.check)
        ends.append(len(device.done))
        box.put(9, 4, b"more")
    same(len(set(checks)), 4)  # none, one, two, none, and two from another number on
    steps, cuts = device.done, 0
    box.close()
    for whole, image in images(steps, before):
        mounted(flash.Flash(image=image))
        again = Outbox("/fs/store")
        found = Signer("/fs/key", NODE, again)
        same(again.epoch, 7)
        changes = len([end for end in ends if end <= whole]) - 1
        assert found.check in checks[changes : changes + 2], (whole, found.check, checks)
        if found.first:  # never signs from a number that was given before it
            assert found.first <= again.next_seq, (whole, found.first, again.next_seq)
            same(len(found.tag(event(found.first))), 16)
        assert "key.new" not in os.listdir("/fs"), whole
        again.close()
        cuts += 1
    print("FIGURE key steps", len(steps), "cuts", cuts)
