# The shipped firmware with its files where a Pico has them: real littlefs over a flash that is kept in the file flash.bin,
# so that the power can go in the middle of any write. What else lies beside that file is put onto the flash first.
#
# Order: cut N     the N-th write or erase from now is done in part, and then there is no power any more
import os
import random

import cable
import flash
import vfs
import world

BLOCKS, IMAGE = 128, "flash.bin"
GIVEN = ("kind", "wifi")
_exit = cable.libc.func("v", "_exit", "i")
CUT = 9  # how the program ends then


class Bytes:
    """A file as the slices of a bytearray."""

    def __init__(self, path):
        self.file = open(path, "r+b")

    def __getitem__(self, place):
        self.file.seek(place.start)
        return self.file.read(place.stop - place.start)

    def __setitem__(self, place, data):
        self.file.seek(place.start)
        self.file.write(data)


class KeptFlash(flash.Flash):
    """A flash that outlives the program, and that the power may leave."""

    def __init__(self, path):
        self.image, self.blocks, self.left = Bytes(path), BLOCKS, 0

    def did(self, step):
        if self.left == 1:
            flash.apply(self.image, step, random.getrandbits(3))
            _exit(CUT)
        self.left = max(self.left - 1, 0)

    def cut(self, words):
        self.left = int(words[0])


def power_on():
    is_new = IMAGE not in os.listdir()
    if is_new:
        with open(IMAGE, "wb") as file:
            for _ in range(BLOCKS):
                file.write(b"\xff" * flash.BLOCK)
    device = KeptFlash(IMAGE)
    if is_new:
        vfs.VfsLfs2.mkfs(device, progsize=flash.PAGE)
    vfs.mount(vfs.VfsLfs2(device, progsize=flash.PAGE), "/flash")
    for name in GIVEN:
        if name in os.listdir():
            with open(name, "rb") as file, open("/flash/" + name, "wb") as kept:
                kept.write(file.read())
            os.remove(name)
    os.chdir("/flash")
    world.orders["cut"] = device.cut


power_on()
__import__("main")
