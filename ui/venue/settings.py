"""Settings of an event, made by the organiser before the first round: the form, and its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape

from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament import TournamentState
from companion.tournament.event import Settle
from companion.tournament.state import KNOWN_TIEBREAKS, MINUTES, POINTS, SIDES, Ending, EventOpened, Way


def settings_form(state: TournamentState, wording: Wording) -> str:
    """The form with what is settled now; nothing once somebody plays by it."""
    if state.published:
        return ""
    setup = state.setup
    fields = [
        _input("name", wording.say("venue.event_name"), setup.name, 'maxlength="60" required'),
        _input("minutes", wording.say("venue.minutes_of_round"), setup.minutes, _range(MINUTES)),
        _select("ending", wording.say("venue.ending"), _words("ending", Ending, wording), setup.ending),
        _input("points", wording.say("venue.points_of_force"), setup.points, _range(POINTS)),
        _select(
            "open",
            wording.say("venue.open_forces"),
            _words("open_forces", ("", "1"), wording),
            "1" if setup.open_forces else "",
        ),
        _select(
            "advice",
            wording.say("venue.advice"),
            [("", wording.word("option", "no")), ("1", wording.word("option", "yes"))],
            "1" if setup.advice else "",
        ),
        _select("way", wording.say("venue.way"), _words("way", Way, wording), setup.way),
        _select("side", wording.say("venue.side"), ((str(side), str(side)) for side in SIDES), str(setup.side)),
    ]
    names = [("", "–"), *((name, wording.say(f"standings.{name}")) for name in KNOWN_TIEBREAKS)]
    for number in range(1, len(KNOWN_TIEBREAKS) + 1):
        now = setup.tiebreaks[number - 1] if number <= len(setup.tiebreaks) else ""
        fields.append(_select(f"tiebreak{number}", wording.say("venue.tiebreak", number=number), names, now))
    return (
        f"<details><summary>{escape(wording.say('venue.settings'))}</summary>"
        '<form method="post" class="row"><input type="hidden" name="do" value="settle">'
        f"{''.join(fields)}<button>{escape(wording.say('venue.settle'))}</button></form></details>"
    )


def settled(seat: Seat, form: Mapping[str, str], now: EventOpened) -> Settle:
    """The order of the form; raises ``KeyError`` or ``ValueError`` for one that is none."""
    chosen = (form.get(f"tiebreak{number}", "") for number in range(1, len(KNOWN_TIEBREAKS) + 1))
    setup = replace(
        now,
        name=" ".join(form["name"].split())[:60] or now.name,
        minutes=int(form["minutes"]),
        points=int(form["points"]),
        ending=Ending(form["ending"]),
        open_forces=bool(form["open"]),
        advice=bool(form.get("advice", "")),
        way=Way(form["way"]),
        side=int(form["side"]),
        tiebreaks=tuple(filter(None, chosen)),
    )
    return Settle(seat, setup)


def _words(family: str, values: Iterable[str], wording: Wording) -> Iterator[tuple[str, str]]:
    return ((value, wording.say(f"{family}.{value or 'no'}")) for value in values)


def _range(numbers: range) -> str:
    return f'type="number" min="{numbers[0]}" max="{numbers[-1]}" required'


def _input(name: str, label: str, now: object, limits: str) -> str:
    return f'<label>{escape(label)}<input name="{name}" value="{escape(str(now))}" {limits}></label>'


def _select(name: str, label: str, options: Iterable[tuple[str, str]], now: str) -> str:
    listed = "".join(
        f'<option value="{escape(value)}"{" selected" if value == now else ""}>{escape(word)}</option>'
        for value, word in options
    )
    return f'<label>{escape(label)}<select name="{name}">{listed}</select></label>'
