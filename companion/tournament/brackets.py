"""The bracket of an elimination as it is drawn: a column a round, a box a game, winners in bold."""

from __future__ import annotations

from html import escape

from companion.text.wording import Wording
from companion.tournament.elimination import Match, bracket
from companion.tournament.state import TournamentState


def drawn_bracket(state: TournamentState, wording: Wording) -> str:
    """Return the bracket as a list of rounds, which its style lays side by side."""
    columns = []
    for number, matches in bracket(state):
        title = escape(wording.say("event.round", round=number))
        boxes = "".join(_box(match, wording) for match in sorted(matches, key=lambda one: (one.losses, one.table)))
        columns.append(f"<li><h3>{title}</h3><ol>{boxes}</ol></li>")
    if not columns:
        names = "".join(f"<li>{place} {escape(name)}</li>" for place, name in enumerate(state.cut, 1))
        return f"<ol class='seeds'>{names}</ol>"
    return f"<ol class='bracket'>{''.join(columns)}</ol>"


def _box(match: Match, wording: Wording) -> str:
    sides = "".join(
        f"<span{' class=won' if match.winner == place else ''}><i>{seed}</i> {escape(name)}</span>"
        for place, (name, seed) in enumerate(zip(match.players, match.seeds, strict=True))
    )
    about = ""
    if match.is_third:
        about = f"<small>{escape(wording.say('venue.third'))}</small>"
    elif match.losses:
        about = f"<small>{escape(wording.say('venue.lower_bracket'))}</small>"
    return f"<li>{about}{sides}</li>"
