"""The address of the pages: this machine's in its network, and a port that is free."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from companion.errors import InputError

PORT = 8321  # unless another is named


@dataclass(frozen=True, slots=True)
class Share:
    """The address at which the pages are served."""

    address: str = ""  # of this machine; empty: the one it has in its network
    port: int = PORT  # 0: any
    certificate: str = ""  # of the host's own, with its key: HTTPS
    key: str = ""

    @property
    def scheme(self) -> str:
        """``https`` with a certificate."""
        return "https" if self.certificate else "http"


def parse_share(text: str) -> Share:
    """``ADDRESS:PORT``, either of them, or nothing; raises ``InputError``."""
    address, colon, port = text.rpartition(":") if ":" in text else (text, "", "")
    if not colon and text.isdecimal():
        address, port = "", text
    if port and not (port.isdecimal() and int(port) < 65536):
        raise InputError("--share", "", repr(text), "ADDRESS:PORT, like 192.168.1.20:8321")
    return Share(address, int(port) if port else PORT)


def own_address() -> str:
    """The address of this machine in its network; that of the machine alone where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it asks which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def bound(share: Share) -> socket.socket:
    """A socket at that address; raises ``InputError`` when it is used, or not this machine's."""
    address = share.address or own_address()
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address.strip("[]"), share.port))
        made.listen(128)
    except OSError as wrong:
        made.close()
        found = wrong.strerror or str(wrong)
        raise InputError("--share", f"{address}:{share.port}", found, "a free port of this machine") from wrong
    return made
