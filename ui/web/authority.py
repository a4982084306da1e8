"""An authority of an event's own: it vouches for this machine's addresses in its own network, and for nothing else.

    EVENT.https/authority.pem, .key      made once, for thirty days; may sign for private addresses and .local names
                server.pem, .key         made anew when the addresses are others, or its week is nearly over
    phone ──http://…/ (a QR code)──> the authority's certificate, how to trust it, its fingerprint ──> https://…

Whoever trusts it trusts nobody on the internet by that: a name out there is none that it may sign for. Its key stays in
this folder, which its owner alone reads.
"""

from __future__ import annotations

import hashlib
import shutil
import ssl
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from companion.errors import InputError, MissingPart
from companion.files import make_folder, write_file

AUTHORITY_DAYS, SERVER_DAYS, FRESH_S = 30, 7, 2 * 86400  # a month of club evenings; a weekend; renewed before that
_PRIVATE = (
    "IP:10.0.0.0/255.0.0.0",
    "IP:172.16.0.0/255.240.0.0",
    "IP:192.168.0.0/255.255.0.0",
    "IP:169.254.0.0/255.255.0.0",
    "IP:127.0.0.0/255.0.0.0",
    "IP:fc00:0:0:0:0:0:0:0/fe00:0:0:0:0:0:0:0",
    "DNS:local",
    "DNS:localhost",
)
_CONFIG = """[req]
distinguished_name = name
prompt = no
[name]
CN = {name}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
nameConstraints = critical, {permitted}
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {hosts}
"""


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate for the server, its key, and the authority that vouches for it."""

    certificate: Path
    key: Path
    authority: Path

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the authority, as phones show it."""
        plain = ssl.PEM_cert_to_DER_cert(self.authority.read_text(encoding="ascii"))
        digest = hashlib.sha256(plain).hexdigest().upper()
        return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def certified(folder: Path, name: str, hosts: Sequence[str]) -> Certified:
    """A certificate for these addresses and names; what is there already and still good stays."""
    make_folder(folder, 0o700)
    folder.chmod(0o700)
    made = Certified(folder / "server.pem", folder / "server.key", folder / "authority.pem")
    signing, config, asked = folder / "authority.key", folder / "openssl.cnf", folder / "server.csr"
    wanted = ", ".join(sorted(map(_named, hosts)))
    for host in hosts:
        if not _is_private(host):
            raise InputError("--https", "", host, "a private address, or --certificate and --key")
    plain = "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in " .-"))[:40]
    permitted = ", ".join(f"permitted;{one}" for one in _PRIVATE)
    text = _CONFIG.format(name=f"{plain or 'Event'} (Tablewright)", permitted=permitted, hosts=wanted)
    is_other = not config.exists() or config.read_text(encoding="ascii") != text
    write_file(config, text.encode(), mode=0o600)
    if not (signing.exists() and lasts(made.authority, FRESH_S)):
        days = ["-days", str(AUTHORITY_DAYS), "-config", str(config), "-extensions", "authority"]
        _openssl("req", "-x509", *_new_key(signing), *days, "-out", str(made.authority))
        is_other = True
    if is_other or not (made.key.exists() and lasts(made.certificate, FRESH_S)):
        _openssl("req", "-new", *_new_key(made.key), "-config", str(config), "-out", str(asked))
        by = ["-CA", str(made.authority), "-CAkey", str(signing), "-CAcreateserial", "-days", str(SERVER_DAYS)]
        extensions = ["-extfile", str(config), "-extensions", "server", "-out", str(made.certificate)]
        _openssl("x509", "-req", "-in", str(asked), *by, *extensions)
    for file in folder.iterdir():
        file.chmod(0o600)
    return made


def lasts(certificate: Path, seconds: int = 0) -> bool:
    """Whether a certificate is there, and good for so long; without ``openssl`` it is taken for one."""
    if not certificate.is_file():
        return False
    program = shutil.which("openssl")
    if program is None:
        return True
    asked = [program, "x509", "-noout", "-checkend", str(seconds), "-in", str(certificate)]
    return subprocess.run(asked, check=False, capture_output=True).returncode == 0


def _new_key(path: Path) -> list[str]:
    return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", str(path)]


def _named(host: str) -> str:
    try:
        return f"IP:{ip_address(host)}"
    except ValueError:
        return f"DNS:{host}"


def _is_private(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith(".local")


def _openssl(*words: str) -> None:
    program = shutil.which("openssl")
    if program is None:
        raise MissingPart("--https", "install the package openssl")
    done = subprocess.run([program, *words], check=False, capture_output=True, text=True)
    if done.returncode:
        said = next(iter(done.stderr.strip().splitlines()[-1:]), "it failed")
        raise InputError("openssl", words[0], said, "a certificate")
