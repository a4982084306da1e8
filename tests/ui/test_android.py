"""The Android package: every requirement can be had there, and the app begins a game with nothing else."""

from __future__ import annotations

import configparser
import re
import socket
import subprocess
import sys
from importlib.metadata import distribution, requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
BUILT_IN = {
    "python3",
    "sqlite3",
    "pyjnius",
}  # of python-for-android alone: the interpreter, a module, its way to Java
ENVIRONMENT = {"sys_platform": "linux", "platform_system": "Linux", "python_version": "3.11", "extra": ""}


def requirements() -> list[str]:
    spec = configparser.ConfigParser(inline_comment_prefixes=("#",))
    spec.read(ROOT / "ui" / "android" / "buildozer.spec")
    return [canonicalize_name(re.split("[=<>]", one)[0]) for one in spec["app"]["requirements"].split(",")]


def recipes() -> set[str]:
    found = find_spec("pythonforandroid")
    assert found is not None, "python-for-android is not installed: pip install -e '.[dev]'"
    folder = Path(next(iter(found.submodule_search_locations or ()))) / "recipes"
    return {canonicalize_name(path.name) for path in folder.iterdir() if path.is_dir()}


def compiled(name: str) -> list[str]:
    return [str(file) for file in distribution(name).files or () if file.suffix in (".so", ".pyd")]


@pytest.mark.parametrize("name", [one for one in requirements() if one not in BUILT_IN])
def test_a_requirement_is_pure_or_has_a_recipe(name: str) -> None:
    """Two have accelerators in their wheels that they do without: both publish pure wheels as well."""
    optional = {"websockets": "speedups", "fonttools": "fontTools/"}
    beside = [file for file in compiled(name) if optional.get(name, " ") not in file]
    assert name in recipes() or not beside


def test_what_python_for_android_brings_has_a_recipe() -> None:
    assert set(requirements()) & BUILT_IN == BUILT_IN <= recipes()


def test_a_requirement_that_is_compiled_and_has_no_recipe_would_be_seen() -> None:
    assert compiled("resvg-py")
    assert "resvg-py" not in recipes()


def test_what_the_requirements_require_is_there_too() -> None:
    there = set(requirements())
    missing = {
        f"{name} needs {needed.name}"
        for name in there - BUILT_IN - {"kivy"}
        for line in requires(name) or ()
        if (needed := Requirement(line)).marker is None or needed.marker.evaluate(ENVIRONMENT)
        if canonicalize_name(needed.name) not in there
    }
    assert missing == set()


BEGIN = """
import os, sys
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions
from packaging.utils import canonicalize_name

ALLOWED = set(sys.argv[2].split(","))
OWNERS = packages_distributions()


class Only(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        owners = OWNERS.get(name.partition(".")[0], ())
        if owners and not any(canonicalize_name(owner) in ALLOWED for owner in owners):
            raise ImportError(f"{name} is not on a tablet", name=name)


sys.meta_path.insert(0, Only())
from pathlib import Path
from kivy.base import EventLoop
from kivy.clock import Clock
from ui.tablet.app import TabletApp
from ui.tablet.navigation import Navigator
from ui.library import Settings, Library

library = Library(Path(sys.argv[1]))
library.keep_settings(Settings("fr"))
EventLoop.ensure_window()
app = TabletApp(Navigator(library))
app.build()
from PIL import Image
library.papers.mkdir(parents=True)
Image.effect_noise((900, 900), 90).save(library.papers / "map.png")
for game in ("heroclix", "heroquest", "guardians", "gotham"):
    ways = ["new", game]
    if game == "heroclix":
        ways += ["pick:force:red", "pick:Lamplighters", "pick:force:blue", "pick:Undertow"]
        ways += ["pick:map", "harbour-market"]
    for way in (*ways, "begin"):
        app._press(way)
    assert app.navigator.table is not None, (game, app.navigator.said, app.navigator.page().notes)
    for _ in range(3):
        Clock.tick()
        EventLoop.idle()
    assert app._table is not None
    app._leave("more")
    for way in ("desk:looks.title", "ground", f"photo:{library.papers / 'map.png'}", "make", "take", "table"):
        app._press(way)
    assert game == "gotham" or app.navigator.table_session.looks().ground, app.navigator.page()
    app._leave("home")
app._press("kept")
assert len(app.navigator.page().tiles) == 4, app.navigator.page()
import time
from companion.errors import MissingPart
from firmware_bridge import broker_home, radio_opening

def nowhere(program="mosquitto"):
    raise MissingPart(program, "no tablet has it")

broker_home.find_mosquitto = radio_opening.find_mosquitto = nowhere
radio = app.navigator._shop.radio
radio._address, radio._port = "127.0.0.1", int(sys.argv[3])
for way in ("back", "plugged", "radio", "switch"):
    app._press(way)
until = time.monotonic() + 90
while not radio.now.is_on and time.monotonic() < until:
    time.sleep(0.05)
assert radio.now.is_on and not radio.now.is_broker, app.navigator.page()
app.navigator.close()
print("begun")
"""


@pytest.mark.slow
def test_the_app_begins_every_game_with_nothing_but_its_requirements(tmp_path: Path) -> None:
    allowed = [*requirements(), "packaging", "tablewright", "kivy", "kivy-garden", "docutils", "requests"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    offscreen = {
        "XDG_DATA_HOME": str(tmp_path / "app" / "own"),
        "SDL_VIDEODRIVER": "offscreen",
        "KIVY_NO_ARGS": "1",
        "KIVY_HOME": str(tmp_path),
    }
    begun = subprocess.run(
        [sys.executable, "-c", BEGIN, str(tmp_path / "app"), ",".join(allowed), str(port)],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), **offscreen},
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE_S,
        check=False,
    )
    assert begun.stdout.strip().endswith("begun"), begun.stderr[-2000:]
    kivys = {
        "config.ini",
        "icon",
        "logs",
        "mods",
    }  # of KIVY_HOME, which python-for-android puts into the app's folder
    assert {path.name for path in tmp_path.iterdir()} - kivys == {"app"}, "nothing is written but the app's own folder"
