"""Calls for a judge: the queue with its waiting times, a ruling, an appeal; the judges' page, with rules by words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.tournament.calls import proposed
from companion.tournament.judging import Call, Closed, Penalty
from companion.tournament.state import TABLES
from companion.tournament.telling import judge_words, result_words
from ui.presenters.rules import CITED, rule_words
from ui.venue.fields import Form
from ui.venue.orders import game_of
from ui.venue.pages import Writer
from ui.venue.people import opening
from ui.venue.results import results
from ui.web.rules import rules_body

NONE: Form = {}
_OVER = 6  # closed calls that are still shown


def judge_page(writer: Writer, wrong: str = "", question: str = "", name: str = "", typed: Form = NONE) -> str:
    """The queue of calls, and the rules that answer a question; ``name``: of the judge at this device; ``typed``: a
    ruling that was refused.
    """
    rules = rules_body(writer.wording, question, None, "/judge", "rule", is_first=False)
    shown = f"<section id='rules'><h2>{writer.say('rules')}</h2>{rules}</section>"
    forces = f'<p><a href="/forces">{writer.say("forces")}</a></p>{opening(writer) if writer.state.players else ""}'
    body = writer.wrong(wrong) + writer.clock() + calls(writer, is_judge=True, name=name, typed=typed) + shown + forces
    return writer.page(writer.say("judge"), body + results(writer))


def calls(writer: Writer, *, is_judge: bool = False, name: str = "", typed: Form = NONE) -> str:
    """Show the calls that wait, and the last that do not; a judge may answer them."""
    waiting = [call for call in writer.state.calls if call.is_open]
    over = [call for call in writer.state.calls if not call.is_open][-_OVER:]
    items = "".join(
        call_card(writer, call, name, typed) if is_judge else _line(writer, call)
        for call in (*waiting, *reversed(over))
    )
    empty = "" if items else f"<p>{writer.say('no_calls')}</p>"
    heading = f"<h2>{writer.say('calls')} ({len(waiting)})</h2>"
    return f"<section id='calls'>{heading}{empty}<ul class='calls'>{items}</ul></section>"


def call_card(writer: Writer, call: Call, name: str = "", typed: Form = NONE) -> str:
    """A call as a judge sees it: to go there, to rule; one that is closed, to appeal against."""
    hidden = f'<input type="hidden" name="call" value="{call.id}">'
    if not call.is_open:
        appeal = "" if call.is_appealed else writer.form("appeal", hidden, writer.say("appeal"))
        return _line(writer, call, f"{_history(writer, call)}{proposal(writer, call)}{appeal}")
    kept = typed if typed.get("call") == str(call.id) else NONE
    said = {key: escape(kept.get(key, "")) for key in ("ruling", "rule", "back")}
    penalty, against = kept.get("penalty", call.penalty), kept.get("player", call.player)
    judge = f'<label>{writer.say("your_name")}<input name="judge" maxlength="60" value="{escape(name)}"></label>'
    is_other = bool(call.judge)  # somebody is on the way: another one may go too, and both are named
    take = writer.form("take", hidden + judge, writer.say("take_too" if is_other else "take"), is_main=not is_other)
    penalties = "".join(
        f'<option value="{one.value}"{" selected" if one.value == penalty else ""}>'
        f"{writer.say(f'penalty_{one.value}')}</option>"
        for one in Penalty
    )
    fields = (
        f'{hidden}<label>{writer.say("ruling")}<input name="ruling" maxlength="400" value="{said["ruling"]}"></label>'
        f'<label>{writer.say("by_rule")}<input name="rule" maxlength="40" value="{said["rule"]}"></label>'
        f'<label>{writer.say("time_back")}<input name="minutes" type="number" min="0" max="60" '
        f'value="{escape(kept.get("minutes", "0"))}"></label>'
        f'<label>{writer.say("penalty")}<select name="penalty">{penalties}</select></label>'
        + writer.names("player", ["", *_players(writer, call)], against)
        + f'<label>{writer.say("back_to")}<input name="back" type="number" min="1" max="99999" '
        f'value="{said["back"]}"></label>'
    )
    if call.by == TABLES and call.text:  # what the table refused came with the call
        fields += f'<label><input type="checkbox" name="allows" value="1">{writer.say("allows")}</label>'
    close = writer.form("close", fields, writer.say("close"), is_main=bool(call.judge))
    return _line(writer, call, f"{_history(writer, call)}{_record(writer, call)}{take}{close}")


def _history(writer: Writer, call: Call) -> str:
    """Show every judge who went there, and every ruling that an appeal was against."""
    parts = []
    if len(call.judges) > 1:
        names = tuple(judge_words(name, writer.wording) for name in call.judges)
        parts.append(f"<p class='before'>{writer.say('judges_there', judges=names)}</p>")
    earlier = call.rulings if call.is_open else call.rulings[:-1]
    for ruling in earlier:
        judge = judge_words(ruling.judge, writer.wording)
        penalty = f" · {writer.say(f'penalty_{ruling.penalty}')}: {escape(ruling.player)}" if ruling.penalty else ""
        said = escape(f"{judge}: {ruling.ruling} {ruling.rule}".strip())
        parts.append(f"<p class='before'>{writer.say('ruled_before')} {said}{penalty}</p>")
    return "".join(parts)


def proposal(writer: Writer, call: Call) -> str:
    """Show the result that the ruling means, to be noted by one tap."""
    pairing, result = writer.state.pairing(call.round, call.table), proposed(writer.state, call)
    if pairing is None or result is None:
        return ""
    fields = (
        f'<input type="hidden" name="table" value="{call.table}">'
        f'<input type="hidden" name="game" value="{game_of(call.round, pairing)}">'
        f'<input type="hidden" name="outcome" value="{result.outcome}/{result.kind}">'
        f'<input type="hidden" name="first" value="{result.points[0]}">'
        f'<input type="hidden" name="second" value="{result.points[1]}">'
    )
    said = escape(result_words(pairing.players, result, writer.wording))
    return (
        f"<div class='proposal'><p>{said}</p>{writer.form('result', fields, writer.say('note_it'), is_main=True)}</div>"
    )


def table_calls(writer: Writer, table: int) -> str:
    """The calls at a table in the round that is played, for its players: who comes, what was ruled, and to appeal."""
    items = []
    for call in reversed(writer.state.calls):
        if (call.round, call.table) != (writer.state.flow.round, table):
            continue
        parts, more = [f"<b>{writer.say(f'kind_{kind_key(call.kind)}')}</b>"], ""
        if call.is_open:
            parts.append(writer.say("judge_comes" if call.judge else "judge_called", judge=call.judge))
        else:
            rule = rule_words(call.rule, writer.wording.lang)
            ruled, by = escape(f"{call.ruling} {call.rule}".strip()), escape(_judge(writer, call))
            parts.append(writer.wording.pair(by, ruled) if by else ruled)
            more = f"<p>{escape(f'{call.rule}: {rule}')}</p>" if rule else ""
            hidden = f'<input type="hidden" name="call" value="{call.id}">'
            more += "" if call.is_appealed else writer.form("appeal", hidden, writer.say("appeal"))
        kind = "open" if call.is_open else "over"
        items.append(f"<li class='{kind}'>{' · '.join(filter(None, [*parts, *_marks(writer, call)]))}{more}</li>")
    return f"<ul class='calls'>{''.join(items)}</ul>" if items else ""


def _cited(text: str) -> str:
    """The text escaped; a rule that it cites leads to its words."""
    return CITED.sub(r'[<a href="/judge?rule=\1#rules">\1</a>]', escape(text))


def _line(writer: Writer, call: Call, more: str = "") -> str:
    waited = max(0, writer.hall.now_ms() - call.at_ms) // 60_000
    at = f'<a href="/judge/table/{call.table}?round={call.round}">{writer.say("table")} {call.table}</a>'
    parts = [f"<b>{at} · {writer.say(f'kind_{kind_key(call.kind)}')}</b>", _cited(call.text)]
    if call.is_open:
        parts.append(writer.say("waits", minutes=waited))
    parts.append(escape(f"{call.ruling} {call.rule}".strip()))
    parts.append(escape(_judge(writer, call)))
    parts += _marks(writer, call)
    kind = "open" if call.is_open else "over"
    return f"<li id='call-{call.id}' class='{kind}'>{' · '.join(filter(None, parts))}{more}</li>"


def _judge(writer: Writer, call: Call) -> str:
    return judge_words(call.judge, writer.wording)


def _marks(writer: Writer, call: Call) -> list[str]:
    """Show that it was appealed against, and what was noted against whom."""
    penalty = f"{writer.say(f'penalty_{call.penalty}')}: {escape(call.player)}" if call.penalty else ""
    ended = call.closed if call.closed in (Closed.AGREED, Closed.RESULT) else ""
    appealed = writer.say("appealed") if call.is_appealed else ""
    marks = (appealed, writer.say(f"closed_{ended}") if ended else "", penalty)
    return [mark for mark in marks if mark]


def _players(writer: Writer, call: Call) -> Sequence[str]:
    """Return the players at the table of the call."""
    pairing = writer.state.pairing(call.round, call.table)
    return pairing.players if pairing is not None else ()


def _record(writer: Writer, call: Call) -> str:
    """Show the penalties that the two at the table were given before."""
    names = _players(writer, call)
    noted = [one for one in writer.state.calls if one.penalty and one.player in names]
    told = "; ".join(
        f"{one.player}: {writer.wording.say(f'venue.penalty_{one.penalty}')} ({one.round})" for one in noted
    )
    return f"<p class='claims'>{escape(told)}</p>" if told else ""


def kind_key(kind: str) -> str:
    """The words of a kind of call, by their key."""
    return kind.replace(" ", "_")
