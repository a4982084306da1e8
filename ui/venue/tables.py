"""A table at the venue: a judge's page of it, its link for the host, and what is told to its host."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import urlencode

import segno

from companion.casebook.writing import Ruling
from companion.core.ledger import Entry
from companion.storage.jsonl import sealed_line
from companion.storage.reported import Kept
from companion.tournament.calls import KINDS
from companion.tournament.judging import Call
from companion.tournament.state import Player
from ui.presenters.models import DialModel
from ui.presenters.rules import rule_words
from ui.venue.calls import call_card, kind_key
from ui.venue.hall import Hall
from ui.venue.pages import STATIC, Writer
from ui.venue.photographs import Photographs, address, photo_input, pictures
from ui.venue.results import score_of
from ui.venue.watching import PHOTO, Opened, Question, Watched, seated


def _calls(hall: Hall, round_: int, table: int) -> list[Call]:
    return [call for call in hall.state.calls if (call.round, call.table) == (round_, table)]


def table_news(hall: Hall, kept: Kept) -> dict[str, object]:
    """Return the news for a table's host, in plain values."""
    pairing, clock = hall.state.pairing(kept.round, kept.table), hall.clock()
    extra = clock["extra"]
    minutes = extra.get(kept.table, 0) if isinstance(extra, dict) and clock["round"] == kept.round else 0
    return {
        "round": kept.round,
        "table": kept.table,
        "players": list(pairing.players) if pairing else [],
        "clock": {**clock, "extra": minutes},
        "advice": hall.state.setup.advice,
        "kinds": KINDS if kept.round == hall.state.flow.round else (),
        "calls": [
            {
                "id": call.id,
                "kind": call.kind,
                "judge": call.judge,
                "is_open": call.is_open,
                "ruling": call.ruling,
                "rule": call.rule,
                "minutes": call.minutes,
                "back_to": call.back_to,
                "allows": call.allows,
            }
            for call in _calls(hall, kept.round, kept.table)
        ],
    }


def table_words(writer: Writer, round_: int, table: int) -> str:
    """The same in a line for the table's own screen: who plays, what is left; its calls it tells by itself."""
    hall, wording = writer.hall, writer.wording
    pairing = hall.state.pairing(round_, table)
    parts = [f"{wording.say('venue.round', round=round_)} · {wording.say('venue.table')} {table}"]
    parts += [" – ".join(pairing.players)] if pairing else []
    if round_ != hall.state.flow.round:
        parts.append(wording.say("venue.next_round", round=hall.state.flow.round))
    elif hall.state.clock.round == round_:
        left = hall.state.clock.left_at(hall.now_ms(), table)
        parts.append(wording.say("venue.minutes_left", minutes=max(0, left // 60_000)))
        parts += [] if hall.clock()["runs"] else [wording.say("venue.stands")]
    return " · ".join(parts)


def ruling_file(hall: Hall, call: Call, game: Watched, entries: Iterable[Entry], line: Question) -> str:
    """The casebook file of a ruling: the game as it stood then, who ruled what; the players are not named."""
    where = f"{hall.state.setup.name}: round {call.round}, table {call.table}, {call.kind}"
    sources = [where, f"{call.judge}: {call.ruling}", *([] if not call.rule else [call.rule])]
    ruling = Ruling(f"call-{call.id}", call.ruling or call.kind, call.rule, sources)
    record = b"".join(map(sealed_line, entries)).decode()
    return game.case(ruling, record, game.ruled_at(call.id), line)


def links_page(writer: Writer, links: dict[int, str]) -> str:
    """Each table's link, as a code and as the option of the command that hosts it."""
    cards = []
    for table, link in links.items():
        drawn = io.BytesIO()
        segno.make(link).save(drawn, kind="svg", scale=3, xmldecl=False, light="#ffffff")
        cards.append(
            f"<li><h2>{writer.say('table')} {table}</h2>{drawn.getvalue().decode()}"
            f"<p><code>companion host GAME.db <span>--venue</span> {escape(link)}</code></p></li>"
        )
    body = f"<p>{writer.say('links_text')}</p><ul class='links'>{''.join(cards)}</ul>"
    return writer.page(writer.say("table_links"), body if links else f"<p>{writer.say('no_round')}</p>")


def link_slips(writer: Writer, links: Sequence[tuple[Player, str]]) -> str:
    """Each player's link as a slip to cut, in the order of the list."""
    cards = []
    for player, link in sorted(links, key=lambda one: one[0].name.casefold()):
        drawn = io.BytesIO()
        segno.make(link).save(drawn, kind="svg", scale=3, xmldecl=False, light="#ffffff")
        cards.append(f"<li><h2>{escape(player.name)}</h2>{drawn.getvalue().decode()}<p>{escape(link)}</p></li>")
    body = f"<p>{writer.say('link_slips_text')}</p><ul class='links slips'>{''.join(cards)}</ul>"
    return writer.page(writer.say("link_slips"), body if links else f"<p>{writer.say('no_players')}</p>")


def table_page(
    writer: Writer,
    round_: int,
    table: int,
    game: Watched | None,
    photographs: Photographs,
    asked: Question,
    wrong: str = "",
) -> str:
    """The table as a judge sees it: board, dials, history, and the line of sight that was asked for."""
    pairing = writer.state.pairing(round_, table)
    players = " – ".join(pairing.players) if pairing else ""
    title = f"{writer.say('round', round=round_)} · {writer.say('table')} {table}"
    head = f"<p><a href='/judge'>{writer.say('judge')}</a></p><h2>{title}</h2><p class='large'>{escape(players)}</p>"
    head += f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
    head += f"<p>{escape(score_of(writer, pairing))}</p>" if pairing and pairing.result else ""
    if game is None:
        return writer.page(title, f"{head}<p>{writer.say('not_reported')}</p>", refresh=True, lines="0")
    names = seated(pairing.players if pairing else (), game.seats)
    taken = photographs.store.taken(round_, table, "")
    photo = address(round_, table, "", taken[-1]) if taken and asked.ground == PHOTO else ""
    opened = game.opened(asked, writer.wording.lang, names, photo)
    scores = " · ".join(f"{escape(word)} {points}" for _, word, points in opened.model.scores)
    board = f'<div class="seen-board" data-tap>{opened.drawing}</div>'
    board += f"<p>{writer.say('photo_from', line=taken[-1], count=game.length - taken[-1])}</p>" if photo else ""
    board += photo_input(writer.say("photo_table"), round_, table, "") if photographs.can_take("") else ""
    asking = _asking(writer, opened, asked, round_, has_photo=bool(taken))
    dial = _sheet(writer, opened, round_, table, photographs)
    body = (
        f"{head}<p>{escape(opened.model.title)} · {scores} · {writer.say('lines_here', count=game.length)}</p>"
        f"<div class='beside'><div>{board}</div><div>{asking}{dial}</div></div>"
        f"{_rulings(writer, round_, table, asked)}{_history(writer, opened)}{_letting_go(writer)}"
        f'<script type="module" src="{STATIC}/board.js"></script>'
        f'<script type="module" src="{STATIC}/photo.js"></script>'
    )
    return writer.page(title, body, refresh=True, lines=str(game.length))


def _asking(writer: Writer, opened: Opened, asked: Question, round_: int, *, has_photo: bool) -> str:
    """The form of the question, and the answer."""
    chosen = "".join(
        f'<option value="{escape(piece)}"{" selected" if piece == asked.piece else ""}>{escape(name)}</option>'
        for piece, name in (("", "–"), *opened.pieces.items())
    )
    fields = f'<label>{writer.say("dial_of")}<select name="piece">{chosen}</select></label>'
    if opened.sides:
        sides = "".join(
            f'<option value="{escape(side)}"{" selected" if side == opened.side else ""}>{escape(word)}</option>'
            for side, word in opened.sides.items()
        )
        fields += f'<label>{writer.say("eyes_of")}<select name="side">{sides}</select></label>'
    if opened.can_ask:
        names = "".join(f'<option value="{escape(name)}"></option>' for name in opened.pieces.values())
        fields += "".join(
            f'<label>{writer.say(f"line_{name}")}<input name="{name}" list="places" maxlength="60" '
            f'value="{escape(value)}" autocomplete="off"></label>'
            for name, value in (("from", asked.start), ("to", asked.end))
        )
        fields += f'<datalist id="places">{names}</datalist>'
    if has_photo and opened.can_ask:
        ticked = " checked" if asked.ground == PHOTO else ""
        box = f'<input type="checkbox" name="ground" value="{PHOTO}"{ticked}>'
        fields += f"<label>{box} {writer.say('on_photo')}</label>"
    fields += f'<input type="hidden" name="round" value="{round_}">'
    form = f'<form method="get" class="row">{fields}<button class="main">{writer.say("ask")}</button></form>'
    answer = f'<p class="wrong" role="alert">{writer.say("no_place", found=opened.wrong)}</p>' if opened.wrong else ""
    if opened.line is not None:
        rules = [line.rpartition("[")[2].rstrip("]") for line in opened.line.text.splitlines() if line.endswith("]")]
        told = {rule: words for rule in rules if (words := rule_words(rule, writer.wording.lang))}
        quoted = "".join(f"<dt>{escape(rule)}</dt><dd>{escape(words)}</dd>" for rule, words in told.items())
        lines = "".join(f"<p>{escape(line)}</p>" for line in opened.line.text.splitlines())
        title = f"<h3>{escape(opened.line.title)}</h3>"
        answer += f'<section class="card" aria-live="polite">{title}{lines}<dl>{quoted}</dl>'
        cleared = {"piece": asked.piece, "side": asked.side, "ground": asked.ground, "round": round_}
        answer += f"<p><a href='?{urlencode(cleared)}'>{writer.say('clear')}</a></p>"
        answer += "</section>"
    return form + answer


def _sheet(writer: Writer, opened: Opened, round_: int, table: int, photographs: Photographs) -> str:
    """The dial, every turn of it with what was told then, and what it looked like to a judge."""
    dial, of = opened.model.dial, opened.chosen
    if dial is None:
        return ""
    turns = "".join(
        f"<li>{escape(turn.before)} → <b>{escape(turn.after)}</b> · {escape(turn.cause)} "
        f"<small>{writer.say('line_of_record', line=turn.version + 1)}</small></li>"
        for turn in opened.turns
    )
    listed = f"<h4>{writer.say('turns')}</h4><ol class='turns'>{turns}</ol>" if turns else ""
    if of:
        listed += photo_input(writer.say("photo_dial"), round_, table, of) if photographs.can_take(of) else ""
        listed += pictures(writer.wording, round_, table, of, photographs.store.taken(round_, table, of))
    return f"<section class='card'><h3>{escape(dial.name)} · {escape(dial.click)}</h3>{_slots(dial)}{listed}</section>"


def _slots(dial: DialModel) -> str:
    slots = "".join(
        f"<tr><th scope='row'>{escape(slot.label)}</th><td>{escape(slot.value)}</td><td>{escape(slot.power)}</td></tr>"
        for slot in dial.slots
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in (dial.range, *dial.notes) if note)
    return f"<table><tbody>{slots}</tbody></table>{notes}"


def _with_file(writer: Writer, call: Call, asked: Question) -> str:
    """The call; once it is ruled on, with the way to its casebook file, where the line that is shown goes along."""
    card = call_card(writer, call)
    if call.is_open:
        return card
    line = urlencode({key: end for key, end in (("from", asked.start), ("to", asked.end)) if end})
    link = f'<a href="{escape(f"/judge/case/{call.id}?{line}")}" download>{writer.say("case_file")}</a>'
    return card.replace("</li>", f" · {link}</li>")


def _rulings(writer: Writer, round_: int, table: int, asked: Question) -> str:
    """The calls of this table: the open ones with the form of the ruling, which goes to the table's own record too."""
    calls = _calls(writer.hall, round_, table)
    items = "".join(_with_file(writer, call, asked) for call in reversed(calls))
    kinds = "".join(f'<option value="{kind}">{writer.say(f"kind_{kind_key(kind)}")}</option>' for kind in KINDS)
    about = f'<label>{writer.say("about")}<select name="kind">{kinds}</select></label>'
    hidden = f'<input type="hidden" name="do" value="call"><input type="hidden" name="table" value="{table}">'
    form = f'<form method="post" class="row">{hidden}{about}<button>{writer.say("open_call")}</button></form>'
    is_now = round_ == writer.state.flow.round
    return f"<section><h2>{writer.say('calls')}</h2><ul class='calls'>{items}</ul>{form if is_now else ''}</section>"


def _history(writer: Writer, opened: Opened) -> str:
    """Show the history, the newest line first; what was taken back is struck out."""
    items = []
    for version, line in reversed(opened.log):
        text = f"<b>{escape(line.text)}</b>" if line.heading else escape(line.text)
        items.append(f"<li><small>{version + 1}</small> {f'<s>{text}</s>' if line.taken_back else text}</li>")
    lines = "".join(items)
    return f"<section><h2>{writer.say('history')}</h2><ul class='history' tabindex='0'>{lines}</ul></section>"


def _letting_go(writer: Writer) -> str:
    """The button for a device that broke."""
    button = f'<input type="hidden" name="do" value="let_go"><button>{writer.say("let_go")}</button>'
    return f'<form method="post" class="row">{button}<span>{writer.say("let_go_text")}</span></form>'
