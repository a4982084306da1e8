"""How far an end of the mission is, beside the line that brought it nearer or set it back: ``2 of 3``."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.phrases import Phrase, Told, Word
from companion.games.gotham.events import Neutralised, TaskDone
from companion.games.gotham.face.words import when_words
from companion.games.gotham.state import End, State
from companion.games.gotham.wounds import steps_to

TASK, ROUND = "task", "round_over"  # of the conditions of an end


def progress(before: State, after: State, event: object) -> Iterator[Told]:
    """Generate how far the event brought each end that takes more than one step."""
    if not isinstance(event, Neutralised | TaskDone):
        return
    for end in after.table.ends:
        kinds = {word for word, _ in end.when}
        if isinstance(event, TaskDone) and kinds == {TASK}:
            continue  # its line counts the tasks
        then, (done, needed) = _steps(before, end), _steps(after, end)
        if needed > 1 and then != (done, needed):
            words = {"winner": Word("side", end.winner), "when": when_words(end), "done": done, "needed": needed}
            yield Phrase("progress.end", words)


def _steps(state: State, end: End) -> tuple[int, int]:
    """Return the steps that are done, and all of them; no round that goes by is one."""
    steps = [one for (word, _), one in zip(end.when, steps_to(state, end), strict=True) if word != ROUND]
    return sum(done for done, _ in steps), sum(needed for _, needed in steps)
