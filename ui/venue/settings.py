"""Settings of an event, made by the organiser before the first round: the form, and its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from html import escape

from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament import TournamentState
from companion.tournament.event import Settle
from companion.tournament.results import BYES, MOST, Kind, Victory, Worth
from companion.tournament.state import KNOWN_TIEBREAKS, MINUTES, POINTS, SIDES, Ending, EventOpened, Way

_POINTS = f'type="number" step="0.5" min="0" max="{MOST // 2}" required'


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
            _yes_or_no(wording),
            "1" if setup.advice else "",
        ),
        _select("check_in", wording.say("venue.check_in_asked"), _yes_or_no(wording), "1" if setup.check_in else ""),
        _input("until", wording.say("venue.until_hour"), hour_of(setup.until_ms), 'type="time"'),
        _select("late", wording.say("venue.late"), _words("kind_of_result", BYES, wording), setup.late),
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
        f"{''.join(fields)}<button>{escape(wording.say('venue.settle'))}</button></form>"
        f"{_kinds(state, wording)}</details>"
    )


def _kinds(state: TournamentState, wording: Wording) -> str:
    """Show what each kind of result is worth, and the form that changes one."""
    table = state.setup.table
    rows = "".join(
        f"<tr><td>{escape(wording.say(f'kind_of_result.{one.kind}'))}</td>"
        f"<td>{one.first / 2:g} : {one.second / 2:g}</td>"
        f"<td>{escape(wording.say(f'worth.{one.victory}'))}</td>"
        f"<td>{escape(wording.say('worth.counts' if one.counts else 'worth.apart'))}</td></tr>"
        for one in table.values()
    )
    fields = [
        _select("kind", wording.say("venue.kind"), _words("kind_of_result", Kind, wording), Kind.WIN),
        _input("better", wording.say("venue.better"), 1, _POINTS),
        _input("other_points", wording.say("venue.other_points"), 0, _POINTS),
        _select("victory", wording.say("venue.victory_points"), _words("worth", Victory, wording), Victory.NOTED),
        _select("counts", wording.say("venue.counts"), _yes_or_no(wording), "1"),
    ]
    button = f"<button>{escape(wording.say('venue.settle'))}</button>"
    form = (
        f'<form method="post" class="row"><input type="hidden" name="do" value="worth">{"".join(fields)}{button}</form>'
    )
    title = f"<summary>{escape(wording.say('venue.kinds'))}</summary>"
    return f"<details>{title}<table><tbody>{rows}</tbody></table>{form}</details>"


def worth_of(seat: Seat, form: Mapping[str, str], now: EventOpened) -> Settle:
    """The order of the form about a kind of result; raises ``KeyError`` or ``ValueError`` for one that is none."""
    first, second = (_halves(form[name]) for name in ("better", "other_points"))
    kind = Kind(form["kind"])
    if kind in (Kind.DRAW, Kind.INTENTIONAL_DRAW):
        second = first
    worth = Worth(kind, first, second, Victory(form["victory"]), bool(form.get("counts", "")))
    kinds = {one.kind: one for one in now.worth} | {kind: worth}
    return Settle(seat, replace(now, worth=tuple(kinds.values())))


def _halves(text: str) -> int:
    try:
        whole = Fraction(Decimal(text.strip()[:6].replace(",", "."))) * 2
    except (InvalidOperation, OverflowError):  # no number, or none that ends
        raise ValueError(text) from None
    if whole.denominator > 1:
        raise ValueError(text)
    return int(whole)


def next_hour(text: str) -> int:
    """Return the time of the next such hour here, in ms since 1970; 0 for none. Raises ``ValueError``."""
    if not text.strip("- "):
        return 0
    hour, now = datetime.strptime(text.strip(), "%H:%M"), datetime.now().astimezone()
    then = now.replace(hour=hour.hour, minute=hour.minute, second=0, microsecond=0)
    return int((then if then > now else then + timedelta(days=1)).timestamp() * 1000)


def hour_of(at_ms: int) -> str:
    """Return the hour here of that time; empty for none."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%H:%M") if at_ms else ""


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
        check_in=bool(form.get("check_in", "")),
        until_ms=now.until_ms if form.get("until", "") == hour_of(now.until_ms) else next_hour(form["until"]),
        late=Kind(form.get("late", now.late)),
        way=Way(form["way"]),
        side=int(form["side"]),
        tiebreaks=tuple(filter(None, chosen)),
    )
    return Settle(seat, setup)


def _yes_or_no(wording: Wording) -> list[tuple[str, str]]:
    return [("", wording.word("option", "no")), ("1", wording.word("option", "yes"))]


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
