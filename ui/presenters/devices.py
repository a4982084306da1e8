"""The devices and what they see, in words: link plates, errands, pieces that are not seen, questions, readings.

camera  online    what it sees agrees, waits for the hands, sees a move …
tower   offline   why: its cable, its power, its firmware
"""

from __future__ import annotations

import re

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, SpaceId
from companion.table.follow import Follower
from companion.table.observation import LinkSeen, LinkState
from companion.table.proposal import Question
from companion.table.reconcile import Agrees, Unexplained
from companion.text.faults import seen_words
from companion.text.wording import Wording
from ui.presenters.adapter import Look
from ui.presenters.models import CardModel, LinkModel


def link_models(follower: Follower, wording: Wording) -> tuple[LinkModel, ...]:
    """A plate for every device that is not switched off."""
    return tuple(
        LinkModel(
            wording.word("device", name),
            seen.state.value,
            wording.say(f"screen.link_{seen.state.value}"),
            _detail(follower, seen, wording),
        )
        for name, seen in sorted(follower.links.items())
        if seen.state is not LinkState.OFF
    )


def errand_words(follower: Follower, wording: Wording) -> tuple[str, ...]:
    """Return the lines of what the hands have still to do, and of pieces that the camera does not see."""
    errands = follower.errands()
    lines = [
        wording.say(f"screen.errand_{errand.kind.value}", piece=errand.piece, start=errand.start, to=errand.to)
        for errand in errands
    ]
    camera = follower.links.get("camera")
    if camera is None or camera.state is LinkState.ONLINE:
        waiting = {errand.piece for errand in errands}
        hidden = tuple(piece for piece in follower.unseen() if piece not in waiting)
        if hidden:
            lines.append(wording.say("screen.unseen", pieces=hidden))
    return tuple(lines)


def reading_card(follower: Follower, look: Look) -> CardModel | None:
    """The card of dice that were read for a roll of this side."""
    command = follower.proposal.command if follower.proposal else None
    if not isinstance(command, ReportDice):
        return None
    faces = command.result.faces
    between = " + " if all(map(str.isdecimal, faces)) else ", "
    buttons = (("confirm", look.say("confirm")), ("dismiss", look.say("dismiss")))
    return CardModel("dice", look.say("dice_read"), between.join(faces), buttons, likely=buttons[0][0])


def part_read(follower: Follower, asked: DiceRequest) -> tuple[str | None, ...]:
    """The faces the camera is certain of, by the dice of the roll; empty when it read nothing or everything."""
    question = follower.question
    return question.read if question and len(question.read) == len(asked.dice) else ()


def question_card(follower: Follower, question: Question, look: Look) -> CardModel:
    """Return the card of what a sensor could not settle, and how it is settled."""
    right = (("dismiss:as_recorded", look.say("as_recorded")),) if follower.is_only_who() else ()
    text = question_words(follower, question, look.wording)
    return CardModel("question", look.say("asked"), text, (("dismiss", look.say("understood")), *right))


def question_words(follower: Follower, question: Question, wording: Wording) -> str:
    """Say what a sensor could not settle, and what to do about it."""
    link = follower.links.get(question.about)
    if link is not None and link.state is LinkState.OFFLINE:
        device, why = wording.word("device", question.about), why_of(link.why, wording)
        return f"{wording.say('screen.gone', device=device, why=why)}\n{wording.say('screen.by_hand_now')}"
    if question.about == "picture" and isinstance(follower.reading, Unexplained) and not follower.reading.why:
        moved = [_moved(other.piece, other.recorded, other.seen, wording) for other in follower.reading.differences]
        return "\n".join([wording.say("screen.unexplained"), *moved])
    if question.read:
        read = tuple(
            wording.face(die, face) for die, face in zip(_dice_of(follower), question.read, strict=False) if face
        )
        rest = ", ".join(wording.word("die", die) for die in question.why.split(", "))
        return wording.say("screen.dice_rest", faces=read, rest=rest)
    if question.about == "dice":
        return f"{wording.say('screen.dice_unread')}\n({seen_words(question.why, wording)})"
    why = re.sub(r"[\w.-]*\w", lambda one: wording.names.get(one[0], one[0]), seen_words(question.why, wording))
    return f"{wording.say('screen.doubtful')}\n({why})"


def _dice_of(follower: Follower) -> tuple[str, ...]:
    roll = follower.open_roll()
    return roll.dice if roll is not None else ()


def _moved(piece: PieceId, recorded: tuple[SpaceId, ...], seen: tuple[SpaceId, ...], wording: Wording) -> str:
    return wording.pair(piece, f"{recorded[0] if recorded else '–'} → {seen[0] if seen else '–'}")


def _detail(follower: Follower, seen: LinkSeen, wording: Wording) -> str:
    if seen.state is not LinkState.ONLINE:
        return why_of(seen.why, wording) if seen.why else ""
    if seen.source == "camera" and follower.reading is not None:
        if follower.owed() and isinstance(follower.reading, Agrees):
            return wording.say("screen.reading_behind")
        return wording.say(f"screen.reading_{type(follower.reading).__name__.lower()}")
    if seen.source == "tower" and follower.tower is not None:
        return wording.say(f"screen.tower_{follower.tower.value}")
    return seen.why if seen.source == "venue" else ""  # in the venue's own words


def why_of(why: str, wording: Wording) -> str:
    """A reason in the screen's language where it is a known one: ``cable``, or the words before its colon."""
    key, _, rest = str(why or "").partition(":")
    if wording.has(f"why.{key}"):
        return wording.say(f"why.{key}")
    return wording.pair(key, rest.strip()) if rest else key or wording.say("why.none")
