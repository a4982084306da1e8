"""Run in a network of its own (``unshare -n``): each scene's cards are made, and what the pages would be served at."""

import json
import subprocess
import sys

from ui.web.address import own_addresses

# name of a card: its address; "!" behind it: the way out; "-" before it: it is down
SCENES: dict[str, dict[str, str]] = {
    "nothing": {},
    "a laptop that is the hotspot": {"wlan0": "10.42.0.1/24"},
    "at home": {"enp3s0": "192.168.1.20/24!"},
    "a tunnel takes the way out": {"enp3s0": "192.168.1.20/24", "tun0": "10.8.0.2/24!"},
    "a tunnel of another kind": {"wg0": "10.9.0.2/24!", "wlp2s0": "192.168.1.21/24"},
    "containers": {"docker0": "172.17.0.1/16", "br-1f2e3d": "172.18.0.1/16", "wlan0": "192.168.1.22/24!"},
    "machines within": {"virbr0": "192.168.122.1/24", "veth12": "10.1.1.1/24", "eth0": "192.168.1.23/24"},
    "two cards": {"wlan0": "10.42.0.1/24", "eth0": "192.168.1.20/24!"},
    "only IPv6": {"wlan0": "fd12:3456::5/64"},
    "both kinds": {"wlan0": "fd12:3456::5/64 192.168.1.24/24"},
    "a bridge that serves the Wi-Fi": {"br0": "192.168.12.1/24"},
    "a card that is down": {"eth0": "-192.168.1.20/24", "wlan0": "10.42.0.1/24"},
    "a cable and nobody who gives addresses": {"eth0": "169.254.7.7/16"},
    "nothing but a tunnel": {"tun0": "10.8.0.2/24!"},
}


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def laid(cards: dict[str, str]) -> tuple[str, ...]:
    """Lay the cards, look, and take them away again."""
    for at, (name, words) in enumerate(cards.items()):
        ip("link", "add", name, "type", "veth", "peer", "name", f"far{at}")
        ip("link", "set", f"far{at}", "up")
        if not words.startswith("-"):
            ip("link", "set", name, "up")
        for word in words.strip("-").split():
            is_v6 = ":" in word
            ip("addr", "add", word.strip("!"), "dev", name, *(["nodad"] if is_v6 else []))
            if word.endswith("!"):
                ip("route", "add", "default", "dev", name)
    try:
        return own_addresses()
    finally:
        for name in cards:
            ip("link", "del", name)


if __name__ == "__main__":
    ip("link", "set", "lo", "up")
    sys.stdout.write(json.dumps({scene: laid(cards) for scene, cards in SCENES.items()}))
