# The durable outbox: an event has a number only once it is on flash, and stays until the host's ACK.
#
#     store/base   epoch, floor        floor: everything below is acknowledged
#     store/boot   boot counter, 0
#     store/log    records: length u16, seq u32 t_ms u64 boot u32 kind u8 body, crc u32
#
# Numbers run without a gap, so the record of `seq` stands at `seq - oldest`. In memory events stay packed: 500 of them
# must fit beside everything else on a Pico. A torn record at the end of the log is dropped: it never had a number. A
# flash that is full is a full outbox: the record is refused, and the log is written anew before the next one. The log
# may hold four times as many that are acknowledged: where a host is far away, the outbox is seldom empty.
import os
import struct

from sealed import crc, read_pair, write_pair

MAX_EVENTS = 500
MAX_LOG = 65536  # bytes on flash before the acknowledged part is cut off
HEAD = "<IQIB"
HEAD_SIZE = struct.calcsize(HEAD)


class Outbox:
    """Events `oldest` to `next_seq - 1`, kept until acknowledged."""

    def __init__(self, folder, fresh_epoch=None, max_events=MAX_EVENTS):
        self.folder = folder
        self.max_events = max_events
        self._records = []
        self._size = 0
        self._torn = False  # a write failed: the log may end in half a record
        try:
            os.mkdir(folder)
        except OSError:
            pass
        base = read_pair(folder + "/base")
        if base is None:  # a new store: a new epoch, or old numbers would look like duplicates to the host
            base = (fresh_epoch or struct.unpack("<I", os.urandom(4))[0] | 1, 1)
            self._drop("log")
            write_pair(folder + "/base", base[0], base[1])
        self.epoch, self.next_seq = base
        self.boot = ((read_pair(folder + "/boot") or (0, 0))[0] + 1) & 0xFFFFFFFF
        write_pair(folder + "/boot", self.boot, 0)
        self._load()
        self._log = open(folder + "/log", "ab")

    @property
    def count(self):
        """How many events wait."""
        return len(self._records)

    @property
    def oldest(self):
        """The seq of the oldest event still waiting, or the next one."""
        return self.next_seq - len(self._records)

    @property
    def full(self):
        """Whether the next event will be refused."""
        return self._torn or len(self._records) >= self.max_events

    def get(self, seq):
        """The event with that number, as (seq, t_ms, boot, kind, body)."""
        record = self._records[seq - self.oldest]
        return struct.unpack(HEAD, record[:HEAD_SIZE]) + (record[HEAD_SIZE:],)

    def put(self, t_ms, kind, body):
        """The event's seq, once it is on flash; None if the outbox is full (the oldest is never dropped)."""
        if self._torn:
            self._compact()
        if self.full:
            return None
        record = struct.pack(HEAD, self.next_seq, t_ms, self.boot, kind) + bytes(body)
        try:
            self._append(self._log, record)
            self._log.flush()
        except OSError:
            self._torn = True
            return None
        self._records.append(record)
        self.next_seq += 1
        return self.next_seq - 1

    def ack(self, upto):
        """How many events this acknowledgement took off."""
        count = min(upto + 1, self.next_seq) - self.oldest
        if count > 0:
            del self._records[:count]
        if self._torn or self._size > MAX_LOG or (self._size > 4096 and not self._records):
            self._compact()
        return max(count, 0)

    def close(self):
        self._log.close()

    def _append(self, file, record):
        file.write(struct.pack("<H", len(record)) + record + crc(record))
        self._size += len(record) + 6

    def _load(self):
        try:
            with open(self.folder + "/log", "rb") as file:
                torn = self._read(file)
        except OSError:
            return
        if torn:
            try:
                self._rewrite()
            except OSError:  # a full flash: before the next record
                self._torn = True

    def _read(self, file):
        while True:
            length = file.read(2)
            if not length:
                return False
            size = length[0] | length[1] << 8 if len(length) == 2 else 0
            record = file.read(size)
            if size < HEAD_SIZE or file.read(4) != crc(record):
                return True
            seq = struct.unpack("<I", record[:4])[0]
            if seq == self.next_seq:
                self._records.append(record)
                self.next_seq += 1
                if len(self._records) > self.max_events:  # no more than these ever wait: the one before was acknowledged
                    del self._records[0]
            elif seq > self.next_seq:
                return True  # never written by us
            self._size += 6 + size

    def _compact(self):
        try:
            write_pair(self.folder + "/base", self.epoch, self.oldest)  # first: a cut here leaves records below the floor
            self._log.close()
            self._rewrite()
            self._torn = False
        except OSError:  # no room for a second log beside the first: not now
            self._torn = True
            self._drop("log.new")
            self._drop("base.new")
        self._log = open(self.folder + "/log", "ab")

    def _rewrite(self):
        self._size = 0
        with open(self.folder + "/log.new", "wb") as file:
            for record in self._records:
                self._append(file, record)
            file.flush()
        os.rename(self.folder + "/log.new", self.folder + "/log")

    def _drop(self, name):
        try:
            os.remove(self.folder + "/" + name)
        except OSError:
            pass
