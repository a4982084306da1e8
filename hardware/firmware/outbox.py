# The durable outbox: an event has a number only once it is on flash, and stays until the host's ACK.
#
#     store/base   epoch u32, floor u32, crc        floor: everything below is acknowledged
#     store/boot   boot counter u32, 0, crc
#     store/log    records: length u16, seq u32 t_ms u64 boot u32 kind u8 body, crc
#
# Every file is replaced by rename; a torn record at the end of the log is dropped (it never had a number).
import os
import struct

from sealed import crc, read_pair, write_pair

MAX_EVENTS = 500
MAX_LOG = 65536  # bytes on flash before the acknowledged part is cut off
HEAD = "<IQIB"


class Outbox:
    """Events kept until acknowledged: `waiting` is a list of (seq, t_ms, boot, kind, body), oldest first."""

    def __init__(self, folder, fresh_epoch=None, max_events=MAX_EVENTS):
        self.folder = folder
        self.max_events = max_events
        self.waiting = []
        self._size = 0
        try:
            os.mkdir(folder)
        except OSError:
            pass
        base = read_pair(folder + "/base")
        if base is None:  # a new store: a new epoch, or old numbers would look like duplicates to the host
            epoch = fresh_epoch or struct.unpack("<I", os.urandom(4))[0] | 1
            base = (epoch, 1)
            self._drop("log")
            write_pair(folder + "/base", base[0], base[1])
        self.epoch, floor = base
        self.boot = ((read_pair(folder + "/boot") or (0, 0))[0] + 1) & 0xFFFFFFFF
        write_pair(folder + "/boot", self.boot, 0)
        self.next_seq = floor
        self._load(floor)
        self._log = open(folder + "/log", "ab")

    @property
    def oldest(self):
        """The seq of the oldest event still waiting, or the next one."""
        return self.waiting[0][0] if self.waiting else self.next_seq

    @property
    def full(self):
        """Whether the next event will be refused."""
        return len(self.waiting) >= self.max_events

    def put(self, t_ms, kind, body):
        """The event's seq, once it is on flash; None if the outbox is full (the oldest is never dropped)."""
        if self.full:
            return None
        event = (self.next_seq, t_ms, self.boot, kind, bytes(body))
        self._append(self._log, event)
        self._log.flush()
        self.waiting.append(event)
        self.next_seq += 1
        return event[0]

    def ack(self, upto):
        """How many events this acknowledgement took off."""
        count = 0
        while self.waiting and self.waiting[0][0] <= upto:
            self.waiting.pop(0)
            count += 1
        if self._size > MAX_LOG or (self._size > 4096 and not self.waiting):
            self._compact()
        return count

    def close(self):
        self._log.close()

    def _append(self, file, event):
        record = struct.pack(HEAD, event[0], event[1], event[2], event[3]) + event[4]
        file.write(struct.pack("<H", len(record)) + record + crc(record))
        self._size += len(record) + 6

    def _load(self, floor):
        head = struct.calcsize(HEAD)
        good = total = 0
        try:
            with open(self.folder + "/log", "rb") as file:
                data = file.read()
        except OSError:
            return
        total = len(data)
        while good + 2 <= total:
            size = data[good] | data[good + 1] << 8
            record = data[good + 2 : good + 2 + size]
            if size < head or data[good + 2 + size : good + 6 + size] != crc(record):
                break
            seq, t_ms, boot, kind = struct.unpack(HEAD, record[:head])
            if seq >= self.next_seq:
                self.waiting.append((seq, t_ms, boot, kind, bytes(record[head:])))
                self.next_seq = seq + 1
            good += 6 + size
        self._size = good
        if good != total:
            self._rewrite()

    def _compact(self):
        write_pair(self.folder + "/base", self.epoch, self.oldest)  # first: a cut here only leaves records below the floor
        self._log.close()
        self._rewrite()
        self._log = open(self.folder + "/log", "ab")

    def _rewrite(self):
        self._size = 0
        with open(self.folder + "/log.new", "wb") as file:
            for event in self.waiting:
                self._append(file, event)
            file.flush()
        os.rename(self.folder + "/log.new", self.folder + "/log")

    def _drop(self, name):
        try:
            os.remove(self.folder + "/" + name)
        except OSError:
            pass
