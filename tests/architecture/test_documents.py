"""Every document tells the truth about names: files, links, commands, options, targets and modules it names exist.

`ui/web/host.py`                       from the root, from `companion/`, or from the document's own folder
`host.py`                              anywhere; in a table headed "file", in the document's own folder
`companion host STORE --share`         a command, and options that it has; `make wheel`, `python -m vision.lab.judging`

What a user writes (`layout.json`, `evening.db`) is no name of a file here; `<system>` stands for any one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import click
import pytest

from tests.architecture.house import ROOT
from ui.cli.front import COMMANDS, door

OURS = ("companion", "firmware_bridge", "hardware", "tests", "ui", "vision", ".ci")
HISTORY = ROOT / "CHANGELOG.md"  # names what is gone, too
DOCUMENTS = sorted(
    [
        *(path for path in ROOT.glob("*.md") if path != HISTORY),
        *(path for room in OURS for path in (ROOT / room).rglob("*.md") if "corpus" not in path.parts),
    ]
)
LIMIT = 120  # lines of the page that a stranger reads first

SPAN = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SOURCE = re.compile(
    r"^(?:\.\./)*[\w<>.*-]+(?:/[\w<>.*-]+)*\.(?:py|md|po|scad|cfg|conf|js|css|sh|c|h|svg|kv|png|csv|toml|json)$"
)
FOLDER = re.compile(r"^(?:[\w<>*-]+/)+$")
WRITTEN_BY_USERS = (".csv", ".json", ".png", ".svg", ".toml")  # such a name without a folder may be theirs
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
CALLED = re.compile(r"(?<![\w/'.-])(?:\.venv/bin/|/opt/tablewright/bin/)?companion((?: +[a-z][a-z|-]*)+)([^#\n]*)")


@cache
def paths() -> tuple[str, ...]:
    """Every file and folder of ours, from the root on."""
    found = [path for room in OURS for path in (ROOT / room).rglob("*") if "__pycache__" not in path.parts]
    found += [*(ROOT / room for room in OURS), *(path for path in ROOT.iterdir() if path.is_file())]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in found)


def code_of(text: str) -> str:
    """The blocks of a document, a line that goes on joined to the next."""
    return "\n".join(BLOCK.findall(text)).replace("\\\n", " ")


def spans_of(text: str) -> list[str]:
    return SPAN.findall(BLOCK.sub("", text))


def is_there(name: str, folder: Path, *, here: bool) -> bool:
    """Whether a file or folder is in that folder, or, where it need not be, anywhere with that end of its path."""
    if name.startswith(".."):
        return (folder / name).exists()
    pattern = re.sub(r"<[^>]+>", "*", name)
    if next(folder.glob(pattern), None):
        return True
    return not here and any(fnmatch(path, f"*/{pattern.rstrip('/')}") for path in paths())


def named_files(document: Path) -> Iterator[tuple[str, Path, bool]]:
    """Names of files in a document, the folder they are in, and whether each must lie there.

    A table headed "file" is about the document's folder, or about the one that the heading above it names.
    """
    folder, is_map = document.parent, False
    for line in BLOCK.sub("", document.read_text(encoding="utf-8")).splitlines():
        if line.startswith("#"):
            named = [span for span in SPAN.findall(line) if FOLDER.match(span)]
            folder = document.parent / named[0] if named else document.parent
        is_map = line.startswith("|") and (is_map or line.startswith("| file |"))
        first = line.split("|")[1] if is_map else ""
        for span in SPAN.findall(line):
            if FOLDER.match(span) or (SOURCE.match(span) and ("/" in span or not span.endswith(WRITTEN_BY_USERS))):
                here = f"`{span}`" in first
                yield span, folder if here else document.parent, here


def documents() -> list[object]:
    return [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in DOCUMENTS]


@pytest.mark.parametrize("document", documents())
def test_files_that_are_named_exist(document: Path) -> None:
    wrong = [name for name, folder, here in named_files(document) if not is_there(name, folder, here=here)]
    assert wrong == []


@pytest.mark.parametrize("document", documents())
def test_links_lead_somewhere(document: Path) -> None:
    wrong = []
    for target in LINK.findall(BLOCK.sub("", document.read_text(encoding="utf-8"))):
        if target.startswith(("http:", "https:")):
            continue
        file, _, anchor = target.partition("#")
        path = document.parent / file if file else document
        if not path.exists() or (anchor and anchor not in anchors(path)):
            wrong.append(target)
    assert wrong == []


def anchors(document: Path) -> set[str]:
    """The headings of a document as links name them."""
    headings = re.findall(r"^#+ +(.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def options() -> dict[tuple[str, ...], frozenset[str]]:
    """Every command and group of the front door, with its options."""
    context = click.Context(door)
    found: dict[tuple[str, ...], frozenset[str]] = {(): options_of(door)}
    for name in COMMANDS:
        ahead: list[tuple[tuple[str, ...], click.Command | None]] = [((name,), door.get_command(context, name))]
        while ahead:
            words, command = ahead.pop()
            assert command is not None, words
            found[words] = options_of(command)
            if isinstance(command, click.Group):
                ahead += [((*words, one), inner) for one, inner in command.commands.items()]
    return found


def options_of(command: click.Command) -> frozenset[str]:
    names = {name for one in command.params for name in (*one.opts, *one.secondary_opts) if name.startswith("--")}
    return frozenset({*names, "--help", "--version"})


def wrong_in(line: str) -> Iterator[str]:
    """The commands of a line that are none, and the options that theirs do not have."""
    for call in CALLED.finditer(line):
        yield from wrong_call(call[1].split(), call[2])


def wrong_call(words: list[str], rest: str) -> Iterator[str]:
    at: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    for word in words:
        inner = [(*at, one) for one in word.split("|")]
        if all(one in options() for one in inner):
            at, known = inner[0], frozenset().union(*(options()[one] for one in inner))
            continue
        if not at or is_group(at):
            yield f"companion {' '.join((*at, word))}"
            return
        break  # an argument, or what the command is for
    for option in OPTION.findall(rest):
        if option not in known and not (is_group(at) and any(option in options()[one] for one in within(at))):
            yield f"companion {' '.join(at)} {option}"


def is_group(words: tuple[str, ...]) -> bool:
    return any(True for _ in within(words))


def within(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (one for one in options() if len(one) == len(words) + 1 and one[: len(words)] == words)


@pytest.mark.parametrize("document", documents())
def test_commands_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    wrong = [one for line in (*code_of(text).splitlines(), *spans_of(text)) for one in wrong_in(line)]
    assert wrong == []


@pytest.mark.parametrize("document", documents())
def test_options_that_are_named_alone_belong_to_something(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    alone = [one for span in spans_of(text) if span.startswith("--") for one in OPTION.findall(span)]
    assert [one for one in alone if one not in every_option()] == []


@cache
def every_option() -> frozenset[str]:
    """Of every command, and of the programs that are run as modules."""
    programs = (path for room in OURS for path in (ROOT / room).rglob("*.py") if "argparse" in path.read_text("utf-8"))
    own = {one for path in programs for one in re.findall(r'"(--[a-z-]+)"', path.read_text("utf-8"))}
    return frozenset(own).union(*options().values())


@pytest.mark.parametrize("document", documents())
def test_targets_and_modules_that_are_named_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    code = "\n".join((code_of(text), *spans_of(text)))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z][a-z-]*)", code, re.MULTILINE)) <= targets
    modules = [name for name in re.findall(r"python3? -m ([\w.]+)", code) if name.split(".")[0] in OURS]
    assert [name for name in modules if not is_module(name)] == []


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_the_first_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LIMIT


def test_a_wrong_name_is_found(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("| file | one idea |\n|---|---|\n| `seeing.py` | `ui/nowhere/` |\n")
    found = [name for name, folder, here in named_files(page) if not is_there(name, folder, here=here)]
    assert found == ["seeing.py", "ui/nowhere/"]
    assert list(wrong_in("companion sing --loud")) == ["companion sing"]
    assert list(wrong_in("companion sight POSITION --from A --loud")) == ["companion sight --loud"]


@pytest.mark.parametrize("room", ["table", "presenters", "tablet", "web", "venue"])
def test_every_file_of_a_room_is_on_its_map(room: str) -> None:
    """A room's own page, or that of all rooms, names each of its files."""
    pages = [ROOT / "ui" / "README.md", ROOT / "ui" / room / "README.md"]
    text = "".join(page.read_text(encoding="utf-8") for page in pages if page.is_file())
    files = {path.name for path in (ROOT / "ui" / room).glob("*.py")} - {"__init__.py"}
    assert {name for name in files if f"`{name}`" not in text} == set()
