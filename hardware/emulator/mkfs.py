# Run by the unix port: a littlefs image of the Pico's flash from files: mkfs.py OUT.img FOLDER
import os
import sys

import vfs

SIZE, BLOCK = 1408 * 1024, 4096


class Flash:
    def __init__(self):
        self.image = bytearray(b"\xff" * SIZE)

    def readblocks(self, block, into, offset=0):
        at = block * BLOCK + offset
        into[:] = self.image[at : at + len(into)]

    def writeblocks(self, block, data, offset=0):
        at = block * BLOCK + offset
        self.image[at : at + len(data)] = data

    def ioctl(self, what, block):
        if what == 4:
            return SIZE // BLOCK
        if what == 5:
            return BLOCK
        if what == 6:
            self.image[block * BLOCK : (block + 1) * BLOCK] = b"\xff" * BLOCK
        return 0


def copy(source, target):
    for name in os.listdir(source):
        path = source + "/" + name
        if os.stat(path)[0] & 0x4000:
            if name != "__pycache__":
                os.mkdir(target + "/" + name)
                copy(path, target + "/" + name)
        else:
            with open(path, "rb") as old, open(target + "/" + name, "wb") as new:
                new.write(old.read())


flash = Flash()
vfs.VfsLfs2.mkfs(flash, progsize=256)
vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/fs")
copy(sys.argv[2], "/fs")
vfs.umount("/fs")
with open(sys.argv[1], "wb") as out:
    out.write(flash.image)
