"""Rows of content, read from documents by the fields of their classes: a field without a default must be written.

[goblin]  attack = 2 …      class Kind: id: str, attack: int …      a row in a row, a list of rows, words by language
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from companion.documents import Node

R = TypeVar("R")
MOST = 9999  # the largest number of a row, either sign; more is taken for a slip of the pen


def read_rows(kind: type[R], node: Node) -> dict[str, R]:
    """The rows of a table by their keys, which are their ids."""
    return {key: read_row(kind, row, id=key) for key, row in node.entries()}


def read_row(kind: type[R], node: Node, **given: Any) -> R:
    """Read one row; ``given`` are fields that the document does not write."""
    written = [entry for entry in fields(kind) if entry.name not in given]  # type: ignore[arg-type]
    keys = {entry.name: entry.name.rstrip("_") for entry in written}  # ``with_`` is written ``with``
    required = {keys[entry.name] for entry in written if entry.default is MISSING and entry.default_factory is MISSING}
    node.table(required, set(keys.values()))
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(**given, **{name: _value(node[key], hints[name]) for name, key in keys.items() if key in node})


@lru_cache(maxsize=128)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(node: Node, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_value(entry, inner[0]) for entry in node.items())
        entries = list(node.items())
        if len(entries) != len(inner):
            node.refuse(f"{len(inner)} entries", f"{len(entries)}")
        return tuple(_value(entry, part) for entry, part in zip(entries, inner, strict=True))
    if get_origin(hint) is Mapping:
        return {key: _value(entry, get_args(hint)[1]) for key, entry in node.entries()}
    kind = next((part for part in get_args(hint) if part is not NoneType), hint)
    if kind is bool:
        return node.flag()
    if kind is int:
        return node.number(-MOST, MOST)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(node.word([str(member.value) for member in kind]))
    if isinstance(kind, type) and is_dataclass(kind):
        return read_row(kind, node)
    return node.text()
