"""``report.html``: what happened, turn by turn, told from the record and the diary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path

from companion.board.picture import BoardPicture, GridDrawing, Token, Way
from companion.core.events import Recorded
from companion.core.evidence import Evidence
from companion.core.face import Telling
from companion.core.ids import PieceId
from companion.files import write_file
from companion.games.heroclix.events.attack import AttackDeclared, AttackRolled
from companion.games.heroclix.events.damage import KnockedBack
from companion.games.heroclix.events.play import FigureMoved, RoundBegan, TurnBegan
from companion.games.heroclix.state.state import State
from companion.painting import board_svg
from companion.painting.report import chapter_of, page_of
from companion.text.wording import Wording
from ui.cli.demo.charts import score_svg
from ui.cli.demo.diary import Note
from ui.cli.demo.director import Played
from ui.cli.demo.page import note_of
from ui.presenters.heroclix.force_papers import dial_svg
from ui.presenters.heroclix.screen import HeroClixScreen

_CLASSES = {"KnockedOut": "out", "VictoryPointsScored": "out", "LeftToPlayers": "quiet"}
_FACTS = {"FigureMoved", "FigureDeployed"}  # facts of the table: the report says where each came from


@dataclass
class _Turn:
    """A turn as a chapter: its records, its notes, the version it ended at."""

    title: str
    seat: str = ""
    records: list[Recorded] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.records[-1].version if self.records else 0


def write_report(out: Path, played: Played) -> Path:
    """The file of the report, written whole."""
    session, diary = played.session, played.diary
    state: State = session.state
    wording = Wording(None, HeroClixScreen(session).names("table", Wording().lang))
    turns = list(_turns(played, wording))
    winners = state.flow.outcome.winners if state.flow.outcome else ()
    tiles: list[tuple[str, object, str]] = [
        (str(seat), points, wording.word("seat", seat)) for seat, points in state.scores
    ]
    facts = (
        (", ".join(wording.word("seat", seat) for seat in winners) or "-", "winner"),
        (state.flow.round, "rounds"),
        (diary.read, "read"),
        (diary.rolled, "rolled"),
        (diary.asked, "asked"),
        (diary.corrected, "corrected"),
    )
    tiles += [("", value, wording.say(f"report.{word}")) for value, word in facts]
    sections = _sections(played, turns, HeroClixScreen(session), wording)
    file = out / "report.html"
    page = page_of(state.table.board.name, "lead", tiles, sections, wording)
    write_file(file, "".join(page).encode())
    return file


def _sections(played: Played, turns: list[_Turn], screen: HeroClixScreen, wording: Wording) -> Iterator[str]:
    """The score, a chapter a turn, and the dials at the end."""
    session = played.session
    state: State = session.state
    points: dict[str, list[int]] = {str(seat): [0] for seat in session.seats}
    for turn in turns[1:]:
        for seat, value in session.state_at(turn.end).scores:
            points[seat].append(value)
    score = score_svg(points, len(turns) - 1)
    yield f"<section><h2>{wording.say('report.score')}</h2>{score}</section>"
    for turn in turns:
        drawn = board_svg(_picture(session.state_at(turn.end), turn, screen.labels))
        yield chapter_of(turn.title, turn.seat, _story(turn, screen, wording), drawn)
    yield f"<section><h2>{wording.say('report.dials')}</h2><div class='dials'>"
    for piece in state.pieces:
        figure = state.figure(piece)
        strip = dial_svg(figure, piece.click, piece.start_click, ko=piece.ko, wording=wording)
        yield f"<div><h3>{escape(figure.name)} · {piece.points}</h3>{strip}</div>"
    yield "</div></section>"


def _turns(played: Played, wording: Wording) -> Iterator[_Turn]:
    """The chapters: the opening, then one per turn."""
    notes = sorted(played.diary.notes, key=lambda note: note.version)
    turn, count = _Turn(wording.say("report.opening")), 0
    for record in played.session.records:
        match record.event:
            case RoundBegan(number):
                count = number
            case TurnBegan(seat=seat):
                yield _with_notes(turn, notes)
                turn = _Turn(f"{wording.say('report.round')} {count} · {wording.word('seat', seat)}", seat)
        turn.records.append(record)
    yield _with_notes(turn, notes)


def _with_notes(turn: _Turn, notes: list[Note]) -> _Turn:
    """The chapter with the notes made until it ended; those are taken off the list."""
    while notes and notes[0].version <= turn.end:
        turn.notes.append(notes.pop(0))
    return turn


def _story(turn: _Turn, screen: HeroClixScreen, wording: Wording) -> Iterator[str]:
    notes = list(turn.notes)
    for record in turn.records:
        while notes and notes[0].version < record.version:
            yield note_of(notes.pop(0), wording)
        if len(record.evidence) > 1:  # several sensors said the same: the entry names them all
            yield f'<p class="quiet joined">{escape(_evidence(record.evidence, wording))}</p>'
        if screen.telling(record.event) is Telling.LINE:
            name = type(record.event).__name__
            source = f' <span class="source">{escape(wording.word("source", record.source))}</span>'
            words = escape(wording.event(record.event))
            yield f'<p class="{_CLASSES.get(name, "")}">{words}{source if name in _FACTS else ""}</p>'
    yield from (note_of(note, wording) for note in notes)


def _evidence(parts: tuple[Evidence, ...], wording: Wording) -> str:
    """Who said what, and how long before the last one."""
    return " · ".join(
        f"{wording.word('source', part.source)} {part.says}" + (f" ({part.at_ms} ms)" if part.at_ms else "")
        for part in parts
    )


def _picture(state: State, turn: _Turn, labels: Mapping[PieceId, str]) -> BoardPicture:
    """The board at the end of the turn, and what happened on it."""
    drawing = GridDrawing(state.table.board)
    tokens = [
        Token(
            piece.id, labels[piece.id], state.figure(piece).name, piece.seat, *drawing.base(piece.spaces), piece.tokens
        )
        for piece in state.on_map()
    ]
    return replace(drawing.picture(tokens=tokens), ways=tuple(_ways(turn, drawing)))


def _ways(turn: _Turn, drawing: GridDrawing) -> Iterator[Way]:
    """Moves, knock backs, and each attack along its line of sight."""
    declared: AttackDeclared | None = None
    for record in turn.records:
        match record.event:
            case FigureMoved(path=path):
                yield Way("move", tuple(map(drawing.middle, path)))
            case KnockedBack(path=path) if len(path) > 1:
                yield Way("knock", tuple(map(drawing.middle, path)))
            case AttackDeclared() as event:
                declared = event
            case AttackRolled(hits=hits) if declared:
                is_close = declared.kind.value == "close"
                for aim in declared.targets:
                    ends = (drawing.middle(aim.start), drawing.middle(aim.end))
                    yield Way("attack", ends, "close" if is_close else str(aim.verdict), aim.piece in hits)
