"""How many lines of an empty map are clear, hindered and blocked, counted by the oracle: the source of census.json.

python -m tests.oracles.census            counts every map, and says which figures differ from those kept
python -m tests.oracles.census --write    counts every map and keeps the figures
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from tests.board.real_maps import map_files
from tests.conftest import SHARED
from tests.oracles.hcmaps import read_scene
from tests.oracles.offsets import judge_moved
from tests.oracles.sight import Scene

KEPT = Path(__file__).parents[1] / "board" / "census.json"
EDITIONS = ("core", "newer")
LETTERS = "chb"  # by severity

Figures = dict[str, int | str]


def figures(severities: Iterable[int]) -> Figures:
    """The figures of all ordered pairs of squares, both in reading order, a square with itself included."""
    letters = "".join(LETTERS[severity] for severity in severities)
    clear, hindered, blocked = (letters.count(letter) for letter in LETTERS)
    digest = blake2b(letters.encode(), digest_size=8).hexdigest()
    return {"clear": clear, "hindered": hindered, "blocked": blocked, "digest": digest}


def count(scene: Scene, edition: str) -> Figures:
    squares = scene.squares()
    return figures(judge_moved(scene, a, b, edition) for a in squares for b in squares)


def read_kept() -> dict[str, dict[str, Figures]]:
    kept: dict[str, dict[str, Figures]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return kept


def main(arguments: list[str]) -> int:
    kept, counted = read_kept(), dict[str, dict[str, Figures]]()
    for file in map_files(SHARED):
        name, scene = file.name, read_scene(file)
        counted[name] = {edition: count(scene, edition) for edition in EDITIONS}
        sys.stderr.write(f"{name}: {'as kept' if counted[name] == kept.get(name) else counted[name]}\n")
    if "--write" in arguments:
        KEPT.write_text(json.dumps(counted, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0 if "--write" in arguments or counted == kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
