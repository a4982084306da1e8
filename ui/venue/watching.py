"""A table's game as a judge sees it at the venue: told again from what the table reported, and asked about.

Nothing here is written: the board, the dials, the history, and the line of sight between two places, with its rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.board.picture import AreaPicture, Token
from companion.casebook.writing import Ruling, case_file
from companion.core.consent import Consents
from companion.core.events import Recorded, Ruled
from companion.core.face import Telling
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.ledger import Entry
from companion.core.rewatched import Rewatched
from companion.core.session import Session
from companion.games import CASE_LANGUAGES, find_system
from companion.painting import area_sheet, board_svg
from companion.storage.codec import JsonCodec
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.adapter import ONLOOKERS, GameAdapter, Look
from ui.presenters.games import SetUps, game_of
from ui.presenters.models import CardModel, LogLine, TableModel
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.sight_lines import ASKS
from ui.presenters.table import TablePresenter

PHOTO = "photo"
NAME = "a table's report"


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a judge: with whose eyes, the dial of which piece, and the two ends of a line."""

    side: str = ""
    piece: str = ""
    start: str = ""
    end: str = ""
    ground: str = ""  # ``PHOTO``: the last photograph of the table, instead of the drawn map


@dataclass(frozen=True, slots=True)
class Turned:
    """A turn of a dial: the line of the record, what it showed before and after, and what was told with it."""

    version: int
    before: str
    after: str
    cause: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The table as it stands, and the answer to what was asked; ``line``: of a line of sight."""

    model: TableModel
    drawing: str  # SVG
    pieces: Mapping[str, str]
    side: str  # with whose eyes it is seen
    sides: Mapping[str, str]  # with whose it may be, in words; none where everybody sees the same
    can_ask: bool  # whether this game answers lines of sight
    line: CardModel | None
    turns: Sequence[Turned]
    log: Sequence[tuple[int, LogLine]]  # with the version of each line
    chosen: str = ""  # the piece whose dial it is
    wrong: str = ""  # which of the two ends is no place


class Watched:
    """One table's game. Raises ``InputError`` for lines that are no game's."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        setup: Any = JsonCodec(SetUps()).decode(entries[0].line, NAME).event
        system = find_system(setup.system, setup.edition, NAME)
        self._codec = JsonCodec(system.event_types)
        self._session = Rewatched(system, [self._decoded(entries[0])], setup.seats)
        self.follow(entries[1:])

    @property
    def length(self) -> int:
        """The number of lines told."""
        return len(self._session.records)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game."""
        return self._session.seats

    def clicks(self) -> Sequence[int] | None:
        """The clicks that the dials of each seat took so far; ``None`` in a game without dials."""
        counts, session = game_of(self._session.system.id).clicks, self._session
        if counts is None:
            return None
        taken = counts(session.state, (record.event for record in session.standing()))
        return [taken.get(seat, 0) for seat in session.seats]

    def scores(self) -> Sequence[int]:
        """The victory points of each seat so far, which nobody hides."""
        session = self._session
        points = dict(game_of(session.system.id).adapter(session).scores(Look(ONLOOKERS, (), Wording())))
        return [points.get(seat, 0) for seat in session.seats]

    def ruled_at(self, call: int) -> int:
        """Return the number of lines when that call was ruled on: what came after is another position."""
        events = ((record.version, record.event) for record in self._session.records)
        ruled = (at for at, event in events if isinstance(event, Ruled) and event.note.startswith(f"#{call} "))
        return next(ruled, self.length)

    def case(self, ruling: Ruling, record: str, lines: int, asked: Question) -> str:
        """The casebook file of a ruling on this game as it stood after so many lines; with the line that was asked."""
        then = self._session.at(lines - 1)
        language, setup = CASE_LANGUAGES[then.system.id], then.records[0].event
        game = game_of(then.system.id).adapter(then)
        look = Look(ONLOOKERS, (), Wording())
        tokens = game.picture(look, frozenset()).tokens
        start, end = (_space(game, then, tokens, text) for text in (asked.start, asked.end))
        seen = game.sight(look, start, end) if game.sight is not None and start and end else None
        if seen is not None:
            line, _ = seen
            ruling = replace(ruling, line=(line.start, line.end, line.verdict.value))
        opening = language.resume(then.system, setup, then.state)
        return case_file(language, opening, then.state, ruling, record, lines)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Follow the lines that the table reported since."""
        self._session.follow(map(self._decoded, entries))

    def _decoded(self, entry: Entry) -> Recorded:
        return self._codec.decode(entry.line, f"{NAME}: line {entry.version + 1}")

    def opened(self, asked: Question, lang: str, players: Mapping[str, str], photo: str = "") -> Opened:
        """Return the table as a judge sees it now; on the photograph at that address, where there is one."""
        session = self._session
        session.players = players
        sides = game_of(session.system.id).adapter(session).sides
        side = asked.side if asked.side in sides else next(iter(sides)) if len(sides) == 1 else ONLOOKERS
        voice = SeatVoice(session, Consents(session), ONLOOKERS, ())
        presenter = TablePresenter(session, Follower(session, {}), lang=lang, sides=(side,), voice=voice)
        try:
            look = presenter.look
            model = presenter.model()
            pieces = {str(token.piece): token.name for token in model.board.tokens}
            if asked.piece in pieces:
                presenter.chosen = PieceId(asked.piece)
            can_ask = presenter.game.sight is not None
            ends = [_space(presenter.game, session, model.board.tokens, text) for text in (asked.start, asked.end)]
            if can_ask and all(ends):
                presenter.press(ASKS)
                for space in ends:
                    presenter.tap_space(SpaceId(str(space)))
            model = presenter.model()
            if presenter.lines.is_asked:  # the line alone is drawn: where the figure might go is no part of the answer
                presenter.chosen, chosen = None, presenter.chosen
                model, presenter.chosen = replace(presenter.model(), dial=model.dial), chosen
            shown = {name: look.wording.word("side", name) for name in (*sides, ONLOOKERS)} if len(sides) > 1 else {}
            wrong = next(
                (text for text, space in zip((asked.start, asked.end), ends, strict=True) if text and not space), ""
            )
            return Opened(
                model,
                _drawn(model, photo),
                pieces,
                side,
                shown,
                can_ask,
                model.card if presenter.lines.is_asked else None,
                list(self._turns(presenter, presenter.chosen)) if presenter.chosen else (),
                list(_numbered(presenter, model.log)),
                str(presenter.chosen or ""),
                wrong,
            )
        finally:
            presenter.close()

    def _turns(self, presenter: TablePresenter, piece: PieceId) -> Iterator[Turned]:
        """Every turn of the piece's dial: after each line that names the piece, what its window shows."""
        session, wording = self._session, presenter.wording
        before = ""
        for record in session.records:
            if record.version and piece not in _named(record.event):
                continue
            game = game_of(session.system.id).adapter(session.at(record.version))
            dial = game.sheet(Look(presenter.holder.side, (), wording, piece))
            click = dial.click if dial is not None else ""
            if click != before and record.version:
                told = presenter.game.telling(record.event) is not Telling.SILENT
                yield Turned(record.version, before, click, wording.event(record.event) if told else "")
            before = click


def _space(game: GameAdapter, session: Session, tokens: Sequence[Token], text: str) -> SpaceId | None:
    """The place that was named: a space, a piece on the board, or where it was tapped, as ``column,row``."""
    drawing, text = game.drawing, text.strip()
    column, _, row = text.partition(",")
    if column.isdecimal() and row.isdecimal() and len(text) < 9:
        return drawing.space_at(int(column), int(row))
    named = {token.piece: token.piece for token in tokens} | {token.name.casefold(): token.piece for token in tokens}
    piece = named.get(PieceId(text)) or named.get(text.casefold())
    if piece is not None:
        return next(iter(session.system.positions(session.state)[piece]), None)
    try:
        place = drawing.place(SpaceId(text.upper()))
    except (KeyError, ValueError, IndexError):
        return None
    return drawing.space_at(*place)


def _named(event: object) -> frozenset[object]:
    """Return everything the event names in its own fields."""
    values = (getattr(event, name, None) for name in getattr(event, "__slots__", ()))
    return frozenset(value for value in values if isinstance(value, str))


def _numbered(presenter: TablePresenter, log: Sequence[LogLine]) -> Iterator[tuple[int, LogLine]]:
    """The lines with the version of each in the record."""
    for line in log:
        told = presenter.log.then(line.number, presenter.wording)
        if told is not None:
            yield told[0], line


def _drawn(model: TableModel, photo: str) -> str:
    board, title = model.board, model.title
    if isinstance(board, AreaPicture):
        return area_sheet(board, [title], title)
    return board_svg(replace(board, tokens=()) if photo else board, label=title, photo=photo)


def seated(players: Sequence[str], seats: Sequence[Seat]) -> Mapping[str, str]:
    """The players of a table at the seats of its game, in the order of both."""
    return {str(seat): player for seat, player in zip(seats, players, strict=False)}
