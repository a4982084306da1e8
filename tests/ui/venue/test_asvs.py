"""The table of ASVS 4.0.3, level 2: no requirement is missing, and each proof it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "ui" / "venue" / "asvs" / "README.md"
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| (.+) \| (met|n/a|\*\*not met\*\*) \| (.*) \| (.*) \|$", re.MULTILINE)
# how many of each section are of level 1 or 2, counted in the standard
SECTIONS = {
    1: {1: 7, 2: 4, 4: 3, 5: 4, 6: 4, 7: 2, 8: 2, 9: 2, 10: 1, 11: 2, 12: 1, 14: 6},
    2: {1: 12, 2: 3, 3: 3, 4: 6, 5: 7, 6: 3, 7: 6, 8: 7, 9: 3, 10: 4},
    3: {1: 1, 2: 4, 3: 4, 4: 5, 5: 3, 7: 1},
    4: {1: 4, 2: 2, 3: 3},
    5: {1: 5, 2: 8, 3: 10, 4: 3, 5: 4},
    6: {1: 3, 2: 6, 3: 2, 4: 2},
    7: {1: 4, 2: 2, 3: 3, 4: 3},
    8: {1: 4, 2: 3, 3: 8},
    9: {1: 3, 2: 4},
    10: {2: 2, 3: 3},
    11: {1: 8},
    12: {1: 3, 2: 1, 3: 6, 4: 2, 5: 2, 6: 1},
    13: {1: 4, 2: 5, 3: 2, 4: 2},
    14: {1: 4, 2: 6, 3: 2, 4: 7, 5: 4},
}


def test_no_requirement_is_missing() -> None:
    found: dict[int, dict[int, int]] = {}
    numbers = [row[1] for row in ROW.finditer(TABLE.read_text(encoding="utf-8"))]
    for number in numbers:
        chapter, section, _ = map(int, number.split("."))
        found.setdefault(chapter, {}).setdefault(section, 0)
        found[chapter][section] += 1
    assert found == SECTIONS
    assert len(set(numbers)) == len(numbers)


def test_each_proof_is_there_and_each_lack_has_its_reason() -> None:
    wrong = []
    for row in ROW.finditer(TABLE.read_text(encoding="utf-8")):
        number, _, verdict, why, proof = row.groups()
        if not why or (verdict == "met" and not proof):
            wrong.append(number)
        for named in re.findall(r"`([^`]+)`", proof):
            file, _, test = named.partition("::")
            path = ROOT / "tests" / file
            if not path.is_file() or (test and f"def {test}(" not in path.read_text(encoding="utf-8")):
                wrong.append(f"{number}: {named}")
    assert wrong == []
