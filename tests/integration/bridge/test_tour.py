"""The tour in ``firmware_bridge/README.md`` still tells the truth: its example runs as it is printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE_S

README = Path(__file__).parents[3] / "firmware_bridge" / "README.md"


def test_the_example_of_the_tour_runs(vm: Path, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert found is not None
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", found[1]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "spool.db").exists()


def test_every_file_of_the_room_is_on_the_tour() -> None:
    text = README.read_text()
    files = {path.name for path in README.parent.glob("*.py")} - {"__init__.py"}
    assert {name for name in files if f"`{name}`" not in text} == set()
