# Type A tags as ISO/IEC 14443-3 tells: states, anticollision bit by bit, CRC. Frames are lists of bits, low bit first.
#
#     no field ──> IDLE ──REQA/WUPA──> READY ──SELECT──> ACTIVE ──HLTA──> HALT ──WUPA──> READY* (falls back to HALT)
#
# `damage` is what a half-lifted base does: "lost" answers from the second one on, or "garbled" ones.
OFF, IDLE, READY, ACTIVE, HALT = range(5)
LEVELS = (0x93, 0x95, 0x97)


def crc_a(data):
    """CRC_A, bit by bit: polynomial x16 + x12 + x5 + 1 reflected, start 0x6363 (ISO/IEC 14443-3, annex B)."""
    register = 0x6363
    for byte in data:
        for bit in range(8):
            out = (register ^ byte >> bit) & 1
            register = register >> 1 ^ (0x8408 if out else 0)
    return bytes((register & 0xFF, register >> 8))


def bits_of(data, count=None):
    found = [byte >> bit & 1 for byte in data for bit in range(8)]
    return found if count is None else found[:count]


def bytes_of(bits):
    out = bytearray((len(bits) + 7) // 8)
    for at, bit in enumerate(bits):
        out[at // 8] |= bit << at % 8
    return bytes(out)


class Tag:
    def __init__(self, uid, damage=None):
        self.uid, self.damage = uid, damage
        self.state = OFF
        self.halted = False
        self.level = 0
        self.answers = 0

    def parts(self):
        """The four bytes of each cascade level, with the cascade tag where more follows."""
        rest = self.uid
        found = []
        while len(rest) > 4:
            found.append(b"\x88" + rest[:3])
            rest = rest[3:]
        return found + [rest]

    def power(self, on):
        self.state, self.halted, self.answers = (IDLE if on else OFF), False, 0

    def hear(self, bits):
        """The bits it answers, or None."""
        answer = self._answer(bits)
        if answer is not None:
            self.answers += 1
            if self.damage == "lost" and self.answers > 1:
                return None
        return answer

    def _answer(self, bits):
        if self.state == OFF:
            return None
        if len(bits) == 7:
            code = bytes_of(bits)[0]
            if code == 0x52 or (code == 0x26 and self.state == IDLE and not self.halted):
                self.state, self.level = READY, 0
                return bits_of(b"\x44\x00" if len(self.uid) > 4 else b"\x04\x00")
            return self._fall()
        data = bytes_of(bits)
        if self.state == ACTIVE and data == b"\x50\x00" + crc_a(b"\x50\x00"):
            self.state, self.halted = IDLE, True
            return None
        if self.state == READY and len(bits) >= 16 and data[0] == LEVELS[self.level]:
            return self._select(data, bits)
        return self._fall()

    def _select(self, data, bits):
        part = self.parts()[self.level]
        whole = bits_of(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
        if data[1] == 0x70 and len(bits) == 72:
            if data[2:7] != bytes_of(whole) or crc_a(data[:7]) != data[7:]:
                return self._fall()
            more = self.level + 1 < len(self.parts())
            self.level += 1 if more else 0
            self.state = READY if more else ACTIVE
            sak = b"\x04" if more else b"\x00"
            return bits_of(sak + crc_a(sak))
        known = bits[16:]
        if len(known) != ((data[1] >> 4) - 2) * 8 + (data[1] & 7) or whole[: len(known)] != known:
            return self._fall()
        return whole[len(known):]

    def _fall(self):
        self.state = IDLE  # with `halted` set, only WUPA wakes it: HALT
        return None


class Field:
    """The tags over one antenna; `said` is what the reader hears: (bits, place of the first collision or None)."""

    def __init__(self):
        self.tags, self.on = [], False

    def switch(self, on):
        if on != self.on:
            self.on = on
            for tag in self.tags:
                tag.power(on)

    def put(self, tag):
        tag.power(self.on)
        self.tags.append(tag)

    def take(self, uid):
        self.tags = [tag for tag in self.tags if tag.uid != uid]

    def said(self, bits):
        """(bits, first collision from 1 or None, damaged), or None if nobody answered."""
        if not self.on:
            return None
        answers = [(tag, tag.hear(bits)) for tag in self.tags]
        answers = [(tag, answer) for tag, answer in answers if answer is not None]
        if not answers:
            return None
        damaged = any([tag.damage == "garbled" and tag.answers > 1 for tag, _ in answers])
        length = max([len(answer) for _, answer in answers])
        out = []
        for at in range(length):
            values = set([answer[at] for _, answer in answers if at < len(answer)])
            if len(values) > 1:
                return out + [0] * (length - at), at + 1, damaged
            out.append(values.pop())
        return out, None, damaged
