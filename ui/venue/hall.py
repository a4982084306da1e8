"""The event as its pages see it: orders in, and what became of them in words; what is true now, out.

One session, in a thread of its own: an order is durable before its page is answered, and however long the disk or the
database takes over it, tables report and pages are shown meanwhile.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from companion.core.ids import Seat
from companion.core.rules import Accepted, Command, Decision, Rejected
from companion.core.session import Session
from companion.core.typed import look, tidied
from companion.errors import InputError, StaleVersion, StoreFault
from companion.painting.paper import tables_paper
from companion.storage.jsonl import sealed_line
from companion.text.faults import fault_words
from companion.text.wording import Wording
from companion.tournament import TournamentState, standings
from companion.tournament.byhand import Swap
from companion.tournament.calls import DEVICE, KINDS, Appeal, CallJudge, CloseCall, TakeCall
from companion.tournament.claims import Report, table_of
from companion.tournament.clock import GiveTime, PauseClock, StartClock
from companion.tournament.exchange import listing_file, report_file
from companion.tournament.featured import FeatureTable
from companion.tournament.forces import HandIn
from companion.tournament.names import shown
from companion.tournament.papers import heading, papers, wall_sheets
from companion.tournament.people import Drop, PlayerEntered, Register, Return
from companion.tournament.revising import Plan
from companion.tournament.rounds import Cut, DraftRound, PublishRound, ReportResult
from companion.tournament.season import Earlier
from companion.tournament.state import ENTRY, TABLES, Force, Player, player_seat
from ui.presenters.games import Sheet
from ui.venue.fields import FORCE, MOST_PLAYERS, NAME, Form
from ui.venue.orders import FORMS, changed_meanwhile, listed, missed_of, outcome_of, planned, rule_of, sure_of
from ui.venue.settings import hour_of, settled, worth_of

Sheets = Callable[[str, int, Wording], Sheet]
TEXT = 400  # letters of a call, of a ruling
T = TypeVar("T")


class Hall:
    """The event as its pages share it."""

    def __init__(
        self, session: Session, now_ms: Callable[[], int], sheets: Sheets, season: Earlier | None = None
    ) -> None:
        self.session, self.now_ms, self._sheets = session, now_ms, sheets
        self.season = season or Earlier()
        self._thread = ThreadPoolExecutor(1, "session")
        self._made: tuple[int, dict[object, object]] = (-1, {})
        self._marks: tuple[tuple[Player, ...], dict[int, str]] = ((), {})
        session.listen(lambda _: self._mark())
        self._mark()

    async def do(self, job: Callable[[], T]) -> T:
        """Do something with the session in its own thread: all that writes, or reads on."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Make something of the event as it is now, once a version: standings, their rows as pages have them."""
        version, made = self._made
        if version != self.session.version:
            version, made = self._made = self.session.version, {}
        if key not in made:
            fresh = make()
            if self.session.version != version:  # an order came meanwhile, in another thread
                return fresh
            made[key] = fresh
        found: T = made[key]  # type: ignore[assignment]
        return found

    @property
    def state(self) -> TournamentState:
        """The event now, with its players under the names that people read."""
        return shown(self.session.state)

    def player(self, number: int) -> Player | None:
        return next((player for player in self.state.players if player.number == number), None)

    def table_of(self, player: Player) -> int | None:
        """Return the table at which the player sits now."""
        return table_of(self.state, player_seat(player.number))

    def sheet(self, text: str, wording: Wording) -> Sheet:
        """The force in the text, as the rules of its game have it; raises ``InputError``."""
        return self._sheets(text, self.state.setup.points, wording)

    def rows(self) -> list[dict[str, object]]:
        """The standings in plain values."""
        return self.once("rows", lambda: [line.plain() for line in standings(self.state)])

    def mark_of(self, number: int) -> str | None:
        """The line of the record that entered the player of that number; ``None``: nobody has it.

        Whoever has the number after that line was taken back was entered by another one.
        """
        return self._marks[1].get(number)

    def _mark(self) -> None:
        """Note who has which number, in the session's thread, when somebody came or went."""
        players = self.state.players
        if self._marks[0] is not players:
            entered = ((one.event, one.version) for one in self.session.standing())
            found = {event.player.number: f"@{at}" for event, at in entered if isinstance(event, PlayerEntered)}
            here = {player.number for player in players}
            self._marks = players, {one: mark for one, mark in found.items() if one in here}

    def paper(self, name: str, wording: Wording) -> bytes | None:
        """The file of that name of the day's end; ``None`` for none of them."""
        if name == "event.record":
            return b"".join(map(sealed_line, self.session.ledger.recorder.read()))
        if name in ("event.trf", "nrtm.json"):
            return (report_file if name == "event.trf" else listing_file)(self.state).encode()
        return papers(self.state, self.rows(), wording).get(name)

    def drawn_sheets(self, wording: Wording, size: str) -> bytes:
        """Draw the sheets for the wall as a PDF of that size: slow, and called from any thread."""
        state = self.state
        rows = [line.plain() for line in standings(state)]
        return tables_paper(heading(state, wording), wall_sheets(state, rows, wording), size)

    def clock(self) -> dict[str, object]:
        """Return the values by which a page counts the time by itself."""
        clock, now = self.state.clock, self.now_ms()
        is_of_round = clock.round == self.state.flow.round and self.state.flow.round > 0
        left = clock.left_at(now) if is_of_round else self.state.setup.minutes * 60_000
        return {
            "round": self.state.flow.round,
            "left_ms": left,
            "runs": is_of_round and clock.since_ms is not None,
            "extra": dict(clock.extra) if is_of_round else {},
        }

    def give(self, order: Command, wording: Wording, device: str = "") -> str:
        """Give an order; return what stands against it in words, empty when it was carried out."""
        return self._decided(lambda: self.session.submit(order, device=device), wording)

    def revise(self, seat: Seat, form: Form, wording: Wording, device: str = "") -> Plan | str:
        """Take an order back, or bring it back; return what stands against it, empty when it was done, or, where later
        orders go along and the form has not agreed to just these, what would be done.
        """
        asked: list[Plan] = []

        def decide() -> Decision:
            asked.clear()
            plan = planned(self.session, seat, form)
            if plan.revision is None:
                return Rejected(plan.refused)
            if plan.asked and form.get("sure") != sure_of(plan):
                asked.append(plan)
            else:
                self.session.revise(plan.revision, device)
            return Accepted(())

        wrong = self._decided(decide, wording)
        return wrong or (asked[0] if asked else "")

    def kept(self, change: Callable[[], object], wording: Wording) -> str:
        """Why what should be changed is not, in words; empty when it is."""
        try:
            change()
        except (StoreFault, InputError, OSError) as wrong:
            return wording.say("venue.not_kept", why=wrong)
        return ""

    def _decided(self, decide: Callable[[], Decision], wording: Wording) -> str:
        """Decide and keep; return what stands against it in words, empty when it was carried out."""
        refused: list[str] = []

        def settle() -> None:
            decision = self._first(decide)
            if isinstance(decision, Rejected):
                refused.extend(map(wording.violation, decision.violations))

        return self.kept(settle, wording) or " ".join(dict.fromkeys(refused))

    def _first(self, decide: Callable[[], Decision]) -> Decision:
        """The decision. Where another host was first, what it wrote is read, and it is decided anew."""
        while True:
            try:
                return decide()
            except StaleVersion:
                self.session.catch_up()

    def register(self, name: str, wording: Wording, device: str = "") -> tuple[int | None, str]:
        """The number of the new player, or why there is none."""
        until = self.state.setup.until_ms
        if until and self.now_ms() > until:
            return None, wording.say("venue.too_late", hour=hour_of(until))
        wrong = self._stranger((name,), wording) or self.give(Register(ENTRY, (tidied(name),)), wording, device)
        return (None, wrong) if wrong else (self.state.players[-1].number, "")

    def _stranger(self, names: Sequence[str], wording: Wording) -> str:
        """Why these cannot be entered, in words: too long, too many, or one looks like another's."""
        players = self.state.players
        if len(players) + len(names) > MOST_PLAYERS:
            return wording.say("venue.too_many", most=MOST_PLAYERS)
        seen = {look(player.name): player.name for player in players}
        for name in map(tidied, names):
            if len(name) > NAME:
                return wording.say("venue.too_long", most=NAME, found=len(name))
            other = seen.setdefault(look(name), name)
            if other.casefold() != name.casefold():  # one that is the same is refused by the rules of the event
                return wording.say("venue.looks_like", player=name, other=other)
        return ""

    def order(self, seat: Seat, form: Form, wording: Wording, device: str = "") -> str:
        """Carry out what a form asks for, from that device; what stands against it, in words."""
        try:
            if form.get("do") == "force":
                return self._hand_in(seat, form, wording)
            if meanwhile := changed_meanwhile(form, self.state):
                return wording.say(f"venue.{meanwhile}")
            order = self._order(seat, form)
            if isinstance(order, Register) and (wrong_names := self._stranger(order.names, wording)):
                return wrong_names
        except InputError as wrong:
            return fault_words(wrong, wording)
        except (KeyError, ValueError):
            return wording.say("venue.unclear")
        return self.give(order, wording, device)

    def call_from(self, at: tuple[int, int], kind: str, text: str, wording: Wording) -> None:
        """Call a judge for a table of this round; what is sent again while it is open is no second call."""
        round_, table = at
        waiting = {call.kind for call in self.state.calls if call.is_open and (call.round, call.table) == at}
        if kind in (*KINDS, DEVICE) and kind not in waiting and round_ == self.state.flow.round:
            self.give(CallJudge(TABLES, table, kind, self.now_ms(), text[:TEXT]), wording)

    def call_about(self, device: str, table: int, words: str, wording: Wording) -> None:
        """Call a judge, once a round, to a table at which lines of this device are not taken."""
        mark, at = f"[{hashlib.sha256(device.encode()).hexdigest()[:6]}]", (self.state.flow.round, table)
        told = (call for call in self.state.calls if call.kind == DEVICE and (call.round, call.table) == at)
        if not any(call.text.endswith(mark) for call in told):
            self.call_from(at, DEVICE, f"{words} {mark}", wording)

    def _hand_in(self, seat: Seat, form: Form, wording: Wording) -> str:
        """Hand in the force of the form; return what stands against it, with each rule that it breaks."""
        sheet, own = self.sheet(self.typed_force(form, wording), wording), self.state.player_of(seat)
        if sheet.questions:
            return " ".join(question.words for question in sheet.questions)
        broken = tuple(dict.fromkeys(rule for rule, _ in sheet.broken))
        player = own.name if own is not None else form["player"]
        force = Force(player, sheet.name, sheet.entries, sheet.total, broken, sheet.text)
        wrong = self.give(HandIn(seat, force), wording)
        return " ".join([wrong, *dict.fromkeys(words for _, words in sheet.broken)]) if wrong else ""

    def typed_force(self, form: Form, wording: Wording) -> str:
        """The force of a form as its player typed it, with what was chosen where it was asked what is meant."""
        text = form["text"][:FORCE]
        chosen = {int(key[5:]): value for key, value in form.items() if re.fullmatch(r"means\d{1,4}", key) and value}
        return self.sheet(text, wording).settled(chosen) if chosen else text

    def _order(self, seat: Seat, form: Form) -> Command:
        """The order of a form; raises ``KeyError`` or ``ValueError`` for one that is none."""
        match form["do"]:
            case do if do in FORMS:
                return FORMS[do](seat, form, self.now_ms())
            case "register":
                rows, missed = listed(form, self.state), missed_of(form)
                return Register(seat, tuple(name for name, _ in rows), tuple(table for _, table in rows), missed)
            case "settle":
                return settled(seat, form, self.state.setup)
            case "worth":
                return worth_of(seat, form, self.state.setup)
            case "pair":
                return DraftRound(seat)
            case "swap":
                return Swap(seat, form["player"], form["other"], form.get("reason", "")[:TEXT])
            case "publish":
                return PublishRound(seat)
            case "feature":
                return FeatureTable(seat, int(form["table"]))
            case "cut":
                lives, is_third = int(form.get("lives") or 1), form.get("third") == "1"
                return Cut(seat, int(form["players"]), lives, is_third)
            case "drop":
                return Drop(seat, form["player"])
            case "return":
                return Return(seat, form["player"])
            case "result":
                outcome, points, kind = outcome_of(form)
                round_ = form.get("game", "").partition("-")[0] or form.get("round") or 0
                return ReportResult(seat, int(form["table"]), outcome, points, int(round_), kind)
            case "report":
                outcome, points, kind = outcome_of(form)
                return Report(seat, outcome, points, self.now_ms(), kind)
            case "start":
                return StartClock(seat, self.now_ms())
            case "pause":
                return PauseClock(seat, self.now_ms())
            case "time":
                return GiveTime(seat, int(form["table"]), int(form["minutes"]))
            case "call":
                return CallJudge(seat, int(form["table"]), form["kind"], self.now_ms(), form.get("text", "")[:TEXT])
            case "take":
                return TakeCall(seat, int(form["call"]), form.get("judge", "")[:NAME])
            case "close":
                return CloseCall(
                    seat,
                    int(form["call"]),
                    form.get("ruling", "")[:TEXT],
                    rule_of(form),
                    int(form.get("minutes") or 0),
                    form.get("penalty", ""),
                    form.get("player", ""),
                    max(0, int(form["back"]) - 1) if form.get("back") else None,
                    form.get("allows") == "1",
                    form.get("judge", "")[:NAME],
                )
            case "appeal":
                return Appeal(seat, int(form["call"]))
        raise KeyError(form["do"])


def json_of(value: object) -> bytes:
    return msgspec.json.encode(value)
