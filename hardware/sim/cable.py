# The cable of the virtual tower: a pseudo-terminal whose far end the host opens, and the faults a cable has.
#
#     firmware ── UART (machine.py) ── faults ── pty master ══ pty slave <── symlink $TOWER_PORT <── host
#
# With $TOWER_FD the wire is that open file (a socket pair of the program that started us) and nobody else can find it.
#
# Orders: pull · plug · drop_connection [ms] · go_awol [ms] · come_back · corrupt PERCENT · dup PERCENT · late MS
import os
import random
import select
import termios
import time

import ffi
import world

libc = ffi.open(None)
_fcntl = libc.func("i", "fcntl", "iii")
_posix_openpt = libc.func("i", "posix_openpt", "i")
_grantpt = libc.func("i", "grantpt", "i")
_unlockpt = libc.func("i", "unlockpt", "i")
_ptsname = libc.func("s", "ptsname", "i")
_getppid = libc.func("i", "getppid", "")
_exit = libc.func("v", "_exit", "i")
_symlink = libc.func("i", "symlink", "ss")
O_RDWR, O_NONBLOCK, O_NOCTTY, F_SETFL = 2, 0o4000, 0o400, 4


def nonblocking(fd):
    _fcntl(fd, F_SETFL, O_NONBLOCK | O_RDWR)


class Cable:
    """Bytes in and out, with faults; `read` gives None when nothing came, `write` how many bytes were taken."""

    def __init__(self, port, seed):
        self.port = port
        self.file = None
        self.corrupt = self.dup = self.late = 0
        self.plug_at = self.awol_until = None
        self.queue = []  # (due at ms, bytes)
        self.parent, self.parent_at = int(os.getenv("TOWER_PARENT") or _getppid()), time.ticks_ms()
        random.seed(seed)
        self.plug()
        for word in ("pull", "plug", "drop_connection", "go_awol", "come_back"):
            world.orders[word] = getattr(self, word)
        for word in ("corrupt", "dup", "late"):
            world.orders[word] = lambda words, word=word: setattr(self, word, world.number(words, 0))

    def plug(self, _words=None):
        if self.file:
            return
        given = os.getenv("TOWER_FD")
        fd = int(given) if given else _posix_openpt(O_RDWR | O_NOCTTY)
        if not given:
            _grantpt(fd)
            _unlockpt(fd)
            termios.setraw(fd)
        nonblocking(fd)
        self.file = open(fd, "r+b")
        self.poll = select.poll()
        self.poll.register(self.file, select.POLLIN)
        self.plug_at = None
        if not given:
            self._unlink()
            _symlink(_ptsname(fd), self.port)

    def pull(self, _words=None):
        if self.file:
            self._unlink()
            self.file.close()
            self.file = None
            self.queue = []

    def drop_connection(self, words):
        self.pull()
        self.plug_at = time.ticks_add(time.ticks_ms(), world.number(words, 300))

    def go_awol(self, words):
        self.awol_until = time.ticks_add(time.ticks_ms(), world.number(words, 3600000))

    def come_back(self, _words=None):
        self.awol_until = None

    def step(self):
        now = time.ticks_ms()
        if time.ticks_diff(now, self.parent_at) > 500:
            self.parent_at = now
            if _getppid() != self.parent:  # whoever started us is gone: no tower without a table
                self._unlink()
                _exit(4)
        if self.plug_at is not None and time.ticks_diff(now, self.plug_at) >= 0:
            self.plug()
        if self.awol_until is not None and time.ticks_diff(now, self.awol_until) >= 0:
            self.awol_until = None
        while self.queue and time.ticks_diff(now, self.queue[0][0]) >= 0:
            self._out(self.queue.pop(0)[1])

    def read(self, size):
        if not self.file or not [e for e in self.poll.poll(0) if e[1] & select.POLLIN]:
            return None
        try:
            data = self.file.read(size)
        except OSError:  # nobody has the other end open
            return None
        return None if self.awol_until is not None else self._faults(data)

    def write(self, data):
        if not self.file or self.awol_until is not None:
            return len(data)  # a wire that ends nowhere takes everything
        data = self._faults(data)
        if not self.late:
            return self._out(data)
        self.queue.append((time.ticks_add(time.ticks_ms(), self.late), data))
        return len(data)

    def _out(self, data):
        try:
            return self.file.write(data) if self.file else len(data)
        except OSError:
            return None

    def _faults(self, data):
        if data and self.corrupt:
            data = bytearray(data)
            for at in range(len(data)):
                if random.getrandbits(16) * 100 < self.corrupt * 65536:
                    data[at] ^= 1 << random.getrandbits(3)
            data = bytes(data)
        if data and self.dup and random.getrandbits(16) * 100 < self.dup * 65536:
            data = data + data
        return data

    def _unlink(self):
        try:
            os.remove(self.port)
        except OSError:
            pass
