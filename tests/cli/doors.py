"""Files that are no good, made of shipped ones that are: for every command that reads a document.

wrecks_of    the file as a whole: empty, torn, no text, other bytes, another document, too deep
mutants_of   one value of it is of another kind, gone, doubled, endless, half of a character …
"""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "companion" / "games"
HC, HQ, GU, GO = (GAMES / name / "data" for name in ("heroclix", "heroquest", "guardians", "gotham"))
INTERCHANGE, RECORDS = ROOT / "tests" / "interchange", ROOT / "tests" / "records"


@dataclass(frozen=True)
class Door:
    """A command that reads a document: its words, ``FILE`` among them, and good files of that kind."""

    words: tuple[str, ...]
    seeds: tuple[Path, ...]

    @property
    def name(self) -> str:
        return "-".join(word for word in self.words if word.isalpha() and word != "FILE")


def _door(line: str, *seeds: Path) -> Door:
    return Door(tuple(line.split()), seeds)


DOORS = (
    _door("sight FILE --from A1 --to C3 --json", HC / "positions" / "harbour-market.json"),
    _door("reach FILE --piece lq004 --json", HC / "positions" / "harbour-market.json"),
    _door("areas FILE --from west.1 --to west.2 --json", *sorted((ROOT / "tests/corpus/areas").glob("*.json"))[:2]),
    _door("import maps FILE --json", *sorted((HC / "maps").glob("*.json")), INTERCHANGE / "good-map.json"),
    _door("import figures FILE --json", HC / "figures" / "lantern-quay.toml"),
    _door("check-force FILE --points 300 --json", *sorted((ROOT / "tests/corpus/forces").glob("*.json"))),
    _door("case FILE --json --explain", *sorted((HC / "cases").glob("*.toml"))),
    _door("case FILE", *sorted((HQ / "cases").glob("*.toml")), *sorted((GU / "cases").glob("*.toml"))),
    _door("case FILE --json", *sorted((GO / "cases").glob("*.toml"))),
    _door("check-quest FILE --json", *sorted((HQ / "quests").glob("*.json"))),
    _door("check-scenario FILE", *sorted((GU / "scenarios").iterdir()), *sorted((GO / "scenarios").iterdir())),
    _door("replay FILE --verify --json", *sorted(RECORDS.glob("*.record"))),
    _door("find-figure lantern --data FILE", HC / "figures" / "lantern-quay.toml"),
    _door("check-force tests/corpus/forces/unknown-figure.json --cards FILE", HC / "cards.toml"),
)

HUGE = 10**400
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3.5, 10**30, HUGE, float("nan"), float("inf")),
    *("", " ", "\ud800", "é\u0301", "A1", "\0", "x" * 3000, "١٢", "../../etc"),
    *([], {}, [[]], [None], {"": {}}, [1, "a", {}], {"format": "x"}),
)


def wrecks_of(text: str, rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Generate the file broken as a whole, each with the name of the break."""
    data = text.encode()
    yield "empty", b""
    yield "blank", b" \n\n"
    yield "binary", rng.randbytes(400)
    yield "zeros", bytes(300)
    yield "deep", b"[" * 100_000
    yield "deep-object", b'{"a":' * 5_000 + b"1" + b"}" * 5_000
    yield "deep-enough", b'{"a":' * 70 + b"1" + b"}" * 70
    yield "digits", b'{"format": ' + b"9" * 5000 + b"}"
    yield "digits-toml", b"format = " + b"9" * 5000
    yield "utf-16", text.encode("utf-16")
    yield "latin-1", (text + "é").encode("latin-1", "replace")
    for share in (1, 3, 5, 7, 9):
        yield f"torn-{share}", data[: len(data) * share // 10]
    flipped = bytearray(data)
    for _ in range(3):
        flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
    yield "flipped", bytes(flipped)


def mutants_of(document: Any, rng: random.Random, count: int) -> Iterator[tuple[str, Any]]:
    """Generate the document ``count`` times with one to three of its values changed, each with its place."""
    for _ in range(count):
        fresh = {"": copy.deepcopy(document)}
        places = []
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            holder, key, place = _place(fresh, rng)
            places.append(place)
            _change(holder, key, rng)
        yield "+".join(places), fresh[""]


def _place(whole: dict[str, Any], rng: random.Random) -> tuple[Any, Any, str]:
    """Return a value of the document: what holds it, under which key, and its name."""
    holder: Any = whole
    key: Any = ""
    place = ""
    while rng.random() < 0.85:
        value = holder[key]
        if not isinstance(value, dict | list) or not value:
            break
        holder, key = value, rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        place += f".{key}"
    return holder, key, place


def _change(holder: Any, key: Any, rng: random.Random) -> None:
    kind, value = rng.randrange(8), holder[key]
    is_whole = key == ""
    if kind == 0 and isinstance(holder, dict) and not is_whole:
        del holder[key]
    elif kind == 1 and isinstance(value, list):
        holder[key] = value * 2
    elif kind == 2 and isinstance(value, str) and value:
        holder[key] = value[::-1] + rng.choice(["", "\0", "|", ":", "(", "é"])
    elif kind == 3 and isinstance(holder, dict) and not is_whole:
        holder[rng.choice(["", "format", "at", "do", "é", "choose"])] = rng.choice(ODD)
    else:
        holder[key] = copy.deepcopy(rng.choice(ODD))


def read(path: Path) -> Any:
    """Return the document in a shipped file; of a book of cases a few, so that a run is short."""
    text = path.read_text(encoding="utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def written(document: Any, suffix: str) -> bytes:
    """Return the document as the bytes of such a file."""
    if suffix == ".toml" and isinstance(document, dict):
        lines = (f"{_key(key)} = {_toml(value)}\n" for key, value in document.items() if value is not None)
        return "".join(lines).encode("utf-8", "surrogatepass")
    return json.dumps(document).encode()


def _key(key: object) -> str:
    return json.dumps(str(key)).replace("\x7f", "\\u007f")


def _toml(value: Any) -> str:
    match value:
        case None:
            return '""'
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case dict():
            return "{" + ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
    return _key(value)
