"""What the pages of an event say: plain forms that work without a script, every word escaped.

/  everybody      /screen  the wall      /enter  the door      /organiser  /judge  /me/…  by role
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from companion.text.wording import Wording
from companion.tournament import Outcome, Pairing, TournamentState
from companion.tournament.floor import KINDS, Penalty
from companion.tournament.state import Call, Player
from ui.venue.doors import ROLES
from ui.venue.hall import Found, Hall
from ui.venue.settings import settings_form

STATIC = "/static"
REFRESH_S = 15


class Writer:
    """Writes the pages of one event in one language."""

    def __init__(self, hall: Hall, wording: Wording) -> None:
        self.hall, self.wording = hall, wording

    def say(self, key: str, **words: object) -> str:
        """Words of these pages, escaped."""
        return escape(self.wording.say(f"venue.{key}", **words))

    @property
    def state(self) -> TournamentState:
        """The event now."""
        return self.hall.state

    def page(self, title: str, body: str, *, kind: str = "", refresh: bool = False, lines: str = "") -> str:
        """A whole page; it comes again when there is news, or news of the table whose lines are counted there."""
        again = f'<noscript><meta http-equiv="refresh" content="{REFRESH_S}"></noscript>' if refresh else ""
        version = lines or (self.hall.session.version if refresh else "")
        other = "fr" if self.wording.lang == "en" else "en"
        links = f'<a href="/">{self.say("everybody")}</a> <a href="/screen">{self.say("screen")}</a> '
        links += f'<a href="/enter">{self.say("enter")}</a> <a href="?lang={other}" lang="{other}">'
        links += f"{escape(Wording(other).say('venue.this_language'))}</a>"
        name = escape(self.state.setup.name)
        nav = "" if kind == "wall" else f"<nav>{links}</nav>"
        return (
            f'<!doctype html><html lang="{self.wording.lang}"><head><meta charset="utf-8">{again}'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{escape(title)} · {name}</title><link rel="stylesheet" href="{STATIC}/venue.css">'
            f'<script type="module" src="{STATIC}/clock.js"></script></head>'
            f'<body class="{kind}" data-version="{version}"><header><h1>{name}</h1>{nav}</header>'
            f"<main>{body}</main></body></html>"
        )

    def everybody(self) -> str:
        """Clock, pairings, standings: nothing that is not everybody's."""
        return self.page(self.say("everybody"), self.clock() + self.round() + self.standings(), refresh=True)

    def wall(self, qr: str) -> str:
        """The same, to be read across a hall; with the code by which players enter."""
        code = f"<figure>{qr}<figcaption>{self.say('scan')}</figcaption></figure>" if qr else ""
        return self.page(self.say("screen"), self.clock() + self.round() + code, kind="wall", refresh=True)

    def clock(self) -> str:
        """What is left of the round; a script lets it tick, without one the page comes again."""
        clock = self.hall.clock()
        left = clock["left_ms"]
        assert isinstance(left, int)
        state = self.say("runs" if clock["runs"] else "stands")
        is_up = " class='up'" if left <= 0 else ""
        return (
            f'<section class="clock" aria-label="{self.say("clock")}">'
            f"<h2>{self.say('round', round=clock['round']) if clock['round'] else self.say('not_begun')}</h2>"
            f'<p{is_up}><time data-left="{left}" data-runs="{int(bool(clock["runs"]))}">{_minutes(left)}</time> '
            f"<small>{state}</small></p></section>"
        )

    def round(self) -> str:
        """Who plays whom, and how it ended."""
        published = self.state.published
        if not published:
            return f"<section><p>{self.say('no_round')}</p></section>"
        now = published[-1]
        extra = dict(self.state.clock.extra) if self.state.clock.round == now.number else {}
        rows = [
            (
                str(pairing.table), *pairing.players, score_of(pairing),
                self.say("minutes_more", minutes=extra[pairing.table]) if extra.get(pairing.table) else "",
            )
            for pairing in now.pairings
        ]  # fmt: skip
        bye = f"<p>{escape(self.wording.say('event.bye', player=now.bye.player))}</p>" if now.bye else ""
        heads = ("table", "first", "second", "result", "extra")
        return f"<section>{self._table(self.say('pairings'), [self.say(key) for key in heads], rows)}{bye}</section>"

    def standings(self) -> str:
        """Every tiebreak a column."""
        rows = self.hall.rows()
        if not rows:
            return ""
        heads = [escape(self.wording.say(f"standings.{key}")) for key in rows[0]]
        cells = [map(_cell, row.values()) for row in rows]
        return f"<section>{self._table(self.say('standings'), heads, cells)}</section>"

    def door(self, wrong: str = "") -> str:
        """A role and its PIN."""
        options = "".join(
            f'<option value="{role}">{escape(self.wording.word("seat", role))}</option>' for role in ROLES
        )
        body = (
            f'{self._wrong(wrong)}<form method="post" action="/enter" class="card">'
            f'<label>{self.say("as")}<select name="role">{options}</select></label>'
            f'<label>{self.say("pin")}<input name="pin" inputmode="numeric" autocomplete="off" required maxlength="12">'
            f"</label><button>{self.say('come_in')}</button></form>"
        )
        return self.page(self.say("enter"), body)

    def registering(self, wrong: str = "") -> str:
        """A player's own name."""
        body = (
            f'{self._wrong(wrong)}<form method="post" action="/register" class="card"><label>{self.say("name")}'
            f'<input name="name" required maxlength="60" autocomplete="name"></label>'
            f"<button>{self.say('take_part')}</button></form>"
        )
        return self.page(self.say("take_part"), body)

    def organiser(self, links: Sequence[tuple[Player, str]], *, is_open: bool, wrong: str = "") -> str:
        """Everything an organiser does, in the order of the day."""
        state, draft = self.state, self.state.draft
        parts = [self._wrong(wrong), self.clock(), self._clock_buttons()]
        if draft is not None:
            rows = [
                (str(one.table), *one.players, self.wording.say(one.why.key, **dict(one.why.words)))
                for one in draft.pairings
            ]
            if draft.bye is not None:
                why = self.wording.say(draft.bye.why.key, **dict(draft.bye.why.words))
                rows.append(("–", draft.bye.player, "", why))
            heads = [self.say(key) for key in ("table", "first", "second", "why")]
            names = self._names("player", [player.name for player in state.active])
            swap = self._form("swap", names + names.replace('name="player"', 'name="other"'), self.say("swap"))
            again = self._form("pair", "", self.say("pair_again"))
            publish = self._form("publish", "", self.say("publish"), is_main=True)
            title = self.say("draft", round=draft.number)
            parts.append(f"<section>{self._table(title, heads, rows)}{publish}{swap}{again}</section>")
        else:
            cut = f'<label>{self.say("cut_to")}<input name="players" type="number" min="2" value="8"></label>'
            parts.append(f"<section>{self._form('pair', '', self.say('pair'), is_main=True)}"
                         f"{'' if state.cut else self._form('cut', cut, self.say('cut'))}</section>")  # fmt: skip
        parts += [self.results(), self._calls(), self.standings(), self._players(links, is_open=is_open)]
        exports = " ".join(
            f'<a href="/papers/{name}">{name}</a>'
            for name in (
                "sheets.html", "sheets.pdf", "slips.html", "standings.csv", "rounds.csv", "event.json", "event.record",
            )
        )
        undo = self._form("undo", "", self.say("undo"))
        exports += f' <a href="/forces">{self.say("forces")}</a> <a href="/tables">{self.say("table_links")}</a>'
        parts.append(f"<section><h2>{self.say('papers')}</h2><p>{exports}</p>{undo}</section>")
        return self.page(self.say("organiser"), "".join(parts))

    def judge(self, wrong: str = "", words: str = "", found: Sequence[Found] = ()) -> str:
        """The queue of calls, and a rule by its words."""
        search = (
            f'<form method="get" action="/judge" class="row"><label>{self.say("find_rule")}<input name="rule" '
            f'value="{escape(words)}"></label><button>{self.say("find")}</button></form>'
        )
        rules = "".join(f"<dt>{escape(one.rule)}</dt><dd>{escape(one.words)}</dd>" for one in found)
        nothing = f"<p>{self.say('no_rule')}</p>" if words and not found else ""
        shown = f"<section><h2>{self.say('rules')}</h2>{search}<dl>{rules}</dl>{nothing}</section>"
        forces = f'<p><a href="/forces">{self.say("forces")}</a></p>'
        body = self._wrong(wrong) + self.clock() + forces + self._calls(is_judge=True) + shown + self.results()
        return self.page(self.say("judge"), body)

    def player(self, player: Player, wrong: str = "", beside: str = "") -> str:
        """One's own table: whom one plays, how it ended, a judge; what is said ``beside``; to drop."""
        table = self.hall.table_of(player)
        parts = [self._wrong(wrong), f"<h2>{escape(player.name)}</h2>", self.clock()]
        now = self.state.published[-1] if self.state.published else None
        pairing = now.at(table) if now is not None and table is not None else None
        if pairing is not None:
            first, second = pairing.players
            heading = self.say("your_table", table=pairing.table)
            parts.append(
                f'<section class="card"><h3>{heading}</h3><p class="large">{escape(first)} – {escape(second)}</p>'
                f"<p>{escape(score_of(pairing))}</p>{self._claims(pairing)}"
                f"{self._result_form('report', pairing)}</section>"
            )
            kinds = "".join(f'<option value="{kind}">{self.say(kind_key(kind))}</option>' for kind in KINDS)
            fields = (
                f'<input type="hidden" name="table" value="{pairing.table}"><label>{self.say("about")}'
                f'<select name="kind">{kinds}</select></label><label>{self.say("text")}'
                '<input name="text" maxlength="400"></label>'
            )
            parts.append(f'<section class="card">{self._form("call", fields, self.say("call"))}</section>')
        elif now is not None and now.bye is not None and now.bye.player == player.name:
            parts.append(f"<section><p>{escape(self.wording.say('event.bye', player=player.name))}</p></section>")
        else:
            parts.append(f"<section><p>{self.say('wait')}</p></section>")
        parts.append(beside)
        if not player.dropped:
            hidden = f'<input type="hidden" name="player" value="{escape(player.name)}">'
            parts.append(f"<section>{self._form('drop', hidden, self.say('drop_me'))}</section>")
        return self.page(player.name, "".join(parts) + self.standings())

    def results(self) -> str:
        """A form for each table of the round."""
        if not self.state.published:
            return ""
        now = self.state.published[-1]
        forms = "".join(
            f"<li><b>{one.table}</b> {escape(' – '.join(one.players))} <i>{escape(score_of(one))}</i> "
            f'<a href="/judge/table/{one.table}">{self.say("open_table")}</a>'
            f"{self._claims(one)}{self._result_form('result', one)}</li>"
            for one in now.pairings
        )
        return f"<section><h2>{self.say('results')}</h2><ul class='tables'>{forms}</ul></section>"

    def _claims(self, pairing: Pairing) -> str:
        now = self.state.published[-1].number
        said = [one for one in self.state.claims if (one.round, one.table) == (now, pairing.table)]
        if pairing.result is not None or not said:
            return ""
        told = "; ".join(f"{one.player}: {_told_score(one.result.outcome, one.result.points)}" for one in said)
        return f"<p class='claims'>{escape(told)}</p>"

    def _result_form(self, do: str, pairing: Pairing) -> str:
        """What is noted already stands in it: sending it again changes nothing."""
        first, second = pairing.players
        noted = pairing.result
        points = noted.points if noted else (0, 0)
        words = {
            Outcome.FIRST: self.say("wins", player=first), Outcome.SECOND: self.say("wins", player=second),
            Outcome.DRAW: self.say("draw"), Outcome.DOUBLE_LOSS: self.say("double_loss"),
        }  # fmt: skip
        chosen = {noted.outcome: " selected"} if noted else {}
        options = "".join(
            f'<option value="{one.value}"{chosen.get(one, "")}>{word}</option>' for one, word in words.items()
        )
        numbers = "".join(
            f"<label>{self.say('points_of', player=name)}"
            f'<input name="{key}" type="number" min="0" max="99999" value="{scored}"></label>'
            for key, name, scored in (("first", first, points[0]), ("second", second, points[1]))
        )
        table = f'<input type="hidden" name="table" value="{pairing.table}">'
        outcome = f'<label>{self.say("result")}<select name="outcome">{options}</select></label>'
        return self._form(do, table + outcome + numbers, self.say("say_result"))

    def _calls(self, *, is_judge: bool = False) -> str:
        waiting = [call for call in self.state.calls if call.is_open]
        over = [call for call in self.state.calls if not call.is_open][-6:]
        items = "".join(map(self.call_card if is_judge else self._call_line, (*waiting, *reversed(over))))
        empty = "" if items else f"<p>{self.say('no_calls')}</p>"
        return f"<section><h2>{self.say('calls')} ({len(waiting)})</h2>{empty}<ul class='calls'>{items}</ul></section>"

    def _call_line(self, call: Call) -> str:
        waited = max(0, self.hall.now_ms() - call.at_ms) // 60_000
        state = self.say("waits", minutes=waited) if call.is_open else escape(f"{call.ruling} {call.rule}".strip())
        by = f" · {escape(call.judge)}" if call.judge else ""
        appealed = f" · {self.say('appealed')}" if call.is_appealed else ""
        noted = f" · {self.say(f'penalty_{call.penalty}')}: {escape(call.player)}" if call.penalty else ""
        text = f" · {escape(call.text)}" if call.text else ""
        at = f'<a href="/judge/table/{call.table}?round={call.round}">{self.say("table")} {call.table}</a>'
        heading = f"{at} · {self.say(kind_key(call.kind))}"
        kind = "open" if call.is_open else "over"
        return f"<li class='{kind}'><b>{heading}</b>{text} · {state}{by}{appealed}{noted}</li>"

    def call_card(self, call: Call) -> str:
        """A call as a judge sees it: to go there, to rule; one that is closed, to appeal against."""
        hidden = f'<input type="hidden" name="call" value="{call.id}">'
        if not call.is_open:
            return self._call_line(call).replace("</li>", self._form("appeal", hidden, self.say("appeal")) + "</li>")
        judge = f'<label>{self.say("your_name")}<input name="judge" maxlength="60"></label>'
        take = self._form("take", hidden + judge, self.say("take"))
        before = self._record_of(call)
        players = next(
            (one.players for one in self.state.published[-1].pairings if one.table == call.table), ()
        ) if self.state.published else ()  # fmt: skip
        penalties = "".join(
            f'<option value="{one.value}">{self.say(f"penalty_{one.value}")}</option>' for one in Penalty
        )
        fields = (
            f'{hidden}<label>{self.say("ruling")}<input name="ruling" maxlength="400"></label>'
            f'<label>{self.say("by_rule")}<input name="rule" maxlength="40"></label>'
            f'<label>{self.say("time_back")}<input name="minutes" type="number" min="0" max="60" value="0"></label>'
            f'<label>{self.say("penalty")}<select name="penalty">{penalties}</select></label>'
            + self._names("player", ["", *players])
            + f'<label>{self.say("back_to")}<input name="back" type="number" min="1" max="99999"></label>'
        )
        close = self._form("close", fields, self.say("close"))
        return self._call_line(call).replace("</li>", f"{before}{take}{close}</li>")

    def _record_of(self, call: Call) -> str:
        """What the two at the table were given before."""
        names = next((one.players for one in self.state.published[-1].pairings if one.table == call.table), ())
        noted = [one for one in self.state.calls if one.penalty and one.player in names]
        told = "; ".join(f"{one.player}: {self.say(f'penalty_{one.penalty}')} ({one.round})" for one in noted)
        return f"<p class='claims'>{escape(told)}</p>" if told else ""

    def _players(self, links: Sequence[tuple[Player, str]], *, is_open: bool) -> str:
        rows = "".join(
            f"<tr><td>{player.number}</td><td>{escape(player.name)}{' ×' if player.dropped else ''}</td>"
            f'<td><a href="{escape(link)}">{self.say("link")}</a></td></tr>'
            for player, link in links
        )
        typed = f'<label>{self.say("names")}<textarea name="names" rows="4" required></textarea></label>'
        dropping = self._names("player", [player.name for player in self.state.active])
        door = self._form(
            "close_door" if is_open else "open_door", "", self.say("door_open" if is_open else "door_shut")
        )
        return (
            f"<section><h2>{self.say('players')} ({len(self.state.active)})</h2>"
            f"{settings_form(self.state, self.wording)}{self._form('register', typed, self.say('add'))}"
            f"{door}<table><tbody>{rows}</tbody></table>{self._form('drop', dropping, self.say('drop'))}</section>"
        )

    def _clock_buttons(self) -> str:
        do, word = ("pause", "pause") if self.hall.clock()["runs"] else ("start", "start")
        more = (
            f'<label>{self.say("table")}<input name="table" type="number" min="1" value="1"></label>'
            f'<label>{self.say("minutes")}<input name="minutes" type="number" min="1" max="60" value="3"></label>'
        )
        clock, given = self._form(do, "", self.say(word)), self._form("time", more, self.say("give_time"))
        return f"<section class='row'>{clock}{given}</section>"

    def _names(self, name: str, names: Iterable[str]) -> str:
        options = "".join(f'<option value="{escape(one)}">{escape(one or "–")}</option>' for one in names)
        return f'<label>{self.say("player")}<select name="{name}">{options}</select></label>'

    def _form(self, do: str, fields: str, label: str, *, is_main: bool = False) -> str:
        hidden, main = f'<input type="hidden" name="do" value="{do}">', ' class="main"' if is_main else ""
        return f'<form method="post" class="row">{hidden}{fields}<button{main}>{label}</button></form>'

    def _table(self, title: str, heads: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
        head = "".join(f'<th scope="col">{one}</th>' for one in heads)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        start = f'<table tabindex="0"><caption>{title}</caption>'  # wide ones are moved sideways, also by keyboard
        return f"{start}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _wrong(self, words: str) -> str:
        return f'<p class="wrong" role="alert">{escape(words)}</p>' if words else ""


def kind_key(kind: str) -> str:
    """The words of a kind of call."""
    return f"kind_{kind.replace(' ', '_')}"


def _minutes(left_ms: int) -> str:
    seconds = abs(left_ms) // 1000
    return f"{'−' if left_ms < 0 else ''}{seconds // 60}:{seconds % 60:02}"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "×" if value else ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def score_of(pairing: Pairing) -> str:
    """The result in figures."""
    return _told_score(pairing.result.outcome, pairing.result.points) if pairing.result else ""


def _told_score(outcome: Outcome, points: tuple[int, int]) -> str:
    return f"{' : '.join(f'{score / 2:g}' for score in outcome.scores)} ({points[0]} : {points[1]})"
