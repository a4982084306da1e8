"""What a builder runs at his bench, against the shipped firmware in the VM; what is shipped is what is tested."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.errors import InputError
from hardware.conformance import conform, examined
from hardware.conformance.certificate import Certificate, Line, Verdict
from hardware.conformance.examined import Ask
from hardware.conformance.talk import Talk
from hardware.update import update
from hardware.update.package import MANIFEST, files, manifest, package
from tests.hardware.board import Board, powered
from ui.cli.devices import command as devices

pytestmark = pytest.mark.slow


def test_the_shipped_files_are_the_tested_files() -> None:
    assert MANIFEST.read_bytes() == manifest(files()), "run python -m hardware.update.package --write"


QUICK = ("greeting", "golden", "damaged", "orders", "window", "full", "restart", "session")  # the first line of each


def failures(found: Certificate) -> list[Line]:
    """What failed but the speed: other work on this machine may make it slow; the counts are what is examined here."""
    return [line for line in found.failures if line.name != "speed"]


def certificate(board: Board, ask: Ask, *wanted: str, power: bool = False, patience: float = 1.0) -> Certificate:
    """The whole certificate, or of some steps."""
    steps = [step for step in conform.exams(power=power) if not wanted or step.names[0] in wanted]
    return list(conform.examine(board.link(), ask, steps, patience=patience))[-1]


def nobody(what: str, _count: int) -> None:
    pytest.fail(what)


@pytest.mark.parametrize("kind", ["tower", "mat"])
def test_a_sound_device_gets_its_certificate(vm: Path, tmp_path: Path, kind: str) -> None:
    with powered(vm, tmp_path, kind) as board:
        found = certificate(board, nobody, *QUICK)
    assert failures(found) == []
    assert found.line("orders").figures == {"done": 200, "sent": 200}
    assert found.line("damaged").figures == {"sent": 300, "bad": 300, "obeyed": 0}
    assert found.line("kept").figures["made"] == 12
    assert found.about["node"] == f"{kind}-9f3a12c4"
    assert found.line("full").verdict is (Verdict.PASS if kind == "tower" else Verdict.LEFT_OUT)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["tower", "mat", "panel"])
def test_a_sound_device_gets_its_whole_certificate(vm: Path, tmp_path: Path, kind: str) -> None:
    with powered(vm, tmp_path, kind) as board:
        found = certificate(board, hands(board), power=True)
    assert failures(found) == []
    assert {name for step in conform.EXAMS for name in step.names} == {line.name for line in found.lines}
    left_out = {line.name for line in found.lines if line.verdict is Verdict.LEFT_OUT}
    assert left_out == (set() if kind == "tower" else {"full"})


def hands(board: Board) -> Ask:
    """Somebody who presses buttons and pulls plugs."""

    def press(count: int) -> None:
        for _ in range(count):
            board.order("press 1")
            time.sleep(0.1)
            board.order("release 1")
            time.sleep(0.1)

    def ask(what: str, count: int) -> None:
        if what == "pull":
            board.pull()
            board.plug()
        else:
            threading.Thread(target=press, args=(count,), daemon=True).start()

    return ask


def test_a_panel_asks_for_hands(vm: Path, tmp_path: Path) -> None:
    asked: list[tuple[str, int]] = []
    with powered(vm, tmp_path, "panel") as board:

        def ask(what: str, count: int) -> None:
            asked.append((what, count))
            hands(board)(what, count)

        found = certificate(board, ask, "restart")
    assert failures(found) == []
    assert asked == [("press", 6), ("press", 1)]


def test_a_device_that_forgets_its_events_fails(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as board:
        board.hello()
        board.pull()
        store = tmp_path / "flash" / "outbox.py"
        kept = store.read_text()
        assert kept.count("        self._append(self._log, record)\n") == 1
        store.write_text(kept.replace("        self._append(self._log, record)\n", ""))  # numbers it, writes nothing
        board.plug()
        found = certificate(board, nobody, "restart", patience=0.3)
    assert not found.passed
    assert found.line("kept").figures["lost"] == 12


def test_nobody_at_the_port_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, vm: Path) -> None:
    monkeypatch.setattr(Talk, "greet", lambda self: Talk.until(self, lambda _: False, "who are you?", 0.1))
    with powered(vm, tmp_path, "tower", held="12") as board:
        found = certificate(board, nobody)
    assert not found.passed
    assert [(line.name, line.why) for line in found.lines] == [("greeting", "silent")]


def test_an_update_from_the_bench_runs_and_stays(vm: Path, tmp_path: Path) -> None:
    shipped = files()
    shipped["node.py"] = shipped["node.py"].replace(b'VERSION = "0.3.0"', b'VERSION = "0.9.9"')
    with powered(vm, tmp_path, "tower") as board:
        talk = Talk(board.link())
        talk.greet()
        assert update.send(talk, package(shipped)) == "READY"
        hello = talk.until(lambda one: one.name == "HELLO", "restart", 20.0)
        assert (hello.text("fw"), hello.text("slot")) == ("0.9.9", "a")
        talk.greet()


def test_an_update_over_a_cable_that_loses_and_damages_frames(
    vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "PART_S", 0.4)
    monkeypatch.setattr(update, "CHECK_S", 2.0)
    with powered(vm, tmp_path, "tower") as board:
        link = board.link()
        talk = Talk(link)
        talk.greet()
        count = [0]

        def damage(data: bytes) -> bytes:
            count[0] += 1
            return data[:-9] + b"?" + data[-8:] if count[0] % 97 == 0 else data

        link.damage = damage
        assert update.send(talk, package(files())) == "READY"
        assert count[0] > 97


@pytest.mark.parametrize(
    ("hurt", "words"),
    [
        (lambda whole: b"", "does not begin"),
        (lambda whole: whole[:-1], "manifest"),
        (lambda whole: whole + b"x", "speaks of"),
        (lambda whole: whole[:-5] + b"#" + whole[-4:], "not what its manifest says"),
        (lambda whole: whole.split(b"\n")[0] + b"\n", "speaks of"),
    ],
)
def test_a_file_that_is_no_update_is_refused(tmp_path: Path, hurt: object, words: str) -> None:
    whole = hurt(package(files()))  # type: ignore[operator]
    with pytest.raises(ValueError, match=words):
        update.head_of(whole)
    (tmp_path / "x.update").write_bytes(whole)
    run = CliRunner().invoke(devices, ["update", "radio-tower-9f3a12c4", "--file", str(tmp_path / "x.update")])
    assert isinstance(run.exception, InputError)
    assert words in str(run.exception)


def test_a_panel_whose_person_takes_his_time_is_not_taken_for_gone(
    vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examined, "PATIENCE_S", 1.5)
    with powered(vm, tmp_path, "panel") as board:
        board.hello()
        board.pull()
        link = tmp_path / "flash" / "link.py"
        kept = link.read_text()
        assert kept.count("SILENT_MS = 10000") == 1
        link.write_text(kept.replace("SILENT_MS = 10000", "SILENT_MS = 1000"))
        board.plug()
        found = certificate(board, lambda *_: None, "restart")  # nobody presses
    assert found.line("restart").verdict is Verdict.PASS  # it still heard the order to restart
    assert found.line("kept").verdict is Verdict.FAIL  # and nothing was made that could be kept


def test_a_panel_that_is_pressed_on_while_it_is_examined_is_no_faulty_one(vm: Path, tmp_path: Path) -> None:
    """As many presses come in as acknowledgements take off, so that what waits gets no less."""
    with powered(vm, tmp_path, "panel") as board:
        board.hello()
        is_over = threading.Event()

        def pressing() -> None:
            while not is_over.wait(0.15):
                for word in ("press 0", "release 0"):
                    board.order(word)
                    is_over.wait(0.06)

        person = threading.Thread(target=pressing)
        person.start()
        try:
            found = certificate(board, lambda *_: None, "window")
        finally:
            is_over.set()
            person.join()
    assert found.line("acknowledged").verdict is Verdict.PASS, found.line("acknowledged")
