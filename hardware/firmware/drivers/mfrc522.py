# MFRC522 on SPI: who lies on it. Register numbers from the data sheet (MFRC522, rev. 3.9, section 9), the talk with the
# tags from ISO/IEC 14443-3 (type A, section 6).
#
#     reset line up ─> settings ─> field on, 5 ms ─> WUPA ─> cascade of SELECTs ─> HALT ─> REQA ─> ... nobody ─> down
#
# Between two scans the chip is held in reset: one field at a time, every tag starts afresh, and a chip that lost its
# settings cannot go on unnoticed. A chip that does not release MISO needs the gate of hardware/wiring.
import time

from machine import Pin

from drivers.fault import RESET, SILENT, STRANGE, STUCK, Fault

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
CONTROL, BIT_FRAMING, COLL, MODE, TX_CONTROL, TX_ASK = 0x0C, 0x0D, 0x0E, 0x11, 0x14, 0x15
RF_CFG, T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, VERSION = 0x26, 0x2A, 0x2B, 0x2C, 0x2D, 0x37
IDLE, TRANSCEIVE = 0x00, 0x0C
SETTINGS = (
    (T_MODE, 0x80),  # the timer starts by itself when a frame was sent
    (T_PRESCALER, 0xA9),  # 25 us a tick
    (T_RELOAD_HIGH, 0),
    (T_RELOAD_LOW, 200),  # 5 ms: a tag answers within 0.1 ms, its longest answer takes 0.5 ms
    (TX_ASK, 0x40),  # 100 % modulation, as type A asks
    (MODE, 0x3D),
    (RF_CFG, 0x60),  # 43 dB: at the full 48 two readers side by side hear each other
    (COLL, 0x00),  # bits after a collision read as zero
)
KNOWN = (0x88, 0x90, 0x91, 0x92, 0xB2, 0x82)  # VersionReg of NXP's chips and of clones that work
DONE_IRQ, TIMER_IRQ = 0x30, 0x01  # something was received or the command ended; nobody answered
COLLISION, DAMAGE = 0x08, 0x17  # ErrorReg: two answers at once; overflow, crc, parity, protocol
REQA, WUPA, HALT, CASCADE = 0x26, 0x52, b"\x50\x00", 0x88
STUCK_MS = 12  # far beyond the 5 ms of the chip's own timer
OFF_MS = 6  # a tag forgets that it was halted
FIELD_MS = 5  # a tag has started
MOST = 6  # tags in one zone
NOBODY, GARBLED, COLLIDED, ANSWER = range(4)


def crc_a(data):
    """The two bytes of CRC_A, low one first (ISO/IEC 14443-3, annex B)."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


class Mfrc522:
    """One reader. `scan` says who is there; `found` whether the chip answered last time."""

    def __init__(self, spi, select, reset):
        self._spi = spi
        self._select = Pin(select, Pin.OUT, value=1)
        self._reset = Pin(reset, Pin.OUT, value=0)
        self._off_at = time.ticks_ms()
        self._out, self._in = bytearray(2), bytearray(2)
        self.found = False

    def scan(self):
        """(uids as hex digits, whether something answered that could not be read); Fault if the chip failed."""
        try:
            self._wake()
            found = self._everybody()
            self._check()  # a chip that lost its settings on the way heard nothing, and that proves nothing
            return found
        finally:
            self.sleep()

    def sleep(self):
        """Put the field off and the chip in reset."""
        self._reset.value(0)
        self._off_at = time.ticks_ms()

    def probe(self):
        """Whether an MFRC522 answers."""
        try:
            self._wake()
        except Fault:
            pass
        self.sleep()
        return self.found

    def _wake(self):
        self.found = False
        wait = OFF_MS - time.ticks_diff(time.ticks_ms(), self._off_at)
        if wait > 0:
            time.sleep_ms(min(wait, OFF_MS))
        self._reset.value(1)
        time.sleep_ms(1)  # the oscillator starts in well under this
        for register, value in SETTINGS:
            self._write(register, value)
        self._check()
        self.found = True
        self._write(TX_CONTROL, self._read(TX_CONTROL) | 0x03)
        time.sleep_ms(FIELD_MS)

    def _check(self):
        if self._read(T_MODE) == 0x80 and self._read(TX_ASK) == 0x40:
            return
        version = self._read(VERSION)
        raise Fault(SILENT if version in (0x00, 0xFF) else RESET if version in KNOWN else STRANGE)

    def _everybody(self):
        uids = []
        request = WUPA
        for _ in range(MOST):
            kind = self._ask(bytes((request,)), 7)[0]
            if kind == NOBODY:
                return uids, False
            uid = self._one()
            if uid is None or uid in uids:
                return uids, True  # it answered and will answer again: it stands before the others
            uids.append(uid)
            self._ask(HALT + crc_a(HALT))
            request = REQA  # wakes those that were not halted
        return uids, self._ask(bytes((REQA,)), 7)[0] != NOBODY  # more than we read

    def _one(self):
        uid = ""
        for level in (0x93, 0x95, 0x97):
            part = self._part(level)
            if part is None:
                return None
            select = bytes((level, 0x70)) + part
            kind, sak = self._ask(select + crc_a(select))
            if kind != ANSWER or len(sak) != 3 or crc_a(sak[:1]) != sak[1:]:
                return None
            more = bool(sak[0] & 0x04)
            if more != (part[0] == CASCADE):
                return None
            uid += "".join(["%02x" % byte for byte in (part[1:4] if more else part[:4])])
            if not more:
                return uid
        return None

    def _part(self, level):
        # The four bytes and the check byte of one cascade level. A tag that does not match falls out of the talk, so
        # only branches with somebody in them are taken: at the first collision, whose place the chip tells, a 1; at a
        # later one, where chips differ in what they count, what was received up to the last 1, and one bit more.
        known, bits = bytearray(5), 0
        for _ in range(34):
            whole, rest = bits >> 3, bits & 7
            sent = bytes((level, 0x20 + (whole << 4) + rest)) + known[: whole + (rest > 0)]
            kind, data = self._ask(sent, rest, rest)
            if kind not in (ANSWER, COLLIDED) or len(data) != 5 - whole:
                return None
            keep = (1 << rest) - 1
            known[whole] = known[whole] & keep | data[0] & ~keep & 0xFF
            known[whole + 1 :] = data[1:]
            if kind == ANSWER:
                return bytes(known) if known[0] ^ known[1] ^ known[2] ^ known[3] == known[4] else None
            place = self._read(COLL)
            if bits == 0 and not place & 0x20:
                bits = place & 0x1F or 32
                known[bits - 1 >> 3] |= 1 << (bits - 1 & 7)
            else:
                ones = [at + 1 for at in range(bits, 32) if known[at >> 3] >> (at & 7) & 1]
                bits = ones[-1] if ones else bits + 1
            if bits > 32:
                return None
        return None

    def _ask(self, data, last_bits=0, align=0):
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, 0x7F)
        self._write(FIFO_LEVEL, 0x80)
        for byte in data:
            self._write(FIFO_DATA, byte)
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, 0x80 | align << 4 | last_bits)
        asked_at = time.ticks_ms()
        while True:
            late = time.ticks_diff(time.ticks_ms(), asked_at) > STUCK_MS  # before the chip is asked, whatever holds us up
            irq = self._read(COM_IRQ)
            if irq & (DONE_IRQ | TIMER_IRQ):
                break
            if late:
                raise Fault(STUCK)
        self._write(BIT_FRAMING, 0)
        if irq & 0x80:  # Set1 always reads as 0: this is no chip any more
            raise Fault(SILENT)
        if not irq & DONE_IRQ:
            return NOBODY, b""
        error = self._read(ERROR)
        answer = bytes([self._read(FIFO_DATA) for _ in range(min(self._read(FIFO_LEVEL), 16))])
        if error & DAMAGE or not answer:
            return GARBLED, b""
        return (COLLIDED if error & COLLISION else ANSWER), answer

    def _write(self, register, value):
        self._out[0], self._out[1] = register << 1, value
        self._select.value(0)
        self._spi.write(self._out)
        self._select.value(1)

    def _read(self, register):
        self._out[0], self._out[1] = 0x80 | register << 1, 0
        self._select.value(0)
        self._spi.write_readinto(self._out, self._in)
        self._select.value(1)
        return self._in[1]
