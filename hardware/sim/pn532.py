# A model of the PN532 at its frames (UM0701-02): SPI with the low bit first, a status byte, ACK, checksums, and the five
# commands a reader of tags uses. The anticollision it does inside is not played out: its field lists tags by state.
#
# Faults: dead, floating, hang (never ready until RSTPD_N is pulled), damage_next (so many answers with a wrong sum).
from tags import Field

TURN = [sum([(byte >> bit & 1) << 7 - bit for bit in range(8)]) for byte in range(256)]
ACK = b"\x00\x00\xff\x00\xff\x00"


class Pn532:
    def __init__(self):
        self.field = Field()
        self.dead = self.floating = self.hang = self.powered = False
        self.damage_next = 0
        self.commands = []
        self.pulled()

    def pulled(self):
        self.powered = self.hang = False
        self.field.switch(False)
        self.sam = False
        self.halted, self.listed, self.last = set(), [], b""
        self.replies = []
        self.mode, self.taken = None, bytearray()

    def released(self):
        self.powered = True

    # -- the SPI side
    def begin(self):
        self.mode, self.taken = None, bytearray()

    def end(self):
        if self.mode == 1 and self.taken:
            self._frame(bytes(self.taken))
        if self.mode == 3 and self.reading:
            self.replies.pop(0)
        self.mode = None

    def exchange(self, byte):
        if self.floating:
            return 0xFF
        if self.dead or not self.powered or self.hang:
            return 0x00
        return TURN[self._exchange(TURN[byte])]

    def _exchange(self, byte):
        if self.mode is None:
            self.mode, self.at, self.reading = byte, 0, False
            return 0
        if self.mode == 1:
            self.taken.append(byte)
        elif self.mode == 2:
            return 1 if self.replies else 0
        elif self.mode == 3 and self.replies:
            self.reading = True
            self.at += 1
            return self.replies[0][self.at - 1] if self.at <= len(self.replies[0]) else 0
        return 0

    def _frame(self, raw):
        if raw == b"\x00\x00\xff\xff\x00\x00":  # say that again
            self.replies = [self._out(self.last)]
            return
        size = raw[3]
        data = raw[5 : 5 + size]
        if raw[:3] != b"\x00\x00\xff" or (size + raw[4]) & 0xFF or (sum(data) + raw[5 + size]) & 0xFF or data[0] != 0xD4:
            return  # not a frame: no answer
        self.commands.append(data[1])
        self.last = self._obey(data[1], data[2:])
        self.replies = [ACK, self._out(self.last)]

    def _out(self, data):
        if not data:
            return b"\x00\x00\xff\x01\xff\x7f\x81\x00"
        raw = bytes((0xD5,)) + data
        check = -sum(raw) & 0xFF
        if self.damage_next:
            self.damage_next -= 1
            check ^= 0x10
        return b"\x00\x00\xff" + bytes((len(raw), -len(raw) & 0xFF)) + raw + bytes((check, 0))

    def _obey(self, code, data):
        if code == 0x14:
            self.sam = True
        elif not self.sam:
            return b""
        elif code == 0x32 and data[0] == 1:
            self.field.switch(bool(data[1] & 1))
            if not self.field.on:
                self.halted = set()
        elif code == 0x44:
            self.halted |= set(self.listed)
            return bytes((code + 1, 0))
        elif code == 0x4A:
            self.field.switch(True)
            tags = [tag for tag in self.field.tags if tag.uid not in self.halted and not tag.damage][: data[0]]
            self.listed = [tag.uid for tag in tags]
            out = bytes((code + 1, len(tags)))
            for number, tag in enumerate(tags):
                out += bytes((number + 1, 0, 0x44, 0, len(tag.uid))) + tag.uid
            return out
        elif code not in (0x12, 0x32):
            return b""
        return bytes((code + 1,))
