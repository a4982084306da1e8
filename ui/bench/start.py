"""The front door as a script calls it: what a question costs with its start, and a batch of questions in one call."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.errors import MissingPart
from ui.bench.rows import Row

PATIENCE_S = 120.0
ROOT = str(Path(__file__).parents[2])
TIMES = 10.0  # a question may cost so many bare starts of Python


def measure(*, runs: int = 9) -> Iterator[Row]:
    """The least processor time of a call, beside the least of a Python that does nothing."""
    from companion.games.heroclix.figures.collection import shipped_map

    sight = [
        "sight",
        str(shipped_map("harbour-market").parents[1] / "positions" / "harbour-market.json"),
        "--from",
        "red-1",
        "--to",
        "blue-1",
    ]
    for name, asked in (("sight", sight), ("show figure", ["show", "figure", "lq003"])):
        ours, bare = [], []
        for _ in range(runs):
            bare.append(seconds_of_a_call(["-c", "pass"]))
            ours.append(seconds_of_a_call(["-m", "companion", *asked]))
        yield Row(f"companion {name}, start included", min(ours), "s", min(bare), "python -c pass", TIMES)


def seconds_of_a_call(arguments: list[str]) -> float:
    """The processor time of a Python with these arguments, which must end well."""
    before = children_s()
    ended = subprocess.run(
        [sys.executable, *arguments], env=_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    )
    if ended.returncode:
        raise MissingPart("an answer", ended.stderr.decode(errors="replace")[-200:])
    return children_s() - before


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([ROOT, os.environ.get("PYTHONPATH", "")])}


def seconds_of_a_batch(questions: int) -> float:
    """The processor time of one ``companion sight --queries`` with that many questions about a shipped map."""
    from companion.documents import load_document
    from companion.games.heroclix.figures.collection import shipped_map
    from companion.interchange.maps import load_map

    map_file = str(shipped_map("harbour-market"))
    board, dice = load_map(map_file)[0], random.Random(1)
    clear = [space for space in board.spaces if not board.tile(space).terrain]
    pieces = [{"id": f"p{n}", "side": "red", "squares": [clear[17 * n]]} for n in range(10)]
    position = {"format": "tablewright/position@1", "system": "heroclix", "edition": "core"}
    with tempfile.TemporaryDirectory(prefix="tablewright-bench-") as name:
        folder = Path(name)
        document = position | {"map": load_document(map_file).value, "pieces": pieces}
        (folder / "position.json").write_text(json.dumps(document))
        asked = ({"from": dice.choice(board.spaces), "to": dice.choice(board.spaces)} for _ in range(questions))
        (folder / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in asked))
        command = [sys.executable, "-m", "companion", "sight", "position.json", "--queries", "questions.jsonl"]
        before = children_s()
        with (folder / "answers.jsonl").open("wb") as answers:
            ended = subprocess.run(
                command,
                cwd=folder,
                stdout=answers,
                stderr=subprocess.PIPE,
                timeout=PATIENCE_S,
                check=False,
                env=_environment(),
            )
        took = children_s() - before
        with (folder / "answers.jsonl").open("rb") as answers:
            answered = sum(1 for _ in answers)
    if ended.returncode or answered != questions:
        raise MissingPart("an answer to every question", ended.stderr.decode(errors="replace")[-200:] or str(answered))
    return took


def children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
