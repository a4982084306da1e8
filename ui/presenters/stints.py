"""Who played a seat, one after the other: kept with the players' names, and told in the report.

{"red": "Ann", "stints:red": "1 Ben / 3 Ann"}, a line each ──> Ben, from round 3 on Ann
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.text.wording import Wording
from ui.presenters.colours import Players

KEY = "stints:"


def changed(before: Players, now: Players, round_: int, played: Collection[str]) -> dict[str, str]:
    """Return the players as they are ``now``, with whoever took a seat over since ``before``, in that round; one that
    nobody ``played`` was only given a name.
    """
    kept = dict(now)
    for seat in dict.fromkeys((*before, *now)):
        first, name = before.get(seat, ""), now.get(seat, "")
        stints = _stints(before, seat) or ([(1, first)] if first and seat in played else [])
        if ":" in seat or name == first or not stints:
            continue
        if name:
            stints = [*stints[:1], *(one for one in stints[1:] if one[0] < round_)]
            stints += [(round_, name)] if stints[-1][1] != name else []
        kept[f"{KEY}{seat}"] = "\n".join(f"{since} {who}" for since, who in stints)
    return kept


def anew(players: Players) -> dict[str, str]:
    """Return the players for another game: who plays at its beginning is all that counts."""
    return {seat: name for seat, name in players.items() if not seat.startswith(KEY)}


def told(players: Mapping[str, str], seat: str, wording: Wording) -> str:
    """Return who played the seat, from which round on; empty: nobody who has a name."""
    said = ""
    for since, who in _stints(players, seat) or [(1, players.get(seat, ""))]:
        said = wording.say("report.from_round", first=said, round=since, who=who) if said else who
    return said


def _stints(players: Mapping[str, str], seat: str) -> list[tuple[int, str]]:
    lines = (line.partition(" ") for line in players.get(f"{KEY}{seat}", "").splitlines())
    return [(int(since), who) for since, _, who in lines if since.isdecimal()]
