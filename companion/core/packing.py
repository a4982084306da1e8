"""Commands as plain text and back, so that a record can hold what was begun.

MoveFigure(seat, "a", ("C7", "C8"), None)  ⇄  (("piece", ("a",)), ("path", ("C7", "C8")), ("facing", ()))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from enum import Enum
from functools import lru_cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

C = TypeVar("C")
Packed = tuple[tuple[str, tuple[str, ...]], ...]


def pack(command: Any) -> Packed:
    """The fields of a command, but for its seat, as text."""
    return tuple((one.name, _texts(getattr(command, one.name))) for one in fields(command) if one.name != "seat")


def unpack(kind: type[C], packed: Iterable[tuple[str, Iterable[str]]], **others: Any) -> C:
    """The command of that class whose fields were packed so."""
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(**others, **{name: _value(tuple(texts), hints[name]) for name, texts in packed})


@lru_cache(maxsize=256)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _texts(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, tuple):
        return tuple(map(str, value))
    return (str(int(value)) if isinstance(value, bool) else str(value),)


def _value(texts: tuple[str, ...], hint: Any) -> Any:
    if get_origin(hint) is tuple:
        return texts
    kind = next((one for one in get_args(hint) if one is not NoneType), hint)
    if not texts:
        return None
    if kind is bool:
        return texts[0] == "1"
    if isinstance(kind, type) and issubclass(kind, tuple):  # one with named fields, all of them texts
        return kind(*texts)
    return kind(texts[0]) if isinstance(kind, type) and issubclass(kind, int | Enum) else texts[0]
