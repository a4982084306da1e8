"""How a file looks: what its first lines say, how its functions speak, and a size that one can hold in the head.

A ceiling is what there is today, with the reason why it is not less; it may only sink. A size warns.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.architecture.house import FIRMWARE, SOURCES, TESTS, Source, within

LIMIT, TEST_LIMIT = 400, 500

SKIP = "# fmt: " + "skip"

# room -> how many parameters and results may be ``Any`` there, and why
ANY_CEILINGS: dict[str, tuple[int, str]] = {
    "ui.bench": (12, "measures states of any game"),
    "companion.board": (6, "the map document as it goes out"),
    "companion.casebook": (57, "holds commands, events and states of any game"),
    "ui.cli": (75, "what goes out as JSON; games of any system"),
    "companion.core": (42, "states, commands and events of any game"),
    "companion.documents": (3, "the door of documents"),
    "companion.games": (5, "rules of any system"),
    "companion.games.guardians": (40, "documents of content; folds of any event; cases hold states of any game"),
    "companion.games.gotham": (32, "documents of scenarios; cases hold states of any game; offers of any command"),
    "companion.games.heroclix": (40, "rows and documents as they are read; folds of any event"),
    "companion.games.heroquest": (25, "documents of content; cases hold states of any game"),
    "companion.interchange": (3, "other people's documents"),
    "companion.rows": (5, "the classes of rows, and what a field may hold"),
    "companion.storage": (5, "the codec's door"),
    "companion.table": (10, "proposals carry commands of any game"),
    "companion.text": (6, "words of any event"),
    "firmware_bridge": (23, "the codec's door: fields of the schema"),
    "hardware": (2, "the schema as it is read"),
    "ui": (12, "states and set-ups of any game; settings as they are given"),
    "vision": (21, "OpenCV's own objects, which have no types"),
}


# room -> how many docstrings may still begin like a riddle; a new one says "Return …", or names the thing
RIDDLES = ("What", "Whose", "Whoever", "See above")
RIDDLE_CEILINGS: dict[str, int] = {
    "firmware_bridge": 39,
    "hardware": 14,
    "ui.cli.demo": 8,
}


def docstrings(source: Source) -> Iterator[str]:
    for node in source.nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def test_first_line_says_what_it_is() -> None:
    """A docstring at the top whose first line is a sentence."""
    first = {
        source.shown: (ast.get_docstring(source.tree) or "").splitlines()[:1]
        for source in SOURCES
        if source.text.strip()
    }
    assert [name for name, lines in first.items() if not lines or not lines[0].endswith((".", ":", "?"))] == []


def test_docstrings_say_what_comes_back_or_what_happens() -> None:
    wrong = [
        f"{source.shown}: {doc.splitlines()[0]}"
        for source in (*SOURCES, *FIRMWARE)
        for doc in docstrings(source)
        if doc.startswith("Nothing")
    ]
    assert wrong == []


def test_docstrings_are_no_riddles() -> None:
    found = Counter[str]()
    for source in (*SOURCES, *FIRMWARE):
        room = max((room for room in RIDDLE_CEILINGS if within(source.module, room)), key=len, default=source.module)
        found[room] += sum(doc.split(" ")[0] in RIDDLES or doc.startswith(RIDDLES[-1]) for doc in docstrings(source))
    over = {room: count for room, count in found.items() if count > RIDDLE_CEILINGS.get(room, 0)}
    assert over == {}, f'"{RIDDLES[0]} …" is no docstring: say what comes back, or name the thing'


def test_names_are_listed_at_doors_alone() -> None:
    """``__all__`` stands in a package's own file; elsewhere an underscore says what is inner."""
    wrong = [source.shown for source in SOURCES if source.path.name != "__init__.py" and "\n__all__" in source.text]
    assert wrong == []


@pytest.mark.filterwarnings("default")
def test_sizes() -> None:
    """A smoke alarm: a file that grew may hold two ideas, and whoever made it grow judges that."""
    for source in (*SOURCES, *FIRMWARE, *TESTS):
        limit = TEST_LIMIT if source.shown.startswith("tests/") else LIMIT
        if source.lines > limit:
            warnings.warn(f"{source.shown} has {source.lines} lines: is it one idea?", stacklevel=1)


def test_the_formatter_is_left_out_at_tables_of_data_alone() -> None:
    excused = [source.shown for source in (*SOURCES, *FIRMWARE, *TESTS) for _ in range(source.text.count(SKIP))]
    assert len(excused) <= 20, excused


def test_no_four_attributes_in_one_assignment() -> None:
    wrong = [
        f"{source.shown}:{node.lineno}"
        for source in SOURCES
        for node in source.nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Tuple) and sum(isinstance(one, ast.Attribute) for one in target.elts) >= 4
    ]
    assert wrong == []


def test_any_stands_at_the_doors() -> None:
    found = Counter[str]()
    for source in SOURCES:
        room = max((room for room in ANY_CEILINGS if within(source.module, room)), key=len, default=source.module)
        found[room] += sum(map(is_any, signatures(source)))
    over = {room: count for room, count in found.items() if count > ANY_CEILINGS.get(room, (0, ""))[0]}
    assert over == {}, "a signature says Any: name the type, or raise the ceiling with its reason"


def signatures(source: Source) -> Iterator[ast.expr]:
    """The annotation of every parameter and result."""
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
                if parameter and parameter.annotation:
                    yield parameter.annotation
            if node.returns:
                yield node.returns


def is_any(annotation: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(annotation))


def test_no_junk_drawers() -> None:
    banned = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}
    assert [source.shown for source in SOURCES if source.path.stem in banned] == []
