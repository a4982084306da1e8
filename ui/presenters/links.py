"""The devices and what they see, in words: link plates, errands, pieces that are not seen, questions.

camera  online    what it sees agrees, waits for the hands, sees a move …
tower   offline   why: its cable, its power, its firmware
"""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.table.follow import Follower
from companion.table.observation import LinkSeen, LinkState
from companion.table.proposal import Question
from companion.table.reconcile import Agrees, Reading, Unexplained
from ui.presenters.models import LinkModel

__all__ = ["errand_words", "link_models", "question_words"]


def link_models(follower: Follower, words: dict[str, str]) -> tuple[LinkModel, ...]:
    """A plate for every device that is not switched off."""
    return tuple(
        LinkModel(words.get(name, name), seen.state.value, words[f"link_{seen.state.value}"],
                  _detail(follower, seen, words))
        for name, seen in sorted(follower.links.items())
        if seen.state is not LinkState.OFF
    )  # fmt: skip


def errand_words(follower: Follower, names: dict[str, str], words: dict[str, str]) -> tuple[str, ...]:
    """What the hands have still to do, and which pieces the camera does not see."""
    lines = [
        words[f"errand_{one.kind.value}"].format(piece=names.get(one.piece, one.piece), start=one.start, to=one.to)
        for one in follower.errands()
    ]
    camera = follower.links.get("camera")
    if camera is None or camera.state is LinkState.ONLINE:
        waiting = {one.piece for one in follower.errands()}
        hidden = [names.get(one, one) for one in follower.unseen() if one not in waiting]
        if hidden:
            lines.append(words["unseen"].format(pieces=", ".join(hidden)))
    return tuple(lines)


def question_words(follower: Follower, question: Question, names: dict[str, str], words: dict[str, str]) -> str:
    """What a sensor could not settle, and what to do about it."""
    link = follower.links.get(question.about)
    if link is not None and link.state is LinkState.OFFLINE:
        name = words.get(question.about, question.about)
        return f"{words['gone'].format(device=name, why=_why(link.why, words))}\n{words['by_hand_now']}"
    if question.about == "picture" and isinstance(follower.reading, Unexplained) and not follower.reading.why:
        moved = [_moved(one.piece, one.recorded, one.seen, names) for one in follower.reading.differences]
        return f"{words['unexplained']}\n" + "\n".join(moved)
    if question.read:
        return words["dice_rest"].format(faces=", ".join(filter(None, question.read)), rest=question.why)
    if question.about == "dice":
        return f"{words['dice_unread']}\n({question.why})"
    why = question.why  # a doubt of the camera's, in its own words
    for piece, name in names.items():
        why = why.replace(piece, name)
    return f"{words['doubtful']}\n({why})"


def _moved(piece: PieceId, recorded: tuple[str, ...], seen: tuple[str, ...], names: dict[str, str]) -> str:
    return f"{names.get(piece, piece)}: {(recorded or ('–',))[0]} → {(seen or ('–',))[0]}"


def _detail(follower: Follower, seen: LinkSeen, words: dict[str, str]) -> str:
    if seen.why and seen.state is not LinkState.ONLINE:
        return _why(seen.why, words)
    if seen.state is LinkState.ONLINE and seen.source == "camera" and follower.reading is not None:
        if follower.owed() and isinstance(follower.reading, Agrees):
            return words["reading_behind"]
        return words[f"reading_{_reading(follower.reading)}"]
    if seen.state is LinkState.ONLINE and seen.source == "tower" and follower.tower is not None:
        return words[f"tower_{follower.tower.value}"]
    return ""


def _reading(reading: Reading) -> str:
    return type(reading).__name__.lower()


def _why(why: Any, words: dict[str, str]) -> str:
    """A reason in the screen's language where it is a known one: ``cable``, or the words before its colon."""
    key, _, rest = str(why).partition(":")
    return words.get(f"why_{key}") or (f"{key}: {rest.strip()}" if rest else key) or words["why_"]
