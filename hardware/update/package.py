"""The shipped firmware as a manifest with hashes, and as one file to send: what was tested is what is shipped.

hardware/firmware/**/*.py ──> firmware/MANIFEST      compared in every test run; `--write` brings it up to date
                          └─> tablewright-VERSION.update (manifest, then the files), sent by hardware.update.update
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
MANIFEST = FIRMWARE / "MANIFEST"


def files() -> dict[str, bytes]:
    """The shipped files by their path on the board."""
    found = sorted(FIRMWARE.rglob("*.py"))
    return {path.relative_to(FIRMWARE).as_posix(): path.read_bytes() for path in found}


def version() -> str:
    """What the firmware calls itself in HELLO."""
    match = re.search(r'^VERSION = "([0-9.]+)"$', (FIRMWARE / "node.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert match
    return match[1]


def manifest(shipped: dict[str, bytes]) -> bytes:
    """The manifest of these files (its form is described in ``firmware/manifest.py``)."""
    lines = [f"{hashlib.sha256(data).hexdigest()} {len(data)} {path}\n" for path, data in shipped.items()]
    return f"tablewright-firmware 1 {version()}\n{''.join(lines)}".encode()


def package(shipped: dict[str, bytes]) -> bytes:
    """Manifest and files, as they go over the link."""
    return manifest(shipped) + b"".join(shipped.values())


def main() -> int:
    """0 if the manifest is true or was written, 1 if it is not."""
    found = manifest(files())
    if "--write" in sys.argv:
        MANIFEST.write_bytes(found)
    if len(sys.argv) > 1 and sys.argv[1].endswith(".update"):
        Path(sys.argv[1]).write_bytes(package(files()))
    return int(not MANIFEST.exists() or MANIFEST.read_bytes() != found)


if __name__ == "__main__":
    sys.exit(main())
