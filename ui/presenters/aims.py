"""The card of what a game is about: who has what, how it is won. First in a led game; in all others a tap away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from companion.core.ids import Seat
from companion.text.placing import within
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.models import CardModel
from ui.presenters.rules import uncited

AIMS = "aims"  # what is picked while the card is open
TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"  # a line never breaks there
_NUMBER = re.compile(r" \d+$")  # of one among several of a kind


def aims_card(game: GameAdapter, look: Look, *, may_lead: bool = False) -> CardModel | None:
    """Return the card as far as the side knows; ``None``: nothing is played for. ``may_lead``: it is not led yet."""
    aims = game.aims(look)
    if not aims:
        return None
    is_side, wording = len(game.sides) > 1 and look.side in game.sides, look.wording
    title = look.say("aims_are", who=wording.word("side", look.side)) if is_side else look.say("aims")
    figures: dict[str, dict[str, str]] = {}  # by who plays them: their names, each with its letters on the board
    letters = {token.piece: token.label for token in game.picture(look, frozenset()).tokens}
    for one in game.roster(look):
        if one.seat in look.seats and not one.is_out:
            who, name = look.say("aims_have") if is_side else _role(one.seat, look), look.name(one.piece)
            worn = letters.get(one.piece)
            figures.setdefault(who, {})[name] = f"{name} ({worn})" if worn else name
    alone = [own[who] for who, own in figures.items() if [*own] == [who]]  # who plays one figure bears its name
    selves = wording.listed(alone) if alone else ""
    has = (wording.pair(who, wording.listed([*own.values()])) for who, own in figures.items() if [*own] != [who])
    introduction = game.introduction(look)
    parts = [wording.word("side", side) for side in game.sides] if len(game.sides) > 1 else [*figures]
    shared = [look.say("aims_share", roles=wording.listed(parts))] if len(parts) > 1 and not wording.players else []
    lines = (
        *shared,
        *([introduction, ""] if introduction else ()),
        *filter(None, (selves, *has)),
        "",
        look.say("aims_win"),
        *(f"- {aim}" for aim in aims),
    )
    led = (("lead", look.say("lead")),) if may_lead else ()
    return CardModel(AIMS, title, "\n".join(lines), (("pick:", look.say("aims_begin")), *led), likely="pick:")


def _role(seat: Seat, look: Look) -> str:
    """Return who plays a seat: a person with the part, where that is no figure."""
    who, part = look.wording.side(seat), f"seat.{seat}"
    is_part = seat in look.wording.players and seat not in look.wording.names and look.wording.has(part)
    return f"{who} ({within(look.wording.say(part))})" if is_part else who


def who_plays(game: GameAdapter, look: Look) -> Iterator[str]:
    """Generate a line for each side: those who play themselves, with whom they bring along, else its figures, of a kind
    how many; then a line for each aim.
    """
    wording, sides = look.wording, dict[str, Counter[str]]()
    places = {seat: place for place, seat in enumerate(seat for seats in game.sides.values() for seat in seats)}
    together = {wording.side(seat): side for side, seats in game.sides.items() for seat in seats}
    for one in sorted(game.roster(look), key=lambda one: places.get(one.seat, len(places))):
        sides.setdefault(wording.side(one.seat), Counter())[look.name(one.piece)] += 1
    selves, others = dict[str, list[str]](), []
    for side, names in sides.items():
        is_self = names.pop(side, 0)
        kinds = Counter(_NUMBER.sub("", name) for name in names.elements())
        told = (kind if kinds[kind] < 2 else f"{kind}{TIMES}{kinds[kind]}" for kind in kinds)
        figures = ", ".join(told)
        if not is_self:
            others.append(wording.pair(side, figures))
        else:
            selves.setdefault(together[side], []).append(f"{side} ({figures})" if figures else side)
    for side, own in selves.items():
        label, listed = wording.word("side", side), ", ".join(own)
        yield wording.pair(label[:1].upper() + label[1:], listed) if len(game.sides) > 1 else listed
    yield from others
    yield from (wording.say("report.aim", aim=uncited(aim)) for aim in game.aims(look))
