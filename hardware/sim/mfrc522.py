# A model of the MFRC522 at its registers (data sheet rev. 3.9), for the part of it that a reader of tags uses. It does
# nothing for a driver that leaves a step out: no modulation setting, no field; no timer, no time-out; no flush, old bytes.
#
# Faults: dead (0x00), floating (0xFF), hang (commands never end until the reset line is pulled), version (a clone's),
# `brown_out_in` frames from now the chip falls back to its reset values, as after a dip of its supply.
import time

from tags import Field, bits_of, bytes_of

RESET = {0x01: 0x20, 0x04: 0x14, 0x07: 0x21, 0x0B: 0x08, 0x0C: 0x10, 0x0E: 0x80, 0x11: 0x3F, 0x14: 0x80, 0x26: 0x48}
TAG_START_MS = 4  # ISO/IEC 14443-3 allows a tag 5 ms; a millisecond clock may show one less


class Mfrc522:
    def __init__(self, later_places="absolute"):
        self.field = Field()
        self.version = 0x92
        self.dead = False
        self.floating = False
        self.hang = False
        self.brown_out_in = None
        self.later_places = later_places  # what CollReg counts when bits were known: absolute, relative, invalid
        self.powered, self.scans = False, 0
        self.pulled()

    def pulled(self):
        """The reset line goes low: the chip forgets."""
        self.powered = self.hang = False
        self._clear()

    def released(self):
        self.powered = True
        self.scans += 1

    def _clear(self):
        self.registers = dict(RESET)
        self.fifo = []
        self.field.switch(False)
        self.timer_at = None
        self.address = None

    # -- the SPI side: the first byte is an address, each further one data; reads answer one byte later
    def begin(self):
        self.address = None

    def end(self):
        self.address = None

    def exchange(self, byte):
        if self.floating:
            return 0xFF
        if self.dead or not self.powered:
            return 0x00
        if self.address is None:
            self.address = byte
            return 0x00
        register = self.address >> 1 & 0x3F
        if self.address & 0x80:
            value = self._read(register)
            self.address = byte
            return value
        self._write(register, byte)
        return 0x00

    def _read(self, register):
        if register == 0x37:
            return self.version
        if register == 0x09:
            return self.fifo.pop(0) if self.fifo else 0
        if register == 0x0A:
            return len(self.fifo)
        if register == 0x04 and self.timer_at is not None and time.ticks_diff(time.ticks_us(), self.timer_at) >= 0:
            self.timer_at = None
            self.registers[0x04] = self.registers.get(0x04, 0) | 0x01
        return self.registers.get(register, 0)

    def _write(self, register, value):
        if register == 0x09:
            self.fifo.append(value)
        elif register == 0x0A:
            if value & 0x80:
                self.fifo = []
        elif register == 0x04:
            old = self.registers.get(0x04, 0)
            self.registers[0x04] = old | value & 0x7F if value & 0x80 else old & ~value
        elif register == 0x0D:
            self.registers[0x0D] = value & 0x7F
            if value & 0x80 and self.registers[0x01] & 0x0F == 0x0C:
                self._transceive()
        else:
            self.registers[register] = value
            if register == 0x14:
                self.field.switch(value & 3 == 3)
                self.field_at = time.ticks_ms()

    def _transceive(self):
        if self.brown_out_in is not None:
            self.brown_out_in -= 1
            if self.brown_out_in < 0:
                self.brown_out_in = None
                self._clear()
                return
        if self.hang:
            return
        last, align = self.registers[0x0D] & 7, self.registers[0x0D] >> 4 & 7
        bits = bits_of(self.fifo)
        if last:
            bits = bits[: len(bits) - 8 + last]
        self.fifo = []
        heard = None
        started = self.field.on and time.ticks_diff(time.ticks_ms(), self.field_at) >= TAG_START_MS
        if started and self.registers.get(0x15, 0) & 0x40:
            heard = self.field.said(bits)
        if heard is None:
            self._start_timer()
            return
        self._receive(bits, align, *heard)

    def _start_timer(self):
        if self.registers.get(0x2A, 0) & 0x80:
            prescaler = (self.registers[0x2A] & 0x0F) << 8 | self.registers.get(0x2B, 0)
            reload = self.registers.get(0x2C, 0) << 8 | self.registers.get(0x2D, 0)
            took = (2 * prescaler + 1) * (reload + 1) * 1000 // 13560  # us, data sheet section 8.5
            self.timer_at = time.ticks_add(time.ticks_us(), took)

    def _receive(self, sent, align, bits, collision, damaged):
        error = 0x02 if damaged else 0  # parity
        if collision is not None:
            error |= 0x08
            known = len(sent) - 16 if len(sent) >= 16 else 0
            if known == 0 or self.later_places == "absolute":
                place = known + collision
            else:
                place = (known & 7) + collision
            valid = known == 0 or self.later_places != "invalid"
            after = self.registers.get(0x0E, 0) & 0x80
            self.registers[0x0E] = after | (place & 0x1F if valid and place <= 32 else 0x20)
            assert not after, "bits after a collision are asked for: the model does not know them"
        self.fifo = list(bytes_of([0] * align + bits))
        self.registers[0x0C] = self.registers[0x0C] & ~7 | (align + len(bits)) % 8
        self.registers[0x06] = error
        self.registers[0x04] = self.registers.get(0x04, 0) | 0x20 | (0x02 if error else 0)
