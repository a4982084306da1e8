"""A number that was made, term by term in words, each with its rule: dice 2, Martial Arts +2 [GO-MARTIAL-01], … = 3."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.reckoning import Contribution
from companion.text.wording import Wording, term_words


@runtime_checkable
class Reckoned(Protocol):
    """An event that tells a number: what it is of, what it began as, its terms (core.reckoning)."""

    what: str
    value: int
    printed: int
    terms: tuple[Contribution, ...]


def with_terms(words: str, event: object, wording: Wording) -> str:
    """Return the line of a number with what made it."""
    if not isinstance(event, Reckoned) or not event.terms:
        return words
    what = f"made.{'carried' if getattr(event, 'carried', False) else event.what}"
    first = wording.say(what, count=event.printed) if wording.has(what) else str(event.printed)
    made = ", ".join((first, *(term_words(part, wording) for part in event.terms)))
    return f"{words.rstrip('.')} ({made})."


def terms_of(event: object, wording: Wording) -> tuple[str, ...]:
    """The lines below a number's own; none for an event that tells no number."""
    if not isinstance(event, Reckoned):
        return ()
    what = f"printed.{'carried' if getattr(event, 'carried', False) else event.what}"
    lines = [f"{wording.say(what if wording.has(what) else 'printed')} {event.printed}"]
    lines += [f"{term_words(part, wording)} [{part.source}]" for part in event.terms]
    if sum((part.amount for part in event.terms), event.printed) < event.value == 0:
        lines.append(wording.say("printed.least"))
    return (*lines, f"= {event.value}")
