"""Rows of data read into dataclasses by the types of their fields; a refusal names the place.

[goblin]  attack = 2 …      class Kind: attack: int …      a field without a default must be written
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from enum import Enum
from functools import lru_cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from companion.documents import Node

__all__ = ["read_row", "read_rows"]

R = TypeVar("R")
MOST = 9999


def read_rows(kind: type[R], node: Node) -> dict[str, R]:
    """The rows of a table by id."""
    return {key: read_row(kind, row, id=key) for key, row in node.entries()}


def read_row(kind: type[R], node: Node, **given: Any) -> R:
    """One row; ``given`` are fields that the document does not write."""
    written = [one for one in fields(kind) if one.name not in given]  # type: ignore[arg-type]
    required = {one.name for one in written if one.default is MISSING and one.default_factory is MISSING}
    node.table(required, {one.name for one in written})
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(**given, **{one.name: _value(node[one.name], hints[one.name]) for one in written if one.name in node})


@lru_cache(maxsize=64)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(node: Node, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_value(one, inner[0]) for one in node.items())
        entries = list(node.items())
        if len(entries) != len(inner):
            node.refuse(f"{len(inner)} entries", f"{len(entries)}")
        return tuple(_value(one, part) for one, part in zip(entries, inner, strict=True))
    kinds = [one for one in get_args(hint) if one is not NoneType] or [hint]
    kind = kinds[0]
    if kind is bool:
        return node.flag()
    if kind is int:
        return node.number(-MOST, MOST)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(node.word([str(one.value) for one in kind]))
    return node.text()
