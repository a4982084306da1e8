"""A hero's screen under a finger: a cube laid on a box opens what it pays for, another one what two pay for.

available 7 ──a cube──> melee: the attacks that one cube pays ──another──> those that two pay ──one back──> one
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.games.gotham.face.offers import BOXES, FREE, PLACES, about, payment
from companion.games.gotham.face.view import FigureView
from ui.presenters.adapter import Command, Group, Look, Offer
from ui.presenters.models import SlotModel


def laid(picked: str) -> tuple[str, int]:
    """The box on which cubes lie by the group that is open, and how many."""
    box, _, cubes = picked.partition(".")
    return (box, int(cubes)) if box in BOXES and cubes.isdecimal() and int(cubes) else ("", 0)


def groups(offers: Sequence[Command], look: Look, offered: Callable[[Command], Offer]) -> Iterator[Offer | Group]:
    """Generate the groups that cubes pay for: by the box, none or one cube each; and those that laid cubes pay for.

    The only order of a box that is about nobody else, a Movement, needs no list of its own.
    """
    by_box: dict[tuple[str, int], list[Command]] = {}
    for offer in offers:
        if (paid_by := payment(offer)) is not None:
            by_box.setdefault(paid_by, []).append(offer)
    for (box, cubes), paid in by_box.items():
        is_laid = (box, cubes) == laid(look.picked)
        if cubes <= 1 and not is_laid and len(paid) == 1 and not about(paid[0]):
            yield offered(paid[0])
        elif cubes <= 1 or is_laid:
            title = look.say("lay_on_box" if cubes else "box_unpaid", box=look.wording.word("slot", box), count=cubes)
            yield Group(f"{box}.{cubes}", title, tuple(map(offered, paid)), title)


def slots(figure: FigureView, offers: Sequence[Command], look: Look) -> Iterator[SlotModel]:
    """The places of a screen; those take a cube that an offer pays into, and those it may come from."""
    paid = set(map(payment, offers))
    open_box, count = laid(look.picked) if laid(look.picked) in paid else ("", 0)
    there = dict(figure.cubes)
    for place in PLACES:
        held, drop = there.get(place, 0), ""
        if place == FREE and count:
            held, drop = held - count, f"pick:{open_box}.{count - 1}" if count > 1 else "dismiss"
        more = count + 1 if place == open_box else 1
        if (place, more) in paid:
            drop = f"pick:{place}.{more}"
        is_laid = place == open_box
        shown = held + count if is_laid else held
        label = look.wording.word("slot", place)
        colour = "yellow" if is_laid else None
        yield SlotModel(place, label, str(shown), f"+{count}" if is_laid else "", colour, False, drop)
