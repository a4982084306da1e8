"""The virtual table's pictures for tests: drawn once and kept under ``.cache/renders``, for every process and run.

what is asked for ──┐
renderers' sources ─┴─> name of the file     an edit of a renderer, of OpenCV or of numpy draws everything anew
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import cv2
import numpy as np

from vision.virtual import dice, table

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".cache" / "renders"
MOST_BYTES = 3_000_000_000  # beyond it the pictures that were used longest ago are drawn anew

P = ParamSpec("P")
T = TypeVar("T")


def kept(draw: Callable[P, T]) -> Callable[P, T]:
    """The same drawing, taken from the folder when it was drawn before."""

    @wraps(draw)
    def kept_draw(*asked: P.args, **settings: P.kwargs) -> T:
        digest = hashlib.sha256(renderers() + draw.__qualname__.encode())
        for part in written((asked, settings)):
            digest.update(part + b"\0")
        path = FOLDER / f"{digest.hexdigest()[:32]}.pickle"
        with suppress(OSError, EOFError, pickle.UnpicklingError):
            drawn: T = pickle.loads(path.read_bytes())
            os.utime(path)
            return drawn
        drawn = draw(*asked, **settings)
        FOLDER.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(pickle.dumps(drawn, protocol=5))
        new.replace(path)
        return drawn

    return kept_draw


@cache
def renderers() -> bytes:
    """A digest of every source file of ours that the drawing reaches, and of the libraries' versions."""
    with suppress(FileNotFoundError):  # another process forgets too
        forget_the_oldest()
    ahead, reached = sorted((ROOT / "vision" / "virtual").glob("*.py")), dict[Path, bytes]()
    while ahead:
        path = ahead.pop()
        if path not in reached:
            reached[path] = path.read_bytes()
            named = re.findall(rb"^from (vision[\w.]*) import", reached[path], re.MULTILINE)
            places = [ROOT / name.decode().replace(".", "/") for name in named]
            ahead += [file for place in places for file in (place.with_suffix(".py"),) if file.is_file()]
    versions = f"{cv2.__version__} {np.__version__}".encode()
    return hashlib.sha256(versions + b"".join(reached[path] for path in sorted(reached))).digest()


def written(value: object) -> Iterator[bytes]:
    """The value in bytes that do not depend on the hash seed or on where things lie in memory."""
    if is_dataclass(value) and not isinstance(value, type):
        yield type(value).__qualname__.encode()
        for field in fields(value):
            yield from written(getattr(value, field.name))
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape}".encode() + value.tobytes()
    elif isinstance(value, dict):
        yield from sorted(b"\1".join(written(item)) for item in value.items())
        yield b"}"
    elif isinstance(value, set | frozenset):
        yield from sorted(b"\1".join(written(item)) for item in value)
        yield b"}"
    elif isinstance(value, tuple | list):
        for item in value:
            yield from written(item)
        yield b")"
    else:
        assert value is None or isinstance(value, str | int | float | np.generic | Path), type(value)
        yield repr(value).encode()


def forget_the_oldest() -> None:
    """Delete the pictures that were used longest ago, until what is left is small enough."""
    found = [(path.stat(), path) for path in FOLDER.glob("*.pickle")] if FOLDER.is_dir() else []
    held = 0
    for stat, path in sorted(found, key=lambda pair: -pair[0].st_mtime):
        held += stat.st_size
        if held > MOST_BYTES:
            path.unlink(missing_ok=True)


render_table = kept(table.render_table)
render_dice = kept(dice.render_dice)
