"""The addresses of the pages: this machine's in its networks, and a port that is free."""

from __future__ import annotations

import re
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

import ifaddr

from companion.errors import InputError

PORT = 8321  # unless another is named
ALONE = "127.0.0.1"  # this machine, from itself


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


def parse_share(text: str, option: str = "--share") -> Share:
    """``ADDRESS:PORT``, either of them, or nothing; raises ``InputError``, which names the option."""
    address, colon, port = text.rpartition(":") if ":" in text else (text, "", "")
    if not colon and text.isdecimal():
        address, port = "", text
    if port and not (port.isdecimal() and int(port) < 65536):
        raise InputError(option, "", repr(text), "ADDRESS:PORT, like 192.168.1.20:8321")
    return Share(address, int(port) if port else PORT)


# Adapters that lead to no phone in the room: tunnels, containers, machines within this one. As systems name them.
_INNER = re.compile(
    r"lo\d*$|tun|tap|utun|wg|ppp|ipsec|zt|tailscale|nordlynx|hamachi|docker|br-|virbr|veth|lxc|lxd|cni|flannel|cali|"
    r"podman|vmnet|vboxnet|vethernet|virtualbox|vmware|hyper-v|wsl|loopback|teredo|isatap|awdl|llw|anpi|dummy|ifb|sit",
    re.IGNORECASE,
)
_FLAGS_OF, _RUNNING = 0x8913, 0x40  # SIOCGIFFLAGS and IFF_RUNNING of Linux: netdevice(7)
_BRIDGE = re.compile(r"br\d|bridge", re.IGNORECASE)  # of an access point or a laptop that shares its network


def own_addresses() -> tuple[str, ...]:
    """The addresses at which others in the room may reach this machine, the likeliest first; empty: they cannot.

    One for each network card: the one with the way out first, then its other cards, then bridges; of a card an IPv4
    address before an IPv6 one, which few can type. Tunnels and containers only where there is no card at all: their
    names may be unknown, and somebody may sit at the other end.
    """
    way_out = _way_out()
    ranked: list[tuple[tuple[int, ...], str]] = []
    for adapter in ifaddr.get_adapters():
        names = (str(adapter.name), str(adapter.nice_name))
        if not _is_up(names[0]):
            continue
        usable = [(_rank(ip), ip) for ip in map(_plain, adapter.ips) if _is_usable(ip)]
        if usable:
            rank, address = min(usable)
            kind = 2 if any(map(_INNER.match, names)) else 1 if any(map(_BRIDGE.match, names)) else 0
            ranked.append(((kind, rank, str(address) != way_out, len(ranked)), str(address)))
    ranked.sort()
    cards = [address for (kind, *_), address in ranked if kind < 2]
    return tuple(dict.fromkeys(cards or [address for _, address in ranked]))


def own_address() -> str:
    """The first of them; that of the machine alone where there is none."""
    return next(iter(own_addresses()), ALONE)


def _plain(ip: ifaddr.IP) -> IPv4Address | IPv6Address:
    return ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])


def _is_usable(ip: IPv4Address | IPv6Address) -> bool:
    is_link_local = ip.version == 6 and ip.is_link_local  # needs the name of the caller's own card: no browser takes it
    return not (ip.is_loopback or ip.is_multicast or ip.is_unspecified or is_link_local)


def _rank(ip: IPv4Address | IPv6Address) -> int:
    """IPv4 of a network, IPv6, and last what a card gives itself when nobody gave it one."""
    return 2 if ip.is_link_local else 1 if ip.version == 6 else 0


def _is_up(adapter: str) -> bool:
    """Whether something is at the other end of its cable or air, where the system tells."""
    if sys.platform != "linux":
        return True
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            told = fcntl.ioctl(probe, _FLAGS_OF, struct.pack("16sH14x", adapter.encode()[:15], 0))
        except OSError:
            return True
    return bool(struct.unpack_from("16sH", told)[1] & _RUNNING)


def _way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it asks which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return ""


class Doorstep:
    """Where the pages are served: a socket for each address, and how each is written.

    ``share`` with no address of its own means wherever others may reach this machine: then ``follow`` keeps up with
    the networks it joins and leaves. ``is_shown``: everybody sees where, so where another table has the usual port any
    other will do, first the one ``before``, which pages still know; links on paper need the one that they name.
    """

    def __init__(self, share: Share, option: str = "--share", *, is_shown: bool = False, before: int = 0) -> None:
        """Raise ``InputError`` when the port is used, or the address not this machine's."""
        self._share, self._option, self._may_move = share, option, is_shown and share.port == PORT
        self._ports = (*((before,) if before and self._may_move else ()), share.port, *((0,) if self._may_move else ()))
        self.sockets: list[socket.socket] = []
        self.urls: tuple[str, ...] = ()
        self._open((share.address.strip("[]"),) if share.address else own_addresses())

    @property
    def port(self) -> int:
        """The port they all have."""
        return int(self.sockets[0].getsockname()[1])

    @property
    def is_reachable(self) -> bool:
        """Whether anybody on another machine can come in."""
        return not all(is_alone(urlsplit(url).hostname or ALONE) for url in self.urls)

    def follow(self) -> list[socket.socket]:
        """Return new sockets, at addresses that this machine has got since; ``urls`` are those it has now."""
        return [] if self._share.address else self._open(own_addresses())

    def close(self) -> None:
        """Let go of the sockets."""
        for one in self.sockets:
            one.close()

    def _open(self, addresses: tuple[str, ...]) -> list[socket.socket]:
        held = {str(one.getsockname()[0]): one for one in self.sockets}
        made = []
        for address in addresses or (ALONE,):
            if address in held:
                continue
            try:
                held[address] = self._listening(address)
            except InputError:  # at a second address that port may be taken, and an address may be gone again
                if not self.sockets:
                    raise
                continue
            self.sockets.append(held[address])
            made.append(held[address])
        at = [held[address].getsockname()[:2] for address in addresses or (ALONE,) if address in held]
        urls = tuple(f"{self._share.scheme}://{f'[{host}]' if ':' in host else host}:{port}" for host, port in at)
        self.urls = urls or self.urls
        return made

    def _listening(self, address: str) -> socket.socket:
        if self.sockets:
            return _listening(address, self.port, self._option)
        *wanted, last = self._ports
        for port in wanted:
            with suppress(InputError):
                return _listening(address, port, self._option)
        return _listening(address, last, self._option)


def is_alone(address: str) -> bool:
    """Whether that address leads to this machine from itself alone."""
    return ip_address(address).is_loopback


def _listening(address: str, port: int, option: str) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
        made.listen(1024)  # a hall that comes in at once; the system allows fewer where it must
    except OSError as wrong:
        made.close()
        found = wrong.strerror or str(wrong)
        raise InputError(option, f"{address}:{port}", found, "a free port of this machine") from wrong
    return made
