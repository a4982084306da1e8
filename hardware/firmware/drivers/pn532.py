# PN532 on SPI: who lies on it. Frames and commands from NXP's user manual UM0701-02 (sections 6.2 and 7).
#
#     00 00 FF  LEN LCS  TFI data  DCS 00      LEN + LCS = 0, sum of TFI, data and DCS = 0 (mod 256); TFI D4 out, D5 in
#     00 00 FF 00 FF 00  taken      00 00 FF FF 00 00  say that again
#
# The chip speaks with the low bit first, which SPI on an RP2 cannot: every byte is turned round by a table. It does the
# anticollision itself, two tags at a time. It is known to hang after hours: each wait is bounded, and any failure
# pulls RSTPD_N, which is the one line that cures it.
import time

from machine import Pin

from drivers.fault import SILENT, STRANGE, STUCK, Fault

WRITE, STATUS, READ = 0x80, 0x40, 0xC0  # 01, 02 and 03, turned round
TURNED = bytes([int("".join(["1" if byte >> bit & 1 else "0" for bit in range(8)]), 2) for byte in range(256)])
ACK, NACK = b"\x00\x00\xff\x00\xff\x00", b"\x00\x00\xff\xff\x00\x00"
SAM_NORMAL = b"\x14\x01\x00\x00"  # no security module
NO_RATS = b"\x12\x00"  # SetParameters: list tags, do not talk to them
ONE_RETRY = b"\x32\x05\xff\x01\x01"  # RFConfiguration: an empty field ends the search
FIELD_OFF = b"\x32\x01\x00"
LIST_TWO = b"\x4a\x02\x00"  # InListPassiveTarget: two of type A at 106 kbit/s
REST = b"\x44\x00"  # InDeselect: those listed are halted, the next search finds the others
ACK_MS, ANSWER_MS, LIST_MS = 15, 30, 120
RESET_MS, START_MS = 2, 20
MOST = 6


def framed(command):
    """A command as it goes over the wire."""
    size = len(command) + 1
    total = 0xD4 + sum(command) & 0xFF
    return b"\x00\x00\xff" + bytes((size, -size & 0xFF, 0xD4)) + command + bytes((-total & 0xFF, 0))


class Pn532:
    """One reader. `scan` says who is there; `found` whether the chip answered last time."""

    def __init__(self, spi, select, reset):
        self._spi = spi
        self._select = Pin(select, Pin.OUT, value=1)
        self._reset = Pin(reset, Pin.OUT, value=0)
        self._ready = self.found = False

    def scan(self):
        """(uids as hex digits, whether there are more than can be read); Fault if the chip failed."""
        try:
            if not self._ready:
                self._start()
            uids = []
            while True:
                listed = self._listed()
                uids += [uid for uid in listed if uid not in uids]
                if len(listed) < 2 or len(uids) >= MOST:
                    break
                self._call(REST, ANSWER_MS)
            self._call(FIELD_OFF, ANSWER_MS)
            return uids, len(uids) >= MOST
        except Fault:
            self.sleep()
            raise

    def sleep(self):
        """Put the field off and the chip in reset."""
        self._reset.value(0)
        self._ready = self.found = False

    def probe(self):
        """Whether a PN532 answers."""
        try:
            self._start()
            return True
        except Fault:
            self.sleep()
            return False

    def _start(self):
        self._reset.value(0)
        time.sleep_ms(RESET_MS)
        self._reset.value(1)
        time.sleep_ms(START_MS)
        for command in (SAM_NORMAL, NO_RATS, ONE_RETRY, FIELD_OFF):
            self._call(command, ANSWER_MS)
        self._ready = self.found = True

    def _listed(self):
        data = self._call(LIST_TWO, LIST_MS)
        uids = []
        at = 1
        for _ in range(data[0] if data else 0):  # Tg, SENS_RES (2), SEL_RES, length, uid
            size = data[at + 4] if at + 4 < len(data) else 0
            uid = data[at + 5 : at + 5 + size]
            if len(uid) not in (4, 7, 10) or len(uid) != size:
                raise Fault(STRANGE)
            uids.append("".join(["%02x" % byte for byte in uid]))
            at += 5 + size
        return uids

    def _call(self, command, answer_ms):
        self._write(framed(command))
        self._wait(ACK_MS, SILENT)
        if self._read(6) != ACK:
            raise Fault(SILENT)
        for _ in range(2):
            self._wait(answer_ms, STUCK)
            answer = self._answer(command[0])
            if answer is not None:
                return answer
            self._write(NACK)
        raise Fault(STRANGE)

    def _answer(self, code):
        # The data behind the answer's code; None if it came damaged.
        self._select.value(0)
        self._spi.write(bytes((READ,)))
        head = self._turned(6)
        size = head[3]
        sound = head[:3] == b"\x00\x00\xff" and size + head[4] & 0xFF == 0 and 1 <= size <= 64
        rest = self._turned(size + 1) if sound else b""
        self._select.value(1)
        if not sound or head[5] + sum(rest[:size]) & 0xFF:
            return None
        if head[5] != 0xD5 or size < 2 or rest[0] != code + 1:
            raise Fault(STRANGE)  # whole, but no answer to this: an error frame (7F), or of another command
        return rest[1 : size - 1]

    def _wait(self, most_ms, fault):
        start = time.ticks_ms()
        while True:
            self._select.value(0)
            self._spi.write(bytes((STATUS,)))
            ready = self._turned(1)[0] & 1
            self._select.value(1)
            if ready:
                return
            if time.ticks_diff(time.ticks_ms(), start) > most_ms:
                raise Fault(fault)
            time.sleep_ms(1)

    def _write(self, frame):
        self._select.value(0)
        self._spi.write(bytes((WRITE,)) + bytes([TURNED[byte] for byte in frame]))
        self._select.value(1)

    def _read(self, size):
        self._select.value(0)
        self._spi.write(bytes((READ,)))
        data = self._turned(size)
        self._select.value(1)
        return data

    def _turned(self, size):
        return bytes([TURNED[byte] for byte in self._spi.read(size)])
