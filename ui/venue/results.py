"""Results of games: forms for the tables of a round, the players' claims, corrections of earlier rounds."""

from __future__ import annotations

from html import escape

from companion.tournament import Outcome, Pairing
from companion.tournament.claims import claimed as claimed_at
from companion.tournament.judging import Claim
from companion.tournament.results import FITTING, Result
from companion.tournament.state import Round
from companion.tournament.telling import result_figures, result_words
from ui.venue.orders import NOT_FOR_PLAYERS, game_of
from ui.venue.pages import Writer


def results(writer: Writer) -> str:
    """A form for each table of the round, folded where the result is there; earlier rounds to be corrected."""
    published = writer.state.published
    if not published:
        return ""
    now = published[-1]
    done = writer.say("results_done", done=len(now.pairings) - len(now.missing), tables=len(now.pairings))
    return (
        f"<section id='results'><h2>{writer.say('results')} · {done}</h2>{_tables(writer, now)}"
        f"{''.join(_earlier(writer, round_) for round_ in reversed(published[:-1]))}</section>"
    )


def _earlier(writer: Writer, round_: Round) -> str:
    title = writer.say("correct", round=round_.number)
    note = f"<p>{writer.say('correct_text', round=writer.state.flow.round)}</p>"
    return f"<details><summary>{title}</summary>{note}{_tables(writer, round_)}</details>"


def _tables(writer: Writer, round_: Round) -> str:
    return f"<ul class='tables'>{''.join(_table(writer, round_, one) for one in round_.pairings)}</ul>"


def _table(writer: Writer, round_: Round, pairing: Pairing) -> str:
    is_now = round_.number == writer.state.flow.round
    at = f"table-{pairing.table}" if is_now else f"table-{round_.number}-{pairing.table}"
    link = f'<a href="/judge/table/{pairing.table}?round={round_.number}">{writer.say("open_table")}</a>'
    names = f"<b>{pairing.table}</b> {escape(' – '.join(pairing.players))} <i>{escape(score_of(writer, pairing))}</i>"
    form = result_form(writer, "result", pairing, 0 if is_now else round_.number)
    said = claims(writer, pairing) if is_now else ""
    folded = " open" if said or not pairing.result else ""
    return f"<li id='{at}'><details{folded}><summary>{names}</summary>{said}{form}</details>{link}</li>"


def claimed(writer: Writer, pairing: Pairing) -> list[Claim]:
    """Return the claims of the players at a table of the round."""
    return claimed_at(writer.state, writer.state.published[-1].number, pairing.table)


def agreeing(writer: Writer, pairing: Pairing, name: str) -> str:
    """Show the form that says the same as the other one has said, as long as this player has said nothing."""
    others = claimed(writer, pairing)
    if pairing.result is not None or len(others) != 1 or others[0].player == name:
        return ""
    said = others[0].result
    whole = (f"{said.outcome}/{said.kind or ''}", *map(str, said.points))
    hidden = f'<input type="hidden" name="agreed" value="{" ".join(whole)}">{_game(writer, pairing)}'
    return writer.form("report", hidden, writer.say("agree"), is_main=True)


def _game(writer: Writer, pairing: Pairing, round_: int = 0) -> str:
    """Say which game is meant: where another is played at that table when the form comes, nothing is noted."""
    return f'<input type="hidden" name="game" value="{game_of(round_ or writer.state.flow.round, pairing)}">'


def claims(writer: Writer, pairing: Pairing) -> str:
    """Say who says what, as long as it is not the result: also what stands against the staff's."""
    said = [one for one in claimed(writer, pairing) if pairing.result is None or not pairing.result.says_as(one.result)]
    told = (
        writer.say("claim", player=one.player, says=result_words(pairing.players, one.result, writer.wording))
        for one in said
    )
    return "".join(f"<p class='claims'>{line}</p>" for line in told)


def score_of(writer: Writer, pairing: Pairing) -> str:
    """The result in figures, and how it came about where they do not say it."""
    return result_figures(writer.state.setup, pairing.result, writer.wording) if pairing.result else ""


def result_form(writer: Writer, do: str, pairing: Pairing, round_: int = 0, said: Result | None = None) -> str:
    """Show the form of a result, filled with the noted one or with ``said``: sending it again changes nothing."""
    first, second = pairing.players
    noted = pairing.result or said
    points = noted.points if noted else ("", "")
    plain = {
        Outcome.FIRST: writer.say("wins", player=first),
        Outcome.SECOND: writer.say("wins", player=second),
        Outcome.DRAW: writer.say("draw"),
        Outcome.DOUBLE_LOSS: writer.say("double_loss"),
    }
    now = f"{noted.outcome}/{noted.kind}" if noted and noted.kind else noted.outcome.value if noted else ""
    options = "" if noted else '<option value="">–</option>'
    for outcome, kinds in FITTING.items():
        for kind in kinds:
            if do == "report" and kind in NOT_FOR_PLAYERS:
                continue
            is_plain = kind is kinds[0]
            value = outcome.value if is_plain else f"{outcome}/{kind}"
            how = "" if is_plain else f" · {escape(writer.wording.say(f'kind_of_result.{kind}'))}"
            options += f'<option value="{value}"{" selected" if value == now else ""}>{plain[outcome]}{how}</option>'
    numbers = "".join(
        f"<label>{writer.say('points_of', player=name)}"
        f'<input name="{key}" type="number" min="0" max="99999" value="{scored}"></label>'
        for key, name, scored in (("first", first, points[0]), ("second", second, points[1]))
    )
    hidden = f'<input type="hidden" name="table" value="{pairing.table}">{_game(writer, pairing, round_)}'
    hidden += f'<input type="hidden" name="round" value="{round_}">' if round_ else ""
    field = f'<label>{writer.say("result")}<select name="outcome" required>{options}</select></label>'
    is_main = do == "report" and pairing.result is None
    return writer.form(do, hidden + field + numbers, writer.say("say_result"), is_main=is_main)
