"""Air that is late: a port that leads to the broker, where everything arrives so many seconds after it was sent."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections import deque

ONE_WAY_S = 0.03  # what a busy kitchen's Wi-Fi adds, each way


class FarAir:
    """One device at a time comes to ``port``; its bytes are ``ONE_WAY_S`` under way in either direction."""

    def __init__(self, broker_port: int) -> None:
        self._broker_port = broker_port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="air", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let no device in any more."""
        self._over.set()
        self._thread.join()
        self._server.close()

    def _run(self) -> None:
        while not self._over.is_set():
            if not select.select([self._server], [], [], 0.1)[0]:
                continue
            with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
                device = opened.enter_context(self._server.accept()[0])
                broker = opened.enter_context(socket.create_connection(("127.0.0.1", self._broker_port)))
                for one in (device, broker):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._carry({device: broker, broker: device})

    def _carry(self, other: dict[socket.socket, socket.socket]) -> None:
        """Until either side hangs up."""
        under_way: deque[tuple[float, socket.socket, bytes]] = deque()
        while not self._over.is_set():
            now_s = time.monotonic()
            while under_way and under_way[0][0] <= now_s:
                _, to, data = under_way.popleft()
                if not data:
                    return
                to.sendall(data)
            due_s = min(0.1, under_way[0][0] - now_s) if under_way else 0.1
            for one in select.select(list(other), [], [], due_s)[0]:
                data = one.recv(4096)
                under_way.append((time.monotonic() + ONE_WAY_S, other[one], data))
                if not data:
                    return
