"""Certificates of the broker's own authority, made by the openssl program.

ca.key ──signs──> ca.crt      valid 2020 to 2045: a board without a clock wakes up in 2021 and can check it
   └──────signs──> broker.crt for the names and addresses by which the table reaches the broker
"""

from __future__ import annotations

import ipaddress
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.errors import MissingPart

_FROM, _UNTIL = "20200101000000Z", "20450101000000Z"
_AUTHORITY = """
[ca]
default_ca = us
[us]
database = {folder}/index
serial = {folder}/serial
new_certs_dir = {folder}
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = who
[who]
[authority]
basicConstraints = critical,CA:true,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[broker]
basicConstraints = critical,CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = {names}
authorityKeyIdentifier = keyid
"""


def make_certificates(folder: Path, names: Sequence[str]) -> None:
    """Write ``ca.crt``, ``broker.crt`` and their keys (mode 0600) are in the folder; an authority that is there
    already is kept, so that the nodes that trust it go on doing so. ``MissingPart`` without openssl."""
    openssl = shutil.which("openssl")
    if openssl is None:
        raise MissingPart("openssl", "install the package openssl: certificates are made with it")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        settings, listed = work / "settings", ",".join(_alternative(name) for name in names)
        settings.write_text(_AUTHORITY.format(folder=work, names=listed))
        (work / "index").touch()
        (work / "serial").write_text(f"{secrets.randbits(63) | 1:016X}\n")

        def sign(what: str, subject: str, *signer: str) -> None:
            key, request = folder / f"{what}.key", work / f"{what}.csr"
            _run(openssl, "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(key))
            key.chmod(0o600)
            _run(
                openssl,
                "req",
                "-new",
                "-config",
                str(settings),
                "-key",
                str(key),
                "-subj",
                f"/CN={subject}",
                "-out",
                str(request),
            )
            _run(
                openssl,
                "ca",
                "-batch",
                "-notext",
                "-config",
                str(settings),
                "-startdate",
                _FROM,
                "-enddate",
                _UNTIL,
                "-in",
                str(request),
                "-out",
                str(folder / f"{what}.crt"),
                *signer,
            )

        if not (folder / "ca.crt").exists():
            sign(
                "ca",
                "Tablewright table authority",
                "-selfsign",
                "-keyfile",
                str(folder / "ca.key"),
                "-extensions",
                "authority",
            )
        sign(
            "broker",
            names[0],
            "-cert",
            str(folder / "ca.crt"),
            "-keyfile",
            str(folder / "ca.key"),
            "-extensions",
            "broker",
        )


def _alternative(name: str) -> str:
    try:
        return f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        return f"DNS:{name}"


def _run(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise MissingPart("a certificate", f"openssl said: {ended.stderr.strip().splitlines()[-1:]}")
