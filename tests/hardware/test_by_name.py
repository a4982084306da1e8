"""The host by its announced name: two in reach, the paired one is taken, and found again wherever it moves.

The firmware runs in the VM, zeroconf announces on the loopback's multicast. A small process of the test carries the
device's question there and the answers back: a real one is in the hosts' network itself.
"""

from __future__ import annotations

import contextlib
import fcntl
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import InputError
from firmware_bridge.announcing import Announced
from firmware_bridge.broker_home import host_name
from firmware_bridge.radio_link import PREFIX
from firmware_bridge.radio_server import RadioServer
from tests.hardware.board import Board, powered
from tests.hardware.test_radio import AIR, NETWORK, NODE, PASSWORD, until_why, welcomed
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

SECRETS = {PREFIX + NODE: "s3cret"}
OURS, STRANGER = "table-aaaaaa", "table-bbbbbb"


@pytest.fixture(autouse=True)
def one_at_a_time(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Names are the whole machine's: two workers of one run that announce them would be two hosts of one name."""
    with (tmp_path_factory.getbasetemp().parent / "names").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


class Carrier:
    """Asks the multicast of the loopback what it is asked, and brings every answer back."""

    def __init__(self) -> None:
        self.here, self.there = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
        self.here.bind(("127.0.0.1", 0))
        self.there.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        self.port, self.questions = int(self.here.getsockname()[1]), 0
        self._stop, self._thread = threading.Event(), threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        asker = ("127.0.0.1", 9)
        while not self._stop.is_set():
            for ready in select.select([self.here, self.there], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    data, who = ready.recvfrom(4096)
                    if ready is self.here:
                        asker, self.questions = who, self.questions + 1
                        self.there.sendto(data, ("224.0.0.251", 5353))
                    else:
                        self.here.sendto(data, asker)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.here.close()
        self.there.close()


class Host:
    """An ear that would let the device in, announced under a name."""

    def __init__(self, name: str, address: str) -> None:
        self.ear = RadioServer(address, 0, SECRETS)
        self.announced = Announced(name, address, self.ear.port)

    @property
    def has_it(self) -> bool:
        """Whether the device is there."""
        self.ear.step()
        return NODE in self.ear.links and self.ear.links[NODE].is_up

    def close(self) -> None:
        self.announced.close()
        self.ear.close()


@pytest.fixture
def carrier() -> Iterator[Carrier]:
    made = Carrier()
    yield made
    made.close()


@pytest.fixture
def tower(vm: Path, tmp_path: Path, carrier: Carrier) -> Iterator[Board]:
    with powered(vm, tmp_path, "tower", air=AIR) as board:
        board.pull()
        path = board.flash / "mdns.py"
        text = path.read_text()
        assert text.count('("224.0.0.251", 5353)') == 1
        path.write_text(text.replace('("224.0.0.251", 5353)', f'("127.0.0.1", {carrier.port})'))
        board.plug()
        yield board


def until(found: Callable[[], bool], within_s: float = PATIENCE_S) -> bool:
    end_s = time.monotonic() + within_s
    while not found() and time.monotonic() < end_s:
        time.sleep(0.01)
    return found()


def told(board: Board, name: str) -> None:
    board.say("WIFI", ssid=NETWORK, password=PASSWORD, host=name, port=1883, secret=SECRETS[PREFIX + NODE])


def test_of_two_hosts_the_paired_one_is_taken_and_found_again_where_it_moved(tower: Board, carrier: Carrier) -> None:
    stranger, ours = Host(STRANGER, "127.0.0.1"), Host(OURS, "127.0.0.1")
    welcomed(tower)
    told(tower, OURS)
    assert until(lambda: ours.has_it or stranger.has_it)
    assert (ours.has_it, stranger.has_it) == (True, False)
    until_why(tower, "")
    asked = carrier.questions
    time.sleep(1.2)
    assert carrier.questions == asked, "who is in touch asks nobody"
    ours.close()
    moved = Host(OURS, "127.0.0.3")
    tower.pull()  # also from power-on, with no cable; nobody has told it where
    tower.plug()
    assert until(lambda: moved.has_it)
    assert not stranger.has_it
    moved.close()
    again = Host(OURS, "127.0.0.1")
    assert until(lambda: again.has_it)
    assert not stranger.has_it
    for host in (again, stranger):
        host.close()


def test_nobody_of_that_name_is_said_and_no_stranger_is_joined(tower: Board) -> None:
    stranger = Host(STRANGER, "127.0.0.1")
    welcomed(tower)
    told(tower, OURS)
    until_why(tower, "host-away")
    for _ in range(3):
        assert not stranger.has_it
        tower.say("TIME_Q", t1=1)
        time.sleep(0.5)
    ours = Host(OURS, "127.0.0.1")
    assert until(lambda: ours.has_it)
    until_why(tower, "")
    assert not stranger.has_it
    ours.close()
    stranger.close()


def test_a_name_is_made_once_and_belongs_to_one_machine(tmp_path: Path) -> None:
    name = host_name(tmp_path)
    assert name == host_name(tmp_path) != host_name(tmp_path / "other")
    made = Announced(name, "127.0.0.1", 1883)
    with pytest.raises(InputError, match="another machine here has this name"):
        for _ in range(6):  # a second long nobody repeats what he just said to all (RFC 6762, 6)
            Announced(name, "127.0.0.1", 1884).close()
    made.close()
    with pytest.raises(InputError, match=r"192\.0\.2\.77"):
        Announced(name, "192.0.2.77", 1883)
