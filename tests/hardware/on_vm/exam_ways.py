"""One device, two ways to a host: a cable and the radio. One outbox, one sequence; secrets over the cable alone."""

import binascii
import hashlib
import os
import struct

import formats
import protocol
from examine import same
from link import Link
from outbox import Outbox
from signer import REFUSED, Signer

NODE = "tower-9f3a12c4"
KEY = bytes(range(32))


class Port:
    late = 0

    def __init__(self):
        self.inbox, self.out, self.renewed = b"", b"", 0
        self.why, self.is_set = "", True
        self.told = []
        self.dozes = []

    def read(self, size):
        data, self.inbox = self.inbox[:size], self.inbox[size:]
        return data or None

    def write(self, data):
        self.out += data
        return len(data)

    def renew(self):
        self.renewed += 1

    def heard(self, fields):
        self.told.append(fields)
        return self.state()

    def signal(self):
        return 61

    def doze(self, on):
        if self.dozes[-1:] != [on]:
            self.dozes.append(on)

    def state(self, status=0):
        return {"status": status, "why": self.why, "signal": 61}


class Update:
    heard_of = 0

    def heard(self, name, fields, by_air=False, may=True):
        self.heard_of += 1
        self.last = (name, by_air, may)
        return {"id": 1, "at": 0, "status": 0}


class Talk:
    """A link on the bench, with both far ends in hand."""

    def __init__(self):
        for name in ("log", "base", "boot"):
            try:
                os.remove("ways/" + name)
            except OSError:
                pass
        self.ms = 0
        self.cable = Port()
        self.air = Port()
        self.update = Update()
        self.box = Outbox("ways")
        about = {"node": NODE, "fw": "0", "hw": "t", "caps": ""}
        self.link = Link(self.cable, self.box, about, self, self.update, Signer("key", NODE, self.box), True, self.air)

    def now(self):
        return self.ms

    def go(self, ms=200):
        """What both ends hear meanwhile, as two lists of (name, flags, fields)."""
        for _ in range(ms // 20):
            self.ms += 20
            self.commands = self.link.poll()
        return self.said(self.cable), self.said(self.air)

    def said(self, port):
        out, port.out = port.out, b""
        return protocol.Decoder().feed(out)

    def say(self, way, name, **fields):
        way.inbox += protocol.seal(name, fields)

    def welcome(self, port, session=1, accepted=0):
        self.say(port, "WELCOME", proto=2, session=session, accepted=accepted, unix_ms=0, config=0)
        return self.go()


def names(heard):
    return [one[0] for one in heard]


def numbers(heard):
    return [fields["seq"] for name, _, fields in heard if name == "EVENT"]


def test_it_greets_on_both_ways_until_somebody_welcomes_it():
    talk = Talk()
    cable, air = talk.go(1100)
    same((names(cable), names(air)), (["HELLO"] * 3, ["HELLO"] * 3))
    same(cable[-1][2], air[-1][2])
    _, air = talk.welcome(talk.air)
    assert "TELE" in names(air) and "HELLO" not in names(air)
    same(talk.air.renewed, 1)


def test_events_go_the_way_of_the_last_welcome_and_what_was_not_acknowledged_goes_again():
    talk = Talk()
    talk.box.put(1, 4, b"one")
    talk.box.put(2, 4, b"two")
    cable, air = talk.welcome(talk.air)
    same((numbers(cable), sorted(set(numbers(air)))), ([], [1, 2]))
    talk.say(talk.air, "ACK", epoch=talk.box.epoch, upto=1, map=0)
    talk.go()
    cable, air = talk.welcome(talk.cable, session=2, accepted=1)
    same((sorted(set(numbers(cable))), numbers(air)), ([2], []))
    talk.box.put(3, 4, b"three")
    cable, air = talk.go(600)
    same((sorted(set(numbers(cable))), numbers(air)), ([2, 3], []))


def test_a_cable_that_asks_is_greeted_and_the_talk_by_radio_goes_on_until_it_welcomes():
    talk = Talk()
    talk.welcome(talk.air)
    talk.say(talk.cable, "ERR", code=1, detail=b"")
    cable, air = talk.go()
    same(names(cable), ["HELLO"])
    assert "HELLO" not in names(air) and talk.link.session == 1
    talk.welcome(talk.cable, session=2)
    same(talk.link.session, 2)


def test_the_radio_does_not_interrupt_a_cable_in_use_and_is_heard_when_the_cable_is_silent():
    talk = Talk()
    talk.welcome(talk.cable, session=2)
    for _ in range(5):
        talk.say(talk.cable, "TIME_Q", t1=1)
        talk.say(talk.air, "ERR", code=1, detail=b"")
        talk.say(talk.air, "WELCOME", proto=2, session=9, accepted=0, unix_ms=0, config=0)
        _, air = talk.go(1000)
        same((names(air), talk.link.session), ([], 2))
    talk.go(3200)
    talk.say(talk.air, "ERR", code=1, detail=b"")
    _, air = talk.go()
    same(names(air), ["HELLO"])
    talk.welcome(talk.air, session=9)
    same(talk.link.session, 9)


def test_secrets_come_over_the_cable_alone():
    talk = Talk()
    wifi = {"ssid": "n", "password": "p", "host": "1.2.3.4", "port": 1, "secret": "s"}
    talk.welcome(talk.air)
    talk.say(talk.air, "WIFI", **wifi)
    talk.say(talk.air, "KEY", key=bytes(32))
    _, air = talk.go()
    same([fields["status"] for name, _, fields in air if name == "KEY_STATE"], [REFUSED])
    same((talk.air.told, talk.link.signer.first), ([], 0))
    talk.welcome(talk.cable, session=2)
    talk.say(talk.cable, "WIFI", **wifi)
    cable, _ = talk.go()
    same(talk.air.told, [wifi])
    assert "WIFI_STATE" in names(cable)


def begun(talk, way, boot=None, key=KEY, **other):
    """(by radio, may) as the update was told at a FW_BEGIN with a tag for that start."""
    fields = dict({"id": 7, "size": 9000, "manifest": 500, "sha256": "ab" * 32}, **other)
    words = struct.pack("<IIIH", boot or talk.box.boot, fields["id"], 9000, 500) + b"ab" * 32
    node = bytes((len(NODE),)) + NODE.encode()
    tag = hmac(key, bytes((0x60,)) + node + words)[:16] if key else b""
    talk.say(way, "FW_BEGIN", tag=binascii.hexlify(tag).decode(), **fields)
    talk.go()
    return talk.update.last[1:]


def hmac(key, text):
    """By RFC 2104."""
    inner, outer = [bytes([byte ^ mask for byte in key + bytes(64 - len(key))]) for mask in (0x36, 0x5C)]
    return hashlib.sha256(outer + hashlib.sha256(inner + text).digest()).digest()


def test_an_update_by_radio_begins_with_the_keys_tag_for_this_start_alone():
    talk = Talk()
    talk.welcome(talk.air)
    same(begun(talk, talk.air), (True, False))  # it has no key: nobody can prove anything
    talk.link.signer.heard({"key": KEY})
    same(begun(talk, talk.air), (True, True))
    same(begun(talk, talk.air, key=b""), (True, False))
    same(begun(talk, talk.air, key=bytes(32)), (True, False))
    same(begun(talk, talk.air, boot=talk.box.boot + 1), (True, False))  # of another start: recorded, and said again
    same(begun(talk, talk.air, id=8), (True, True))
    talk.say(talk.air, "FW_BEGIN", id=8, size=9000, manifest=501, sha256="ab" * 32, tag="00" * 16)
    talk.go()
    same(talk.update.last, ("FW_BEGIN", True, False))
    talk.welcome(talk.cable, session=2)
    same(begun(talk, talk.cable, key=b""), (False, True))
    talk.link.signer.heard({"key": b""})


def test_no_update_begins_while_a_roll_is_under_way():
    talk = Talk()
    talk.welcome(talk.cable)
    busy = [True]
    talk.link.is_busy = lambda: busy[0]
    same(begun(talk, talk.cable, key=b""), (False, False))
    busy[0] = False
    same(begun(talk, talk.cable, key=b""), (False, True))


def test_the_cable_hears_of_every_change_of_the_radio_and_the_radio_does_not():
    talk = Talk()
    talk.air.why = "wifi-joining"
    cable, _ = talk.welcome(talk.cable)
    same([fields["why"] for name, _, fields in cable if name == "WIFI_STATE"], ["wifi-joining"])
    talk.air.why = "wifi-password"
    cable, _ = talk.go()
    same([fields["why"] for name, _, fields in cable if name == "WIFI_STATE"], ["wifi-password"])
    same([name for name in names(talk.go()[0]) if name == "WIFI_STATE"], [])


def test_an_order_that_was_under_way_too_long_is_not_obeyed():
    talk = Talk()
    talk.welcome(talk.air)
    order = {"id": 5, "ttl_ms": 1000, "kind": formats.number("command", "RING"), "body": b"\1"}
    talk.air.late = 1200
    talk.say(talk.air, "CMD", **order)
    _, air = talk.go(20)
    same([fields["status"] for name, _, fields in air if name == "CMD_ACK"], [formats.number("status", "EXPIRED")])
    talk.air.late = 300
    talk.say(talk.air, "CMD", **dict(order, id=6))
    talk.go(20)
    same([one[0] for one in talk.commands], [6])


def test_it_is_lost_when_somebody_expects_it_by_radio_and_no_host_is_there():
    talk = Talk()
    talk.go(2000)
    same(talk.link.is_lost, False)
    talk.go(2000)
    same(talk.link.is_lost, True)
    talk.air.is_set = False  # never told how to come in: nobody waits for it there
    same(talk.link.is_lost, False)
    talk.air.is_set = True
    talk.welcome(talk.cable)
    same(talk.link.is_lost, False)
    talk.go(4000)  # the cable is pulled
    talk.welcome(talk.air, 8)
    same(talk.link.is_lost, False)
    talk.air.why = "wifi-away"  # the session may still come back; until then nobody hears it
    talk.go(2000)
    same(talk.link.is_lost, False)
    talk.go(2000)
    same(talk.link.is_lost, True)


def test_on_a_cell_the_radio_sleeps_between_rolls_and_an_order_or_an_event_wakes_it():
    talk = Talk()
    talk.welcome(talk.air)
    talk.go(6000)
    same(talk.air.dozes, [])  # on a charger or a cable it stays awake
    talk.link.battery = lambda: 3812
    talk.go(20)
    same(talk.air.dozes, [True])
    talk.say(talk.air, "CMD", id=5, ttl_ms=3000, kind=1, body=b"\2")
    talk.go(20)
    same(talk.air.dozes, [True, False])
    same(len(talk.commands), 1)
    talk.go(6000)
    same(talk.air.dozes, [True, False, True])
    talk.box.put(talk.ms, 1, b"")
    heard = []
    for _ in range(30):  # unacknowledged: it stays awake and says it again
        heard += [name for name, _, _ in talk.go(200)[1]]
    same(talk.air.dozes[3:], [False])
    assert heard.count("EVENT") > 2
