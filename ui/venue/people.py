"""Players on the staff's pages: the list with its links, and everything about one of them on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.tournament.results import BYES, Kind
from companion.tournament.state import ORGANISER, Player
from companion.tournament.telling import judge_words
from ui.venue.fields import too_long
from ui.venue.pages import STATIC, Writer
from ui.venue.settings import settings_form
from ui.web.limits import NAMES_BYTES


def players_section(
    writer: Writer, links: Sequence[tuple[Player, str]], is_open: bool, typed: str, titles: Sequence[str] = ()
) -> str:
    """Show who takes part, with personal links; the forms to enter players by hand or by a list."""
    state = writer.state
    rows = "".join(_row(writer, player, link) for player, link in links)
    fields = (
        f'<label>{writer.say("names")}<textarea name="names" rows="4" required>{escape(typed)}</textarea></label>'
        f'<label>{writer.say("names_file")}<input type="file" data-into="names" accept=".csv,.txt" '
        f'data-wrong="{writer.say("no_list")}" data-most="{NAMES_BYTES}" '
        f'data-long="{escape(too_long(writer.wording))}"></label>'
        f"{_columns(writer, titles)}{_missed(writer)}"
        f'<label><input type="checkbox" name="known" value="skip">{writer.say("skip_known")}</label>'
    )
    door = writer.form(
        "close_door" if is_open else "open_door", "", writer.say("door_open" if is_open else "door_shut")
    )
    slips = f'<p><a href="/links">{writer.say("link_slips")}</a></p>' if rows else ""
    listed = f"<table><tbody>{rows}</tbody></table>{slips}" if rows else ""
    here = sum(player.here for player in state.players)
    heading = f"{writer.say('players')} ({len(state.active)})"
    heading += f" · {writer.say('here', count=here)}" if state.setup.check_in else ""
    return (
        f"<section id='players'><h2>{heading}</h2>"
        f"{settings_form(state, writer.wording)}{writer.form('register', fields, writer.say('add'))}"
        f'{door}{listed}</section><script type="module" src="{STATIC}/file.js"></script>'
    )


def _row(writer: Writer, player: Player, link: str) -> str:
    marks = " ×" if player.dropped else ""
    marks += f" · {writer.say('table')} {player.table}" if player.table else ""
    here = f"<td>{_here(writer, player)}</td>" if writer.state.setup.check_in else ""
    return (
        f"<tr><td>{player.number}</td>"
        f'<td><a href="/player?number={player.number}">{escape(player.name)}</a>{marks}</td>'
        f'<td><a href="{escape(link)}">{writer.say("link")}</a></td>{here}</tr>'
    )


def _here(writer: Writer, player: Player) -> str:
    hidden = f'<input type="hidden" name="player" value="{escape(player.name)}">'
    hidden += f'<input type="hidden" name="here" value="{0 if player.here else 1}">'
    return writer.form("check_in", hidden, writer.say("is_here" if player.here else "check_in"))


def opening(writer: Writer) -> str:
    """Show the way to the page of a player."""
    options = "".join(
        f'<option value="{player.number}">{escape(player.name)}</option>'
        for player in sorted(writer.state.players, key=lambda player: player.name.casefold())
    )
    choice = f'<label>{writer.say("player")}<select name="number">{options}</select></label>'
    return (
        f'<form method="get" action="/player" class="row">{choice}<button>{writer.say("open_player")}</button></form>'
    )


def _columns(writer: Writer, titles: Sequence[str]) -> str:
    """Show the columns of a list that was not understood, to be told what they hold."""
    if not titles:
        return ""
    fields = ""
    for what in ("name", "first", "last", "table"):
        options = "".join(f'<option value="{escape(title)}">{escape(title)}</option>' for title in titles)
        label = writer.say(f"column_{what}")
        fields += f'<label>{label}<select name="column_{what}"><option value="">–</option>{options}</select></label>'
    return f"<fieldset><legend>{writer.say('columns')}</legend>{fields}</fieldset>"


def _missed(writer: Writer) -> str:
    """Show the choice of what the rounds before are worth to whoever comes now."""
    if not any(not round_.is_cut for round_ in writer.state.published):
        return ""
    kinds = _kinds(writer, writer.state.setup.late)
    return f"<label>{writer.say('missed')}<select name='missed'>{kinds}</select></label>"


def _kinds(writer: Writer, chosen: Kind) -> str:
    return "".join(
        f'<option value="{kind}"{" selected" if kind is chosen else ""}>'
        f"{escape(writer.wording.say(f'kind_of_result.{kind}'))}</option>"
        for kind in BYES
    )


def player_desk(writer: Writer, player: Player, wrong: str = "") -> str:
    """Show everything about a player to the staff: what is put right, what was noted, what comes."""
    back = "/organiser#players" if writer.role == ORGANISER else "/judge"
    parts = [f"<p><a href='{back}'>{writer.say('go_back')}</a></p>", writer.wrong(wrong)]
    parts.append(f"<h2>{player.number} · {escape(player.name)}</h2>{_games(writer, player)}{_noted(writer, player)}")
    own = f'<input type="hidden" name="player" value="{escape(player.name)}">'
    text = f'<label>{writer.say("note")}<input name="text" maxlength="400" required></label>'
    parts.append(writer.form("note", own + text, writer.say("take_note")))
    parts.append(_here(writer, player))
    if writer.role == ORGANISER:
        parts.append(_putting_right(writer, player, own))
    return writer.page(player.name, "".join(parts))


def _putting_right(writer: Writer, player: Player, own: str) -> str:
    say, state = writer.say, writer.state
    name = (
        f'<label>{say("column_name")}<input name="name" maxlength="60" required value="{escape(player.name)}"></label>'
    )
    forms = [writer.form("rename", own + name, say("rename"))]
    number = f'<input name="table" type="number" min="0" max="9999" value="{player.table or 0}">'
    forms.append(writer.form("fix_table", f"{own}<label>{say('fixed_table')}{number}</label>", say("fix_table")))
    next_ = len(state.published) + 1
    fields = f'<label>{say("round_number")}<input name="round" type="number" min="1" max="99" value="{next_}"></label>'
    fields += f'<label>{say("bye_kind")}<select name="kind">{_kinds(writer, Kind.REQUESTED_BYE)}</select></label>'
    forms.append(writer.form("bye", own + fields, say("give_bye")))
    now = state.round(0)
    alone = now.bye.player if now is not None and now.bye is not None and not now.is_cut else None
    if now is not None and alone not in (None, player.name) and player.name not in now.at_tables:
        forms.append(writer.form("join", own, say("join_round", player=alone)))
    forms.append(writer.form("return" if player.dropped else "drop", own, say("return" if player.dropped else "drop")))
    others = [one.name for one in state.players if one.name != player.name]
    if not state.published:
        if others:
            forms.append(writer.form("merge", own + writer.names("other", others), say("merge")))
        forms.append(writer.form("delete", own, say("delete")))
    return f"<section>{''.join(forms)}</section>"


def _games(writer: Writer, player: Player) -> str:
    rows = []
    for round_ in writer.state.published:
        pairing = round_.at_tables.get(player.name)
        bye = next((one for one in round_.byes if one.player == player.name), None)
        if pairing is not None:
            other = next(name for name in pairing.players if name != player.name)
            points = pairing.result.points if pairing.result else ()
            result = "–".join(map(str, points if pairing.players[0] == player.name else reversed(points)))
            rows.append([str(round_.number), str(pairing.table), other, result])
        elif bye is not None:
            rows.append([str(round_.number), "–", writer.wording.say(f"kind_of_result.{bye.kind}"), ""])
    heads = [writer.say(key) for key in ("round_number", "table", "against_whom", "result")]
    return writer.table(writer.say("games"), heads, rows) if rows else ""


def _noted(writer: Writer, player: Player) -> str:
    """Show the penalties of the day, and what judges noted."""
    say, items = writer.say, []
    for call in writer.state.calls:
        if call.player == player.name and call.penalty and not call.is_open:
            at = f"{say('round', round=call.round)} · {say('table')} {call.table}"
            items.append(f"<li><b>{say(f'penalty_{call.penalty}')}</b> · {at} · {escape(call.ruling)}</li>")
    for note in writer.state.notes:
        if note.player == player.name:
            items.append(f"<li>{escape(note.text)} <small>{escape(judge_words(note.by, writer.wording))}</small></li>")
    return f"<ul class='noted'>{''.join(items)}</ul>" if items else ""
