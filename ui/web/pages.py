"""The two pages: the door, and the table. Words come from the catalogues, every one escaped.

/        a code, a name, a seat or a role: a form, no script needed
/table   an empty frame; plain modules fill it with what the host sends
/aside   what a game's players look after between evenings: forms
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib.metadata import version

from companion.painting.design import THEMES
from companion.text.wording import Wording
from ui.web.design import SHEET
from ui.web.room import SeatAtDoor

BUILD = version("tablewright")
STATIC = "/static"
ROLES = ("spectator", "judge", "screen", "overlay")


def _page(title: str, body: str, lang: str, *, kind: str, head: str = "", data: str = "") -> str:
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="{SHEET}">'
        f'<link rel="stylesheet" href="{STATIC}/table.css">'
        f'<link rel="icon" href="{STATIC}/icon.svg"><link rel="apple-touch-icon" href="{STATIC}/icon.png">'
        f'<link rel="manifest" href="{STATIC}/table.webmanifest">'
        f'<meta name="theme-color" content="{THEMES["dark"]["screen"]}">{head}</head>'
        f'<body class="{kind}"{data}>{body}</body></html>'
    )


def door_page(
    wording: Wording,
    table: str,
    seats: Sequence[SeatAtDoor],
    *,
    code: str = "",
    wrong: str = "",
    name: str = "",
    wanted: str = "",
    has_beam: bool = False,
) -> str:
    """The door; ``name`` and ``wanted`` as they were given before; else the first seat that nobody plays is chosen, and
    where there is none, none.
    """
    wanted = wanted or next((one.seat for one in seats if one.is_free), "")

    def say(key: str, **words: object) -> str:
        return escape(wording.say(f"page.{key}", **words))

    def option(value: str, label: str, known: str = "") -> str:
        chosen = " selected" if value == wanted else ""
        name = f' data-name="{escape(known)}"' if known else ""
        return f'<option value="{escape(value)}"{name}{chosen}>{escape(label)}</option>'

    options = "".join(option(one.seat, one.called, one.name) for one in seats)
    none = "" if wanted else f'<option value="" selected disabled hidden>{say("choose_seat")}</option>'
    others = (*ROLES, *(("projector",) if has_beam else ()))
    roles = "".join(option(role, wording.word("role", role)) for role in others)
    other = "fr" if wording.lang == "en" else "en"
    described = ' aria-describedby="wrong"' if wrong else ""
    error = f'<p class="wrong" role="alert" id="wrong">{escape(wrong)}</p>' if wrong else ""
    body = (
        f'<main class="door"><h1>{escape(table)}</h1>{error}<form method="post" action="/door">'
        f'<label>{say("code")}<input name="code" value="{escape(code)}" required minlength="4" maxlength="8" '
        f'autocomplete="off" autocapitalize="characters" spellcheck="false"{described}>'
        f'</label><label>{say("name")}<input name="name" value="{escape(name)}" maxlength="24" '
        f'autocomplete="nickname"></label>'
        f'<label>{say("as")}<select name="as" required>{none}<optgroup label="{say("seats")}">{options}</optgroup>'
        f'<optgroup label="{say("others")}">{roles}</optgroup></select></label>'
        f'<input type="hidden" name="lang" value="{wording.lang}"><button>{say("come_in")}</button></form>'
        f'<p><a href="/?lang={other}&amp;code={escape(code)}" lang="{other}">'
        f"{escape(Wording(other).say('page.this_language'))}</a></p></main>"
    )
    head = f'<script type="module" src="{STATIC}/door.js"></script>'
    return _page(table, body, wording.lang, kind="at-door", head=head)


def aside_page(wording: Wording, table: str, body: str) -> str:
    """A page beside the table: forms; a script follows what others choose meanwhile."""
    head = f'<script type="module" src="{STATIC}/aside.js"></script>'
    return _page(table, body, wording.lang, kind="at-door", head=head)


def making_page(wording: Wording, paper: str, url: str) -> str:
    """Say that a paper is being made; a script goes on to it once it is, also where the table changes meanwhile."""
    said = escape(wording.say(f"page.making_{paper.partition('.')[0]}"))
    body = f'<main class="door" data-url="{escape(url)}"><p role="status">{said}</p>{_way_back(wording)}</main>'
    head = (
        f'<script type="module" src="{STATIC}/making.js"></script>'
        f'<noscript><meta http-equiv="refresh" content="0; url={escape(url)}"></noscript>'
    )
    return _page(said, body, wording.lang, kind="at-door", head=head)


def back_page(wording: Wording) -> str:
    """Go on to the table."""
    title = escape(wording.say("page.to_the_table"))
    head = '<meta http-equiv="refresh" content="0; url=/table">'
    return _page(title, f'<main class="door">{_way_back(wording)}</main>', wording.lang, kind="at-door", head=head)


def refusal_page(wording: Wording, key: str) -> str:
    """Say why there is nothing here, what to do, and the way back; ``key`` names both sentences."""
    title, what = (escape(wording.say(f"page.{key}_{part}")) for part in ("title", "text"))
    body = f'<main class="door"><h1>{title}</h1><p role="alert">{what}</p>{_way_back(wording)}</main>'
    return _page(title, body, wording.lang, kind="at-door")


def rules_page(wording: Wording, table: str, body: str) -> str:
    """The rules in words, and the way back to the table."""
    title = escape(wording.say("rules.title"))
    shown = f'<main class="door at-rules"><h1>{title}</h1>{body}{_way_back(wording)}</main>'
    return _page(table, shown, wording.lang, kind="at-door")


def _way_back(wording: Wording) -> str:
    return f'<p><a href="/table">{escape(wording.say("page.to_the_table"))}</a></p>'


def table_page(wording: Wording, table: str, links: Iterable[tuple[str, str]] = ()) -> str:
    """The table, empty; ``data-words`` are the words that the page says by itself; ``links``: pages beside it."""
    words = {lang: Wording(lang).family("page") for lang in ("en", "fr")}
    data = f" data-words='{escape(json.dumps(words, ensure_ascii=False))}' data-build='{escape(BUILD)}'"
    body = f'<p class="old">{escape(wording.say("page.old_browser"))}</p>'  # plain words, until the script is at work
    beside = "".join(f'<a href="{escape(url)}">{escape(label)}</a>' for url, label in links)
    body += f'<nav class="beside">{beside}</nav>' if beside else ""
    head = f'<script type="module" src="{STATIC}/table.js"></script>'
    return _page(table, body, wording.lang, kind="at-table", head=head, data=data)
