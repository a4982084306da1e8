"""The virtual device: the firmware we ship, in a real MicroPython VM, on a pseudo-terminal.

    VirtualNode ──starts──> micropython main.py ══ pty ══ .port <── SerialTower, as on a real cable
        │ order("roll 2")  ──fifo──> hardware/sim ──> beams, tags, buttons; the firmware decides
        └ ring() <──file── hardware/sim/neopixel.py <── the LEDs the firmware lit

With ``air`` it has a radio: the network in reach is simulated, its sockets are real ones of this machine. With
``radio`` it was told how to come in: the broker's address, its port, the device's password there.

``kind`` is tower, mat (a reader in each zone) or panel (buttons and lights). Faults, by the names OctoPrint's users
know: ``drop_connection`` ``go_awol`` ``come_back`` ``corrupt`` ``dup`` ``late``, and ``pull`` ``plug`` ``power_cut``
``power_on`` ``reboot`` ``new_epoch`` (its store is lost) ``hang`` (a reader is stuck).
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import zlib
from pathlib import Path
from typing import Self

from platformdirs import user_cache_path

from companion.errors import InputError, MissingPart
from firmware_bridge import formats

Pixel = tuple[int, int, int]
FAULTS = (
    "come_back",
    "corrupt",
    "drop_connection",
    "dup",
    "go_awol",
    "late",
    "new_epoch",
    "plug",
    "power_cut",
    "power_on",
    "pull",
    "reboot",
)
ORDERS: dict[str, dict[str, str]] = {  # what hands and bad luck do to each kind, and what stands behind the word
    "tower": {"cocked": "[DICE]", "free": "", "knock": "", "roll": "[DICE]", "stuck": "[DICE]"},
    "mat": {
        "alive": "ZONE",
        "brown": "ZONE",
        "dead": "ZONE",
        "half": "ZONE UID",
        "hang": "ZONE",
        "tag": "ZONE UID",
        "take": "ZONE UID",
    },
    "panel": {"press": "BUTTON", "release": "BUTTON"},
}
KINDS = tuple(ORDERS)
_AMOUNTS = {"corrupt": "[PERCENT]", "drop_connection": "[MS]", "dup": "[PERCENT]", "go_awol": "[MS]", "late": "[MS]"}
_ARGUMENTS = {
    "DICE": "[0-9]{1,2}",
    "ZONE": "[0-3]",
    "BUTTON": "[0-3]",
    "MS": "[0-9]{1,7}",
    "PERCENT": "[0-9]{1,2}",
    "UID": "[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}",
}
_RESET = 3  # the VM's exit status when the firmware asks for a restart of its board
_HARDWARE = Path(__file__).resolve().parent.parent / "hardware"
_START_S = 10.0  # seconds the VM may take to open its port; more: one that cannot start is told of later
_NETWORK = "virtual"  # name and password of the network around a virtual device
NETWORK = f"{_NETWORK} {_NETWORK}"  # as ``VirtualNode.air`` takes it
_HEAP = "192k"  # what a Pico has free; here, with 64-bit objects, it holds half as much


def find_vm() -> Path:
    """The MicroPython VM: ``$MICROPYTHON``, the PATH, the checkout's cache, the user's cache; else ``MissingPart``."""
    cache = user_cache_path("tablewright")
    named = [os.environ.get("MICROPYTHON"), shutil.which("micropython")]
    places = [Path(name) for name in named if name]
    places += [root / "micropython" / "micropython" for root in (_HARDWARE.parent / ".cache", cache)]
    for place in places:
        if os.access(place, os.X_OK):
            return place
    raise MissingPart("the MicroPython VM", "run `make setup`, install the package micropython, or set $MICROPYTHON")


class VirtualNode:
    """A device without a board. ``port`` is what a host opens; ``folder`` holds its flash and its log."""

    program = _HARDWARE / "firmware" / "main.py"  # what the VM runs

    def __init__(
        self,
        folder: Path | None = None,
        *,
        kind: str = "tower",
        node_id: str = "9f3a12c4",
        seed: int = 1,
        air: str | None = None,
        radio: tuple[str, int, str] | None = None,
    ) -> None:
        if not (_HARDWARE / "firmware" / "main.py").is_file():
            raise MissingPart("the device's firmware", "install the package with its hardware folder")
        self._vm = find_vm()
        self.kind, self.name = kind, f"{kind}-{node_id}"
        self._own_folder = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix=f"{kind}-")) if folder is None else folder
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "kind").write_text(kind + "\n")
        self.port = str(self.folder / "port")
        air = air if radio is None else NETWORK
        self._air = self.folder / "air" if air is not None else None
        if air is not None:
            self.air(air)
        if radio is not None:
            self.tell_wifi(_NETWORK, _NETWORK, *radio)
        self._control, self._ring = self.folder / "control", self.folder / "ring"
        if not self._control.exists():
            os.mkfifo(self._control)
        self._fifo = os.open(self._control, os.O_RDWR | os.O_NONBLOCK)
        self._node_id, self._seed = node_id, seed
        self._process: subprocess.Popen[bytes] | None = None
        self._has_power = True
        try:
            self.power_on()
        except BaseException:
            self.close()
            raise

    @property
    def is_running(self) -> bool:
        """Whether the device has power and its firmware runs."""
        return self._process is not None and self._process.poll() is None

    def power_on(self, *, reset: bool = False) -> None:
        """Start the firmware with the flash as it was left, and wait until its port is there.

        ``reset``: the board restarts itself, and its firmware knows.
        """
        self._has_power = True
        if self.is_running:
            return
        Path(self.port).unlink(missing_ok=True)
        with contextlib.suppress(BlockingIOError):
            os.read(self._fifo, 65536)  # orders the dead firmware never read
        here = {"TOWER_CONTROL": self._control, "TOWER_PORT": self.port, "TOWER_RING": self._ring}
        sim, firmware = _HARDWARE / "sim", _HARDWARE / "firmware"
        settings = {name: str(path) for name, path in here.items()} | {
            "TOWER_ID": self._node_id,
            "TOWER_SEED": str(self._seed),
            "TOWER_RESET": "1" if reset else "",
            "TOWER_PARENT": str(os.getpid()),  # it may be gone before the device looks whose child it is
            "TOWER_WIFI": str(self._air or ""),
            "MICROPYPATH": f"{sim}:{firmware}:.frozen",
        }
        with (self.folder / "vm.log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._vm), "-X", f"heapsize={_HEAP}", str(self.program)],
                cwd=self.folder,
                env=os.environ | settings,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until_s = time.monotonic() + _START_S
        while not os.path.exists(self.port):  # noqa: PTH110 - also false while the link dangles
            if not self.is_running or time.monotonic() > until_s:
                raise MissingPart("a running virtual device", f"see {self.folder / 'vm.log'}: {self._last_words()}")
            time.sleep(0.005)

    def power_cut(self) -> None:
        """Kill the firmware at once, wherever it is; its flash stays."""
        self._has_power = False
        if self._process is not None:
            Path(self.port).unlink(missing_ok=True)  # first: its terminal may be another program's right after
            self._process.kill()
            self._process.wait()

    def revive(self) -> None:
        """Start a board again whose firmware asked for a restart, as a real one starts itself."""
        if self._process is not None and self._process.poll() == _RESET:
            self.power_on(reset=True)

    def check(self) -> None:
        """Raise ``MissingPart`` when its firmware ended though nobody took the power away."""
        if self._has_power and not self.is_running:
            code = self._process.poll() if self._process else None
            raise MissingPart("a running virtual device", f"it ended ({code}): {self._last_words()}")

    def order(self, line: str) -> None:
        """Hand an order on (``roll N``, ``tag ZONE UID``, ``press N``) or a fault; else ``InputError``."""
        words = line.rstrip("\n").split()
        known = ORDERS[self.kind] | {name: _AMOUNTS.get(name, "") for name in FAULTS}
        if not words or words[0] not in known or "\n" in line.rstrip("\n"):
            raise InputError("order", "", repr(line), "one of " + ", ".join(sorted(known)))
        if not _fits(words[1:], known[words[0]].split()):
            usage = f"{words[0]} {known[words[0]]}".rstrip()
            raise InputError("order", "", repr(line), f"{usage} (zones and buttons are 0 to 3, a UID is hexadecimal)")
        match words[0]:
            case "power_cut":
                self.power_cut()
            case "power_on":
                self.power_on()
            case "reboot" | "new_epoch":
                self.power_cut()
                if words[0] == "new_epoch":
                    shutil.rmtree(self.folder / "store", ignore_errors=True)
                self.power_on()
            case _ if self.is_running:  # dice thrown into a tower without power are seen by nobody
                os.write(self._fifo, " ".join(words).encode() + b"\n")

    def fault(self, name: str, amount: int | None = None) -> None:
        """Cause one of ``FAULTS``; ``corrupt`` and ``dup`` take per cent, ``late`` and the others milliseconds."""
        self.order(name if amount is None else f"{name} {amount}")

    def air(self, network: str) -> None:
        """Let this network be in reach: its name and password, and ``mute`` when it gives no addresses; empty: none."""
        if self._air is not None:
            fresh = self._air.with_suffix(".new")
            fresh.write_text(network)
            fresh.replace(self._air)

    def tell_wifi(self, ssid: str, password: str, host: str, port: int, secret: str) -> None:
        """Write onto its flash how to come in by radio, as the frame WIFI over its cable does; before ``power_on``."""
        fields: dict[str, formats.Value] = {
            "ssid": ssid,
            "password": password,
            "host": host,
            "port": port,
            "secret": secret,
        }
        data = formats.pack("frame", "WIFI", fields)
        (self.folder / "wifi").write_bytes(data + zlib.crc32(data).to_bytes(4, "little"))

    def ring(self) -> tuple[Pixel, ...]:
        """What the LEDs show: (red, green, blue), 0 to 255 each; empty before the first light, dark unpowered."""
        if not self._ring.exists():
            return ()
        pixels = [bytes.fromhex(word) for word in self._ring.read_text().split()]
        return tuple((red, green, blue) if self.is_running else (0, 0, 0) for red, green, blue in pixels)

    def close(self) -> None:
        """End the firmware, and remove a folder made here; may be called twice."""
        self.power_cut()
        if self._fifo >= 0:
            os.close(self._fifo)
            self._fifo = -1
        if self._own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _last_words(self) -> str:
        lines = (self.folder / "vm.log").read_text(errors="replace").split("\n")
        return " / ".join(line.strip() for line in lines[-4:] if line.strip()) or "it said nothing"


def _fits(words: list[str], forms: list[str]) -> bool:
    least = sum(not form.startswith("[") for form in forms)
    return least <= len(words) <= len(forms) and all(
        re.fullmatch(_ARGUMENTS[form.strip("[]")], word) for word, form in zip(words, forms, strict=False)
    )


class VirtualTower(VirtualNode):
    """A dice tower without a board."""

    def throw(self, dice: int = 2) -> None:
        """Let so many dice fall into the tower; how long they take is the world's business."""
        self.order(f"roll {dice}")

    def knock(self) -> None:
        """Bump the tower."""
        self.order("knock")
