"""A batch of questions through the front door, as a script would ask them."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.errors import MissingPart

PATIENCE_S = 120.0


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
        root = str(Path(__file__).parents[2])
        before = _children_s()
        with (folder / "answers.jsonl").open("wb") as answers:
            ended = subprocess.run(
                command,
                cwd=folder,
                stdout=answers,
                stderr=subprocess.PIPE,
                timeout=PATIENCE_S,
                check=False,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])},
            )
        took = _children_s() - before
        with (folder / "answers.jsonl").open("rb") as answers:
            answered = sum(1 for _ in answers)
    if ended.returncode or answered != questions:
        raise MissingPart("an answer to every question", ended.stderr.decode(errors="replace")[-200:] or str(answered))
    return took


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
