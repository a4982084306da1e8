"""This machine in the table's network by its name: a device finds it whatever its address is (DNS-SD, RFC 6763).

    table-3f2a9c._mqtt._tcp.local ──> port, address        a device asks for the name that it was told, and no other

The only zeroconf.
"""

from __future__ import annotations

import socket

from companion.errors import InputError, MissingPart

SERVICE = "_mqtt._tcp.local."


class Announced:
    """``name`` stands in the network of ``address`` until it is closed; ``InputError`` when another has the name."""

    def __init__(self, name: str, address: str, port: int) -> None:
        try:
            from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf
        except ImportError as missing:
            raise MissingPart("zeroconf", "pip install zeroconf, or tell devices this machine's address") from missing
        numbers = [socket.inet_aton(address)]
        info = ServiceInfo(SERVICE, f"{name}.{SERVICE}", addresses=numbers, port=port, server=f"{name}.local.")
        try:
            with socket.socket() as probe:  # zeroconf leaves a socket open when the address is none of ours
                probe.bind((address, 0))
            self._zeroconf = Zeroconf(interfaces=[address])
        except OSError as wrong:
            raise InputError(address, "", wrong.strerror or str(wrong), "an address of this machine") from wrong
        try:
            self._zeroconf.register_service(info)
        except NonUniqueNameException as taken:
            self._zeroconf.close()
            raise InputError(
                name, "", "another machine here has this name", "a folder of a broker of its own"
            ) from taken

    def close(self) -> None:
        """Say goodbye to the network."""
        self._zeroconf.unregister_all_services()
        self._zeroconf.close()
