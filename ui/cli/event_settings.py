"""Settings of an event as the command line writes them: its way, its times, what kinds of results are worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from ui.cli.event_rounds import bye_kind

if TYPE_CHECKING:
    from companion.tournament import EventOpened
    from companion.tournament.results import Worth

_AS_THEY_ARE = ("name", "side", "tiebreaks")


def chosen_settings(now: EventOpened, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what changes of the set-up by the options that were given; raises ``InputError``."""
    from companion.tournament.results import Kind
    from companion.tournament.state import Way

    chosen = {key: given[key] for key in _AS_THEY_ARE if given[key]}
    chosen |= {key: given[key] for key in ("minutes", "points", "check_in", "advice") if given[key] is not None}
    if given["way"]:
        chosen["way"] = Way(given["way"])
    if given["late"]:
        chosen["late"] = Kind(bye_kind(given["late"]))
    if given["until"]:
        chosen["until_ms"] = _until(given["until"])
    if given["worth"]:
        kinds = {one.kind: one for one in now.worth} | {one.kind: one for one in map(parse_worth, given["worth"])}
        chosen["worth"] = tuple(kinds.values())
    return chosen


def parse_worth(text: str) -> Worth:
    """Return a line of the table of kinds: ``win=3``, ``no-show=3/0:force:apart``. Raises ``InputError``."""
    from companion.tournament.results import USUAL, Kind, Victory, Worth

    name, _, rest = text.partition("=")
    numbers, *marks = rest.split(":")
    first, _, second = numbers.partition("/")
    try:
        usual = USUAL[Kind(name.strip().replace("-", "_"))]
        halves = [Fraction(number) * 2 for number in (first, second or "0")]
        if any(number.denominator > 1 for number in halves):
            raise ValueError
        victory = next((Victory(mark) for mark in marks if mark in tuple(Victory)), usual.victory)
        counts = {"counts": True, "apart": False}
        is_counted = next((counts[mark] for mark in marks if mark in counts), usual.counts)
        if not {*marks} <= {*Victory, *counts}:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        known = ", ".join(kind.replace("_", "-") for kind in Kind)
        raise InputError(
            "--worth", "", text, f"KIND=POINTS[/OTHER][:noted|force|none][:counts|apart]: {known}"
        ) from None
    whole = int(halves[0]), int(halves[1])
    is_draw = usual.kind in (Kind.DRAW, Kind.INTENTIONAL_DRAW)
    return Worth(usual.kind, whole[0], whole[0] if is_draw else whole[1], victory, is_counted)


def _until(text: str) -> int:
    """Return the time of the next such hour, in ms since 1970; 0 for ``-``."""
    from ui.venue.settings import next_hour

    try:
        return next_hour(text)
    except ValueError:
        raise InputError("--until", "", text, "an hour such as 18:30, or -") from None
