"""Rows of content, read from documents by the fields of their classes: a field without a default must be written.

[goblin]  attack = 2 …      class Kind: id: str, attack: int …      a row in a row, a list of rows, words by language
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache, partial
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from companion.documents import Node

R = TypeVar("R")
Reader = Callable[[Node], Any]
MOST = 9999  # the largest number of a row, either sign; more is taken for a slip of the pen


def read_rows(kind: type[R], node: Node) -> dict[str, R]:
    """The rows of a table by their keys, which are their ids."""
    return {key: read_row(kind, row, id=key) for key, row in node.entries()}


def read_row(kind: type[R], node: Node, **given: Any) -> R:
    """Read one row; ``given`` are fields that the document does not write."""
    readers, required, known = _written(kind, frozenset(given))  # type: ignore[arg-type]
    node.table(required, known)
    return kind(**given, **{name: read(node[key]) for key, (name, read) in readers.items() if key in node})


@lru_cache(maxsize=256)
def _written(kind: type, given: Set[str]) -> tuple[dict[str, tuple[str, Reader]], Set[str], Set[str]]:
    """Return by key the name and the reader of each field, then the keys that must be there, and all."""
    hints, own = get_type_hints(kind), [entry for entry in fields(kind) if entry.name not in given]
    keys = {entry.name: entry.name.rstrip("_") for entry in own}  # ``with_`` is written ``with``
    required = {keys[entry.name] for entry in own if entry.default is MISSING and entry.default_factory is MISSING}
    return {key: (name, _reader(hints[name])) for name, key in keys.items()}, required, {*keys.values()}


def _reader(hint: object) -> Reader:
    """Return what reads a value of that type."""
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            entry = _reader(inner[0])
            return lambda node: tuple(entry(one) for one in node.items())
        return partial(_few, [_reader(part) for part in inner])
    if get_origin(hint) is Mapping:
        value = _reader(get_args(hint)[1])
        return lambda node: {key: value(one) for key, one in node.entries()}
    kind = next((part for part in get_args(hint) if part is not NoneType), hint)
    if kind is bool:
        return Node.flag
    if kind is int:
        return lambda node: node.number(-MOST, MOST)
    if isinstance(kind, type) and issubclass(kind, Enum):
        words = [str(member.value) for member in kind]
        return lambda node: kind(node.word(words))
    if isinstance(kind, type) and is_dataclass(kind):
        return partial(read_row, kind)
    return Node.text


def _few(readers: Sequence[Reader], node: Node) -> tuple[Any, ...]:
    entries = list(node.items())
    if len(entries) != len(readers):
        node.refuse(f"{len(readers)} entries", f"{len(entries)}")
    return tuple(read(entry) for read, entry in zip(readers, entries, strict=True))
