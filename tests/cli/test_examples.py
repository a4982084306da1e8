"""Every example of every help works when it is pasted; one that needs what a shell alone has not says so.

What each README shows to be typed is understood as well: its commands and options are there.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.cli.command_line import companion
from tests.cli.test_doors import SERVING
from ui.cli.front import COMMANDS, door

ROOT = Path(__file__).parents[2]
LONG = ("bench", "demo", "replay", "camera")  # they play, measure or render for seconds


def _leaves(command: click.Command, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Generate every command and group with its names, groups before what is in them."""
    if names:
        yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _leaves(inner, *names, name)


def _examples(names: tuple[str, ...], command: click.Command) -> Iterator[tuple[str, list[str]]]:
    """Generate the examples of a help: what each needs, and its lines; those that need nothing can be pasted."""
    text = command.get_help(click.Context(command, info_name=" ".join(("companion", *names)), max_content_width=200))
    for needs, told in re.findall(
        r"^ *Example(?:, ([^:]*))?:((?:[ \n].*\n?)*?)(?=\n *Example|\nOptions|\Z)", text, re.M
    ):
        lines = told.lstrip(" ").replace("\\\n", " ").splitlines()
        first = next((line for line in lines if line.strip()), "")
        indent = first[: len(first) - len(first.lstrip())]
        orders = _whole([line.removeprefix(indent) for line in lines if line.startswith(indent)])
        yield "" if "shipped" in needs else needs, orders


def _whole(lines: list[str]) -> list[str]:
    """Join lines until each closes its quotes, as a shell does; what is no order of a shell is left out."""
    orders: list[str] = []
    held = ""
    for line in lines:
        held = f"{held}\n{line}" if held else line
        try:
            shlex.split(held, comments=True)
        except ValueError:
            continue
        if re.match(r"(companion|echo|printf|python) ", held):
            orders.append(held)
        held = ""
    return orders


LEAVES = list(_leaves(door))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_an_example_of_its_own(name: str) -> None:
    for names, command in LEAVES:
        if names[0] == name:
            found = [line for _, lines in _examples(names, command) for line in lines]
            # a group's may be one of what is in it; `device broker` is `broker`
            assert any(f"companion {' '.join(names)}" in line or names[-1] == "broker" for line in found), names


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in LONG else []) for name in sorted(COMMANDS)]
)
def test_the_examples_work_when_pasted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    for number, (names, command) in enumerate(one for one in LEAVES if one[0][0] == name):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        for needs, lines in _examples(names, command):
            for line in lines:
                if needs:
                    _understood(line)
                else:
                    _paste(line)


def _paste(line: str) -> None:
    """Do what a shell does with the line: ``echo … | companion …``, each companion in this process."""
    words = shlex.split(line, comments=True)
    if words[:3] == ["python", "-m", "vision.virtual"]:
        from vision.virtual.__main__ import main

        assert main(words[3:]) == 0, line
        return
    before, _, told = line.rpartition("companion ")
    told, _, forgiven = told.partition(" || ")
    piped = before.rstrip().removesuffix("|")
    stdin = subprocess.run(["sh", "-c", piped], capture_output=True, text=True, check=True).stdout if piped else ""
    answer = companion(*shlex.split(told, comments=True), stdin=stdin)
    assert answer.status == 0 or forgiven == "true", (line, answer)


def _understood(line: str) -> None:
    """Fail where the line names a command or an option that there is not."""
    command: click.Command = door
    words = shlex.split(line, comments=True)[1:]
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        inner = command.get_command(click.Context(command), words[0])
        assert inner is not None, line
        command, words = inner, words[1:]
    options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    for word in words:
        assert not word.startswith("--") or word.partition("=")[0] in options | {"--help"}, (line, word)


def _shown(readme: Path) -> list[str]:
    """The lines with ``companion`` that a README shows, without what is said beside them."""
    return [
        line.partition("   ")[0].partition(" #")[0].partition(" || ")[0].partition(" | ")[0]
        for block in re.findall(r"^```\w*\n(.*?)^```", readme.read_text(encoding="utf-8"), re.M | re.S)
        for line in _whole(block.replace("\\\n", " ").splitlines())
        if line.startswith("companion ")
    ]


READMES = {
    readme.relative_to(ROOT).as_posix(): lines
    for readme in sorted(ROOT.rglob("README.md"))
    if not any(part.startswith(".") for part in readme.relative_to(ROOT).parts)
    for lines in [_shown(readme)]
    if lines
}


def test_what_the_readmes_show_is_understood() -> None:
    shown = [line for lines in READMES.values() for line in lines]
    assert len(shown) > 30
    for line in shown:
        _understood(line.replace("[", "").replace("]", "").replace("…", ""))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(READMES))
def test_what_the_readmes_show_works_when_pasted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what serves, plays or waits, and for files of the reader's own, which are named as missing.

    The shipped cases are played by ``tests/casebook``.
    """
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "companion").symlink_to(ROOT / "companion")
    (tmp_path / "players.csv").write_text("name\nAda\nBo\n", encoding="utf-8")
    for line in READMES[name]:
        words = shlex.split(line)[1:]
        if words[0] in SERVING or "…" in line or "[" in line or "--shipped" in words:
            continue
        answer = companion(*words)
        own = [word for word in words if answer.err.startswith((f"{word}:", f'{word}: found "{word}"'))]
        is_missing = bool(own) and re.search("no such file|expected a file", answer.err, re.IGNORECASE)
        assert answer.status == 0 or (answer.status == 2 and is_missing), (line, answer)
