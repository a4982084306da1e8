"""Lines above the card: what is interrupted, who has still to agree, whether a judge comes, what the hands owe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.consent import Matter
from companion.table.follow import Follower
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.devices import errand_words
from ui.presenters.judge import JudgeDesk
from ui.presenters.seat_voice import Voice


def waiting_lines(game: GameAdapter, voice: Voice, judge: JudgeDesk, follower: Follower, look: Look) -> Iterator[str]:
    """Generate the lines, the innermost interruption last among its kind."""
    for window in game.interruptions(look):
        who = window.piece or look.wording.word("seat", window.seat)
        named = look.wording.names.get(window.rule)  # a skill; else a rule, whose words are a tap away
        key = "interrupted_by" if named else "interrupted"
        said = look.say(key, who=who, rule=named or window.rule)
        yield said[:1].upper() + said[1:]
    yield from matter_lines(voice.consents.open, look)
    yield from judge.lines(look)
    yield from errand_words(follower, look.wording)


def matter_lines(matters: Sequence[Matter], look: Look) -> list[str]:
    """Return the lines that say whose agreement is missing to what these seats asked for."""
    return [
        look.say("agreement", who=tuple(look.wording.word("seat", seat) for seat in sorted(matter.missing)))
        for matter in matters
        if matter.by in look.seats
    ]
