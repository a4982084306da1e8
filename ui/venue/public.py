"""Pages for everybody: pairings, standings, the clock; on phones, on the big screen, in a video."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from companion.core.typed import folded
from companion.tournament.brackets import drawn_bracket
from companion.tournament.elimination import final_rows
from companion.tournament.papers import by_name, bye_words, standings_title
from companion.tournament.state import Pairing, Round
from ui.venue.pages import PART, Writer, cell
from ui.venue.results import score_of

_MANY = (4, 12)  # tables on the big screen: above each, one column more and smaller letters
_FEW = (8, 16)  # more than one column holds in large letters, and no more than two hold
AT_ONCE = 12  # tables that are shown at once; more are turned by pages, so that letters stay as high as 15 m ask
SHORT = ("place", "player", "match_points")  # the standings as the big screen has them


def everybody(writer: Writer) -> str:
    """Clock, pairings, standings, earlier rounds: nothing that is not everybody's."""
    earlier = "".join(round_pairings(writer, round_) for round_ in reversed(writer.state.published[:-1]))
    before = f"<details><summary>{writer.say('earlier')}</summary>{earlier}</details>" if earlier else ""
    now = f"{_now(writer)}{_names(writer)}"
    if writer.hall.season.events or writer.state.days:
        before += f'<p><a href="/season">{writer.say("days_and_season")}</a></p>'
    parts = (winner(writer) or writer.clock(), now, final(writer), writer.standings(), before)
    body = PART.join(parts)
    return writer.page(writer.say("everybody"), body, refresh=True)


def wall(writer: Writer, qr: str) -> str:
    """To be read across a hall, all of it at once: the round, and the standings when it is played."""
    rounds, is_late = writer.state.published, bool(writer.state.cut)  # for somebody new
    code = f"<figure>{qr}<figcaption>{writer.say('scan')}</figcaption></figure>" if qr and not is_late else ""
    if not rounds:
        shown = _entered(writer)
    elif rounds[-1].missing or (rounds[-1].is_cut and writer.state.winner is None):
        shown = _games(writer, rounds[-1])
    else:
        shown = _places(writer)
    body = PART.join((winner(writer) or writer.clock(), f"<div class='shown'>{shown}{code}</div>"))
    return writer.page(writer.say("screen"), body, kind="wall", refresh=True)


def stream(writer: Writer, ground: str, score: Mapping[str, int]) -> str:
    """Laid over a video: the featured table, its players with what they have in this game, the clock."""
    pairing = writer.state.featured
    if pairing is None:
        return writer.page(writer.say("stream"), "", kind=f"stream {ground}".strip(), refresh=True)
    points = {row["player"]: cell(row["match_points"]) for row in writer.hall.rows()}
    noted = dict(zip(pairing.players, pairing.result.points, strict=True)) if pairing.result else score
    sides = "".join(
        f"<li><b>{escape(name)}</b> <small>{writer.say('match_points', points=points[name])}</small>"
        f"<span class='score'>{noted.get(name, '')}</span></li>"
        for name in pairing.players
    )
    table = f"{writer.say('table')} {pairing.table}"
    body = f"<ul class='sides' aria-label='{table}'>{sides}</ul><p class='at'>{table}</p>{writer.clock(pairing.table)}"
    return writer.page(writer.say("stream"), body, kind=f"stream {ground}".strip(), refresh=True)


def winner(writer: Writer) -> str:
    """Show the winner of the elimination, and with it of the event."""
    name = writer.state.winner
    return f"<p class='winner'>{writer.say('winner', player=name)}</p>" if name is not None else ""


def _now(writer: Writer) -> str:
    if not writer.state.published:
        return f"<section><p>{writer.say('no_round')}</p>{_entered(writer)}</section>"
    return f"<section id='round'>{round_pairings(writer, writer.state.published[-1])}</section>"


def _names(writer: Writer) -> str:
    """Show the round in the order of names: one looks oneself up, and goes to the table."""
    round_ = writer.state.published[-1] if writer.state.published else None
    if round_ is None:
        return ""
    heads = [writer.say(key) for key in ("player", "table", "against_whom")]
    table = writer.table(writer.say("by_name"), heads, by_name(round_, writer.wording))
    return f"<details id='by_name'><summary>{writer.say('by_name')}</summary>{table}</details>"


def final(writer: Writer) -> str:
    """Show the bracket of the elimination, and everybody's final place once it is over."""
    state = writer.state
    if not state.cut:
        return ""
    rows = [[cell(row[key]) for key in SHORT] for row in final_rows(state)] if state.winner is not None else []
    heads = [escape(writer.wording.say(f"standings.{key}")) for key in SHORT]
    places = writer.table(writer.say("final_places"), heads, rows) if rows else ""
    return (
        f"<section id='final'>{places}<h2>{writer.say('bracket')}</h2>{drawn_bracket(state, writer.wording)}</section>"
    )


def round_pairings(writer: Writer, round_: Round) -> str:
    """Show the pairings of a round, with their results."""
    clock, heads = writer.state.clock, ["table", "first", "second", "result"]
    extra = {table: minutes for table, minutes in clock.extra if minutes and clock.round == round_.number}
    heads += ["extra"] if extra else []
    rows = [
        [str(one.table), *one.players, score_of(writer, one)]
        + (
            [writer.wording.say("venue.minutes_more", minutes=extra[one.table]) if one.table in extra else ""]
            if extra
            else []
        )
        for one in round_.pairings
    ]
    is_last = round_ is writer.state.published[-1]
    title = writer.say("pairings") if is_last else writer.round_title(round_.number)
    return writer.table(title, [writer.say(key) for key in heads], rows) + _bye(writer, round_)


def _bye(writer: Writer, round_: Round) -> str:
    return "".join(f"<p>{escape(bye_words(bye, writer.wording))}</p>" for bye in round_.byes)


def _entered(writer: Writer) -> str:
    """Show the players so far: one looks whether one is among them."""
    names = "".join(f"<li>{escape(player.name)}</li>" for player in writer.state.active)
    heading = f"<h2>{writer.say('players')} ({len(writer.state.active)})</h2>"
    return f"<div>{heading}<ul class='entered'>{names}</ul></div>" if names else ""


def _games(writer: Writer, round_: Round) -> str:
    """Every table of the round, in letters that are read from the other end of the hall; many of them by names."""
    if len(round_.pairings) > AT_ONCE:
        return _by_name(writer, round_)
    clock = writer.state.clock
    extra = dict(clock.extra) if clock.round == round_.number else {}
    items = "".join(_game(writer, one, extra.get(one.table, 0)) for one in round_.pairings)
    return f"<div><ol class='games {_size(len(round_.pairings))}'>{items}</ol>{_bye(writer, round_)}</div>"


def _by_name(writer: Writer, round_: Round) -> str:
    """Every player of the round by name, with the table; a script turns the pages."""
    seats = sorted((folded(name), name, one) for one in round_.pairings for name in one.players)
    items = "".join(
        f'<li data-name="{escape(name)}"><span>{escape(name)}</span><b>{pairing.table}</b></li>'
        for _, name, pairing in seats
    )
    bye = round_.bye
    items += f"<li><span>{escape(bye.player)}</span><b>–</b></li>" if bye is not None else ""
    return f"<div><ol class='games paged'>{items}</ol></div>"


def _game(writer: Writer, pairing: Pairing, minutes: int) -> str:
    more = f" <small>{writer.say('minutes_more', minutes=minutes)}</small>" if minutes else ""
    points: tuple[object, object] = ("", "")
    winner = None
    if pairing.result is not None:
        points, winner = pairing.result.points, pairing.result.outcome.winner
    lines = "".join(
        f"<span{' class=won' if place == winner else ''}>{escape(name)} <i>{own}</i></span>"
        for place, (name, own) in enumerate(zip(pairing.players, points, strict=True))
    )
    return f"<li><b>{pairing.table}</b><div>{lines}{more}</div></li>"


def _places(writer: Writer) -> str:
    is_over = writer.state.winner is not None
    lines = final_rows(writer.state) if is_over else writer.hall.rows()
    rows = [row for row in lines if is_over or not row["dropped"]]
    items = "".join(
        f"<li><b>{place}</b><span>{escape(player)}</span> <i>{points}</i></li>"
        for place, player, points in ([cell(row[key]) for key in SHORT] for row in rows)
    )
    title = writer.say("final_places") if is_over else escape(standings_title(writer.state, writer.wording))
    heading = f"<h2>{title}</h2>"
    size = "paged" if len(rows) > 2 * AT_ONCE else _size((len(rows) + 1) // 2)
    size += " few" if _FEW[0] < len(rows) <= _FEW[1] else ""
    return f"<div>{heading}<ol class='games places {size}'>{items}</ol></div>"


def _size(tables: int) -> str:
    return f"columns-{sum(tables > most for most in _MANY) + 1}"
