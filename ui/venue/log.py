"""The log of orders, to be read and searched by the organiser; what would go along is asked before it goes."""

from __future__ import annotations

import time
from html import escape

from companion.tournament.log import LogLine, lines_in, log_lines, said_in
from companion.tournament.orders import Entry
from companion.tournament.revising import Plan, last_order, last_taken_back
from companion.tournament.state import ORGANISER
from ui.venue.fields import Form
from ui.venue.orders import sure_of
from ui.venue.pages import Writer

SHOWN = 300  # orders on one page, the newest; a search finds the others


def last_orders(writer: Writer) -> str:
    """Show the way to take the last order back, by its words, and to bring back what was taken back last."""
    if not writer.state.players and writer.version == 0:
        return ""
    session, parts = writer.hall.session, []
    for do, entry in (("undo", last_order(session, ORGANISER)), ("redo", last_taken_back(session))):
        if entry is not None:
            what = escape(said_in(session, entry, writer.wording))
            parts.append(f"{writer.form(do, '', writer.say(do))}<small>{what}</small>")
    link = f'<a href="/log">{writer.say("log")}</a>'
    return f"<div class='row orders'>{''.join(parts)}{link}</div>"


def log_page(writer: Writer, wrong: str = "", search: str = "") -> str:
    """Every order, the newest first; each that counts can be taken back, each that was taken back brought back."""
    lines = log_lines(writer.hall.session, writer.wording, search)
    field = f'<label>{writer.say("find_order")}<input name="find" maxlength="80" value="{escape(search)}"></label>'
    form = f'<form method="get" action="/log" class="row">{field}<button>{writer.say("find_orders")}</button></form>'
    rows = "".join(_row(writer, line) for line in reversed(lines[-SHOWN:]))
    heads = "".join(f'<th scope="col">{writer.say(key)}</th>' for key in ("order", "hour", "what", "who", "device", ""))
    table = f"<table tabindex='0' class='log'><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    more = f"<p>{writer.say('more_orders', count=len(lines) - SHOWN)}</p>" if len(lines) > SHOWN else ""
    back = f"<p><a href='/organiser'>{writer.say('organiser')}</a></p>"
    body = f"{back}{writer.wrong(wrong)}<h2>{writer.say('log')}</h2>{form}{table if rows else ''}{more}"
    return writer.page(writer.say("log"), body if rows else f"{body}<p>{writer.say('no_orders')}</p>")


def _row(writer: Writer, line: LogLine) -> str:
    hour = time.strftime("%H:%M:%S", time.localtime(line.at // 1000))
    words = escape(line.words) if line.counts else f"<s>{escape(line.words)}</s>"
    do, number = ("undo", line.number) if line.counts else ("redo", line.back)
    hidden = f'<input type="hidden" name="order" value="{number}">'
    button = writer.form(do, hidden, writer.say(f"{do}_this")) if number is not None and not line.is_mark else ""
    cells = (str(line.number), hour, words, escape(line.by), escape(line.device), button)
    return f"<tr id='order-{line.number}'>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def asked_page(writer: Writer, plan: Plan, form: Form, path: str) -> str:
    """The second step: what goes along is listed, and goes only where just that is agreed to."""
    session = writer.hall.session

    def listed(entries: tuple[Entry, ...]) -> str:
        told = (
            f"<li>{escape(line.rstrip('.'))}</li>"
            for entry in entries
            for line in lines_in(session, entry, writer.wording)
        )
        return f"<ul>{''.join(told)}</ul>"

    do = "redo" if form.get("do") == "redo" else "undo"
    fields = f'<input type="hidden" name="order" value="{escape(form.get("order", ""))}">'
    fields += f'<input type="hidden" name="sure" value="{sure_of(plan)}">'
    sure = writer.form(do, fields, writer.say("sure_along", count=len(plan.along)))
    stay = f'<p><a href="{escape(path)}">{writer.say("leave_it")}</a></p>'
    body = (
        f"<section class='card' role='alert'><h2>{writer.say(f'{do}_sure')}</h2>{listed(plan.orders)}"
        f"<p>{writer.say('goes_along')}</p>{listed(plan.along)}{stay}{sure}</section>"
    )
    return writer.page(writer.say(do), body)
