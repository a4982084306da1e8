"""What broke in the field for others and can meet a device of ours, one test for each, named after what was seen.

Elsewhere: file system lost on a power cut, exam_power_cut; 64-byte packets, exam_damage; a program that falls or hangs,
test_nodes; several readers on one MISO, readers that hang, garbled is not gone, exam_mfrc522, exam_pn532, exam_mat_app.
Rows of the host (ports, brokers, wills, tablets) are not here.
"""

import clock as clock_file
import flash
import formats
import protocol
import vfs
from examine import refused, same
from link import Link
from outbox import Outbox
from window import Window


class Port:
    """A port whose write takes as much as `room` says: a number, or None for a port that is not there."""

    def __init__(self):
        self.inbox, self.out, self.room = b"", b"", 10**9

    def read(self, size):
        data, self.inbox = self.inbox[:size], self.inbox[size:]
        return data or None

    def write(self, data):
        if self.room is None:
            return None
        taken = data[: self.room]
        self.out += taken
        return len(taken)


class Table:
    """A device's link with a clock in the test's hand."""

    number = 0

    def __init__(self, events=0):
        Table.number += 1
        self.ms, self.port = 0, Port()
        self.box = Outbox("field%d" % Table.number)
        for at in range(events):
            self.box.put(at, 4, b"roll")
        self.link = Link(self.port, self.box, {"node": "t", "fw": "0", "hw": "t", "caps": ""}, self)
        self.decoder = protocol.Decoder()

    def now(self):
        return self.ms

    def run(self, ms):
        for _ in range(ms // 2):
            self.ms += 2
            self.link.poll()
        said, self.port.out = self.port.out, b""
        return [(name, fields) for name, _, fields in self.decoder.feed(said)]

    def hear(self, name, **fields):
        self.port.inbox += protocol.seal(name, fields)

    def welcome(self, session=1, accepted=0):
        self.hear("WELCOME", proto=2, session=session, accepted=accepted, unix_ms=0, config=0)


def seqs(said):
    return [fields["seq"] for name, fields in said if name == "EVENT"]


def test_bytes_in_the_kernel_buffer_at_unplug_are_gone_and_sent_again():
    table = Table(events=3)
    table.welcome()
    same(seqs(table.run(10)), [1, 2, 3])  # on their way when the plug is pulled: nobody got them
    same(table.box.count, 3)
    table.welcome(session=2)
    same(seqs(table.run(10)), [1, 2, 3])
    table.hear("ACK", epoch=table.box.epoch, upto=3, map=0)
    table.run(10)
    same(table.box.count, 0)


def test_opening_the_port_resets_the_board_and_hello_says_so():
    table = Table(events=2)
    first = [fields for name, fields in table.run(10) if name == "HELLO"][0]
    table.box.close()
    again = Outbox("field%d" % Table.number)
    same((again.boot, again.epoch, again.count), (first["boot"] + 1, first["epoch"], 2))
    again.close()


def test_a_write_that_is_discarded_or_blocked_loses_no_event():
    for room in (None, 0, 1, 7):
        table = Table(events=4)
        table.welcome()
        table.run(4)
        table.port.room = room
        table.run(3000)  # the host stopped reading
        table.port.room = 10**9
        found = seqs(table.run(1200))
        same(set(found), {1, 2, 3, 4}, room)
        same(table.box.count, 4, room)


def test_ctrl_c_inside_a_frame_is_a_byte_like_any_other():
    table = Table()
    table.welcome()
    table.run(10)
    table.hear("TIME_Q", t1=0x0303030303030303)
    same([fields["t1"] for name, fields in table.run(4) if name == "TIME_A"], [0x0303030303030303])


def test_a_host_of_the_version_before_is_understood_and_understands():
    table = Table(events=1)
    table.hear("WELCOME", proto=1, session=1, accepted=0, unix_ms=0, config=0)
    same(seqs(table.run(10)), [1])


def test_a_host_of_a_version_nobody_knows_is_told_so():
    for proto in (0, 3, 255):
        table = Table(events=1)
        table.hear("WELCOME", proto=proto, session=1, accepted=0, unix_ms=0, config=0)
        said = table.run(10)
        same(seqs(said), [])
        codes = [fields["code"] for name, fields in said if name == "ERR"]
        same(codes, [formats.number("error", "WRONG_VERSION")])


def test_a_frame_of_an_unknown_type_and_an_order_of_an_unknown_kind_change_nothing():
    table = Table(events=1)
    table.welcome()
    table.run(10)
    raw = b"\x6e\x00what is this"
    import binascii

    crc = binascii.crc32(raw) & 0xFFFFFFFF
    table.port.inbox += protocol.stuff(raw + bytes((crc & 255, crc >> 8 & 255, crc >> 16 & 255, crc >> 24))) + b"\0"
    table.run(10)
    same((table.link.ways[0].decoder.unknown, table.link.ways[0].decoder.bad), (1, 0))


def test_an_acknowledgement_of_another_epoch_or_of_the_future_takes_nothing_off():
    table = Table(events=3)
    table.welcome()
    table.run(10)
    table.hear("ACK", epoch=table.box.epoch ^ 1, upto=3, map=0)
    table.hear("ACK", epoch=table.box.epoch, upto=9, map=0)
    table.run(10)
    same(table.box.count, 3)


def test_an_order_that_comes_too_late_is_not_obeyed():
    table = Table()
    table.welcome()
    table.run(10)
    table.hear("CMD", id=1, ttl_ms=500, kind=1, body=b"\2")
    table.ms += 600  # the loop was busy: the frame lay in the buffer
    same([fields for name, fields in table.run(2) if name == "CMD_ACK"], [{"id": 1, "status": 2}])


def test_ticks_that_wrap_after_12_days_count_on():
    class Ticks:
        value = (1 << 30) - 100

        def ticks_ms(self):
            return self.value

        def ticks_diff(self, one, other):
            return ((one - other + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29)

    real, clock_file.time = clock_file.time, Ticks()
    try:
        made = clock_file.Clock()
        for _ in range(5):
            clock_file.time.value = (clock_file.time.value + 60) & ((1 << 30) - 1)
            last = made.now()
        same(last, 300)
    finally:
        clock_file.time = real


def test_a_window_of_frames_fits_the_input_ring_of_the_board():
    part = len(protocol.seal("FW_DATA", {"id": 1, "at": 1 << 20, "part": b"\xff" * 200}))
    assert 4 * part <= 1024 - 2 * 30, part  # four parts of an update and two small frames


def test_a_session_that_hears_nothing_for_10_s_says_hello_again():
    table = Table(events=1)
    table.welcome()
    table.run(10)
    said = table.run(11000)
    assert "HELLO" in [name for name, _ in said]


def test_resends_wait_longer_each_time_up_to_half_a_second():
    window = Window()
    sent = [now for now in range(0, 4000, 10) if window.due(now, 1, 2)]
    gaps = [after - before for before, after in zip(sent, sent[1:])]
    same((gaps[0], max(gaps)), (200, 500))


def churn(device):
    """An outbox that is written and cut back until the file system has been all over the flash."""
    try:
        vfs.umount("/field")
    except OSError:
        pass
    vfs.VfsLfs2.mkfs(device, progsize=flash.PAGE)
    vfs.mount(vfs.VfsLfs2(device, progsize=flash.PAGE), "/field")
    box = Outbox("/field/store")
    for number in range(400):
        seq = box.put(number, 4, b"0123456789")
        box.ack(seq - 5)
    box.close()
    again = Outbox("/field/store")
    found = [again.get(seq)[4] for seq in range(again.oldest, again.next_seq)]
    again.close()
    vfs.umount("/field")
    return found[-5:]


def test_flash_is_programmed_in_pages_of_256_into_erased_bytes_only():
    device = flash.Flash(24)
    same(churn(device), [b"0123456789"] * 5)
    writes = [step for step in device.done if step[2] is not None]
    same({len(step[2]) % 256 for step in writes} | {step[1] % 256 for step in writes}, {0})


def test_a_full_flash_refuses_new_events_and_keeps_the_old_ones():
    for blocks in (8, 9, 11, 16):
        device = flash.Flash(blocks)
        vfs.VfsLfs2.mkfs(device, progsize=flash.PAGE)
        vfs.mount(vfs.VfsLfs2(device, progsize=flash.PAGE), "/full")
        box = Outbox("/full/store")
        refusals = kept = 0
        while refusals < 20:
            if box.put(kept, 4, b"0123456789") is None:
                refusals += 1
                same(box.full, True)
            else:
                kept += 1
        assert kept > 50, (blocks, kept)
        box.close()
        again = Outbox("/full/store")  # nothing that was numbered is missing
        same([again.get(seq)[1] for seq in range(1, again.next_seq)], list(range(kept)), blocks)
        again.ack(kept)
        assert again.put(kept, 4, b"room again") == kept + 1, blocks
        same(again.full, False)
        again.close()
        vfs.umount("/full")
        device.done.clear()  # megabytes by now


def test_a_flash_layer_that_erases_before_each_write_would_be_noticed():  # littlefs #748: the control of the test above
    class Wrong(flash.Flash):
        def writeblocks(self, block, data, offset=0):
            self.image[block * flash.BLOCK : (block + 1) * flash.BLOCK] = b"\xff" * flash.BLOCK
            flash.Flash.writeblocks(self, block, data, offset)

    refused(Exception, churn, Wrong(24))


def test_a_light_that_does_not_change_is_not_written_again():  # LEDs that flicker beside a radio
    from drivers.ring import Ring

    ring = Ring(22, 8, 350, 4)
    writes = []
    ring._pixels.write = lambda: writes.append(1)
    ring.show("HIT", 0, 0, 2)
    for now in range(0, 10000, 40):
        ring.draw(now, False)
    same(len(writes), 1)
