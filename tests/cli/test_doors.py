"""Whatever a file holds, a command answers 0 or 1, or refuses with 2 and one line; never with a traceback.

The samples are drawn by seed. `make test` takes some of each kind, `make test-long` twelve thousand.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.errors import InputError
from companion.files import write_file
from tests.cli.command_line import companion
from tests.cli.doors import DOORS, ROOT, Door, mutants_of, read, wrecks_of, written
from ui.cli.front import COMMANDS, door

LONG_ROUNDS, ROUNDS = 900, 6  # files a door and run; 14 doors


def _files(one: Door, rng: random.Random, count: int) -> Iterator[tuple[str, str, bytes]]:
    """Generate broken files: the ending of the name, what was done, the bytes."""
    for _ in range(count):
        path = rng.choice(one.seeds)
        if path.suffix == ".record" or rng.random() < 0.15:
            how, data = rng.choice(list(wrecks_of(path.read_text(encoding="utf-8"), rng)))
        else:
            document = read(path)
            is_book = isinstance(document, dict) and len(document.get("case", ())) > 2
            if is_book:  # of a book of cases two, so that a run is short
                document["case"] = rng.sample(document["case"], 2)
            how, changed = next(mutants_of(document, rng, 1))
            data = written(changed, path.suffix)
        yield path.suffix, f"{path.name} {how}", data


def _check(words: list[str], how: str) -> None:
    answer = companion(*words)
    assert answer.status in (0, 1, 2), (words, how)
    assert answer.status != 2 or answer.err.count("\n") == 1, (words, how, answer.err)
    for told in (answer.out, answer.err):
        told.encode("utf-8", "surrogateescape")  # no half of a character but of a name that was given so
    if "--json" in words and answer.out:
        assert answer.lines, how


def _run(one: Door, seed: int, count: int, folder: Path) -> None:
    for ending, how, data in _files(one, random.Random(seed), count):
        file = folder / f"broken{ending}"
        file.write_bytes(data)
        _check([str(file) if word == "FILE" else word for word in one.words], f"seed {seed}: {how}")


@pytest.mark.parametrize("one", DOORS, ids=lambda one: one.name)
def test_broken_files_are_refused_in_one_line(one: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    _run(one, 43, ROUNDS, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("one", DOORS, ids=lambda one: one.name)
def test_thousands_of_broken_files_are_too(one: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    _run(one, 1, LONG_ROUNDS, tmp_path)


# of commands that serve, play or wait when they are asked rightly, only what they refuse at once could be tried
SERVING = ("bench", "broker", "device", "demo", "host", "play", "project", "venue", "camera", "devices")
ODD_WORDS = (
    "",
    "-",
    "nan",
    "9" * 5000,
    "-1",
    "é\u0301",
    "\udcff",
    "/no/such/place",
    ".",
    "/dev/null",
    "/dev/full",
)


def _leaves(command: click.Command, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None and not (not names and name in SERVING):
                yield from _leaves(inner, *names, name)
    else:
        yield names, command


ARGUMENTS = [
    [*names, *(word for each in command.params if isinstance(each, click.Argument) for word in [fill]), *option]
    for names, command in _leaves(door)
    for fill in ("no-such-file", "/dev/null", ".")
    for each in command.params
    if isinstance(each, click.Option) and each.opts[-1] not in ("--lang", "--help", "--shipped")
    for odd in ODD_WORDS
    for option in [[each.opts[-1]] if each.is_flag else [each.opts[-1], odd]]
]


def _check_arguments(chosen: list[list[str]], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(folder / "home"))
    for words in chosen:
        _check(words, "arguments")


def test_odd_arguments_are_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _check_arguments(random.Random(43).sample(ARGUMENTS, 60), tmp_path, monkeypatch)


@pytest.mark.long
def test_all_odd_arguments_are_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ARGUMENTS) >= 500
    _check_arguments(ARGUMENTS, tmp_path, monkeypatch)


def _program(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the line in a shell, with ``companion`` being this one."""
    program = f'companion() {{ "{sys.executable}" -m companion "$@"; }}; set -o pipefail; {line}'
    settings = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["bash", "-c", program], cwd=folder, env=settings, capture_output=True, check=False)


def test_a_reader_that_left_ends_a_command_with_0_and_no_word(tmp_path: Path) -> None:
    done = _program("companion case --shipped --list | head -1 > /dev/null", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("companion find-figure lamplighters > /dev/full", "standard output: found No space left on device"),
        ("companion --help > /dev/full", "standard output: found No space left on device"),
        ("companion find-figure lamplighters >&-", "standard output: found a closed stream"),
        ("companion sight - --from A1 --to B1 <&-", "standard input: found a closed stream"),
    ],
)
def test_streams_that_cannot_be_used_are_named_in_one_line(line: str, told: str, tmp_path: Path) -> None:
    done = _program(line, tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode().startswith(told)
    assert done.stderr.count(b"\n") == 1


def test_any_encoding_of_the_console_will_do(tmp_path: Path) -> None:
    event = "companion event new é.event --seed 7 > /dev/null && companion event register é.event --player Renée"
    settings = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"}
    told = _program(f"{event} > /dev/null && companion event standings é.event", tmp_path, **settings)
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"Ren?e" in told.stdout
    plain = _program("companion event standings é.event --json", tmp_path, **settings)
    assert json.loads(plain.stdout.decode("ascii")) == json.loads(
        companion("event", "standings", tmp_path / "é.event", "--json").out
    )


def test_a_home_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, "/proc/none")
    for words in (["devices", "name", "tower-9f3a12c4", "blue"], ["devices", "figure", "04a1b2c3d4e5f6", "hero"]):
        answer = companion(*words)
        assert (answer.status, answer.err.count("\n")) == (2, 1)
        assert answer.err.startswith("/proc/none/tablewright: found No such file or directory")


def test_files_are_written_whole_links_stay_and_devices_are_written_through(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_text("before", encoding="utf-8")
    kept.chmod(0o600)
    link.symlink_to("kept.txt")
    write_file(link, b"after")
    assert link.is_symlink()
    assert kept.read_bytes() == b"after"
    assert kept.stat().st_mode & 0o777 == 0o600
    write_file("/dev/null", b"gone")
    assert Path("/dev/null").is_char_device()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_file(pipe, b"through")
        assert reader.communicate()[0] == b"through"
    assert pipe.is_fifo()
    for place in (tmp_path, tmp_path / "none" / "file", Path("/dev/full"), Path("a\0b")):
        with pytest.raises(InputError):
            write_file(place, b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.txt", "link.txt", "pipe"]


def test_every_command_is_tried_or_said_to_serve() -> None:
    assert set(SERVING) <= set(COMMANDS)
