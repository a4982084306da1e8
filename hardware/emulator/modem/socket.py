# One socket at a time, through UART1 to run.mjs, which holds the real one. After the byte ESC: "c" connect (to us: it
# is open), "x" closed, ESC the byte itself.
import errno
import io

import machine

ESC = 0xDB
_line = machine.UART(1, baudrate=1000000, tx=machine.Pin(24), rx=machine.Pin(25), rxbuf=4096, txbuf=4096, timeout=0)


def getaddrinfo(host, port):
    return [(0, 0, 0, "", (host, port))]


class socket(io.IOBase):  # noqa: N801 - the name it has everywhere
    def __init__(self):
        self._is_open, self._is_escaped, self._data = None, False, bytearray()

    def setblocking(self, _):
        pass

    def setsockopt(self, *_):
        raise NotImplementedError

    def connect(self, _):
        _line.write(bytes((ESC, ord("c"))))
        raise OSError(errno.EINPROGRESS)

    def _listen(self):
        for byte in _line.read(512) or b"":
            if self._is_escaped:
                self._is_escaped = False
                if byte == ESC:
                    self._data.append(byte)
                elif byte == ord("x"):
                    self._is_open = self._is_open and False
                elif byte == ord("c"):
                    self._is_open, self._data = True, bytearray()
            elif byte == ESC:
                self._is_escaped = True
            elif self._is_open:
                self._data.append(byte)

    def readinto(self, into):
        self._listen()
        if not self._data:
            return 0 if self._is_open is False else None
        count = min(len(into), len(self._data))
        into[:count] = self._data[:count]
        self._data = self._data[count:]
        return count

    def write(self, data):
        if not self._is_open:
            raise OSError(errno.ECONNRESET)
        part = bytes(data[:512])
        _line.write(part.replace(bytes((ESC,)), bytes((ESC, ESC))))
        return len(part)

    def ioctl(self, request, flags):
        if request == 3:  # MP_STREAM_POLL: writable (4), or hung up (16)
            self._listen()
            return {None: 0, True: 4, False: 16}[self._is_open]
        if request == 4:  # MP_STREAM_CLOSE
            _line.write(bytes((ESC, ord("x"))))
        return 0
