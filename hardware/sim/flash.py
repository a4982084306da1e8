# NOR flash as littlefs sees it on a Pico: blocks of 4096 bytes that are erased to ones, programmed in pages of 256 that
# only clear bits, never written without an erase before. It keeps a log of what was done, so that a test can say how
# the flash looks when the power went after any of it, or in the middle.
BLOCK, PAGE = 4096, 256


class Flash:
    def __init__(self, blocks=24, image=None):
        self.image = bytearray(image) if image else bytearray(b"\xff" * (blocks * BLOCK))
        self.blocks = len(self.image) // BLOCK
        self.done = []  # (block, offset, bytes), or (block, None, None) for an erase

    def readblocks(self, block, into, offset=0):
        at = block * BLOCK + offset
        into[:] = self.image[at : at + len(into)]

    def writeblocks(self, block, data, offset=0):
        assert offset % PAGE == 0 and len(data) % PAGE == 0, "a part of a page"
        at = block * BLOCK + offset
        before = self.image[at : at + len(data)]
        for place in range(len(data)):
            assert data[place] & ~before[place] & 0xFF == 0, "a bit set without an erase"
        self.did((block, offset, bytes(data)))
        self.image[at : at + len(data)] = data

    def ioctl(self, what, block):
        if what == 4:
            return self.blocks
        if what == 5:
            return BLOCK
        if what == 6:
            self.did((block, None, None))
            self.image[block * BLOCK : (block + 1) * BLOCK] = b"\xff" * BLOCK
        return 0

    def did(self, step):
        """Note what is done next."""
        self.done.append(step)


def apply(image, step, part=None):
    """Do one step of a log to an image; `part` of 8 eighths of it, the rest is as if the power went."""
    block, offset, data = step
    at = block * BLOCK + (offset or 0)
    size = BLOCK if data is None else len(data)
    end = at + (size if part is None else size * part // 8)
    image[at:end] = b"\xff" * (end - at) if data is None else data[: end - at]
