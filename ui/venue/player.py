"""A player's own page: whom one plays, how it ended, a judge, one's force, and the way out."""

from __future__ import annotations

from html import escape

from companion.tournament.calls import KINDS
from companion.tournament.papers import bye_words
from companion.tournament.state import Pairing, Player, Way
from ui.venue.calls import kind_key, table_calls
from ui.venue.pages import PART, Writer
from ui.venue.public import winner
from ui.venue.results import agreeing, claimed, claims, result_form, score_of


def player_page(writer: Writer, player: Player, wrong: str = "", beside: str = "") -> str:
    """One's own table first; what is said ``beside``, then what is everybody's."""
    table = writer.hall.table_of(player)
    now = writer.state.published[-1] if writer.state.published else None
    pairing = now.at(table) if now is not None and table is not None else None
    if player.dropped and pairing is not None and pairing.result is not None:
        pairing = None
    head = f"{writer.wrong(wrong)}<h2>{escape(player.name)}</h2>{winner(writer) or writer.clock(table or 0)}"
    own = (
        _table(writer, player, pairing)
        if pairing is not None
        else f"<section><p>{_waiting(writer, player)}</p></section>"
    )
    own = f"{_checking_in(writer, player)}{own}"
    parts = (head, own, beside, _next_bye(writer, player) + _leaving(writer, player), writer.standings(player.name))
    return writer.page(player.name, PART.join(parts))


def _table(writer: Writer, player: Player, pairing: Pairing) -> str:
    other = next(name for name in pairing.players if name != player.name)
    kinds = "".join(f'<option value="{kind}">{writer.say(f"kind_{kind_key(kind)}")}</option>' for kind in KINDS)
    fields = (
        f'<input type="hidden" name="table" value="{pairing.table}"><label>{writer.say("about")}'
        f'<select name="kind">{kinds}</select></label><label>{writer.say("text")}'
        '<input name="text" maxlength="400"></label>'
    )
    said = next((claim.result for claim in claimed(writer, pairing) if claim.player == player.name), None)
    return (
        f'<section class="card" id="table-{pairing.table}"><h3>{writer.say("your_table", table=pairing.table)}</h3>'
        f'<p class="large">{writer.say("against", player=other)}</p><p>{escape(score_of(writer, pairing))}</p>'
        f"{claims(writer, pairing)}{agreeing(writer, pairing, player.name)}"
        f"{result_form(writer, 'report', pairing, said=said)}</section>"
        f'<section class="card">{table_calls(writer, pairing.table)}'
        f"{writer.form('call', fields, writer.say('call'))}</section>"
    )


def _waiting(writer: Writer, player: Player) -> str:
    """Why one plays nobody now."""
    state = writer.state
    if state.winner is not None:
        return ""
    now = state.published[-1] if state.published else None
    bye = next((bye for bye in now.byes if bye.player == player.name), None) if now is not None else None
    if bye is not None:
        return escape(bye_words(bye, writer.wording))
    if player.dropped:
        return writer.say("you_dropped")
    if state.cut and player.name not in state.alive:
        return writer.say("you_are_out")
    return writer.say("wait")


def _checking_in(writer: Writer, player: Player) -> str:
    """Show the button of a player who is to say: I am here."""
    if not writer.state.setup.check_in or player.here or player.dropped:
        return ""
    hidden = f'<input type="hidden" name="player" value="{escape(player.name)}">'
    return f"<section class='card'>{writer.form('check_in', hidden, writer.say('i_am_here'), is_main=True)}</section>"


def _next_bye(writer: Writer, player: Player) -> str:
    """Show the form to ask for a bye in the next round, or that it was asked for."""
    state = writer.state
    number = len(state.published) + 1
    if state.cut or player.dropped or not state.published or state.setup.way is Way.ROUND_ROBIN:
        return ""
    if any(one == number and bye.player == player.name for one, bye in state.asked_byes):
        return f"<p>{writer.say('bye_asked', round=number)}</p>"
    hidden = f'<input type="hidden" name="player" value="{escape(player.name)}">'
    hidden += f'<input type="hidden" name="round" value="{number}">'
    sure = writer.form("bye", hidden, writer.say("ask_bye_sure", round=number))
    return f"<details class='leaving'><summary>{writer.say('ask_bye')}</summary>{sure}</details>"


def _leaving(writer: Writer, player: Player) -> str:
    """Show the form to leave: two taps, so that nobody is gone by one."""
    if player.dropped or writer.state.winner:
        return ""
    hidden = f'<input type="hidden" name="player" value="{escape(player.name)}">'
    sure = writer.form("drop", hidden, writer.say("drop_sure"))
    return f"<details class='leaving'><summary>{writer.say('drop_me')}</summary>{sure}</details>"
