"""Papers of a game that was played: the story turn by turn, on a page and on paper, and the record itself.

Moments ──told──> Report ──> report.html    report.pdf          sealed lines ──> game.record    theatre.html

The story and the boards are what everybody may see; the record and its theatre are whole, so they wait for the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from companion.board.picture import Way
from companion.core.finding import plain
from companion.core.session import Session
from companion.files import make_folder, write_file
from companion.games import HOUSE, rulebook
from companion.painting.palette import seat_colour
from companion.painting.paper import Paper
from companion.painting.report import Board, chapter_of, page_of, prints_of, words_of
from companion.storage.jsonl import sealed_line
from companion.text.letters import shown
from companion.text.wording import LANGUAGES, Wording
from ui.library import players_of
from ui.presenters import stints
from ui.presenters.adapter import ONLOOKERS, GameAdapter, Look
from ui.presenters.aims import who_plays
from ui.presenters.cards import over_card
from ui.presenters.colours import tone_of
from ui.presenters.games import game_of
from ui.presenters.log import seat_of
from ui.presenters.roster import roster_of
from ui.presenters.rules import CITED, glossary
from ui.table.preview import Moments, played_in, played_of
from ui.web.theatre import Played, heard_of, sealed_as, theatre_page

_NEVER = 1 << 62  # after the last version of any record
PRINT_MM = 120.0  # width of what was printed at the end, two on a page
Progress = Callable[[int, int], None]
Ways = Callable[[int, int], Iterable[Way]]  # what is drawn over the board of a chapter, from one version to another


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the story, and its version of the record."""

    version: int
    words: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn, or another part that the game's log has a heading for."""

    title: str
    lines: tuple[Line, ...]
    drawing: str  # the board as it begins, SVG; of the opening, at its end
    seat: str  # whose turn it was, or what is worn there; empty: nobody's alone
    first: int  # the version it began at
    scores: tuple[tuple[str, int], ...]  # the points of each seat at its end
    legend: tuple[tuple[str, str], ...] = ()  # the letters on its board, and whose they are
    closing: str = ""  # the board at its end, of the last one


@dataclass(frozen=True, slots=True)
class Report:
    """A game's story."""

    game: str
    title: str  # how it ended, or where it is
    about: tuple[str, ...]  # who plays, and what is to be won
    sheet: tuple[str, ...]  # the score, with its rules
    scores: tuple[tuple[str, str, int], ...]  # the seat or what is worn there, word, points
    prints: tuple[str, ...]  # what players photograph at the end, SVG
    chapters: tuple[Chapter, ...]
    is_over: bool
    letters: tuple[tuple[str, str], ...] = ()  # of every figure, on a board or never on one, and on the last board
    words: tuple[tuple[str, str, str], ...] = ()  # of the game that it uses: the rule, the title, what it says


@dataclass(frozen=True, slots=True)
class Beside:
    """The markup that stands beside the record on a page, by version: of a game that was watched."""

    lead: str = "kept"  # the word under the title
    tiles: Sequence[tuple[str, object, str]] = ()
    notes: Mapping[int, Sequence[str]] = field(default_factory=dict)  # before the first line of a later version
    marks: Mapping[int, str] = field(default_factory=dict)  # at the end of a line
    kinds: Mapping[int, str] = field(default_factory=dict)  # the class of a line
    score: str = ""  # the score as a drawing
    after: Sequence[str] = ()  # sections after the chapters


def report_of(
    moments: Moments,
    wording: Wording,
    tell: Progress = lambda done, of: None,
    ways: Ways = lambda first, last: (),
) -> Report:
    """The story so far, as the side of these moments may hear it; a chapter for each heading of the log.

    ``tell`` hears how many chapters of how many are drawn.
    """
    session = moments.session_at(moments.last)
    game = game_of(session.system.id).adapter(session)
    wording.names = dict(game.names(moments.side, wording.lang))
    wording.gather(session.seats)
    look = Look(moments.side, (), wording)
    over = over_card(session, look, may_leave=False) if session.state.flow.outcome else None
    players, seats = wording.players, Wording(wording.lang, wording.names)
    sheet = over.text.splitlines() if over else [wording.say("report.stopped", where=game.title(look))]
    sheet += _standing(game, look)
    played = {seat: stints.told(players, seat, wording) for seat in session.seats}
    named = [wording.pair(seats.word("seat", seat), who) for seat, who in played.items() if who]
    about = [wording.say("report.players", who=" · ".join(named))] if named else []
    about += who_plays(game, look)
    scores = tuple((tone_of(players, seat), wording.scorer(seat), points) for seat, points in game.scores(look))
    chapters = tuple(_chapters(moments, session, wording, tell, ways))
    return Report(
        " · ".join(filter(None, (wording.say(f"game.{session.system.id}"), game.story(look)))),
        over.title if over else game.title(look),
        tuple(about),
        tuple(sheet),
        scores,
        tuple(game.prints(look)),
        chapters,
        over is not None,
        moments.letters(session, wording),
        tuple(_words(moments, (session.system.id, str(session.system.edition.id)), sheet, wording.lang)),
    )


def _words(moments: Moments, game: tuple[str, str], sheet: Iterable[str], lang: str) -> Iterator[tuple[str, str, str]]:
    """Generate the rules that the sheet cites, then the terms that the story names in any language: in each the same
    ones; ``game``: system and edition.
    """
    system, edition = game
    cited = dict.fromkeys(rule for line in sheet for rule in CITED.findall(line))
    entries = [entry for one in cited for book in (system, HOUSE) if (entry := rulebook(book).entry(one)) is not None]
    named = {
        entry.id: entry
        for spoken in LANGUAGES
        for entry in glossary(
            "\n".join(words for _, words, _ in moments.lines(Wording(spoken))), system, spoken, edition
        )
    }
    terms = sorted(named.values(), key=lambda entry: plain(entry.by_lang[lang].title))
    for entry in {one.id: one for one in (*entries, *terms)}.values():
        said = entry.by_lang[lang]
        yield entry.id, said.title, said.words


def _standing(game: GameAdapter, look: Look) -> Iterator[str]:
    """Generate a line for each side: its figures, and how they stand."""
    sides: dict[str, list[str]] = {}
    for one in roster_of(game, game.picture(look, frozenset()), look):
        side = look.wording.word("seat", one.seat)
        sides.setdefault(side, []).append(f"{one.name} ({one.words})" if one.words else one.name)
    for side, figures in sides.items():
        line = ", ".join(figures)
        yield line if line.startswith(f"{side} (") else look.wording.pair(side, line)


def _chapters(moments: Moments, session: Session, wording: Wording, tell: Progress, ways: Ways) -> Iterator[Chapter]:
    told = [part for part in _parts(moments, session, wording) if part[1]]
    for number, (title, lines, first) in enumerate(told, 1):
        tell(number, len(told))
        last = lines[-1].version
        ended = session.at(last)
        seat = tone_of(wording.players, seat_of(ended.state_at(first).flow))
        scores = game_of(session.system.id).adapter(ended).scores(Look(moments.side, (), wording))
        is_last = 1 < number == len(told)
        closing = moments.drawn(ended, wording)[1] if is_last else ""
        shown = session.at(first - 1) if first else ended  # its lines tell what changes on it
        drawing = moments.drawn(shown, wording, ways=ways(first, last))[1]
        legend = moments.legend(shown, wording)
        yield Chapter(title, tuple(lines), drawing, seat, first, tuple(scores), legend, closing)


def _parts(moments: Moments, session: Session, wording: Wording) -> list[tuple[str, list[Line], int]]:
    """The title of each chapter, its lines and its first version; of a turn of several in any order, one for each."""
    game, heading, doer = game_of(session.system.id).adapter(session), "", None
    events = {record.version: record.event for record in session.records}
    parts: list[tuple[str, list[Line], int]] = [(wording.say("report.opening"), [], 0)]
    for version, text, is_heading in moments.lines(wording):
        if is_heading:
            heading, doer = text, None
            parts.append((text, [], version))
            continue
        if (now := game.doer(events[version], session.state_at(version))) not in (None, doer):
            doer = now
            parts.append((f"{heading} · {wording.names.get(str(doer), doer)}", [], version))
        parts[-1][1].append(Line(version, text))
    return parts


def report_page(report: Report, wording: Wording, beside: Beside = Beside()) -> bytes:
    """The story as a page that needs nothing else but the pictures ``beside`` it."""
    links = {rule: f'<a href="#{rule}" title="{escape(title)}">§</a>' for rule, title, _ in report.words}
    lines = (CITED.sub(lambda found: links.get(found[1], ""), escape(line)) for line in report.sheet)
    sheet = beside.score + "".join(f"<p>{line}</p>" for line in lines)
    about = "".join(f"<p>{escape(line)}</p>" for line in report.about)
    sections = [f"<section><h2>{wording.say('report.about')}</h2>{about}</section>"] if about else []
    sections.append(prints_of(report.prints))
    heading = wording.say("report.score" if beside.score else "report.end")
    sections += [f"<section><h2>{heading}</h2>{sheet}</section>"] if sheet else []
    known, letters = set[tuple[str, str]](), {*report.letters}
    begins = [*(chapter.first for chapter in report.chapters[1:]), _NEVER]
    notes = sorted(beside.notes.items(), reverse=True)
    for chapter, next_begins in zip(report.chapters, begins, strict=False):  # a game that just began has none
        story = _story(chapter, next_begins, notes, beside)
        at_first = wording.say("report.begins") if chapter.first else ""
        boards: list[Board] = [(at_first, chapter.drawing, [one for one in chapter.legend if one not in known])]
        known.update(chapter.legend)
        letters.update(chapter.legend)
        boards += [(wording.say("report.ends"), chapter.closing, ())] if chapter.closing else []
        sections.append(chapter_of(chapter.title, chapter.seat, story, boards))
    tiles = [*((seat, points, word) for seat, word, points in report.scores), *beside.tiles]
    sections += [*beside.after, words_of(sorted(letters), report.words, wording)]
    page = page_of(f"{report.game} · {report.title}", beside.lead, tiles, sections, wording)
    return "".join(page).encode()


def _story(chapter: Chapter, next_begins: int, notes: list[tuple[int, Sequence[str]]], beside: Beside) -> Iterator[str]:
    """The lines of a chapter, each after the notes that were made before it; these are taken off the list."""
    for line in (*chapter.lines, None):
        while notes and notes[-1][0] < (line.version if line else next_begins):
            yield from notes.pop()[1]
        if line:
            kind = f' class="{beside.kinds[line.version]}"' if beside.kinds.get(line.version) else ""
            yield f"<p{kind}>{escape(line.words)}{beside.marks.get(line.version, '')}</p>"


def report_paper(report: Report, wording: Wording) -> bytes:
    """The story as PDF: the words on the left, the board of each chapter on the right."""
    paper = Paper(report.title)
    paper.heading(report.game, 22)
    paper.heading(report.title, 15)
    for line in (*report.about, *report.sheet):
        paper.line(shown(CITED.sub("", line).rstrip()))
    for drawing in report.prints:
        paper.strip("", drawing, PRINT_MM)
    for chapter in report.chapters:
        colour = seat_colour(chapter.seat) if chapter.seat else ""
        lines = (shown(line.words) for line in chapter.lines)
        paper.chapter(chapter.title, lines, chapter.drawing, colour)
        if chapter.closing:
            paper.strip("", chapter.closing, PRINT_MM)
    if report.words:
        paper.heading(wording.say("report.words"), 13)
    for _, title, words in report.words:
        paper.line(shown(wording.pair(title, words)))
    return paper.pdf()


def keepsakes(moments: Moments, wording: Wording, tell: Progress = lambda done, of: None) -> dict[str, bytes]:
    """The files of a game by their names; the record and its theatre once the game is over."""
    report = report_of(moments, wording, tell)
    made = {"report.html": report_page(report, wording), "report.pdf": report_paper(report, wording)}
    return made | (_whole(moments, wording) if report.is_over else {})


class PhonePapers:
    """The files of a game for phones at its table, made when one is asked for, once for each moment and language; and
    of those that were played there before it.
    """

    def __init__(self, session: Session, before: Iterable[Path] = ()) -> None:
        self._session, self._before = session, {store.stem: store for store in before}
        self._made: tuple[tuple[str, int, str], dict[str, bytes]] = (("", -1, ""), {})

    @property
    def game(self) -> str:
        """The name of the game that is on the table: its record's."""
        return Path(self._session.ledger.recorder.name).stem

    def moment(self, game: str) -> Callable[[str], Mapping[str, bytes]] | None:
        """Take that game as it is now, in its own thread; what comes back makes the files in a language, in any.

        ``None``: no game of that name was played at this table, or its record is gone.
        """
        if game == self.game:
            played, players, version = played_of(self._session), self._session.players, self._session.version
            return lambda lang: self._files((game, version, lang), lambda: played, players)
        store = self._before.get(game)
        if store is None or not store.is_file():
            return None
        return lambda lang: self._files((game, -1, lang), lambda: played_in(store), players_of(store))

    def _files(
        self, which: tuple[str, int, str], played: Callable[[], Played], players: Mapping[str, str]
    ) -> dict[str, bytes]:
        if self._made[0] != which:
            wording = Wording(which[2])
            wording.players = players
            self._made = which, keepsakes(Moments(played()), wording)
        return self._made[1]


def write_keepsakes(
    moments: Moments, folder: Path, wording: Wording, tell: Progress = lambda done, of: None
) -> list[Path]:
    """The files of a game in that folder, each written whole; the record and its theatre once the game is over."""
    made = keepsakes(moments, wording, tell)
    make_folder(folder)
    for name, data in made.items():
        write_file(folder / name, data)
    return [folder / name for name in made]


class Writing:
    """The files of a game while a thread of their own writes them."""

    def __init__(self, moments: Moments, folder: Path, wording: Wording) -> None:
        self.done = (0, 0)  # chapters, of how many
        own = Wording(wording.lang)  # its names are another thread's
        own.players = wording.players
        thread = ThreadPoolExecutor(1)
        self.files: Future[list[Path]] = thread.submit(write_keepsakes, moments, folder, own, self._tell)
        thread.shutdown(wait=False)

    def _tell(self, done: int, of: int) -> None:
        self.done = done, of


def _whole(moments: Moments, wording: Wording) -> dict[str, bytes]:
    """The sealed record as judges exchange it, and the page that plays what everybody saw of it."""
    played = moments.played
    heard = sealed_as(played, heard_of(played, ONLOOKERS))
    page = theatre_page(played, heard, side=ONLOOKERS, pictures={}, lang=wording.lang)
    record = b"".join(map(sealed_line, sealed_as(played, played.records)))
    return {"game.record": record, "theatre.html": page.encode()}
