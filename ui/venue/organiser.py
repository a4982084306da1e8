"""The organiser's page: everything one orders, in the order of the day."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.painting.font import unprintable
from companion.tournament.papers import bye_words
from companion.tournament.rounds import LEAST_PLAYERS
from companion.tournament.state import Player, Round
from ui.venue.calls import calls
from ui.venue.log import last_orders
from ui.venue.orders import mark_of
from ui.venue.pages import Writer
from ui.venue.people import players_section
from ui.venue.public import winner
from ui.venue.results import results

_PARTS = ("round_now", "results", "calls", "standings", "players", "lots", "doors", "papers")
_PAPERS = (
    ("wall_sheets", ("sheets.html", "sheets.pdf", "sheets-letter.pdf")),
    ("slips", ("slips.html",)),
    ("standings", ("standings.csv",)),
    ("rounds", ("rounds.csv",)),
    ("players", ("players.csv",)),
    ("whole_event", ("event.json", "event.record")),
    ("for_sites", ("event.trf", "nrtm.json")),
)
_LABELS = {"sheets.pdf": "PDF A4", "sheets-letter.pdf": "PDF Letter", "nrtm.json": "NRTM"}
_MOST_CUT = 8  # players that the form offers for an elimination, where twice as many are there


def organiser_page(
    writer: Writer,
    links: Sequence[tuple[Player, str]],
    doors: str,
    *,
    is_open: bool,
    wrong: str = "",
    typed: str = "",
    titles: Sequence[str] = (),
) -> str:
    """The clock, the round, its results, calls, standings, players, papers; ``typed``: names that were refused."""
    state = writer.state
    parts = [
        writer.wrong(wrong),
        winner(writer) or f"{writer.clock()}{_clock_buttons(writer)}",
        f"<section id='round_now'>{_draft(writer, state.draft) if state.draft else _next(writer)}",
        f"{last_orders(writer)}</section>",
        results(writer),
        calls(writer),
        writer.standings(),
        players_section(writer, links, is_open, typed, titles),
        _lots(writer),
        doors,
        _papers(writer),
    ]
    body = "".join(parts)
    return writer.page(writer.say("organiser"), f"{_jumps(writer, body)}{body}")


def _jumps(writer: Writer, body: str) -> str:
    """Lead to the parts that are there; calls that wait are counted."""
    waiting = sum(call.is_open for call in writer.state.calls)
    told = {part: writer.say(part) for part in _PARTS if f"<section id='{part}'" in body}
    told |= {"calls": f"<b>{writer.say('calls')} ({waiting})</b>"} if waiting else {}
    jumps = " ".join(f'<a href="#{part}">{words}</a>' for part, words in told.items())
    return f"<nav class='parts' aria-label='{writer.say('organiser')}'>{jumps}</nav>"


def _draft(writer: Writer, draft: Round) -> str:
    """The pairings nobody else sees, each with its sentence."""
    said = writer.wording.say
    rows = [(str(one.table), *one.players, said(one.why.key, **dict(one.why.words))) for one in draft.pairings]
    rows += [("–", bye_words(bye, writer.wording), "", said(bye.why.key, **dict(bye.why.words))) for bye in draft.byes]
    heads = [writer.say(key) for key in ("table", "first", "second", "why")]
    again = writer.form("pair", '<input type="hidden" name="again" value="1">', writer.say("pair_again"))
    seen = f'<input type="hidden" name="seen" value="{mark_of(draft)}">'
    publish = writer.form("publish", seen, writer.say("publish"), is_main=True)
    table = writer.table(writer.say("draft", round=draft.number), heads, rows)
    return f"{table}{_absent(writer, draft)}{publish}{again}{_by_hand(writer, draft)}"


def _absent(writer: Writer, draft: Round) -> str:
    """Name those who are not paired: who did not check in."""
    there = draft.names
    if draft.is_cut or not writer.state.setup.check_in:
        return ""
    names = tuple(player.name for player in writer.state.players if not player.dropped and player.name not in there)
    return f"<p class='wrong'>{writer.say('not_paired', players=names)}</p>" if names else ""


def _by_hand(writer: Writer, round_: Round) -> str:
    """Show the forms that change pairs: in the draft, or, with a reason, in the round that is played."""
    is_open = [one for one in round_.pairings if one.result is None]
    names = [name for one in is_open for name in one.players] + ([round_.bye.player] if round_.bye else [])
    if len(names) < 3:
        return ""
    names.sort(key=str.casefold)
    say, two = writer.say, writer.names("player", names)
    fields = two + writer.names("other", names, names[1])
    reason = f'<label>{say("reason")}<input name="reason" maxlength="400"></label>' if round_.published else ""
    table = f'<label>{say("at_table")}<input name="table" type="number" min="0" max="9999" value="0"></label>'
    swap = writer.form("swap", fields + reason, say("swap"))
    assign = writer.form("assign", fields + table + reason, say("assign"))
    return f"<details><summary>{say('by_hand')}</summary>{swap}{assign}</details>"


def _lots(writer: Writer) -> str:
    """Show what is drawn and given: forces to be checked, prizes, another day."""
    say, state = writer.say, writer.state
    if not state.players:
        return ""
    count = f'<label>{say("how_many")}<input name="count" type="number" min="1" max="99" value="1"></label>'
    parts = [writer.form("check", count, say("draw_checks"))]
    parts += [f"<p>{say('checked', players=names, round=number)}</p>" for number, names in state.checked]
    what = f'<label>{say("prize")}<input name="what" maxlength="60" required></label>'
    place = f'<label>{say("prize_place")}<input name="place" type="number" min="0" max="9999" value="0"></label>'
    parts.append(writer.form("prize", what + place, say("give_prize")))
    given = "".join(f"<li>{escape(one.what)}: {escape(one.player)}</li>" for one in state.prizes)
    parts.append(f"<ul>{given}</ul>" if given else "")
    if state.published and not state.published[-1].missing and state.winner is None:
        parts.append(writer.form("day", "", say("new_day")))
    parts.append(f'<p><a href="/season">{say("days_and_season")}</a></p>')
    return f"<section id='lots'><h2>{say('lots')}</h2>{''.join(parts)}</section>"


def _next(writer: Writer) -> str:
    """The next round, once this one is played; the cut; the table that is shown in a video."""
    state = writer.state
    if state.winner is not None:
        return ""
    is_played = not state.published or not state.published[-1].missing
    if len(state.active) < LEAST_PLAYERS and not state.published:
        return f'<p><a href="#players">{writer.say("first_players")}</a></p>'
    pair = writer.form("pair", "", writer.say("pair"), is_main=is_played)
    most = next((size for size in (_MOST_CUT, 4) if 2 * size <= len(state.active)), 2)
    field = f'<label>{writer.say("cut_to")}<input name="players" type="number" min="2" value="{most}"></label>'
    field += f'<label>{writer.say("lives")}<select name="lives"><option value="1">{writer.say("single")}</option>'
    field += f'<option value="2">{writer.say("double")}</option></select></label>'
    field += f'<label><input type="checkbox" name="third" value="1">{writer.say("third")}</label>'
    cut = writer.form("cut", field, writer.say("cut")) if state.published and not state.cut and is_played else ""
    by_hand = _by_hand(writer, state.published[-1]) if state.published else ""
    return f"{_late(writer)}{pair}{cut}{_featured(writer)}{by_hand}"


def _late(writer: Writer) -> str:
    """Show who came after the round was paired, as long as somebody has the bye."""
    now = writer.state.round(0)
    if now is None or now.bye is None or now.is_cut:
        return ""
    forms = []
    for name in (bye.player for bye in now.others if bye.why.key == "bye.missed"):
        player = writer.state.find(name)
        if player is not None and not player.dropped:
            hidden = f'<input type="hidden" name="player" value="{escape(name)}">'
            forms.append(writer.form("join", hidden, writer.say("late_joins", player=name, other=now.bye.player)))
    return "".join(forms)


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
    is_next = do == "start" and writer.state.draft is None and bool(writer.state.published[-1].missing)
    return f"<section class='row'>{writer.form(do, '', writer.say(word), is_main=is_next)}{given}</section>"


def _label(writer: Writer, name: str) -> str:
    """Return the words of a paper's link: a page says that it is there to be printed, a file what kind it is."""
    return writer.say("page_to_print") if name.endswith(".html") else _LABELS.get(name, name.rpartition(".")[2].upper())


def _papers(writer: Writer) -> str:
    items = "".join(
        f"<li>{writer.say(key)} "
        + " ".join(f'<a href="/papers/{name}">{_label(writer, name)}</a>' for name in names)
        + "</li>"
        for key, names in _PAPERS
    )
    links = f'<a href="/forces">{writer.say("forces")}</a> <a href="/tables">{writer.say("table_links")}</a>'
    lacking = unprintable(player.name for player in writer.state.players)
    words = writer.wording.say("event.unprintable", names=lacking, count=len(lacking)) if lacking else ""
    note = f"<p class='wrong'>{escape(words)}</p>" if words else ""
    return f"<section id='papers'><h2>{writer.say('papers')}</h2><ul>{items}</ul>{note}<p>{links}</p></section>"
