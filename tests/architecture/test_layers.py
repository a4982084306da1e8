"""Inside a room arrows run one way: files and folders form layers, at every depth, and so there is no circle anywhere.

package
  ├── file.py          a file and a folder count alike: everything in the folder is one thing
  └── folder/   ──>    may import file, then file may not import anything in folder: not for the type checker
                       either, nor within a function
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from tests.architecture.house import SOURCES

Arrows = Mapping[str, Mapping[str, list[str]]]  # child -> other child -> where

NAMES = {source.name for source in SOURCES}
FOLDERS = sorted({name.rsplit(".", deep)[0] for name in NAMES for deep in range(1, name.count(".") + 1)})


def file_of(name: str) -> str | None:
    """The file an imported name is in; ``None`` when it is none of ours."""
    while name:
        for file in (name, f"{name}.__init__"):
            if file in NAMES:
                return file
        name = name.rpartition(".")[0]
    return None


@cache
def imports() -> list[tuple[str, str, str]]:
    """Who imports which file of ours, and where; read by the worker that asks, not by each that collects tests."""
    return [
        (source.name, file, f"{source.shown}:{line}")
        for source in SOURCES
        for name, line in source.imports
        if (file := file_of(name)) and file != source.name
    ]


def arrows_in(folder: str) -> Arrows:
    """Which of its direct children import which."""
    arrows: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for importer, imported, place in imports():
        if importer.startswith(f"{folder}.") and imported.startswith(f"{folder}."):
            child, other = (name[len(folder) + 1 :].split(".")[0] for name in (importer, imported))
            if child != other:
                arrows[child][other].append(place)
    return arrows


def tangle_in(arrows: Arrows) -> list[str]:
    """The arrows that lie on a circle, each with a place where it stands."""
    return [
        f"{child} -> {other}: {places[0]}"
        for child, others in sorted(arrows.items())
        for other, places in sorted(others.items())
        if child in reached_from(other, arrows)
    ]


def reached_from(start: str, arrows: Arrows) -> set[str]:
    reached, ahead = set[str](), [start]
    while ahead:
        child = ahead.pop()
        if child not in reached:
            reached.add(child)
            ahead += arrows.get(child, ())
    return reached


def test_arrows_in_every_folder_run_one_way() -> None:
    tangles = {folder: tangle for folder in FOLDERS if (tangle := tangle_in(arrows_in(folder)))}
    assert tangles == {}


def test_a_circle_is_found() -> None:
    """a and b import each other; c imports them and is imported by nobody, d imports nothing."""
    drawn = {"a": {"b": ["a.py:1"], "d": ["a.py:2"]}, "b": {"a": ["b.py:1"]}, "c": {"a": ["c.py:1"]}}
    assert tangle_in(drawn) == ["a -> b: a.py:1", "b -> a: b.py:1"]
    assert tangle_in({"a": {"b": ["a.py:1"]}, "b": {"c": ["b.py:1"]}}) == []
