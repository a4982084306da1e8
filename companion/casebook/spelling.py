"""Commands written as tables, read by the fields of their classes: a new command can be written the day it exists.


class MoveFigure: seat, piece, to     { do = "move", piece = "A", to = "F9" }      the seat follows from the piece
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.documents import Node

Reader = Callable[[Node], Any]
ANSWERS = (ReportDice, Choose)  # written as ``dice`` and ``choose``, in the step that asks for them


@dataclass(frozen=True, slots=True)
class Spelling:
    """The spelling of a command: its word, keys that differ from their fields, fields that are filled in."""

    word: str
    names: Mapping[str, str] = field(default_factory=dict)  # field -> key
    filled: frozenset[str] = frozenset({"seat"})
    usual: Mapping[str, Any] = field(default_factory=dict)  # field -> what it is when it is not written


Spelled = tuple[type, Spelling]
ANSWERING = frozenset({"seat", "request"})  # what is filled in of a command that answers a request
CORE = {Place: Spelling("place", {"spaces": "at"}, ANSWERING), Pass: Spelling("pass", filled=ANSWERING)}


def members_of(union: Any) -> Iterator[type]:
    """Every class of a union, those of unions inside it too."""
    if get_origin(union) in (Union, UnionType):
        for member in get_args(union):
            yield from members_of(member)
    else:
        yield union


def spell_commands(union: Any, special: Mapping[type, Spelling]) -> dict[str, Spelled]:
    """Every command of a union by its word; one without a spelling of its own has its name in lower case."""
    spelled: dict[str, Spelled] = {}
    for kind in members_of(union):
        if kind not in ANSWERS:
            usual = Spelling(re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower())
            spelling = special.get(kind) or CORE.get(kind) or usual
            spelled[spelling.word] = kind, spelling
    return spelled


def fields_of(kind: type, spelling: Spelling) -> Iterator[tuple[str, str, Any, bool]]:
    """The fields of a command that are written: field, key, type, and whether it must be written."""
    hints = get_type_hints(kind)
    for entry in fields(kind):
        if entry.name not in spelling.filled:
            must = entry.default is MISSING and entry.default_factory is MISSING and entry.name not in spelling.usual
            yield entry.name, spelling.names.get(entry.name, entry.name), hints[entry.name], must


def read_fields(
    kind: type, node: Node, spelling: Spelling, readers: Mapping[Any, Reader], others: Collection[str]
) -> dict[str, Any]:
    """The fields a table gives, read by their types; ``others`` are keys that mean something else."""
    written = list(fields_of(kind, spelling))
    required = {key for _, key, _, must in written if must}
    node.table(required, {key for _, key, _, _ in written} | {*others})
    return {
        **spelling.usual,
        **{name: _read(node[key], hint, readers) for name, key, hint, _ in written if key in node},
    }


def _read(node: Node, hint: Any, readers: Mapping[Any, Reader]) -> Any:
    if hint in readers:
        return readers[hint](node)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (tuple, frozenset):
        return origin(_read_several(node, arguments, readers))
    if origin in (Union, UnionType):
        return _read(node, next(kind for kind in arguments if kind is not NoneType), readers)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(node.word([str(member.value) for member in hint]))
    if is_dataclass(hint) and isinstance(hint, type):
        return hint(**read_fields(hint, node, Spelling("", filled=frozenset()), readers, ()))
    if hint is bool:
        return node.flag()
    if hint is int:
        return node.number(-999, 9999)
    return node.text()


def _read_several(node: Node, arguments: tuple[Any, ...], readers: Mapping[Any, Reader]) -> list[Any]:
    if len(arguments) > 1 and arguments[1] is not Ellipsis:
        entries = list(node.items())
        if len(entries) != len(arguments):
            node.refuse(f"{len(arguments)} entries")
        return [_read(entry, hint, readers) for entry, hint in zip(entries, arguments, strict=True)]
    if not isinstance(node.value, list):  # one alone needs no list
        return [_read(node, arguments[0], readers)]
    return [_read(entry, arguments[0], readers) for entry in node.items()]
