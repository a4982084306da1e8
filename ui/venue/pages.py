"""Parts of an event's pages: a frame, the clock, forms that work without a script, every word escaped.

public   everybody, the big screen, the stream      organiser      calls: the judges' page      player: one's own
"""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from companion.core.ids import Seat
from companion.text.wording import Wording
from companion.tournament import TournamentState
from companion.tournament.papers import standings_title
from ui.venue.doors import ROLES
from ui.venue.hall import Hall
from ui.web.design import SHEET

STATIC = "/static"
REFRESH_S = 15  # between two loads of a page without scripts
PART = "\x1e"  # between parts of a page that are sent anew by themselves when they changed; no text of people has it
_TIME = re.compile(r"<time[^>]*>[^<]*</time>")
_LINKS = (("/", "everybody"), ("/screen", "screen"), ("/enter", "enter"))


class Writer:
    """Writes the pages of one event in one language."""

    def __init__(self, hall: Hall, wording: Wording, role: Seat | None = None, *, is_safe: bool = False) -> None:
        self.hall, self.wording = hall, wording
        self.role, self.is_safe = role, is_safe
        self._state, self._version = hall.state, hall.session.version  # of one moment, in whatever thread it is written
        self.parts: tuple[str, ...] = ()  # of the page that was written
        self._own = ""

    def say(self, key: str, **words: object) -> str:
        """Words of these pages, escaped."""
        return escape(self.wording.say(f"venue.{key}", **words))

    @property
    def state(self) -> TournamentState:
        """The event as it was when the page was begun."""
        return self._state

    @property
    def version(self) -> int:
        """The version of the event that is written of."""
        return self._version

    def page(self, title: str, body: str, *, kind: str = "", refresh: bool = False, lines: str = "") -> str:
        """A whole page, which comes again when there is news, or news of the table whose lines are counted there.

        ``refresh``: also without a script, which loses what somebody writes.
        """
        again = f'<noscript><meta http-equiv="refresh" content="{REFRESH_S}"></noscript>' if refresh else ""
        other = "fr" if self.wording.lang == "en" else "en"
        links = " ".join(f'<a href="{path}">{self.say(key)}</a>' for path, key in _LINKS)
        links += f' <a href="?lang={other}" lang="{other}">{escape(Wording(other).say("venue.this_language"))}</a>'
        name = escape(self.state.setup.name)
        is_overlay = kind.startswith("stream")  # its own script brings what is new
        script, version = ("stream", "") if is_overlay else ("clock", lines or self._version)
        have = ""
        if PART in body:
            self.parts = tuple(body.split(PART))
            have = f' data-have="{".".join(map(tag_of, self.parts))}" data-own="{escape(self._own)}"'
            body = "".join(f'<div class="part">{self._marked(part)}</div>' for part in self.parts)
        out = f'<form method="post" action="/leave"><button class="out">{self.say("go_out")}</button></form>'
        turning = f'<script type="module" src="{STATIC}/wall.js"></script>' if kind == "wall" else ""
        nav = "" if kind else f"<nav>{links}{out if self.role is not None else ''}</nav>"
        nav = "<p class='range'></p>" if kind == "wall" else nav
        head = "" if is_overlay else f"<header><h1>{name}</h1>{nav}</header>"
        news = "" if is_overlay else f'<p class="news" role="status" hidden><a href="">{self.say("news")}</a></p>'
        return (
            f'<!doctype html><html lang="{self.wording.lang}"><head><meta charset="utf-8">{again}'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{escape(title)} · {name}</title><link rel="stylesheet" href="{SHEET}">'
            f'<link rel="stylesheet" href="{STATIC}/venue.css">'
            f'<script type="module" src="{STATIC}/{script}.js"></script>{turning}</head>'
            f'<body class="{kind}" data-version="{version}"{have}>{head}<main>{body}{news}</main></body></html>'
        )

    def clock(self, table: int = 0) -> str:
        """Show the time left in the round, at that table with its own extra time; a script lets it tick.

        Without one the hour stands there at which time is up.
        """
        clock = self.hall.clock()
        left, extra = clock["left_ms"], clock["extra"]
        assert isinstance(left, int) and isinstance(extra, dict)
        own = extra.get(table, 0)
        left += own * 60_000
        if left <= 0 and clock["runs"]:
            state = f"{self.say('time_is_up')} · {self.wording.say(f'ending.{self.state.setup.ending}')}"
        elif clock["runs"]:
            state = self.say("until", hour=self._hour(self.hall.now_ms() + left))
        else:
            state = self.say("stands")
        state += f" · {self.say('minutes_more', minutes=own)}" if own else ""
        is_up = " class='up'" if left <= 0 else ""
        title = self.round_title(self.state.flow.round) if clock["round"] else self.say("not_begun")
        return (
            f'<section class="clock" aria-label="{self.say("clock")}"><h2>{title}</h2>'
            f'<p{is_up}><time data-table="{table}" data-left="{left}" data-runs="{int(bool(clock["runs"]))}">'
            f"{_minutes(left)}</time> "
            f"<small>{state}</small></p></section>"
        )

    def round_title(self, number: int) -> str:
        """The round by its number, and whether whoever loses in it is out."""
        title = self.say("round", round=number)
        is_cut = any(one.is_cut for one in self.state.rounds if one.number == number)
        return f"{title} · {self.say('elimination')}" if is_cut else title

    def standings(self, own: str = "") -> str:
        """Every tiebreak a column; that player's line marked. The same bytes for everybody but for that mark."""
        self._own = own
        return self.hall.once(("standings", self.wording.lang), self._standings)

    def _standings(self) -> str:
        rows = self.hall.rows()
        if not rows or not self.state.published:
            return ""
        heads = [escape(self.wording.say(f"standings.{key}")) for key in rows[0]]
        title = escape(standings_title(self.state, self.wording))
        table = self.table(title, heads, [map(cell, row.values()) for row in rows])
        return f"<section id='standings'>{table}</section>"

    def _marked(self, part: str) -> str:
        """The part with the own line of the standings marked."""
        if not self._own or not part.startswith("<section id='standings'>"):
            return part
        before, at, after = part.partition(f"</td><td>{escape(self._own)}</td>")
        row = before.rfind("<tr>")
        return f"{before[:row]}<tr class=own>{before[row + 4 :]}{at}{after}" if at and row >= 0 else part

    def door(self, wrong: str = "") -> str:
        """A role and its PIN."""
        options = "".join(
            f'<option value="{role}">{escape(self.wording.word("seat", role))}</option>' for role in ROLES
        )
        body = (
            f'{self.wrong(wrong)}<form method="post" action="/enter" class="card">'
            f'<label>{self.say("as")}<select name="role">{options}</select></label>'
            f'<label>{self.say("pin")}<input name="pin" inputmode="numeric" autocomplete="off" required maxlength="12">'
            f"</label><button>{self.say('come_in')}</button></form>"
        )
        return self.page(self.say("enter"), body)

    def refusal(self, key: str) -> str:
        """Return a page that says why there is nothing here, in words of these pages."""
        return self.page(self.say("take_part"), self.wrong(self.wording.say(f"venue.{key}")))

    def registering(self, wrong: str = "") -> str:
        """A player's own name."""
        body = (
            f'{self.wrong(wrong)}<form method="post" action="/register" class="card"><label>{self.say("name")}'
            f'<input name="name" required maxlength="60" autocomplete="name"></label>'
            f"<button>{self.say('take_part')}</button><p><small>{self.say('your_data')}</small></p></form>"
        )
        return self.page(self.say("take_part"), body)

    def names(self, name: str, names: Iterable[str], chosen: str = "") -> str:
        """A choice among players."""
        options = "".join(
            f'<option value="{escape(one)}"{" selected" if one == chosen else ""}>{escape(one or "–")}</option>'
            for one in names
        )
        return f'<label>{self.say("player")}<select name="{name}">{options}</select></label>'

    def form(self, do: str, fields: str, label: str, *, is_main: bool = False) -> str:
        """A form that does one thing."""
        hidden, main = f'<input type="hidden" name="do" value="{do}">', ' class="main"' if is_main else ""
        return f'<form method="post" class="row">{hidden}{fields}<button{main}>{label}</button></form>'

    def table(self, title: str, heads: Sequence[str], rows: Iterable[Iterable[str]], marked: Sequence[int] = ()) -> str:
        """Rows of text under these heads; wide ones are moved sideways, also by keyboard."""
        head = "".join(f'<th scope="col">{one}</th>' for one in heads)
        body = "".join(
            f"<tr{' class=own' if number in marked else ''}>{''.join(f'<td>{escape(part)}</td>' for part in row)}</tr>"
            for number, row in enumerate(rows)
        )
        start = f'<table tabindex="0"><caption>{title}</caption>'
        return f"{start}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def wrong(self, words: str) -> str:
        """Show what stands against the order."""
        return f'<p class="wrong" role="alert">{escape(words)}</p>' if words else ""

    def _hour(self, at_ms: int) -> str:
        return time.strftime("%H:%M", time.localtime(at_ms // 1000))


@lru_cache(4096)
def tag_of(part: str) -> str:
    """A few letters that tell whether a part of a page is the same but for the time that is left."""
    return f"{zlib.crc32(_TIME.sub('', part).encode()):x}"


def _minutes(left_ms: int) -> str:
    seconds = abs(left_ms) // 1000
    return f"{'−' if left_ms < 0 else ''}{seconds // 60}:{seconds % 60:02}"


def cell(value: object) -> str:
    """A value of a table, as people read it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "×" if value else ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
