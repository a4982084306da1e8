"""A bridge that steps itself, for programs that have something else to do than to run one."""

from __future__ import annotations

import threading

from firmware_bridge.bridge import Bridge


class BridgeThread:
    """Owns the bridge until it is closed; ``fault`` is what broke it, empty while it runs."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge, self.fault = bridge, ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the bridge say goodbye and let go of its ports; may be called twice."""
        if not self._stop.is_set():
            self._stop.set()
            self.bridge.waiter.wake()
            self._thread.join(timeout=5)
            self.bridge.close()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.bridge.step()
                self.bridge.wait()
        except Exception as fault:  # a driver's fault must not end the game; the table hears that the bridge is gone
            self.fault = str(fault)
