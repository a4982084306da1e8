"""What a builder runs at his bench, against the shipped firmware in the VM; what is shipped is what is tested."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from hardware.bench import certificate, update
from hardware.bench.package import MANIFEST, files, manifest, package
from hardware.bench.talk import Talk
from tests.hardware.board import powered

pytestmark = pytest.mark.slow


def test_the_shipped_files_are_the_tested_files() -> None:
    assert MANIFEST.read_bytes() == manifest(files()), "run python -m hardware.bench.package --write"


@pytest.mark.parametrize("kind", ["tower", "mat"])
def test_a_sound_device_gets_its_certificate(vm: Path, tmp_path: Path, kind: str) -> None:
    with powered(vm, tmp_path, kind) as board:
        found = certificate.examine(board.link(), pytest.fail)
    slow = {"questions", "orders"}  # other work on this machine may make them so; the counts are what is examined here
    assert [line for line in found.lines if not line.passed and line.name not in slow] == [], found.text()
    words = {line.name: line.words for line in found.lines}
    assert words["orders"].startswith("200 of 200 done")
    assert words["frames of 56 to 80 bytes"] == "25 of 25 answered"
    assert words["damaged frames"] == "300 refused, 0 obeyed"
    assert words["events over a restart"].endswith("kept, lost=0")
    assert int(words["events over a restart"].split()[0]) >= certificate.EVENTS
    assert found.about["node"] == f"{kind}-9f3a12c4"


def test_a_panel_asks_for_hands(vm: Path, tmp_path: Path) -> None:
    asked: list[str] = []
    presses: list[threading.Thread] = []
    with powered(vm, tmp_path, "panel") as board:

        def hands(words: str) -> None:
            asked.append(words)

            def press() -> None:
                for _ in range(certificate.EVENTS // 4):
                    board.order("press 1")
                    time.sleep(0.1)
                    board.order("release 1")
                    time.sleep(0.1)

            presses.append(threading.Thread(target=press))
            presses[0].start()

        found = certificate.examine(board.link(), hands)
        for one in presses:
            one.join()
    assert len(asked) == 1
    assert next(line for line in found.lines if line.name.startswith("events")).passed, found.text()


def test_a_device_that_forgets_its_events_fails(vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "COME_AGAIN_S", 2.0)
    with powered(vm, tmp_path, "tower") as board:
        board.hello()
        board.pull()
        store = tmp_path / "flash" / "outbox.py"
        kept = store.read_text()
        assert kept.count("        self._append(self._log, record)\n") == 1
        store.write_text(kept.replace("        self._append(self._log, record)\n", ""))  # numbers it, writes nothing
        board.plug()
        found = certificate.examine(board.link(), pytest.fail)
    assert not found.passed
    assert "VERDICT   FAIL" in found.text()
    assert [line.name for line in found.lines if "lost=0" not in line.words and line.name.startswith("events")]


def test_nobody_at_the_port_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, vm: Path) -> None:
    monkeypatch.setattr(Talk, "greet", lambda self: Talk.until(self, lambda _: False, "who are you?", 0.1))
    with powered(vm, tmp_path, "tower", held="12") as board:
        found = certificate.examine(board.link(), pytest.fail)
    assert not found.passed
    assert "no answer to: who are you?" in found.text()


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


def test_an_update_over_a_cable_that_loses_and_damages_frames(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as board:
        link = board.link()
        talk = Talk(link)
        talk.greet()
        count = [0]

        def damage(data: bytes) -> bytes:
            count[0] += 1
            return data[:-9] + b"?" + data[-8:] if count[0] % 97 == 0 else data

        link.damage = damage
        real_until = talk.until
        talk.until = lambda found, what, within_s=5.0: real_until(found, what, min(within_s, 0.4))  # type: ignore[method-assign]
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
    assert update.main(["/dev/null", "--file", str(tmp_path / "x.update")]) == 2


def test_a_panel_whose_person_takes_his_time_is_not_taken_for_gone(
    vm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "PATIENCE_S", 1.5)
    with powered(vm, tmp_path, "panel") as board:
        board.hello()
        board.pull()
        link = tmp_path / "flash" / "link.py"
        kept = link.read_text()
        assert kept.count("SILENT_MS = 10000") == 1
        link.write_text(kept.replace("SILENT_MS = 10000", "SILENT_MS = 1000"))
        board.plug()
        found = certificate.examine(board.link(), lambda _: None)  # nobody presses
    words = {line.name: line.words for line in found.lines}
    assert "answer" not in words, found.text()  # it still heard the order to restart
    assert words["events over a restart"] == "2 kept, lost=0"  # that of each start so far
