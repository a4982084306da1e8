"""The log as one side hears it: line by line as things happen; what was taken back is struck out and kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass, is_dataclass, replace
from typing import TypeVar

from companion.core.dice import DiceRequest
from companion.core.events import (
    BroughtBack,
    ChoiceMade,
    ChoiceRequested,
    Conceded,
    ConsentRequested,
    DiceReported,
    DiceRequested,
    GameEnded,
    Passed,
    PlacementRequested,
    Recorded,
    TakenBack,
)
from companion.core.face import Result, Telling
from companion.core.flow import Flow, Request
from companion.core.ids import CommandId, PieceId, RequestId, Seat
from companion.core.session import Session
from companion.core.telling import heard
from companion.text.wording import Wording, told
from ui.presenters.models import LogLine, ResultModel
from ui.presenters.order_dice import Attack, OrderDice, faces_of
from ui.presenters.teller import Teller
from ui.presenters.terms import terms_of, with_terms

R = TypeVar("R", bound=Request)
MOST_BESIDES = 3  # other results of an order, the last, each in a line
MOST_LINES = 8  # of a result, the last: what came of it; all of it stands in the log
FURTHEST = 3  # times as many events as lines are looked at: more of them are seldom told in one line


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with what it tells."""

    number: int  # of the last event that it tells
    first: int  # … and of the first
    version: int  # of the event with which a story shows it
    event: object
    words: str
    terms: tuple[str, ...]
    telling: Telling
    last: tuple[int, object]  # the last event that it tells, with its version


class Log:
    """The log of one side of the table (or of onlookers) since the game began: events, veiled as it may hear them."""

    def __init__(self, session: Session, seat: Seat | None, game: Teller) -> None:
        self._session, self._seat, self._game = session, seat, game
        self.cue: tuple[int, str] | None = None
        self._order, self._is_over = OrderDice(), False  # the last order; whether another was given, heard of or not
        self._command: CommandId | None = None  # the last one, whose events are of one order
        self._began = 0  # the version at which it was heard of first
        self._brought: list[int] = []  # … of the events by which it brought figures, points
        self._events: list[tuple[int, object]] = []
        self._seats: dict[int, str] = {}  # whose turn it was
        self._words: dict[tuple[int, str], tuple[str, tuple[str, ...]]] = {}  # of each line, with its terms
        self._ways: dict[tuple[str, int, str], str] = {}  # how an event goes on with the words before it
        self._players: dict[str, dict[str, str]] = {}  # by language, what they were called when the lines were told
        self._asked: dict[RequestId, Request] = {}
        self._growth: dict[int, str] = {}  # of dice, whether they were thrown again, or more of them
        self._heard: list[int] = []  # versions of everything heard, told or not
        self._chosen: list[int] = []  # … of the answers among it
        self._take(session.records)
        self.close = session.listen(self._take)

    @property
    def count(self) -> int:
        """How many lines it has."""
        return len(self._events)

    def lines(self, wording: Wording, last: int = 60) -> tuple[LogLine, ...]:
        """The last lines; what is one thing for a reader is one of them, as in the story."""
        self._rename(wording)
        found = [
            LogLine(
                line.words,
                line.telling is Telling.HEADING,
                not self._session.counts(line.version) and not isinstance(line.event, TakenBack | BroughtBack),
                line.number,
                line.terms,
                self._side_of(line),
                line.telling is Telling.DETAIL,
                line.first,
            )
            for line in self._gathered(wording, self._start(len(self._events) - FURTHEST * last))
        ]
        return tuple(found[-last:])

    def _start(self, number: int) -> int:
        """Return the last heading before an event: no line goes on over a heading."""
        before = range(max(0, number), 0, -1)
        return next((one for one in before if self._game.telling(self._events[one][1]) is Telling.HEADING), 0)

    def _side_of(self, line: _Line) -> str:
        """Return whose line it is: of the figure that it is about, of who did it, else of whose turn it was."""
        event = line.event
        if isinstance(event, DiceReported):
            asked = self._asked.get(event.result.request)
            event = asked if asked is not None else event
        seat = self._game.owner(event) or getattr(event, "seat", None) or getattr(event, "roller", None)
        return str(seat or self._seats[line.version])

    def _gathered(self, wording: Wording, start: int = 0, *, cited: bool = False) -> list[_Line]:
        """Return the lines from an event on: of steps in a row one way, of what goes on with another one line.

        ``cited``: a number stands with its terms in its line.
        """
        found: list[_Line] = []
        since: list[int] = []  # the lines since the last heading that another event may go on with
        for number, (version, event) in enumerate(self._events[start:], start):
            telling, first = self._game.telling(event), number
            if found and self._goes_on((found[-1].version, found[-1].event), (version, event)):
                before = found.pop()
                since = [place for place in since if place < len(found)]
                event, first = _whole_way(before.event, event), before.first
            is_line = telling not in (Telling.HEADING, Telling.DETAIL)
            told_last = [found[place].last for place in since]
            if is_line and first == number and (back := self._first_of(told_last, version, event)):
                place = since[-back]
                before = found[place]
                if more := self._joined(before, number, version, event, wording, cited=cited):
                    terms = before.terms + terms_of(event, wording)
                    found[place] = replace(before, number=number, words=more, terms=terms, last=(version, event))
                    continue
            words, terms = self._said(number, version, event, wording)
            if not words:
                continue
            if cited:
                words = with_terms(self._told(version, event, wording), event, wording)
            if telling is Telling.HEADING:
                since = []
            elif is_line:
                since.append(len(found))
            found.append(_Line(number, first, version, event, words, terms, telling, (version, event)))
        return found

    def _joined(self, before: _Line, number: int, version: int, event: object, wording: Wording, *, cited: bool) -> str:
        """Return the line that tells an event with what it goes on with; empty where it is a line of its own."""
        key = before.words, number, wording.lang
        if key not in self._ways:
            self._ways[key] = self._sequel(before.last, (version, event), before.words, wording)
        more = self._ways[key]
        return with_terms(more, event, wording) if more and cited else more

    def _rename(self, wording: Wording) -> None:
        """Tell those lines again in which a player is called otherwise now; what else had a name then keeps it."""
        before, now = self._players.get(wording.lang, {}), dict(wording.players)
        if before == now:
            return
        self._players[wording.lang] = now
        self._ways.clear()
        then = Wording(wording.lang, wording.names)
        then.players = before
        for (number, lang), (words, terms) in list(self._words.items()):
            version, event = self._events[number]
            if lang == wording.lang and self._told(version, event, then) == words:
                self._words[number, lang] = self._told(version, event, wording), terms

    def _said(self, number: int, version: int, event: object, wording: Wording) -> tuple[str, tuple[str, ...]]:
        """The line and its terms as they were said when it was new: what has a name then keeps it."""
        key = number, wording.lang
        if key not in self._words:
            self._words[key] = self._told(version, event, wording), terms_of(event, wording)
        return self._words[key]

    def _told(self, version: int, event: object, wording: Wording) -> str:
        """The event in one sentence: in the game's own words where it has any; dice by the words of their faces, and
        answers with what they were asked for.
        """
        before, after = self._session.state_at(version - 1), self._session.state_at(version)
        if (own := self._game.words(event, before, after, wording.lang, self._seat)) is not None:
            line = told(own, wording)  # empty: another line tells it
            return line[:1].upper() + line[1:]  # it may begin with the name of a kind
        if isinstance(event, TakenBack) and (first := self._first_undone(version, event, wording)):
            return wording.say("event.TakenBack.first", by=wording.word("seat", event.by), first=first)
        if isinstance(event, ChoiceMade) and (asked := self._asked.get(event.request)) is not None:
            return wording.answer(event, asked)
        if isinstance(event, DiceReported):
            asked = self._asked.get(event.result.request)
            if isinstance(asked, DiceRequest) and len(asked.dice) == len(event.result.faces):
                meant = self._game.meaning(asked, event.result.faces, before)
                thrown = wording.throw(event.result, asked, self._growth.get(version, ""), meant.needs)
                came = told(meant.came, wording)
                return wording.say("thrown_came", thrown=thrown.removesuffix("."), came=came) if came else thrown
        if isinstance(event, GameEnded):
            return wording.ending(event.outcome, told(self._game.why(after), wording))
        return wording.event(event)

    def _first_undone(self, version: int, event: TakenBack, wording: Wording) -> str:
        """The first line that a take-back undid; empty where none was told."""
        undone = [(at, one.to) for at, one in self._events if isinstance(one, TakenBack) and at < version]
        for number, (at, one) in enumerate(self._events):
            stood = not isinstance(one, TakenBack | BroughtBack) and not any(to < at < then for then, to in undone)
            if event.to < at < version and stood:
                return self._said(number, at, one, wording)[0]
        return ""

    @property
    def thrown(self) -> int | None:
        """The version of the last dice of the order, or of the wounds that it brought without any; ``None``: it has had
        neither.
        """
        return self._order.last

    @property
    def told_from(self) -> int | None:
        """The version by which a result is known again: of its dice or wounds, else of what came first."""
        return self.thrown if self.thrown is not None else next(iter(self._brought), None)

    def shown(self, read: int = -1) -> tuple[int, RequestId | None] | None:
        """The dice whose result is shown: their version, and the roll they were thrown for; or without any the version
        of the first wound.
        """
        if (shown := self._main(self._order.lain(read)).shown) is not None:
            return shown.version, shown.request.id
        return (self._order.harmed, None) if self._order.harmed is not None else None

    def result(
        self, wording: Wording, made: Callable[[Sequence[object]], Result | None], read: int = -1
    ) -> ResultModel | None:
        """The result of the order's dice, or of wounds without any, and what followed, until the next order; with what
        the order brought, which is a result of its own where there are neither.

        ``read``: the version up to which results were read; of several others the one of the last blow is the large
        one, and each other one is told as of its own.
        """
        lain, brought = self._order.lain(read), self._coming(wording)
        main = self._main(lain)
        found = self._dice(main, made, wording) if main.shown is not None else self._harm(main, made, wording)
        if lain and main is not lain[-1]:
            last = self._dice(lain[-1], made, wording)
            found = (found or last) if last is not None else None  # the game went on
        if found is None and brought:
            return ResultModel("", "", (), "", brought, wording.say("screen.result"), brought=brought)
        if found is None:
            return None
        besides = (self._dice(one, made, wording) for one in lain if one is not main)
        told = tuple(one for one in besides if one is not None and one.tone)[-MOST_BESIDES:]
        return replace(found, lines=tuple(dict.fromkeys((*found.lines, *brought))), brought=brought, besides=told)

    def _main(self, lain: Sequence[Attack]) -> Attack:
        """Return the last attack upon somebody; a test that follows it is none."""
        blows = [one for one in lain if len(self._parties(one)) > 1]
        return (blows or lain or [self._order.current])[-1]

    def _coming(self, wording: Wording) -> tuple[str, ...]:
        """The lines of what the order brought: who arrived, what was counted."""
        lines = ((number, version, one) for number, (version, one) in enumerate(self._events))
        said = (self._said(*line, wording)[0] for line in lines if line[1] in self._brought)
        return tuple(filter(None, said))

    def _dice(
        self, attack: Attack, made: Callable[[Sequence[object]], Result | None], wording: Wording
    ) -> ResultModel | None:
        """The result of dice, and what followed; ``None``: the game went on."""
        if (shown := attack.shown) is None:
            return None
        found, until = made(attack.events) or Result(""), attack.until or self._session.version + 1
        lines = ((number, version, one) for number, (version, one) in enumerate(self._events))
        after = [line for line in lines if shown.version < line[1] < until]
        headings = [place for place, (*_, one) in enumerate(after) if self._game.telling(one) is Telling.HEADING]
        if headings and (attack.decided is None or self._is_answered(after[headings[0]][1], until)):
            return None  # the game went on, and nothing hangs on them any more
        words = faces_of(shown, wording)
        is_sum = not found.deed and all(map(str.isdecimal, words))  # of a deed the dice are not all that counts
        title = told(found.title, wording) or (str(sum(map(int, words))) if is_sum else "")
        followed = [
            line
            for number, version, one in after[: min(headings, default=len(after))]
            if self._game.cue(one) is None and not isinstance(one, ChoiceMade | GameEnded)
            if (line := self._said(number, version, one, wording)[0]) and line != f"{title}."  # said once
        ][-MOST_LINES:]
        throws = [(wording.thrown(one.request), faces_of(one, wording)) for one in attack.throws]
        against, tone = told(found.against, wording), found.cue.value if found.cue else ""
        deed = told(found.deed, wording) or wording.thrown(shown.request)
        deed = deed[:1].upper() + deed[1:]  # it may begin with the name of a kind
        pieces = tuple(dict.fromkeys((*self._parties(attack, shown.request), *found.pieces)))
        away = wording.say("screen.result")
        is_answer = shown.request.piece in found.pieces  # dice of who was struck are not taken for the blow's
        rows = tuple(throws) if len(throws) > 1 or is_answer else ()
        said = (*filter(None, (told(found.note, wording),)), *followed)
        return ResultModel(title, tone, words, against, said, away, deed, pieces, rows, struck=found.pieces)

    def _harm(
        self, attack: Attack, made: Callable[[Sequence[object]], Result | None], wording: Wording
    ) -> ResultModel | None:
        """The wounds of an order without dice: who, how many, by what, and what became of it."""
        first = self._order.harmed
        if first is None or (found := made(attack.events)) is None:
            return None
        lines = [(number, version, one) for number, (version, one) in enumerate(self._events)]
        lines = [line for line in lines if line[1] >= self._began and not isinstance(line[2], GameEnded)]
        lines = [line for line in lines if not self._game.strikes(line[2])]  # whose result is its own
        headings = [place for place, (*_, one) in enumerate(lines) if self._game.telling(one) is Telling.HEADING]
        after = [place for place in headings if lines[place][1] > first]
        if after and self._is_answered(lines[after[0]][1], self._session.version + 1):
            return None  # the game went on
        before = max((place + 1 for place in headings if lines[place][1] < first), default=0)
        said = [self._said(*line, wording)[0] for line in lines[before : min(after, default=len(lines))]]
        title, deed = told(found.title, wording), told(found.deed, wording)
        tone, away = found.cue.value if found.cue else "", wording.say("screen.result")
        followed = tuple(said[-MOST_LINES:])
        return ResultModel(title, tone, (), "", followed, away, deed, found.pieces, struck=found.pieces)

    def _is_answered(self, start: int, until: int) -> bool:
        """Whether somebody chose something between those versions, as far as this side heard of it."""
        return any(start < version < until for version in self._chosen)

    def growth_of(self, asked: DiceRequest) -> str:
        """Return whether dice that are asked for are thrown ``again``, or are ``more`` beside those that lie."""
        return self._order.growth_of(asked)

    def lying(self, wording: Wording) -> str:
        """Return the faces of the dice that lie, to which others may still come."""
        throws = self._order.current.throws
        return " ".join(faces_of(throws[-1], wording)) if throws else ""

    def parties(self, asked: DiceRequest) -> tuple[PieceId, ...]:
        """Return whom dice that are asked for are about: who attacks, and whom; else who throws them."""
        return self._parties(self._order.current, asked)

    def _parties(self, attack: Attack, asked: DiceRequest | None = None) -> tuple[PieceId, ...]:
        thrower = (asked.piece,) if asked is not None and asked.piece is not None else ()
        return tuple(dict.fromkeys((*(self._game.parties(attack.begun) if attack.begun else ()), *thrower)))

    def moment(self, wording: Wording) -> str:
        """Return the line that decided the game; empty before its end, or where the last order brought none."""
        ended = next((version for version, event in reversed(self._events) if isinstance(event, GameEnded)), None)
        outcome = self._session.state.flow.outcome
        if outcome is None or ended is None:
            return ""
        last = self._session.records[ended].command_id
        for number, (version, event) in reversed([*enumerate(self._events)]):
            if self._session.records[version].command_id != last:
                break
            own = self._game.sides.get(getattr(event, "side", ""), outcome.winners)
            if {*own}.isdisjoint(outcome.winners):
                continue  # what the losers reached meanwhile
            if type(event).__name__ in {Conceded.__name__, *self._game.decisive} and self._session.counts(version):
                return self._said(number, version, event, wording)[0]
        return ""

    def _begins(self, record: Recorded) -> bool:
        """Whether the line is the first of an order, or of a take-back: nothing was asked, nothing in progress."""
        of_last, self._command = record.command_id == self._command, record.command_id
        if isinstance(record.event, TakenBack):
            return True
        return not (of_last or self._session.state_at(record.version - 1).is_busy)

    def then(self, number: int, wording: Wording) -> tuple[int, str] | None:
        """The version of a line, and the line; ``None``: there is none of that number."""
        if not 0 <= number < len(self._events):
            return None
        version, event = self._events[number]
        lines = self._gathered(wording, self._start(number))
        told_by = [one for one in lines if one.number == number or one.first <= number < one.number]
        if not told_by:
            return version, self._said(number, version, event, wording)[0]
        line = min(told_by, key=lambda one: one.number)
        return line.last[0], line.words

    def told_since(
        self, version: int, wording: Wording, seats: Collection[str], pieces: Collection[PieceId]
    ) -> list[str]:
        """The last lines since that version of what these seats and their figures did or suffered; none where it is not
        one of this game.
        """
        if not 0 <= version <= self._session.version:
            return []
        lines = (one for one in self._gathered(wording) if one.last[0] > version)
        told = (one for one in lines if one.telling not in (Telling.HEADING, Telling.DETAIL))
        own = [one.words for one in told if self._side_of(one) in seats or self._is_about(one, pieces)]
        return own[-MOST_LINES:]

    def _is_about(self, line: _Line, pieces: Collection[PieceId]) -> bool:
        """Whether what a line tells was done by one of these pieces, or to it."""
        events = [event for _, event in self._events[line.first : line.number + 1]]
        named = {getattr(event, part, None) for event in events for part in ("piece", "attacker", "target")}
        return not {*pieces}.isdisjoint(named.union(*map(self._game.parties, events)))

    def standing_since(self, version: int, wording: Wording) -> list[str]:
        """The lines that would be taken back with all that came after that version."""
        standing = {record.version for record in self._session.standing() if record.version > version}
        return self._lines_of(standing, wording)

    def returning(self, back: int, wording: Wording) -> list[str]:
        """The lines that would count again without the take-back of that version."""
        return self._lines_of({record.version for record in self._session.returning(back)}, wording)

    def _lines_of(self, versions: Container[int], wording: Wording) -> list[str]:
        lines = ((number, at, event) for number, (at, event) in enumerate(self._events) if at in versions)
        return [words for number, at, event in lines if (words := self._said(number, at, event, wording)[0])]

    def told(self, wording: Wording) -> list[tuple[int, str, bool]]:
        """The story: the version, the words, whether it is a heading; headings in a row are one, without the part in
        which nothing happened before the next round.
        """
        story: list[tuple[int, str, bool]] = []
        row: list[_Line] = []  # the headings of the last entry
        for line in self._gathered(wording, cited=True):
            words, is_heading = line.words, line.telling is Telling.HEADING
            if isinstance(line.event, GameEnded) and story and story[-1][2]:
                story.pop()  # of a round that the end cut off nothing is told
            if line.telling is Telling.DETAIL:
                continue
            if not is_heading:
                row = []
            elif row:
                story.pop()
                if _unnumbered(words) == _unnumbered(row[0].words):  # another part of the round, or the next one
                    row = []
                elif len(row) > 1 and type(row[0].event) is type(line.event):
                    row.pop(0)
            row += [line] if is_heading else []
            words = " · ".join([*(one.words.rstrip(".") for one in row[:-1]), words])
            story.append((line.version, words, is_heading))
        return story

    def _first_of(self, last: Sequence[tuple[int, object]], version: int, event: object) -> int:
        """Return how many lines back the one is that an event goes on: those since are of others, who throw as well; 0
        where there is none.
        """
        kinds = self._game.sequels.get(type(event).__name__, frozenset())
        for place, (before, first) in enumerate(reversed(last), 1):
            if self._session.counts(before) != self._session.counts(version):
                return 0
            if type(first).__name__ in kinds and len({self._whose(first), self._whose(event)} - {None}) < 2:
                return place if self._game.joins(first, event) else 0
            if type(first).__name__ not in (*kinds, type(event).__name__) or self._game.strikes(first):
                return 0
        return 0

    def _sequel(self, last: tuple[int, object], line: tuple[int, object], first: str, wording: Wording) -> str:
        """Tell an event in one line with the ``first``, which told the last; empty where it is a line of its own."""
        (_, before), (version, event) = last, line
        words = {"first": first.removesuffix(".")}
        if isinstance(event, DiceReported):
            return self._more_dice(last, (version, event), words, wording)
        if isinstance(before, DiceReported):
            asked = self._asked.get(before.result.request)
            if not isinstance(asked, DiceRequest) or self._growth.get(last[0]):
                return ""
            words |= wording.lying(before.result, asked)
        earlier, later = self._session.state_at(version - 1), self._session.state_at(version)
        return wording.sequel(event, self._game.words(event, earlier, later, wording.lang, self._seat), words)

    def _more_dice(
        self, last: tuple[int, object], line: tuple[int, DiceReported], words: dict[str, str], wording: Wording
    ) -> str:
        """Tell dice that were thrown again, or that those before brought, in one line with what they follow."""
        (version, event), is_after_dice = line, isinstance(last[1], DiceReported)
        asked, growth = self._asked.get(event.result.request), self._growth.get(version, "")
        if not isinstance(asked, DiceRequest) or growth != ("more" if is_after_dice else "again"):
            return ""
        place = "further" if growth == self._growth.get(last[0]) else "then"
        own = (f"event.DiceReported.{growth}.{asked.purpose}.{place}", f"event.DiceReported.{growth}.{place}")
        key = next(filter(wording.has, own), "")
        return wording.say(key, **words, **wording.lying(event.result, asked)) if key else ""

    def _whose(self, event: object) -> str | None:
        """Return the piece that an event is about; ``None``: it is about none."""
        if isinstance(event, DiceReported):
            return getattr(self._asked.get(event.result.request), "piece", None)
        return getattr(event, "piece", getattr(event, "attacker", None))

    def _goes_on(self, line: tuple[int, object], after: tuple[int, object]) -> bool:
        """Whether one piece steps on; steps that were taken back are not those that count."""
        is_way = all(self._game.telling(event) is Telling.STEP for _, event in (line, after))
        is_one = getattr(line[1], "piece", None) == getattr(after[1], "piece", None)
        return is_way and is_one and self._session.counts(line[0]) == self._session.counts(after[0])

    def heard_asked(self, requests: Iterable[R]) -> list[R]:
        """Return those of the requests that it heard of."""
        return [request for request in requests if request.id in self._asked]

    def _take(self, batch: Sequence[Recorded]) -> None:
        for record in batch:
            if record.version == 0:
                continue
            heard, self._is_over = self._hear(record), self._begins(record) or self._is_over
            if heard is None:
                continue
            if self._is_over:  # forgotten only now: when an order is given that it does not hear of, nothing shows
                self._order, self._is_over, self._began = OrderDice(), False, record.version
                self._brought.clear()
            if (cue := self._game.cue(heard)) is not None:
                self.cue = len(self._heard), cue.value
            self._order.take(
                record.version,
                heard,
                self._asked,
                decides=cue is not None,
                begins=self._game.strikes(heard),
                harms=self._game.harms(heard),
            )
            self._heard.append(record.version)
            self._chosen += [record.version] if isinstance(heard, ChoiceMade) else []
            if isinstance(heard, DiceRequested | ChoiceRequested):
                asked = (heard.request, *heard.others)
                self._asked |= {request.id: request for request in asked}
            elif isinstance(heard, PlacementRequested | ConsentRequested):
                self._asked[heard.request.id] = heard.request
            if self._game.telling(record.event) is not Telling.SILENT and not self._is_unspoken(heard):
                if isinstance(heard, DiceReported):
                    self._growth[record.version] = self._order.growth
                self._events.append((record.version, heard))
                is_begun = bool(self._session.state_at(record.version).flow.round)
                if is_begun and type(heard).__name__ in self._game.yields:
                    self._brought.append(record.version)
                self._seats[record.version] = seat_of(self._session.state_at(record.version).flow)

    def _is_unspoken(self, event: object) -> bool:
        """Whether it is an answer that changes nothing: an offer that was not taken, leave that was given."""
        if not isinstance(event, ChoiceMade):
            return isinstance(event, Passed)
        asked = self._asked.get(event.request)
        if asked is None:
            return False
        is_none = event.options == ("0",) and getattr(asked, "optional", False)
        rule, unspoken = str(asked.purpose), self._game.unspoken
        return is_none or (rule, "") in unspoken or {(rule, one) for one in event.options} <= unspoken

    def _hear(self, record: Recorded) -> object | None:
        """Return the event as it is heard; nothing of a take-back when nothing that is undone was heard."""
        before, event = self._session.state_at(record.version - 1), record.event
        if isinstance(event, TakenBack):
            return event if any(version > event.to for version in self._heard) else None
        if isinstance(event, BroughtBack):
            return event if event.back in self._heard else None
        return heard(self._session.system, before, event, self._seat)


def _whole_way(first: object, last: object) -> object:
    """Return the last of two steps as one that began where the first did."""
    if not (is_dataclass(last) and not isinstance(last, type) and hasattr(last, "start")):
        return last
    return replace(last, start=getattr(first, "start", last.start))


def seat_of(flow: Flow) -> str:
    """Return the seat whose turn it is; empty where it is nobody's alone."""
    return next(iter(flow.active)) if len(flow.active) == 1 else ""


def _unnumbered(heading: str) -> str:
    """Return what a heading begins with, whichever of its kind it is."""
    return re.sub(r"\d+", "", heading.partition(" · ")[0])
