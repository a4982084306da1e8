"""How an event is played, as the organiser settles it before the first round: the form, and what was filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament import TournamentState
from companion.tournament.event import Settle
from companion.tournament.state import KNOWN_TIEBREAKS, SIDES, Way


def settings_form(state: TournamentState, wording: Wording) -> str:
    """The form with what is settled now; nothing once somebody plays by it."""
    if state.published:
        return ""
    setup = state.setup
    fields = [
        _select("way", wording.say("venue.way"), ((way, wording.say(f"way.{way}")) for way in Way), setup.way),
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


def settled(seat: Seat, form: Mapping[str, str]) -> Settle:
    """The order of the form; raises ``KeyError`` or ``ValueError`` for one that is none."""
    chosen = (form.get(f"tiebreak{number}", "") for number in range(1, len(KNOWN_TIEBREAKS) + 1))
    return Settle(seat, Way(form["way"]), int(form["side"]), tuple(filter(None, chosen)))


def _select(name: str, label: str, options: Iterable[tuple[str, str]], now: str) -> str:
    listed = "".join(
        f'<option value="{escape(value)}"{" selected" if value == now else ""}>{escape(word)}</option>'
        for value, word in options
    )
    return f'<label>{escape(label)}<select name="{name}">{listed}</select></label>'
