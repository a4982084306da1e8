"""Results of games: forms for the tables of a round, the players' claims, corrections of earlier rounds."""

from __future__ import annotations

from html import escape

from companion.tournament import Outcome, Pairing
from companion.tournament.state import Claim, Result, Round
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
    names = f"<b>{pairing.table}</b> {escape(' – '.join(pairing.players))} <i>{escape(score_of(pairing))}</i>"
    form = result_form(writer, "result", pairing, 0 if is_now else round_.number)
    folded = "" if pairing.result else " open"
    said = claims(writer, pairing) if is_now else ""
    return f"<li id='{at}'><details{folded}><summary>{names}</summary>{said}{form}</details>{link}</li>"


def claimed(writer: Writer, pairing: Pairing) -> list[Claim]:
    """Return the claims of the players at a table of the round."""
    now = writer.state.published[-1].number
    return [claim for claim in writer.state.claims if (claim.round, claim.table) == (now, pairing.table)]


def claims(writer: Writer, pairing: Pairing) -> str:
    """The same in words, as long as it is no result."""
    said = claimed(writer, pairing)
    if pairing.result is not None or not said:
        return ""
    told = "; ".join(f"{one.player}: {told_score(one.result.outcome, one.result.points)}" for one in said)
    return f"<p class='claims'>{escape(told)}</p>"


def result_form(writer: Writer, do: str, pairing: Pairing, round_: int = 0, said: Result | None = None) -> str:
    """Show the form of a result, filled with the noted one or with ``said``: sending it again changes nothing."""
    first, second = pairing.players
    noted = pairing.result or said
    points = noted.points if noted else ("", "")
    words = {
        Outcome.FIRST: writer.say("wins", player=first),
        Outcome.SECOND: writer.say("wins", player=second),
        Outcome.DRAW: writer.say("draw"),
        Outcome.DOUBLE_LOSS: writer.say("double_loss"),
    }
    chosen = {noted.outcome: " selected"} if noted else {}
    options = "" if noted else '<option value="">–</option>'
    options += "".join(
        f'<option value="{one.value}"{chosen.get(one, "")}>{word}</option>' for one, word in words.items()
    )
    numbers = "".join(
        f"<label>{writer.say('points_of', player=name)}"
        f'<input name="{key}" type="number" min="0" max="99999" value="{scored}"></label>'
        for key, name, scored in (("first", first, points[0]), ("second", second, points[1]))
    )
    hidden = f'<input type="hidden" name="table" value="{pairing.table}">'
    hidden += f'<input type="hidden" name="round" value="{round_}">' if round_ else ""
    outcome = f'<label>{writer.say("result")}<select name="outcome" required>{options}</select></label>'
    is_main = do == "report" and pairing.result is None
    return writer.form(do, hidden + outcome + numbers, writer.say("say_result"), is_main=is_main)


def score_of(pairing: Pairing) -> str:
    """The result in figures."""
    return told_score(pairing.result.outcome, pairing.result.points) if pairing.result else ""


def told_score(outcome: Outcome, points: tuple[int, int]) -> str:
    """A result in figures: match points, and the victory points of both."""
    return f"{' : '.join(f'{score / 2:g}' for score in outcome.scores)} ({points[0]} : {points[1]})"
