"""The organiser's page: everything one orders, in the order of the day."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.painting.font import unprintable
from companion.tournament.state import Player, Round
from ui.venue.calls import calls
from ui.venue.pages import STATIC, Writer
from ui.venue.public import winner
from ui.venue.results import results
from ui.venue.settings import settings_form

_PARTS = ("round_now", "results", "calls", "standings", "players", "doors", "papers")
_PAPERS = (
    ("wall_sheets", ("sheets.html", "sheets.pdf")),
    ("slips", ("slips.html",)),
    ("standings", ("standings.csv",)),
    ("rounds", ("rounds.csv",)),
    ("players", ("players.csv",)),
    ("whole_event", ("event.json", "event.record")),
)
_MOST_CUT = 8  # players that the form offers for an elimination, where twice as many are there


def organiser_page(
    writer: Writer, links: Sequence[tuple[Player, str]], doors: str, *, is_open: bool, wrong: str = "", typed: str = ""
) -> str:
    """The clock, the round, its results, calls, standings, players, papers; ``typed``: names that were refused."""
    state = writer.state
    jumps = " ".join(f'<a href="#{part}">{writer.say(part)}</a>' for part in _PARTS)
    parts = [
        f"<nav class='parts' aria-label='{writer.say('organiser')}'>{jumps}</nav>",
        writer.wrong(wrong),
        winner(writer),
        writer.clock(),
        _clock_buttons(writer),
        f"<section id='round_now'>{_draft(writer, state.draft) if state.draft else _next(writer)}",
        f"{writer.form('undo', '', writer.say('undo')) if state.players else ''}</section>",
        results(writer),
        calls(writer),
        writer.standings(),
        _players(writer, links, is_open, typed),
        doors,
        _papers(writer),
    ]
    return writer.page(writer.say("organiser"), "".join(parts))


def _draft(writer: Writer, draft: Round) -> str:
    """The pairings nobody else sees, each with its sentence."""
    said = writer.wording.say
    rows = [(str(one.table), *one.players, said(one.why.key, **dict(one.why.words))) for one in draft.pairings]
    if draft.bye is not None:
        rows.append(("–", draft.bye.player, "", said(draft.bye.why.key, **dict(draft.bye.why.words))))
    heads = [writer.say(key) for key in ("table", "first", "second", "why")]
    names = writer.names("player", [player.name for player in writer.state.active])
    swap = writer.form("swap", names + names.replace('name="player"', 'name="other"'), writer.say("swap"))
    again = writer.form("pair", "", writer.say("pair_again"))
    publish = writer.form("publish", "", writer.say("publish"), is_main=True)
    return f"{writer.table(writer.say('draft', round=draft.number), heads, rows)}{publish}{swap}{again}"


def _next(writer: Writer) -> str:
    """The next round, once this one is played; the cut; the table that is shown in a video."""
    state = writer.state
    if state.winner is not None:
        return ""
    is_played = not state.published or not state.published[-1].missing
    pair = writer.form("pair", "", writer.say("pair"), is_main=is_played and len(state.active) > 1)
    most = next((size for size in (_MOST_CUT, 4) if 2 * size <= len(state.active)), 2)
    field = f'<label>{writer.say("cut_to")}<input name="players" type="number" min="2" value="{most}"></label>'
    cut = writer.form("cut", field, writer.say("cut")) if state.published and not state.cut and is_played else ""
    return f"{pair}{cut}{_featured(writer)}"


def _featured(writer: Writer) -> str:
    now, shown = writer.state.published[-1:], writer.state.featured
    options = "".join(
        f'<option value="{one.table}"{" selected" if one is shown else ""}>'
        f"{one.table} {escape(' – '.join(one.players))}</option>"
        for round_ in now
        for one in round_.pairings
    )
    if not options:
        return ""
    field = f'<label>{writer.say("featured")}<select name="table">{options}</select></label>'
    links = f'<a href="/stream">{writer.say("stream")}</a>'
    return f"<div class='row'>{writer.form('feature', field, writer.say('feature'))}{links}</div>"


def _clock_buttons(writer: Writer) -> str:
    if not writer.state.published:
        return ""
    do, word = ("pause", "pause") if writer.hall.clock()["runs"] else ("start", "start")
    more = (
        f'<label>{writer.say("table")}<input name="table" type="number" min="1" value="1"></label>'
        f'<label>{writer.say("minutes")}<input name="minutes" type="number" min="1" max="60" value="3"></label>'
    )
    given = writer.form("time", more, writer.say("give_time"))
    return f"<section class='row'>{writer.form(do, '', writer.say(word))}{given}</section>"


def _players(writer: Writer, links: Sequence[tuple[Player, str]], is_open: bool, typed: str) -> str:
    rows = "".join(
        f"<tr><td>{player.number}</td><td>{escape(player.name)}{' ×' if player.dropped else ''}</td>"
        f'<td><a href="{escape(link)}">{writer.say("link")}</a></td></tr>'
        for player, link in links
    )
    fields = (
        f'<label>{writer.say("names")}<textarea name="names" rows="4" required>{escape(typed)}</textarea></label>'
        f'<label>{writer.say("names_file")}<input type="file" data-into="names" accept=".csv,.txt"></label>'
    )
    moving = ""
    for do, names in (
        ("drop", [player.name for player in writer.state.active]),
        ("return", [player.name for player in writer.state.players if player.dropped]),
    ):
        moving += writer.form(do, writer.names("player", names), writer.say(do)) if names else ""
    door = writer.form(
        "close_door" if is_open else "open_door", "", writer.say("door_open" if is_open else "door_shut")
    )
    listed = f"<table><tbody>{rows}</tbody></table>{moving}" if rows else ""
    return (
        f"<section id='players'><h2>{writer.say('players')} ({len(writer.state.active)})</h2>"
        f"{settings_form(writer.state, writer.wording)}{writer.form('register', fields, writer.say('add'))}"
        f'{door}{listed}</section><script type="module" src="{STATIC}/file.js"></script>'
    )


def _papers(writer: Writer) -> str:
    items = "".join(
        f"<li>{writer.say(key)} "
        + " ".join(f'<a href="/papers/{name}">{name.rpartition(".")[2].upper()}</a>' for name in names)
        + "</li>"
        for key, names in _PAPERS
    )
    links = f'<a href="/forces">{writer.say("forces")}</a> <a href="/tables">{writer.say("table_links")}</a>'
    lacking = unprintable(player.name for player in writer.state.players)
    words = writer.wording.say("event.unprintable", names=lacking, count=len(lacking)) if lacking else ""
    note = f"<p class='wrong'>{escape(words)}</p>" if words else ""
    return f"<section id='papers'><h2>{writer.say('papers')}</h2><ul>{items}</ul>{note}<p>{links}</p></section>"
