"""The way by radio: what it takes to come in survives every cut, packets in pieces, what came too late, a full line."""

import binascii
import os
import struct

import flash
import formats
from air import DONE, REFUSED, Air
from exam_power_cut import images, mounted
from examine import same
from mqtt import GATHER, PROVING, READY, ROOM, SILENT_MS, WAITING, Mqtt
from sealed import read_whole

NODE = "tower-9f3a12c4"
DOWN, HERE = b"tw/wire/radio-tower-9f3a12c4/down", b"tw/wire/radio-tower-9f3a12c4/here"
ONE = {"ssid": "one", "password": "correct horse", "host": "192.168.1.20", "port": 1883, "secret": "s1"}
TWO = dict(ONE, ssid="two", password="battery staple")
NONE = {"ssid": "", "password": "", "host": "", "port": 0, "secret": ""}


class Clock:
    ms = 0

    def now(self):
        return self.ms


class Socket:
    """A socket in the hand of the test: `inbox` in pieces, `room` bytes until it is full."""

    def __init__(self, room=100000):
        self.inbox = []
        self.out = b""
        self.room = room
        self.is_closed = False

    def readinto(self, buffer):
        if not self.inbox:
            return None
        piece = self.inbox.pop(0)
        buffer[: len(piece)] = piece
        return len(piece)

    def write(self, data):
        taken = bytes(data[: self.room])
        if not taken:
            return None
        self.out, self.room = self.out + taken, self.room - len(taken)
        return len(taken)

    def close(self):
        self.is_closed = True


def client(state=READY, room=100000):
    mqtt = Mqtt(("127.0.0.1", 1), "radio-" + NODE, "secret")
    mqtt._socket, mqtt._state, mqtt.why = Socket(room), state, ""
    mqtt._heard_at = mqtt._ping_at = 0
    mqtt._until, mqtt._mark = 3000, b"abc"
    return mqtt


def publish(topic, payload, kind=0x30):
    body = struct.pack(">H", len(topic)) + topic + payload
    size = bytes((len(body),)) if len(body) < 128 else bytes((len(body) & 127 | 128, len(body) >> 7))
    return bytes((kind,)) + size + body


def stamped(ms, data):
    return struct.pack("<I", ms & 0xFFFFFFFF) + data


def test_it_is_told_and_forgets_and_the_same_again_changes_nothing():
    air = Air("wifi", NODE, Clock())
    same((air.is_set, air.why), (False, "wifi-unset"))
    same(air.heard(ONE)["status"], DONE)
    first = air._mqtt
    same(air.heard(ONE)["status"], DONE)
    assert air._mqtt is first
    air.heard(TWO)
    assert air._mqtt is not first
    same(Air("wifi", NODE, Clock()).is_set, True)
    same((air.heard(NONE), air.is_set), ({"status": DONE, "why": "wifi-unset", "signal": 0}, False))
    same(air.heard(NONE)["status"], DONE)
    assert "wifi" not in os.listdir()


def test_what_is_no_address_is_refused_and_the_old_one_holds():
    air = Air("wifi", NODE, Clock())
    air.heard(ONE)
    for wrong in ("", "host.local", "1.2.3", "1.2.3.4.5", "1.2.3.256", "a.b.c.d"):
        same(air.heard(dict(TWO, host=wrong))["status"], REFUSED, wrong)
    same(air.heard(dict(TWO, port=0))["status"], REFUSED)
    same(read_whole("wifi"), formats.pack("frame", "WIFI", ONE))
    air.heard(NONE)


def test_told_and_cut_at_every_step_of_the_flash_it_has_the_old_or_the_new_one():
    device = flash.Flash()
    mounted(device, fresh=True)
    before = bytes(device.image)
    air = Air("/fs/wifi", NODE, Clock())
    device.done.clear()
    states, ends = [None], [0]  # what holds after each change, and how many steps were done then
    for fields in (ONE, TWO, NONE, TWO):
        same(air.heard(fields)["status"], DONE)
        states.append(formats.pack("frame", "WIFI", fields) if fields["ssid"] else None)
        ends.append(len(device.done))
    steps, cuts = device.done, 0
    for whole, image in images(steps, before):
        mounted(flash.Flash(image=image))
        found = read_whole("/fs/wifi")
        changes = len([end for end in ends if end <= whole]) - 1
        assert found in states[changes : changes + 2], (whole, found)
        assert "wifi.new" not in os.listdir("/fs"), whole
        cuts += 1
    print("FIGURE wifi steps", len(steps), "cuts", cuts)


def test_packets_come_whole_in_any_pieces():
    for size in (1, 2, 7, 256):
        mqtt = client()
        stream = publish(DOWN, stamped(5, b"first")) + b"\xd0\0" + publish(DOWN, stamped(6, b"x" * 200))
        mqtt._socket.inbox = [stream[at : at + size] for at in range(0, len(stream), size)]
        got = b""
        for now in range(300):
            mqtt.step(now, True)
            got += mqtt.read(64) or b""
        same(got, b"first" + b"x" * 200, size)


def test_what_is_not_for_us_is_passed_over_and_what_is_no_mqtt_ends_it():
    mqtt = client()
    mqtt._socket.inbox = [
        publish(b"tw/wire/radio-other/down", stamped(1, b"no")),
        publish(DOWN, b"1234"),
        publish(HERE, b"old"),
    ]
    mqtt.step(1, True)
    same((mqtt.read(99), mqtt.why), (None, ""))
    for junk in (b"\x30\xff\xff\xff\xff\x01", b"\x30\xff\xff\x7f"):
        mqtt = client()
        sock = mqtt._socket
        sock.inbox = [junk]
        mqtt.step(1, True)
        same((sock.is_closed, mqtt.why), (True, "broker-rules"))


def test_the_birth_opens_and_the_probe_closes():
    mqtt = client(PROVING)
    mqtt.why = "broker-gone"
    mqtt._socket.inbox = [publish(HERE, b"other", 0x31), publish(HERE, b"abc", 0x31)]
    mqtt.step(1, True)
    same((mqtt.why, mqtt.write(b"frame")), ("", 5))
    mqtt = client(PROVING)
    mqtt._socket.inbox = [publish(DOWN, b"?abc"), publish(HERE, b"abc")]
    mqtt.step(1, True)
    same((mqtt.why, mqtt.write(b"frame")), ("broker-rules", 0))


def test_a_line_that_takes_nothing_refuses_whole_frames_and_ends_after_the_silence():
    mqtt = client(room=100)
    sock, taken = mqtt._socket, 0
    for now in range(200):
        took = mqtt.write(b"f" * 50)
        assert took in (0, 50)
        taken += took
        mqtt.step(now, True)
    assert GATHER < taken <= ROOM + 200, taken
    same((len(sock.out), sock.is_closed), (100, False))
    mqtt.step(SILENT_MS, True)
    same((sock.is_closed, mqtt.why, mqtt.write(b"f")), (True, "broker-gone", 0))


def test_more_than_anybody_reads_is_dropped_and_not_kept():
    mqtt = client()
    mqtt._socket.inbox = [publish(DOWN, stamped(1, b"%d" % number)) for number in range(20)]
    for now in range(10):
        mqtt.step(now, True)
    got = []
    while True:
        data = mqtt.read(99)
        if data is None:
            break
        got.append(data)
    same(got, [b"%d" % number for number in range(WAITING)])


def late(mqtt, now, stamp):
    mqtt._payloads = []
    mqtt._socket.inbox = [publish(DOWN, stamped(stamp, b"x"))]
    mqtt._heard_at = mqtt._ping_at = now
    mqtt.step(now, True)
    mqtt.read(9)
    return mqtt.late


def test_what_was_stuck_on_the_way_is_late_by_that_much():
    mqtt = client()
    same([late(mqtt, 1000, 500), late(mqtt, 1100, 595), late(mqtt, 1200, 705)], [0, 4, 0])
    same(late(mqtt, 5200, 1205), 3500 - 62)  # the clocks may have drifted by 1.5 per cent of the time between
    same(late(mqtt, 5300, 4805), 0)


def test_the_hosts_clock_may_wrap_jump_and_drift():
    mqtt = client()
    same([late(mqtt, 1000, 0xFFFFFF00), late(mqtt, 2000, 0xFFFFFF00 + 1000)], [0, 0])
    mqtt.renew()  # another host: another clock
    same(late(mqtt, 2100, 17), 0)
    for hour in range(1, 50):  # 100 parts in a million
        assert late(mqtt, 2100 + hour * 3600000, 17 + hour * (3600000 - 360)) == 0
    assert late(mqtt, 2100 + 50 * 3600000, 17 + 50 * (3600000 - 360) + 900000) == 0  # it jumps ahead: not late


def test_without_a_network_the_line_ends_at_once():
    mqtt = client()
    sock = mqtt._socket
    mqtt.step(1, False)
    same((sock.is_closed, mqtt.why, binascii.hexlify(mqtt._out)), (True, "broker-gone", b""))
