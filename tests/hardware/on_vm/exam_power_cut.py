"""The power goes after every single step of the flash, and in the middle of it: real littlefs in the VM over a model of
the Pico's flash. Nothing committed is missing, nothing is wrong, no number is used twice.

    workload ──> log of steps ──> for each prefix (whole, or with the next step torn): mount, open the outbox, compare

`$CUTS=all` also cuts the recovery of every cut at each of its own steps; otherwise that is done for one in 40.
"""

import os

import flash
import outbox
import update
import vfs
from examine import same
from outbox import Outbox
from slots import Slots

ALL = os.getenv("CUTS") == "all"
TORN = (1, 4, 7)  # eighths


def mounted(device, fresh=False):
    """A file system on /fs."""
    try:
        vfs.umount("/fs")
    except OSError:
        pass
    if fresh:
        vfs.VfsLfs2.mkfs(device, progsize=flash.PAGE)
    vfs.mount(vfs.VfsLfs2(device, progsize=flash.PAGE), "/fs")


def images(steps, before):
    """(how many steps were whole, the flash) for every place where the power can go."""
    image = bytearray(before)
    yield 0, image
    for number, step in enumerate(steps):
        for part in TORN:
            torn = bytearray(image)
            flash.apply(torn, step, part)
            yield number, torn
        flash.apply(image, step)
        yield number + 1, image


def body(seq):
    return bytes((seq & 255, seq >> 8, 1, 2, 3))


class Work:
    """A roll after another into an outbox that is acknowledged now and then, so that its log is cut back twice."""

    def __init__(self, events=110):
        self.device = flash.Flash()
        mounted(self.device, fresh=True)
        self.before = bytes(self.device.image)
        self.device.done.clear()
        self.committed = []  # (steps done when put returned, seq)
        self.acked = []  # (steps done when ack was called, upto)
        box = Outbox("/fs/store")
        self.epoch = box.epoch
        for number in range(events):
            self.committed.append((-1, box.put(1000 + number, 4, body(number + 1))))
            self.committed[-1] = (len(self.device.done), self.committed[-1][1])
            if number % 10 == 9:
                self.acked.append((len(self.device.done), number - 2))
                box.ack(number - 2)
        box.close()
        vfs.umount("/fs")

    def check(self, whole, box):
        """AssertionError if this outbox, found after so many whole steps, lost or invented anything."""
        promised = [seq for steps, seq in self.committed if steps <= whole]
        upto = max([0] + [upto for steps, upto in self.acked if steps <= whole])
        if promised:
            same(box.epoch, self.epoch, whole)
            assert box.next_seq > promised[-1], (whole, box.next_seq, promised[-1])
        there = range(box.oldest, box.next_seq)
        missing = [seq for seq in promised if seq > upto and seq not in there]
        same(missing, [], whole)
        if box.epoch == self.epoch:
            for seq in there:
                event = box.get(seq)
                same((event[0], event[1], event[3], event[4]), (seq, 999 + seq, 4, body(seq)), whole)


def opened(image):
    """(flash, outbox) as they are after power came back."""
    device = flash.Flash(image=image)
    mounted(device)
    return device, Outbox("/fs/store")


def test_outbox_cut_at_every_step_of_the_flash():
    outbox.MAX_LOG = 2000  # so that it is cut back with events in it
    work = Work()
    steps = work.device.done
    cuts = 0
    for whole, image in images(steps, work.before):
        _, box = opened(image)
        work.check(whole, box)
        seq = box.next_seq
        same(box.put(5, 9, b"after"), seq, whole)
        box.close()
        cuts += 1
    assert len(steps) > 300, len(steps)
    same(cuts, 1 + 4 * len(steps))
    print("FIGURE outbox steps", len(steps), "cuts", cuts)


def test_outbox_cut_again_while_it_recovers():
    outbox.MAX_LOG = 2000
    work = Work()
    cuts = 0
    for place, (whole, image) in enumerate(images(work.device.done, work.before)):
        if not ALL and place % 40:
            continue
        before = bytes(image)
        device, box = opened(before)
        box.close()
        for _, again in images(device.done, before):
            _, box = opened(again)
            work.check(whole, box)
            box.close()
            cuts += 1
    assert cuts > 200, cuts
    print("FIGURE recovery cuts", cuts)


def test_choice_of_the_application_cut_at_every_step():
    device = flash.Flash()
    mounted(device, fresh=True)
    os.mkdir("/fs/a")
    with open("/fs/a/manifest", "w") as file:
        file.write("x")
    before = bytes(device.image)
    device.done.clear()
    os.chdir("/fs")
    slots = Slots()
    slots.install("a")
    middle = len(device.done)
    Slots().well()
    os.chdir("/")
    for whole, image in images(device.done, before):
        mounted(flash.Flash(image=image))
        os.chdir("/fs")
        found = Slots()
        os.chdir("/")
        wanted = [("", False), ("a", True), ("a", False)]
        if whole in (0, middle):
            wanted = wanted[:1] if whole == 0 else wanted[1:2]
        assert (found.folder, found.trial) in wanted, (whole, found.folder, found.trial)


FILES = {"node.py": b"print('node')\n" * 30, "drivers/ring.py": b"x = 1\n" * 50, "pins.py": b"RING = 22\n"}


def test_update_cut_at_every_step_is_whole_or_not_there():
    text, data = "tablewright-firmware 1 9\n", b""
    import binascii
    import hashlib

    def digest(part):
        return binascii.hexlify(hashlib.sha256(part).digest()).decode()

    for path in FILES:
        text += "%s %d %s\n" % (digest(FILES[path]), len(FILES[path]), path)
        data += FILES[path]
    head = text.encode()
    device = flash.Flash(64)
    update.SPARE_BYTES = 0
    mounted(device, fresh=True)
    os.mkdir("/fs/a")
    for name in ("manifest", "node.py", "old.py"):  # what an update before left there
        with open("/fs/a/" + name, "w") as file:
            file.write("old")
    before = bytes(device.image)
    device.done.clear()
    os.chdir("/fs")
    taker = update.Update(Slots())
    taker.heard("FW_BEGIN", {"id": 1, "size": len(head + data), "manifest": len(head), "sha256": digest(head)})
    for at in range(0, len(head + data), 200):
        taker.heard("FW_DATA", {"id": 1, "at": at, "part": (head + data)[at : at + 200]})
    same(taker.heard("FW_END", {"id": 1})["status"], update.READY)
    os.chdir("/")
    ran = 0
    for whole, image in images(device.done, before):
        mounted(flash.Flash(image=image))
        os.chdir("/fs")
        slots = Slots()
        same(slots.begin(False), "", whole)
        if slots.folder:
            with open("a/manifest") as file:
                same(file.read(), text, whole)
            for path in FILES:
                with open("a/" + path, "rb") as file:
                    same(file.read(), FILES[path], whole)
            ran += 1
        os.chdir("/")
    assert 1 <= ran < 20, ran
    print("FIGURE update steps", len(device.done))
