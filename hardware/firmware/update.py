# Takes an update over the link into the folder that does not run; the running one is never touched.
#
#     FW_BEGIN ─> manifest (its hash first) ─> file after file ─> FW_END: every file read back and hashed ─> manifest
#     renamed ─> slots.install ─> READY; the next restart starts it, on trial
#
# A cut at any point leaves a folder without a manifest, which nobody starts. What came by radio has proved itself when
# it heard the host by radio: a file says so, for a trial that the cable alone would pass.
import binascii
import hashlib
import os

import formats
import manifest
import pins
from sealed import drop

WANTED, READY, DAMAGED, REFUSED, NO_ROOM = [
    formats.number("update", name) for name in ("WANTED", "READY", "DAMAGED", "REFUSED", "NO_ROOM")
]
MANIFEST_MOST = 6000
SPARE_BYTES = 65536  # for the outbox and the file system itself
COMING = "/manifest.new"  # until every file is there and sound


class Update:
    """One update at a time; `heard` gives the fields of the answer."""

    def __init__(self, slots):
        self.slots = slots
        self._file = self._rows = None
        self._reset(0)

    def _reset(self, number):
        self.close()
        self.id, self.at, self.status = number, 0, REFUSED

    def heard(self, name, fields, by_air=False, may=True):
        """The FW_STATE fields for one FW_ frame; whatever goes wrong ends in a status, never in an exception.

        Without `may` nothing begins; what is under way stays as it is.
        """
        try:
            if name == "FW_BEGIN" and not may:
                return {"id": fields["id"], "at": 0, "status": REFUSED}
            if name == "FW_BEGIN" and (fields["id"] != self.id or self.status not in (WANTED, READY)):
                self._begin(fields)
            elif fields["id"] != self.id:
                return {"id": fields["id"], "at": 0, "status": REFUSED}
            elif name == "FW_DATA" and self.status == WANTED and fields["at"] == self.at:
                self._take(fields["part"])
            elif name == "FW_END" and self.status == WANTED:
                self._end(by_air)
        except (ValueError, OSError, MemoryError) as problem:
            self.close()
            self.status = DAMAGED if isinstance(problem, ValueError) else NO_ROOM
        return {"id": self.id, "at": self.at, "status": self.status}

    def close(self):
        """Let go of the files that are open."""
        self._close_file()
        if self._rows:
            self._rows.close()
        self._rows = None

    def _close_file(self):
        if self._file:
            self._file.close()
        self._file = None

    def _begin(self, fields):
        self._reset(fields["id"])
        self._size, self._head, self._sha256 = fields["size"], fields["manifest"], fields["sha256"]
        self.folder = self.slots.spare
        if self.folder is None or not 0 < self._head <= min(self._size, MANIFEST_MOST):
            return
        stat = os.statvfs(".")
        if stat[0] * stat[3] < self._size + SPARE_BYTES:
            self.status = NO_ROOM
            return
        _clear(self.folder)
        _make(self.folder)
        self._file, self._left, self._digest = open(self.folder + COMING, "wb"), self._head, hashlib.sha256()
        self.status = WANTED

    def _take(self, part):
        self.at += len(part)
        if self.at > self._size:
            raise ValueError("long")
        if self._rows is None:
            self._digest.update(part[: self._left])
        while part:
            self._file.write(part[: self._left])
            taken = min(self._left, len(part))
            self._left -= taken
            part = part[taken:]
            if not self._left:
                self._close_file()
                if self._rows is None:
                    self._read_manifest()
                self._next()

    def _read_manifest(self):
        if _hex(self._digest) != self._sha256:
            raise ValueError("manifest")
        if manifest.size_of(self.folder + COMING) + self._head != self._size:
            raise ValueError("size")
        self._rows = manifest.rows(self.folder + COMING)

    def _next(self):
        # Opens the next file that is not empty.
        for _, self._left, path in self._rows:
            if "/" in path:
                _make(self.folder + "/" + path.split("/")[0])
            self._file = open(self.folder + "/" + path, "wb")
            if self._left:
                return
            self._close_file()

    def _end(self, by_air):
        if self.at != self._size or self._file or self._rows is None:
            return  # something is missing: the answer says from where
        for sha256, size, path in manifest.rows(self.folder + COMING):
            if (sha256, size) != _read_back(self.folder + "/" + path):
                raise ValueError("file")
        os.rename(self.folder + COMING, self.folder + "/manifest")
        drop(pins.BY_AIR)
        if by_air:
            with open(pins.BY_AIR, "w") as file:
                file.write("1")
        self.slots.install(self.folder)
        self.status = READY


def _read_back(path):
    digest, size = hashlib.sha256(), 0
    with open(path, "rb") as file:
        while True:
            part = file.read(512)
            if not part:
                return _hex(digest), size
            digest.update(part)
            size += len(part)


def _hex(digest):
    return binascii.hexlify(digest.digest()).decode()


def _make(folder):
    try:
        os.mkdir(folder)
    except OSError:
        pass


def _clear(folder):
    # The manifest first: from then on nobody starts what is left.
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in sorted(names, key=lambda name: name != "manifest"):
        path = folder + "/" + name
        try:
            os.remove(path)
        except OSError:
            _clear(path)
            os.rmdir(path)
