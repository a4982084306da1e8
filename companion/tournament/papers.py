"""Papers of an event that is over: tables for other programs, and sheets to print for the wall."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Iterable, Sequence

from companion.core.typed import folded
from companion.text.wording import Wording
from companion.tournament.brackets import drawn_bracket
from companion.tournament.elimination import final_rows
from companion.tournament.results import Kind
from companion.tournament.state import Bye, Round, TournamentState, Why
from companion.tournament.telling import result_figures

Row = Sequence[object]
Sheet = tuple[str, list[str], list[list[str]]]
_SHORT = ("place", "player", "match_points")

STYLE = """body{font:16px/1.4 sans-serif;margin:2rem}table{border-collapse:collapse;margin:0 0 2rem}
td,th{border-bottom:1px solid #999;padding:.2rem .7rem;text-align:left}td.number,th.number{text-align:right}
section{break-after:page}ol.bracket{display:flex;gap:1rem;list-style:none;padding:0}ol.bracket>li{flex:1}
ol.bracket ol{list-style:none;padding:0}ol.bracket ol li{border:1px solid #999;margin:.4rem 0;padding:.2rem .5rem}
ol.bracket span{display:block}ol.bracket .won{font-weight:bold}small{color:#444}
.slip{break-inside:avoid;border:1px dashed #666;padding:0 1rem 1rem;margin:0 0 1rem}.slip section{break-after:auto}
@media print{body{margin:0}td,th{padding:.2rem .4rem}}
.slip table{width:100%}.slip td{height:2.4rem;border:1px solid #999}"""


def papers(state: TournamentState, standings: Sequence[dict[str, object]], wording: Wording) -> dict[str, bytes]:
    """Every file by its name."""
    players = [(player.number, player.name, player.table or "", int(player.dropped)) for player in state.players]
    rounds = [row for round_ in state.published for row in _round_rows(round_)]
    whole = {
        "format": "tablewright/event-export@1",
        "name": state.setup.name,
        "points": state.setup.points,
        "minutes": state.setup.minutes,
        "seed": state.setup.seed,
        "players": [dict(zip(("number", "name", "table", "dropped"), row, strict=True)) for row in players],
        "rounds": [dict(zip(_ROUND, row, strict=True)) for row in rounds],
        "standings": list(standings),
        "elimination": list(state.cut),
        "places": [{"place": row["place"], "player": row["player"]} for row in final_rows(state)],
        "prizes": [{"what": one.what, "player": one.player, "place": one.place} for one in state.prizes],
        "penalties": penalty_rows(state),
        "winner": state.winner,
    }
    columns = tuple(standings[0]) if standings else ()
    return {
        "players.csv": _csv(("number", "name", "table", "dropped"), players),
        "rounds.csv": _csv(_ROUND, rounds),
        "standings.csv": _csv(columns, [tuple(row.values()) for row in standings]),
        "event.json": (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode(),
        "forces.csv": _csv(("player", "force", "what", "points"), list(_force_rows(state))),
        "forces.html": _forces(state, wording).encode(),
        "slips.html": _slips(state, wording).encode(),
        "sheets.html": _sheets(state, standings, wording).encode(),
    }


_ROUND = ("round", "table", "first", "second", "outcome", "first_points", "second_points", "kind")


def _round_rows(round_: Round) -> Iterable[Row]:
    for pairing in round_.pairings:
        result = pairing.result
        told = (result.outcome.value, *result.points) if result else ("", "", "")
        kind = result.ended.value if result else ""
        yield (round_.number, pairing.table, *pairing.players, *told, kind)
    for bye in (one for one in round_.byes if one.kind is not Kind.MISSED):
        yield round_.number, "", bye.player, "", "bye", "", "", bye.kind.value


def _force_rows(state: TournamentState) -> Iterable[Row]:
    for force in state.forces:
        for entry, points in force.entries:
            yield force.player, force.name, entry, points


def _csv(head: Row, rows: Iterable[Row]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def _harmless(cell: object) -> object:
    """A name that a spreadsheet would take for a formula is kept a name."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell


def penalty_rows(state: TournamentState) -> list[dict[str, object]]:
    """Return what judges noted against players, by player, those that an appeal replaced left out."""
    noted = [call for call in state.calls if call.penalty and not call.is_open]
    return [
        {
            "player": call.player,
            "penalty": call.penalty,
            "round": call.round,
            "table": call.table,
            "judge": call.judge,
            "ruling": call.ruling,
            "rule": call.rule,
        }
        for call in sorted(noted, key=lambda call: (call.player.casefold(), call.id))
    ]


def sheets(state: TournamentState, standings: Sequence[dict[str, object]], wording: Wording) -> Iterable[Sheet]:
    """Generate the sheets for the wall, as text: the standings, then every round, the last one first."""
    heads = [wording.say(f"standings.{key}") for key in standings[0]] if standings else []
    yield standings_title(state, wording), heads, [[_text(value) for value in row.values()] for row in standings]
    for round_ in reversed(state.published):
        rows = [
            [str(one.table), *one.players, result_figures(state.setup, one.result, wording) if one.result else ""]
            for one in round_.pairings
        ]
        rows += [["", bye_words(bye, wording), "", ""] for bye in round_.byes]
        title = wording.say("event.round", round=round_.number)
        yield f"{title} · {wording.say('venue.elimination')}" if round_.is_cut else title, [], rows


def wall_sheets(state: TournamentState, standings: Sequence[dict[str, object]], wording: Wording) -> Iterable[Sheet]:
    """Generate the sheets for the wall, and besides: the round in the order of names, final places."""
    if state.winner is not None:
        rows = final_rows(state)
        heads = [wording.say(f"standings.{key}") for key in _SHORT]
        yield wording.say("venue.final_places"), heads, [[_text(row[key]) for key in _SHORT] for row in rows]
    for round_ in state.published[-1:] if state.winner is None else ():
        heads = [wording.say(f"venue.{key}") for key in ("player", "table", "against_whom")]
        title = f"{wording.say('event.round', round=round_.number)} · {wording.say('venue.by_name')}"
        yield title, heads, by_name(round_, wording)
    yield from sheets(state, standings, wording)


def heading(state: TournamentState, wording: Wording) -> str:
    """Return the event's name, with its winner when there is one."""
    won = [wording.say("venue.winner", player=state.winner)] if state.winner is not None else []
    return " · ".join([state.setup.name, *won])


def standings_title(state: TournamentState, wording: Wording) -> str:
    """Return the title of the standings; once there is an elimination, of the rounds before it."""
    return wording.say("event.standings_before" if state.cut else "event.standings")


def _sheets(state: TournamentState, standings: Sequence[dict[str, object]], wording: Wording) -> str:
    name = html.escape(heading(state, wording))
    parts = [_table(*sheet) for sheet in wall_sheets(state, standings, wording)]
    drawn = f"<section>{drawn_bracket(state, wording)}</section>" if state.cut else ""
    return _paper(name, f"<h1>{name}</h1>{drawn}{''.join(parts)}", wording)


def _text(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "×" if value else ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _forces(state: TournamentState, wording: Wording) -> str:
    """Every force on a sheet of its own, for judges."""
    sheets = []
    for force in state.forces:
        total = wording.say("venue.force_total", total=force.total, points=state.setup.points)
        title = " · ".join(filter(None, (force.player, force.name, total, *force.broken)))
        sheets.append(_table(title, [], force.entries))
    return _paper(html.escape(state.setup.name), "".join(sheets), wording)


def _paper(name: str, body: str, wording: Wording) -> str:
    return (
        f"<!doctype html><html lang={wording.lang}><meta charset=utf-8><title>{name}</title><style>{STYLE}</style>"
        f"{body}</html>\n"
    )


def _slips(state: TournamentState, wording: Wording) -> str:
    """A slip for every table of the round, to be filled in and signed where no device is at hand."""
    name = html.escape(state.setup.name)
    slips = []
    for round_ in state.published[-1:]:
        for pairing in round_.pairings:
            at = f"{wording.say('event.round', round=round_.number)} · {wording.say('venue.table')} {pairing.table}"
            heads = ["", *(wording.say(f"venue.{key}") for key in ("wins_box", "victory_points", "signed"))]
            rows = [(player, "", "", "") for player in pairing.players]
            slips.append(f"<div class=slip>{_table(f'{state.setup.name} · {at}', heads, rows)}</div>")
    return _paper(name, "".join(slips), wording)


def _table(title: str, head: Sequence[str], rows: Iterable[Row]) -> str:
    columns = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<section><h2>{html.escape(title)}</h2><table><tr>{columns}</tr>{body}</table></section>"


def _cell(value: object) -> str:
    text = html.escape(_text(value))
    is_number = text.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"<td class=number>{text}</td>" if is_number else f"<td>{text}</td>"


def by_name(round_: Round, wording: Wording) -> list[list[str]]:
    """Return the round in the order of names: each player, the table, the opponent, or why there is none."""
    rows = [
        [name, str(pairing.table), pairing.players[1 - place]]
        for pairing in round_.pairings
        for place, name in enumerate(pairing.players)
    ]
    rows += [[bye.player, "–", wording.say(f"kind_of_result.{bye.kind}")] for bye in round_.byes]
    return sorted(rows, key=lambda row: folded(row[0]))


def bye_words(bye: Bye, wording: Wording) -> str:
    """Say who has nobody to play, and what the round is worth then where that is not a win."""
    if bye.kind is Kind.BYE:
        return wording.say("event.bye", player=bye.player)
    return wording.pair(wording.say(f"kind_of_result.{bye.kind}"), bye.player)


def said(wording: Wording, why: Why) -> str:
    """Why two meet, in words."""
    return wording.say(why.key, **dict(why.words))


def plain_round(round_: Round) -> dict[str, object]:
    """The round as JSON has it, which is never translated."""
    english = Wording("en")
    pairings = [
        {"table": pairing.table, "players": list(pairing.players), "why": said(english, pairing.why)}
        for pairing in round_.pairings
    ]
    return {
        "round": round_.number,
        "pairings": pairings,
        "bye": round_.bye.player if round_.bye else None,
        "bye_why": said(english, round_.bye.why) if round_.bye else None,
        "others": [{"player": bye.player, "kind": bye.kind.value} for bye in round_.others],
    }
