"""Which addresses phones are told, in real networks of the kernel: hotspots, tunnels, containers, several cards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

SCENES = Path(__file__).with_name("network_scenes.py")
ROOT = Path(__file__).parents[2]
needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("ip"), reason="a network of its own needs root"
)

EXPECTED = {
    "nothing": [],
    "a laptop that is the hotspot": ["10.42.0.1"],
    "at home": ["192.168.1.20"],
    "a tunnel takes the way out": ["192.168.1.20"],
    "a tunnel of another kind": ["192.168.1.21"],
    "containers": ["192.168.1.22"],
    "machines within": ["192.168.1.23"],
    "two cards": ["192.168.1.20", "10.42.0.1"],
    "only IPv6": ["fd12:3456::5"],
    "both kinds": ["192.168.1.24"],
    "a bridge that serves the Wi-Fi": ["192.168.12.1"],
    "a card that is down": ["10.42.0.1"],
    "a cable and nobody who gives addresses": ["169.254.7.7"],
    "nothing but a tunnel": ["10.8.0.2"],
}


def alone(*words: str) -> str:
    """What the words say in a network of their own."""
    done = subprocess.run(
        ["unshare", "-n", *words], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE_S, check=False
    )
    if "unshare failed" in done.stderr:
        pytest.skip("this machine gives nobody a network of his own")
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_root
def test_the_addresses_that_phones_can_reach() -> None:
    assert json.loads(alone(sys.executable, "-m", "tests.integration.network_scenes")) == EXPECTED


HOSTED = """
ip link set lo up
ip link add wlan0 type veth peer name far0; ip link set far0 up
ip link set wlan0 up; ip addr add 10.42.0.1/24 dev wlan0
ip link add eth0 type veth peer name far1; ip link set far1 up
ip link set eth0 up; ip addr add fd12:3456::5/64 dev eth0 nodad
exec "$1" -c '
import socket
from ui.web.address import Doorstep, Share
made = Doorstep(Share(port=0))
print(*made.urls, made.is_reachable)
for one in made.sockets:
    socket.create_connection(one.getsockname()[:2]).close()
made.close()
'
"""


@needs_root
def test_every_card_has_the_pages_at_one_port() -> None:
    first, second, reachable = alone("sh", "-c", HOSTED, "sh", sys.executable).split()
    assert first.startswith("http://10.42.0.1:")
    assert second == f"http://[fd12:3456::5]:{first.rsplit(':', 1)[1]}"
    assert reachable == "True"


@needs_root
def test_a_machine_in_no_network_says_that_nobody_can_come() -> None:
    code = (
        "import sys; from ui.cli.share_options import tell_ways; from ui.web.address import Doorstep, Share;"
        "made = Doorstep(Share(port=0)); sys.stderr = sys.stdout; tell_ways(made.urls[0], made); made.close()"
    )
    assert "Nobody else can come in" in alone("sh", "-c", f"ip link set lo up; exec {sys.executable} -c '{code}'")


MOVED = """
ip link set lo up
exec "$1" -c '
import subprocess, urllib.request
from tests.patience import wait_until
from tests.ui.web.tables import fight
from ui.web.address import Share
from ui.web import host as hosting
from ui.web.host import Host

hosting.FOLLOWS_S = 0.2

def ip(words):
    subprocess.run(["ip", *words.split()], check=True)

def told():
    host.step()
    kept = host.hall.file.kept
    print(host.url.rpartition(":")[0], host.link.startswith(host.url), kept.url == host.url, host.is_reachable)
    assert urllib.request.urlopen(host.url + "/design.css").status == 200

host = Host(fight(), Share(port=0), None)
host.open()
told()
for card, address in (("wlan0", "10.42.0.1"), ("eth0", "192.168.1.20")):
    ip(f"link add {card} type veth peer name far-{card}")
    ip(f"link set far-{card} up")
    ip(f"link set {card} up")
    ip(f"addr add {address}/24 dev {card}")
    wait_until(lambda: any(address in url for url in host.urls), host.step)
    if card == "eth0":
        ip("link del wlan0")
        wait_until(lambda: len(host.urls) == 1, host.step)
    told()
host.close()
'
"""


@needs_root
@pytest.mark.slow
def test_the_link_follows_the_machine_from_network_to_network() -> None:
    lines = alone("sh", "-c", MOVED, "sh", sys.executable).splitlines()
    assert [line.split() for line in lines] == [
        ["http://127.0.0.1", "True", "True", "False"],
        ["http://10.42.0.1", "True", "True", "True"],
        ["http://192.168.1.20", "True", "True", "True"],
    ]
