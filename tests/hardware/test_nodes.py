"""Whole devices: the shipped files start from their own flash and talk over a wire. Tower, mat and panel, the
safe application, boot loops, and an update that is good, broken, or never heard of again."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from firmware_bridge import formats
from tests.hardware.board import Board, powered
from tests.hardware.conftest import HARDWARE

pytestmark = pytest.mark.slow

DONE, UNKNOWN = formats.KINDS["status"]["DONE"].number, formats.KINDS["status"]["UNKNOWN"].number
READY = formats.KINDS["update"]["READY"].number
UID = "04a1b2c3d4e5f6"


def test_a_mat_says_what_lies_on_it_and_what_goes(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "mat", readers="mp-m") as mat:
        hello = mat.hello()
        assert (hello.text("node"), hello.text("caps"), hello.text("why")) == ("mat-9f3a12c4", "tags,light", "")
        mat.welcome()
        assert mat.event("MAT_READY") == {"zones": 4, "readers": 0b1011}
        assert mat.event("READER_LOST")["zone"] == 2
        mat.order(f"tag 1 {UID}")
        assert mat.event("TAG_ON") == {"zone": 1, "uid": UID}
        mat.order(f"take 1 {UID}")
        assert mat.event("TAG_OFF") == {"zone": 1, "uid": UID}
        assert mat.command("LIGHT", light=255, pattern=4, for_ms=0) == DONE
        assert mat.command("ARM", number=2, dice=2) == UNKNOWN
        tele = mat.welcome()
        assert tele.number("heap") > 32_000  # 64-bit objects take twice what a Pico's do, the chips' models 44 KB
        assert tele.number("slow_ms") < 500


def test_a_panel_says_which_button_and_shows_what_it_is_told(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "panel") as panel:
        assert panel.hello().text("node") == "panel-9f3a12c4"
        panel.welcome()
        assert panel.event("PANEL_READY") == {"buttons": 4, "lights": 8}
        panel.order("press 2")
        assert panel.event("BUTTON_DOWN")["button"] == 2
        panel.order("release 2")
        assert panel.event("BUTTON_UP")["button"] == 2
        assert panel.command("LIGHT", light=3, pattern=4, for_ms=0) == DONE
        panel.until(lambda _: (tmp_path / "flash-ring").read_text().split()[6:8] == ["00ff1e"] * 2)


def test_each_start_is_a_new_boot_of_the_same_epoch(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        first = tower.hello()
        tower.welcome()
        assert tower.command("RESTART", mode=0) == DONE
        again = tower.hello(boot=first.number("boot") + 1)
        assert again.number("epoch") == first.number("epoch")


def test_a_held_button_leads_to_the_safe_application_that_says_so(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower", held="12") as tower:
        hello = tower.hello()
        assert (hello.text("why"), hello.text("caps")) == ("button", "safe")
        tower.welcome()
        assert tower.command("ARM", dice=2) == UNKNOWN


def test_an_order_leads_to_the_safe_application_and_out_again(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "mat") as mat:
        mat.hello(why="")
        mat.welcome()
        assert mat.command("RESTART", mode=1) == DONE
        mat.hello(why="asked")
        mat.welcome(session=2)
        assert mat.command("RESTART", mode=0) == DONE
        mat.hello(why="")


def test_a_boot_loop_ends_in_the_safe_application_with_the_reason_and_the_traceback(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        tower.pull()
        (tmp_path / "flash" / "tower.py").write_text("raise OSError(5)\n")
        tower.plug()
        hello = tower.until(lambda one: one.name == "HELLO" and one.text("why") != "")
        assert hello.text("why") == "boot-loop: OSError: [Errno 5] EIO"
        tower.welcome()
        said = tower.until(lambda one: one.name == "LOG" and "OSError" in one.text("text"))
        assert said.number("level") == 3
        assert tower.resets == 3  # the start before the pull does not count: no board resets itself by being pulled


def test_a_plug_that_is_pulled_again_and_again_leads_to_no_safe_application(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        for _ in range(6):
            assert tower.hello().text("why") == ""
            tower.pull()
            tower.plug()
        tower.welcome()
        tower.event("EMPTY")


def test_events_kept_while_it_was_safe_are_delivered_afterwards(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        first = tower.hello(next=2)  # EMPTY waits, nobody welcomed it
        (tmp_path / "flash" / "safe-once").write_text("1")
        tower.pull()
        tower.plug()
        safe = tower.hello(why="asked")
        assert safe.number("epoch") == first.number("epoch")
        tower.welcome(accepted=0)
        assert tower.command("RESTART", mode=0) == DONE
        assert tower.hello(why="").number("oldest") == 1
        tower.welcome(session=3)
        tower.event("EMPTY")


def package(change: dict[str, str]) -> tuple[bytes, bytes]:
    """(manifest, everything) of the shipped firmware with some files changed."""
    files = {
        str(path.relative_to(HARDWARE / "firmware")): path.read_bytes()
        for path in sorted((HARDWARE / "firmware").rglob("*.py"))
    }
    files |= {name: text.encode() for name, text in change.items()}
    lines = [f"{hashlib.sha256(data).hexdigest()} {len(data)} {name}\n" for name, data in files.items()]
    head = "tablewright-firmware 1 9.9.9\n" + "".join(lines)
    return head.encode(), head.encode() + b"".join(files.values())


def update(board: Board, change: dict[str, str], number: int = 5) -> int:
    """The status the board ends with; it is asked as the manual says: from where it wants, four parts ahead."""
    head, whole = package(change)
    board.say("FW_BEGIN", id=number, size=len(whole), manifest=len(head), sha256=hashlib.sha256(head).hexdigest())
    state = board.until(lambda one: one.name == "FW_STATE")
    while state.number("status") == 0 and state.number("at") < len(whole):
        at = state.number("at")
        ahead = list(range(at, min(at + 800, len(whole)), 200))
        for place in ahead:
            board.say("FW_DATA", id=number, at=place, part=whole[place : place + 200])
        for _ in ahead:
            state = board.until(lambda one: one.name == "FW_STATE")
    board.say("FW_END", id=number)
    return board.until(lambda one: one.name == "FW_STATE").number("status")


def renamed(version: str) -> dict[str, str]:
    node = (HARDWARE / "firmware" / "node.py").read_text()
    assert 'VERSION = "0.3.0"' in node
    return {"node.py": node.replace('VERSION = "0.3.0"', f'VERSION = "{version}"')}


def test_a_good_update_runs_after_the_restart_and_after_every_other(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "mat") as mat:
        mat.hello(fw="0.3.0", slot="")
        mat.welcome()
        assert update(mat, renamed("0.3.0")) == READY
        assert mat.command("RESTART", mode=0) == DONE
        mat.hello(fw="0.3.0", slot="a")
        mat.welcome(session=2)
        mat.event("MAT_READY")
        assert mat.command("RESTART", mode=0) == DONE
        mat.hello(fw="0.3.0", slot="a")
        mat.welcome(session=3)
        assert update(mat, renamed("0.4.0"), 6) == READY
        mat.command("RESTART", mode=0)
        mat.hello(fw="0.4.0", slot="b")


@pytest.mark.parametrize("broken", ["raise OSError(5)\n", "this is no Python\n"])
def test_an_update_that_falls_gives_way_to_what_ran_before(vm: Path, tmp_path: Path, broken: str) -> None:
    with powered(vm, tmp_path, "panel") as panel:
        panel.hello()
        panel.welcome()
        assert update(panel, {"panel_app.py": broken}) == READY
        panel.command("RESTART", mode=0)
        assert panel.hello(slot="", why="").text("fw") == "0.3.0"
        assert panel.resets == 1 + 3  # ours, and three falls


def test_an_update_that_is_never_welcomed_gives_way(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        tower.welcome()
        change = renamed("0.3.0")
        assert "TRIAL_MS = 60000" in change["node.py"]
        change["node.py"] = change["node.py"].replace("TRIAL_MS = 60000", "TRIAL_MS = 1500")
        assert update(tower, change) == READY
        tower.command("RESTART", mode=0)
        tower.hello(slot="a")
        assert tower.hello(slot="").text("fw") == "0.3.0"


def test_an_update_cut_off_in_the_middle_changes_nothing(vm: Path, tmp_path: Path) -> None:
    head, whole = package({})
    with powered(vm, tmp_path, "tower") as tower:
        tower.hello()
        tower.welcome()
        tower.say("FW_BEGIN", id=1, size=len(whole), manifest=len(head), sha256=hashlib.sha256(head).hexdigest())
        for at in range(0, 20_000, 200):
            tower.say("FW_DATA", id=1, at=at, part=whole[at : at + 200])
            tower.until(lambda one: one.name == "FW_STATE")
        tower.pull()
        tower.plug()
        assert tower.hello(slot="", why="").text("fw") == "0.3.0"


def test_the_safe_application_takes_an_update_that_repairs(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "mat") as mat:
        mat.hello()
        mat.pull()
        (tmp_path / "flash" / "mat_app.py").write_text("raise OSError(5)\n")
        mat.plug()
        mat.until(lambda one: one.name == "HELLO" and one.text("why") != "")
        mat.welcome()
        assert update(mat, renamed("0.3.0")) == READY
        mat.command("RESTART", mode=0)
        assert mat.hello(slot="a").text("why") == ""


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_loop_that_hangs_is_restarted_by_the_watch_dog(vm: Path, tmp_path: Path) -> None:
    with powered(vm, tmp_path, "panel") as panel:
        boot = panel.hello().number("boot")
        panel.pull()
        hang = "self.clock.now()\n        while self.link.session is not None:\n            pass\n        for number"
        changed(tmp_path / "flash" / "panel_app.py", "self.clock.now()\n        for number", hang)
        panel.plug()
        panel.hello(boot=boot + 1)
        panel.say("WELCOME", proto=2, session=1, accepted=0, unix_ms=0, config=0)
        panel.hello(boot=boot + 2)
        assert panel.resets == 1
