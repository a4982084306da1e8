"""The house as it is written: every source file of ours, read and parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")
TOOLS = ("hardware.conformance", "hardware.protocol", "hardware.wiring")  # the rest of hardware is MicroPython's


@dataclass(frozen=True)
class Source:
    """One file: its module (a package's own file is ``package.__init__``), its text and what it imports."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def imports(self) -> tuple[tuple[str, int], ...]:
        """Every name that is imported, with its line: also within functions and for the type checker alone."""
        return tuple(self._imports())

    def _imports(self) -> Iterator[tuple[str, int]]:
        for node in statements(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.path}:{node.lineno}: a relative import"
                yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)

    @property
    def module(self) -> str:
        """Its name as it is imported."""
        return self.name.removesuffix(".__init__")

    @property
    def shown(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @property
    def lines(self) -> int:
        return self.text.count("\n")


def statements(outer: ast.AST) -> Iterator[ast.AST]:
    """Every statement within, at any depth; a tenth of the nodes, as nothing looks into expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(outer, name, ())
        for node in inner if isinstance(inner, list) else ():
            yield node
            yield from statements(node)


def read(*rooms: str) -> tuple[Source, ...]:
    """The files of those rooms, in order."""
    paths = (path for room in rooms for path in sorted((ROOT / room.replace(".", "/")).rglob("*.py")))
    return tuple(Source(".".join(path.relative_to(ROOT).with_suffix("").parts), path) for path in paths)


SOURCES = read(*PACKAGES, *TOOLS)
FIRMWARE = read("hardware.firmware", "hardware.sim", "hardware.emulator")
TESTS = read("tests")


def within(name: str, room: str) -> bool:
    """Whether a name is that room or in it."""
    return name == room or name.startswith(room + ".")
