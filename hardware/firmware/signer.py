# The tag under each reading, which only this device and its table can make, and the key for it on flash.
#
#     key      key 32 bytes, epoch u32, first u32, crc u32       replaced by rename: a cut leaves the old one
#     tag      HMAC-SHA-256(key, type | name | epoch | seq | boot | t_ms | kind | body), its first 16 bytes
#
# An event written before the key goes out as it was, unsigned: `first` says where signing begins. Nobody gets the key
# out again; `check` tells two keys apart and gives neither away. A store begun anew is signed from its first event.
import binascii
import hashlib
import os
import struct

import formats
from sealed import read_whole, write_whole

KEY_SIZE, TAG_SIZE, CHECK_SIZE, BLOCK = 32, 16, 8, 64
EVENT, KEY, FW_BEGIN = [formats.number("frame", name) for name in ("EVENT", "KEY", "FW_BEGIN")]
DONE, REFUSED, NO_ROOM = [formats.number("pairing", name) for name in ("DONE", "REFUSED", "NO_ROOM")]


class Signer:
    """Signs for `node` what lies in `outbox`; `first` is 0 and `check` empty without a key."""

    def __init__(self, path, node, outbox):
        self.path, self.outbox = path, outbox
        self._name = bytes((len(node),)) + node.encode()
        key, epoch, first = self._read() or (b"", 0, 0)
        self._use(key, first if epoch == outbox.epoch else 1)

    def tag(self, event):
        """The tag of (seq, t_ms, boot, kind, body); empty for what was written before the key."""
        seq, t_ms, boot, kind, body = event
        if not self.first or seq < self.first:
            return b""
        return self._hmac(EVENT, struct.pack("<IIIQB", self.outbox.epoch, seq, boot, t_ms, kind) + body)[:TAG_SIZE]

    def owns(self, boot, begin):
        """Whether the tag of this FW_BEGIN was made with our key, for this start: an old one heard again is worth nothing."""
        text = struct.pack("<IIIH", boot, begin["id"], begin["size"], begin["manifest"]) + begin["sha256"].encode()
        return bool(self.first) and begin["tag"] == binascii.hexlify(self._hmac(FW_BEGIN, text)[:TAG_SIZE]).decode()

    def heard(self, fields):
        """The fields of the answer to KEY; the same key again changes nothing."""
        key, first = fields["key"], self.outbox.next_seq
        status = DONE
        try:
            if not key:
                if self.first:
                    os.remove(self.path)
                self._use(b"", 0)
            elif len(key) != KEY_SIZE:
                status = REFUSED
            elif key != self._key:
                write_whole(self.path, key + struct.pack("<II", self.outbox.epoch, first))
                self._use(key, first)
        except OSError:
            status = NO_ROOM
        return {"status": status, "epoch": self.outbox.epoch, "signs": self.first, "check": self.check}

    def _use(self, key, first):
        self._key, self.first, self.check = key, first if key else 0, ""
        pad = key + bytes(BLOCK - len(key))
        self._inner, self._outer = bytes([byte ^ 0x36 for byte in pad]), bytes([byte ^ 0x5C for byte in pad])
        if key:
            check = self._hmac(KEY, struct.pack("<II", self.outbox.epoch, first))[:CHECK_SIZE]
            self.check = binascii.hexlify(check).decode()

    def _hmac(self, kind, text):
        inner = hashlib.sha256(self._inner + bytes((kind,)) + self._name + text).digest()
        return hashlib.sha256(self._outer + inner).digest()

    def _read(self):
        data = read_whole(self.path)
        if data is None or len(data) != KEY_SIZE + 8:
            return None
        return (data[:KEY_SIZE],) + struct.unpack("<II", data[KEY_SIZE:])


def refusal(epoch):
    """The fields of the answer to KEY of somebody who must not set one."""
    return {"status": REFUSED, "epoch": epoch, "signs": 0, "check": ""}
