"""Tries every mutant of board and core and names those that live.

python -m tests.mutation [--room core] [--file sight.py] [--sample 20 --seed 3] [--jobs 2]
"""

from __future__ import annotations

import argparse
import random
import sys

from rich.console import Console
from rich.progress import track

from tests.mutation.hunt import hunt, read_equivalents
from tests.mutation.mutants import every_mutant


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("--room", help="only this room: board or core")
    parser.add_argument("--file", help="only this file, such as sight.py")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--jobs", type=int, default=2, help="how many at the same time")
    wanted = parser.parse_args(arguments)
    excused = {one.key for one in read_equivalents()}
    mutants = [one for one in every_mutant() if one.key not in excused]
    if wanted.room:
        mutants = [one for one in mutants if one.file.startswith(f"companion/{wanted.room}/")]
    if wanted.file:
        mutants = [one for one in mutants if one.file.endswith(f"/{wanted.file}")]
    if wanted.sample:
        mutants = random.Random(wanted.seed).sample(mutants, min(wanted.sample, len(mutants)))
    if not mutants:
        parser.error("no mutants there")
    console = Console(stderr=True)
    results = hunt(mutants, wanted.jobs)
    seen = track(results, "mutants", len(mutants), console=console, disable=not console.is_terminal)
    alive = 0
    for mutant, is_killed in seen:
        if not is_killed:
            alive += 1
            sys.stdout.write(f"{mutant}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(mutants)} mutants, {alive} alive\n")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
