"""The days of an event, each with its rounds and the places at its end, and the season that it counts for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from itertools import pairwise

from companion.tournament import TournamentState
from companion.tournament.elimination import final_rows
from companion.tournament.season import places_of, season
from ui.venue.pages import Writer, cell
from ui.venue.public import SHORT, round_pairings


def season_page(writer: Writer) -> str:
    """The last day first; the season with this event, once it is played to its end."""
    days = "".join(_day(writer, *day) for day in reversed([*_days(writer.state)]))
    return writer.page(writer.say("days_and_season"), f"{_season(writer)}{days}", refresh=True)


def _season(writer: Writer) -> str:
    counted = writer.hall.season
    if not counted.events:
        return f"<p>{writer.say('no_season')}</p>"
    now = places_of(writer.state)
    events = [*counted.events, *([(writer.state.setup.name, now)] if now is not None else [])]
    lines = season([places for _, places in events], counted.best)
    heads = [escape(writer.wording.say(f"standings.{key}")) for key in ("place", "player")]
    heads += [writer.say("season_points"), writer.say("season_events")]
    rows = [[str(line.place), line.player, str(line.points), str(line.events)] for line in lines]
    told = writer.say("season_of", count=len(events), events=tuple(name for name, _ in events))
    best = f" {writer.say('season_best', count=counted.best)}" if counted.best else ""
    return f"<section id='season'>{writer.table(writer.say('season'), heads, rows)}<p>{told}{best}</p></section>"


def _days(state: TournamentState) -> Iterator[tuple[int, int, TournamentState]]:
    """Generate each of several days with the event as it was at its end; what was corrected later is corrected."""
    ends = [*state.days, len(state.published)]
    for number, (before, end) in enumerate(pairwise([0, *ends]), 1):
        if state.days and end > before:
            rounds = state.rounds[:end]
            yield number, before, replace(state, rounds=rounds, cut=state.cut if rounds[-1].is_cut else ())


def _day(writer: Writer, number: int, before: int, state: TournamentState) -> str:
    title, heads = writer.say("day", day=number), [escape(writer.wording.say(f"standings.{key}")) for key in SHORT]
    rows = [[cell(row[key]) for key in SHORT] for row in final_rows(state)]
    rounds = "".join(round_pairings(writer, round_) for round_ in state.rounds[before:])
    played = f"<details><summary>{writer.say('rounds')}</summary>{rounds}</details>"
    return f"<section>{writer.table(title, heads, rows)}{played}</section>"
