"""A certificate of one's own for 127.0.0.1, made with openssl as the README says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.missing import absent


def self_signed(folder: Path) -> tuple[Path, Path]:
    """The certificate and its key, in that folder."""
    openssl = shutil.which("openssl")
    if openssl is None:
        absent("openssl is missing: install the package openssl")
    made, key = folder / "cert.pem", folder / "key.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "7", "-subj", "/CN=table"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(made)]
    subprocess.run([openssl, *words], check=True, capture_output=True)
    return made, key
