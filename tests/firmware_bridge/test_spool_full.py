"""A full disk under a tower: each reading is told once, the player is told of the disk, and all goes on with room."""

from __future__ import annotations

from pathlib import Path

from companion.table.observation import LinkSeen, TowerPhase
from firmware_bridge.spool import Spool
from tests.firmware_bridge.test_adapter import made, phases, roll
from tests.full_disk import full_disk


def test_what_the_disk_does_not_note_as_taken_is_not_told_again(tmp_path: Path) -> None:
    tower, link = made(tmp_path / "spool.db")
    roll(link, 1, 3)
    roll(link, 2, 4, 2)
    seen = list(tower.poll())
    with full_disk():
        for _ in range(40):
            seen += tower.poll()
        roll(link, 3, 5, 2)  # nobody has it but the tower: it is not acknowledged, and comes again
        for _ in range(3):
            seen += tower.poll()
    told = [(1, TowerPhase.ROLLING, 0, False), (2, TowerPhase.SETTLED, 2, False)]
    assert phases(seen) == told
    assert "disk-full" in [one.why for one in seen if isinstance(one, LinkSeen)]
    roll(link, 3, 5, 2)
    seen += tower.poll()
    assert phases(seen) == [*told, (3, TowerPhase.DISTURBED, 2, False)]
    seen += tower.poll()
    assert [one for one in seen if isinstance(one, LinkSeen)][-1].why == ""
    tower.close()
    again = Spool(tmp_path / "spool.db")
    assert again.untaken() == ()
    again.close()
