"""The roll at one side's screen: what the dice row shows, what a tap on it means, and the result once the dice lie.

asked ──tap on a face──> ReportDice, with the last one      ──throw──> the tower's dice fall, or the machine's report
others throw ──> the same row, to be watched                ──the dice lie──> the result, until it is tapped away
something is asked or thrown since ──> the result in a line beside it ──tap──> all of it
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.face import Cue, Standing
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, Seat
from companion.core.session import Session
from companion.table.follow import Follower
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.devices import part_read
from ui.presenters.games import game_of
from ui.presenters.log import Log
from ui.presenters.models import DialModel, DiceModel, DieModel, ResultModel, TableModel
from ui.presenters.questions import DiceDesk
from ui.presenters.requests import RequestsOf

TURNED = {"hit": "hurt", "miss": "spared"}  # tones, for whom another strikes


class Throwing:
    """The throw of one side; the faces tapped so far lie on the ``desk``."""

    def __init__(
        self,
        desk: DiceDesk,
        asked: RequestsOf,
        session: Session,
        follower: Follower,
        game: GameAdapter,
        around: Callable[[], Collection[Seat]],
    ) -> None:
        self._desk = desk
        self._asked = asked
        self._session = session
        self._follower = follower
        self._game = game
        self._around = around
        self._read = -1  # the version of the dice whose result was tapped away
        self._opened: int | None = None  # the version at which it was opened beside what is asked
        self._is_of_others = False  # the last dice
        self._shown: tuple[int, PieceId | None, PieceId | None] | None = (
            None  # dice, who was chosen then, who is struck
        )
        self._asked_of: tuple[RequestId, PieceId | None] | None = None  # the last question, who was chosen then
        self._decides: tuple[RequestId, str, tuple[str, ...]] | None = None  # of the last roll: what it decides
        self._standing: tuple[int, Mapping[PieceId, Standing]] = (-1, {})  # dice, how everybody stood before them

    def is_for_others(self, log: Log) -> bool:
        """Whether others around the tablet throw, or threw the dice whose result lies there."""
        if (asked := self._request(log)) is not None:
            self._is_of_others = self._asked.request(DiceRequest) is not asked
        elif log.thrown is None or log.thrown == self._read or self._asked.is_any:
            self._is_of_others = False
        return self._is_of_others

    def _request(self, log: Log) -> DiceRequest | None:
        """The dice that this side is asked for, or, as all throw on one table, another side around the tablet."""
        if (own := self._asked.request(DiceRequest)) is not None:
            return own
        heard = (one for one in log.heard_asked(self._session.state.flow.open) if isinstance(one, DiceRequest))
        return next((one for one in heard if one.roller in self._around()), None)

    def row(self, look: Look, log: Log) -> DiceModel | None:
        """The dice row; ``None`` while neither this side nor another around the tablet is asked for dice."""
        request = self._request(log)
        if request is None:
            return None
        kinds, read = self._session.system.dice_of(self._session.state), part_read(self._follower, request)
        row = self._desk.row(request, kinds, read, self._follower.tower, look)
        growth, decides = log.growth_of(request), self._game.awaited(look, request)
        why = f"dice_{growth}.{request.purpose}"
        why = why if look.wording.has(f"screen.{why}") else f"dice_{growth}"
        joins = (look.say(why, count=len(request.dice), lies=log.lying(look.wording)),) if growth else ()
        self._decides = request.id, look.wording.lang, tuple(decides)
        is_idle = self._game.is_idle(look, request)
        return replace(row, decides=(*joins, *decides), pieces=log.parties(request), is_idle=is_idle)

    def watched(self, look: Look, log: Log) -> DiceModel | None:
        """The dice that others throw, as far as this side heard of them, with what they decide."""
        heard = log.heard_asked(self._session.state.flow.open)
        others = (one for one in heard if isinstance(one, DiceRequest) and one.roller not in look.seats)
        if self._request(log) is not None or (request := next(others, None)) is None:
            return None
        dice = tuple(DieModel(look.wording.die(die, str(request.purpose), request.dice)) for die in request.dice)
        decides, pieces = self._game.awaited(look, request), log.parties(request)
        self._decides = request.id, look.wording.lang, tuple(decides)
        return DiceModel(look.wording.thrown(request), dice, (), decides=decides, pieces=pieces)

    def explaining(self, look: Look, log: Log) -> tuple[tuple[str, str], ...]:
        """The button by which one reads how a chance comes about, of a roll or of what is meant."""
        asked = (one for one in log.heard_asked(self._session.state.flow.open) if isinstance(one, DiceRequest))
        if not self._game.has_more(look, self._request(log) or next(asked, None)):
            return ()
        return (("explain", look.say("explain_no_more" if look.explains else "explain")),)

    def result(self, look: Look, log: Log, own: Collection[Seat]) -> ResultModel | None:
        """The result of the last order's dice, until it is tapped away; ``own``: the seats of whoever reads it."""
        if log.told_from is None or log.told_from == self._read:
            self._shown = None
            return None
        model = log.result(look.wording, lambda events: self._game.result(look, events), self._read)
        chosen = look.chosen
        if model is None or model.is_quiet or log.thrown is None:  # the game went on
            self._shown = None
            return model
        if self._shown is not None and self._shown[0] == log.thrown:
            chosen = self._shown[1]
        self._shown = log.thrown, chosen, next(iter(model.struck), None)
        falls, fallen = self._falls(look, log)
        if model.tone == Cue.MISS and fallen & {*model.pieces[:1]} and not fallen & {*model.struck}:
            falls = look.say("yet_lost", lost=falls)  # the blow failed, and whoever struck it pays
        model = replace(model, falls=falls, lines=model.lines or self._meant(look, log, model))
        besides = tuple(self._turned(one, look, own) for one in model.besides)
        return replace(self._turned(model, look, own), besides=besides)

    def _turned(self, model: ResultModel, look: Look, own: Collection[Seat]) -> ResultModel:
        """Return the result in the tone of whom it struck, where that is one's own side."""
        if model.tone not in TURNED or not model.struck:
            return model
        teams = {one.piece: look.wording.team(one.seat) for one in self._game.roster(look)}
        own_teams, struck = {look.wording.team(seat) for seat in own}, model.struck
        if not model.faces:  # wounds without dice
            is_hurt = any(teams.get(one) in own_teams for one in struck)
        else:
            striker, target = teams.get(model.pieces[0]), teams.get(struck[0])
            is_own_deed = model.pieces[0] == struck[0]  # a test: nobody struck anybody
            is_hurt = not is_own_deed and target in own_teams and (striker == target or striker not in own_teams)
        return replace(model, tone=TURNED[model.tone]) if is_hurt else model

    def _falls(self, look: Look, log: Log) -> tuple[str, set[PieceId]]:
        """Say who has lost how much since the dice lay, or is out of play, and return who that is; empty: nobody."""
        shown = log.shown(self._read)
        assert shown is not None
        version, _ = shown
        if self._standing[0] != version:
            then = game_of(self._session.system.id).adapter(self._session.at(version - 1))
            self._standing = version, {one.piece: one for one in then.roster(look)}
        stood = self._standing[1]
        both = [(one, stood[one.piece]) for one in self._game.roster(look) if one.piece in stood]
        out = [one.piece for one, before in both if one.is_out and not before.is_out]
        lost = [(one, (before.left or 0) - (one.left or 0)) for one, before in both if not one.is_out]
        told = [f"{look.name(one.piece)} -{count}" for one, count in lost if count > 0]
        told += [look.wording.pair(look.say("out_now"), look.wording.listed([*map(look.name, out)]))] if out else []
        return " · ".join(told), {*out, *(one.piece for one, count in lost if count > 0)}

    def _meant(self, look: Look, log: Log, model: ResultModel) -> tuple[str, ...]:
        """Return what the dice decided, where nothing came of them that is told."""
        is_told = model.tone or model.against or not (model.title or "0").isdecimal()
        if is_told or self._decides is None or (shown := log.shown(self._read)) is None:
            return ()
        request, lang, decides = self._decides
        return decides if (request, lang) == (shown[1], look.wording.lang) else ()

    def sheet(self, look: Look) -> DialModel | None:
        """The sheet of whom a question is about, else of whom the result struck, until somebody else is chosen; else
        that of the game's choice.
        """
        about = self.asked_about(look)
        if about is None and self._shown is not None and self._shown[1] == look.chosen:
            about = self._shown[2]
        if about is not None:
            told = self._game.sheet(replace(look, chosen=about, command=None))
            if told is not None and told.slots:  # more than a name
                return told
        return self._game.sheet(look)

    def asked_about(self, look: Look) -> PieceId | None:
        """Return whom a question is about, until somebody else is chosen."""
        asked = self._asked.request(ChoiceRequest)
        if asked is None:
            return None
        if self._asked_of is None or self._asked_of[0] != asked.id:
            self._asked_of = asked.id, look.chosen
        return asked.piece if self._asked_of == (asked.id, look.chosen) else None

    def beside(self, shown: TableModel, seats: Collection[Seat]) -> TableModel:
        """The screen with the result in a line where something is asked or thrown since, or the game's end is told,
        until it is opened there.

        Of what these seats did or suffered all is read before a turn goes on; of others' a turn's menu makes a line.
        """
        result, card = shown.result, shown.card
        if result is None or self._opened == self._session.version:
            return shown
        about = [Seat(one.seat) in seats for one in shown.roster if one.piece in result.pieces]
        is_theirs = bool(about) and not any(about)
        is_asked = card is not None and shown.has_card and (is_theirs or not card.is_menu)
        if shown.dice or shown.watched or is_asked or result.is_quiet:
            return replace(shown, result=replace(result, is_line=True))
        return shown

    def open(self) -> None:
        """Show all of the result beside what is asked, until something happens."""
        self._opened = self._session.version

    def put_away(self, log: Log) -> None:
        """Put the result away, until other dice lie."""
        self._read = log.told_from if log.told_from is not None else self._read

    def is_idle(self, look: Look, log: Log) -> bool:
        """Whether the machine may throw what is asked for here, and nothing hangs on that any more."""
        request, thrower = self._request(log), self._desk.thrower
        is_machines = self._desk.roller is not None and not (thrower is not None and thrower.is_ready)
        return is_machines and request is not None and self._game.is_idle(look, request)

    def press(self, how: str, face: str, log: Log) -> tuple[ReportDice | None, Source]:
        """Enter a face, forget what was entered, or let tower or machine throw; return the report, and its source."""
        request = self._request(log)
        if request is None:
            return None, Source.HAND
        if how == "clear_dice":
            self._desk.clear()
            self._follower.dismiss()
            return None, Source.HAND
        if how == "face":
            return self._desk.tap(request, part_read(self._follower, request), face), Source.HAND
        return self._desk.roll(request, self._session.system.dice_of(self._session.state)), Source.MACHINE
