"""The adapter of HeroClix: everything that the table screen asks of the game.

choose a figure ──> its dial, where it may go, whom it may attack
tap a square ─────> MoveFigure, proposed;  before the first turn: Place
tap a block ──────> AttackTerrain          tap an opponent ──> CloseAttack or RangedAttack, with line and number
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, GridDrawing, Line, Token
from companion.core.by_hand import MoveCard
from companion.core.commands import Concede, Place
from companion.core.events import GameEnded
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroclix.face.face import HeroClixFace
from companion.games.heroclix.face.offers import group_words
from companion.games.heroclix.face.overlay import OVERLAYS, HeldFigure, Overlay
from companion.games.heroclix.face.view import TableView
from companion.text.wording import names_told, told
from ui.presenters.adapter import Chosen, Command, Group, Look, Meant, Menu, Offer, Tap
from ui.presenters.by_hand import CORRECT, groups, is_open, put_there
from ui.presenters.face_screen import FaceScreen, round_words
from ui.presenters.heroclix.sheet import dial_model
from ui.presenters.models import DialModel, HandModel

MORE = "+"  # the group of everything that is seldom done


class HeroClixScreen(FaceScreen[HeroClixFace]):
    """One table; nothing is secret, so everybody looks from one side."""

    overlays = OVERLAYS

    def __init__(self, session: Session) -> None:
        super().__init__(HeroClixFace(session))
        self._names: dict[str, Mapping[str, str]] = {}
        self._aimed: PieceId | None = None  # the opponent aimed at last
        self._places: Mapping[PieceId, tuple[SpaceId, ...]] = {}  # where the figures were set up the last time

    def remember(self, places: Mapping[PieceId, tuple[SpaceId, ...]]) -> None:
        """Take where the figures were set up the last time."""
        self._places = places

    @property
    def view(self) -> TableView:
        """The table as everybody sees it."""
        return self._face.table

    @property
    def labels(self) -> Mapping[PieceId, str]:
        """Return two letters for each figure."""
        return self._face.labels

    @property
    def overlay(self) -> Overlay:
        """The overlays of the board."""
        return self._face.overlay

    @property
    def drawing(self) -> GridDrawing:
        return self._face.drawing

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """Everybody."""
        return {"table": self._face.seats}

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        """Return the names of everything; figures and cards keep theirs all game."""
        if lang not in self._names:
            self._names[lang] = names_told(self._face.families, self._face.names(lang), lang)
        return self._names[lang]

    def title(self, look: Look) -> str:
        """The round, whose turn, what is left of it."""
        view = self.view
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        if not view.round:
            return look.wording.word("phase", view.phase)
        seat = look.wording.word("seat", self.turn(look))
        now = round_words(view.round, self._face.last_round, look)
        return f"{now} · {seat} · {look.wording.pair(look.say('actions'), view.actions_left)}"

    def turn(self, look: Look) -> Seat | None:
        """Return the seat whose turn it is."""
        return next(iter(self.view.active), None)

    def left(self, look: Look) -> str:
        """The actions of the turn."""
        view = self.view
        return (
            look.wording.pair(look.say("actions"), view.actions_left)
            if view.round
            else look.wording.word("phase", view.phase)
        )

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Victory points."""
        return self.view.scores

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The map with its figures, the reach and the targets of the chosen one, the line of an attack."""
        face, drawing = self._face, self.drawing
        chosen = None if is_open(look) else self._mover(look)  # while it is corrected, any space is one to put it on
        targets, active = face.targets(chosen), self.active(look)
        marks = (replace(mark, name=told(words, look.wording)) for mark, words in face.area_marks())
        tokens = tuple(marks) or tuple(
            Token(
                piece.id,
                face.labels[piece.id],
                look.name(piece.id),
                piece.seat,
                *drawing.base(piece.spaces),
                piece.tokens,
                piece.id == active,
                piece.id in targets,
                piece.id in away,
                piece.acted,
                face.may_lift(piece.id) and self._is_own(look, piece.id),
            )
            for piece in self.view.pieces
            if piece.spaces
        )
        drawn = drawing.picture(
            tokens=tokens,
            reach=face.reach(chosen),
            line=face.aimed_line(look.command),
            field=face.field(look.chosen, look.overlay),
            objects=face.things(),
            debris=self.view.tactics.debris,
        )
        ways = face.way(look.command)
        return replace(drawn, ways=ways) if ways else drawn

    def _is_own(self, look: Look, piece: PieceId) -> bool:
        """Whether these seats move the figure, or object; who looks on sees whatever its player sees."""
        return not look.seats or all(one.seat in look.seats for one in self.view.pieces if one.id == piece)

    def _mover(self, look: Look) -> PieceId | None:
        """The chosen figure, where it is one of theirs."""
        return look.chosen if look.chosen is not None and self._is_own(look, look.chosen) else None

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line]:
        """Between two figures as their powers have it; from a square, or to one, as the map has it."""
        line = self._face.line(start, end)
        return line, self.drawing.line(line)

    def unknown(self, look: Look) -> BoardPicture:
        """The printed map: nothing of it is secret."""
        return self.drawing.picture()

    def active(self, look: Look) -> PieceId | None:
        """Return the figure to set up, the one chosen, or the one that attacks."""
        waiting = self._face.next_to_set_up(look.chosen)
        is_figure = waiting is not None and any(piece.id == waiting.id for piece in self.view.pieces)
        return waiting.id if waiting is not None and is_figure else look.chosen or self._face.attacker()

    def sheet(self, look: Look) -> DialModel | None:
        """The dial of the figure to set up, the one chosen, or the one that attacks."""
        shown = self.active(look)
        piece = next((piece for piece in self.view.pieces if piece.id == shown), None)
        if piece is None:
            return None
        on_card: dict[str, str] = {}
        for slot, name, text in self._face.texts(piece.id):
            words = look.wording.pair(told(name, look.wording), told(text, look.wording))
            on_card[slot] = "\n".join(filter(None, (on_card.get(slot), words)))
        clicks = ((one.left, one.most) for one in self.roster(look) if one.piece == piece.id)
        left, most = next(clicks, (0, 0))
        return dial_model(piece, look, self.view.tactics.held, on_card, (left or 0, most or 0))

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A square: set down, chosen, aimed at, gone to."""
        here = self._face.standing_at(space)
        is_there = any(piece.id == look.chosen and piece.spaces[:1] == (space,) for piece in self.view.pieces)
        if not is_there and (put := put_there(self._face, look, space)) is not None:
            return put
        if here is not None:
            return self.tap_piece(look, here)
        if (placing := self._face.setting_down(look.seats, look.chosen, space)) is not None:
            command, lets_go = placing
            return Meant(command, lets_go=lets_go)  # easily undone: no card for each figure
        going = self._face.going(self._mover(look), space)
        return Meant(going, is_proposed=True) if going is not None else None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A figure: chosen, or aimed at when it is an opponent of the chosen one."""
        if all(one.id != piece for one in self.view.pieces):  # the number of a starting area
            return None
        strike = self._face.strike(self._mover(look), piece, is_advised=look.is_advised)
        if strike is None:
            return Chosen(None if look.chosen == piece else piece)
        self._aimed = piece
        return Meant(strike, is_proposed=True)

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """The figure in the hand, if it is one of the player whose turn it is, and nothing else is asked for."""
        if not self._face.may_lift(piece) or not self._is_own(look, piece):
            return None
        seat = next(one.seat for one in self.view.pieces if one.id == piece)
        held = self._face.lift(piece, look.overlay)
        return Lifted(piece, seat, self._face.labels[piece], held, self._aimed, look)

    def menu(self, look: Look) -> Menu | None:
        """To begin, to set up, or what the chosen figure may do."""
        begin = self._face.begin(look.seats[0]) if look.seats else None
        if begin is not None:
            return Menu("begin", look.say("ready"), "", (Offer(look.say("begin"), begin),))
        return self._setup_menu(look) or self._figure_menu(look)

    def _setup_menu(self, look: Look) -> Menu | None:
        """Return the menu of what to set up, with a button for each other one; ``None`` in other phases."""
        waiting = self._face.next_to_set_up(look.chosen)
        if waiting is None or waiting.seat not in look.seats:  # it is another's to set up
            return None
        buttons = [Offer(told(name, look.wording), piece=piece) for piece, name in waiting.others]
        if (first := self._face.line_up(waiting.seat)) is not None:
            buttons.insert(0, Offer(look.say("line_up"), first, more=partial(self._face.line_up, waiting.seat)))
        if (before := self._face.as_before(waiting.seat, self._places)) is not None:
            again = partial(self._face.as_before, waiting.seat, self._places)
            buttons.insert(0, Offer(look.say("as_before"), before, more=again))
        if waiting.no_more is not None:
            buttons.append(Offer(look.say("no_more"), waiting.no_more))
        title = look.wording.pair(look.wording.word("seat", waiting.seat), told(waiting.name, look.wording))
        asks = look.say("place_object" if waiting.no_more is not None else "set_up")
        return Menu("setup", title, asks, tuple(buttons))

    def _figure_menu(self, look: Look) -> Menu | None:
        """Return the menu of the chosen figure without a move, in its turn or not."""
        if look.chosen is None:
            return None
        entries: list[Offer | Group] = []
        for key, uses in self._face.uses(look.chosen).items():
            offers = tuple(Offer(told(words, look.wording), use) for words, use in uses)
            title = told(group_words(key), look.wording)
            entries.append(offers[0] if len(offers) == 1 else Group(key, f"{title} …", offers, title))
        if beside := tuple(Offer(told(words, look.wording), one) for words, one in self._face.beside(look.chosen)):
            texts = self._texts(self._face.texts_left(look.chosen), look)
            more = f"{look.say('more')} …"
            entries.append(Group(MORE, more, beside, look.name(look.chosen), texts, is_beside=True))
        entries += self._by_hand(look)
        why = "".join(map(look.wording.violation, self._face.idle(look.chosen)[-1:]))  # the one that no other lifts
        if runs := self._face.runs(look.chosen):
            why = look.say("runs", powers=look.wording.listed([told(one, look.wording) for one in runs]))
        return Menu("powers", look.name(look.chosen), why, tuple(entries)) if entries else None

    def _by_hand(self, look: Look) -> list[Group]:
        """The corrections of what is chosen, and after them the way to whatever nobody can tap."""
        if look.chosen is None or not look.seats or not self.view.round:
            return []
        standing = {one.id for one in self.view.pieces if one.spaces}  # who stands there is tapped
        seats = {str(seat): look.wording.word("seat", seat) for seat in self._face.seats}
        others = [
            Offer(look.say("put_right_of", piece=seats.get(one, one)), piece=one)
            for one in self._face.correctable()
            if one not in standing and one != look.chosen
        ]
        return [
            replace(group, offers=(*group.offers, *others)) if group.key == CORRECT else group
            for group in groups(self._face, look, is_busy=False)
        ]

    def ending(self, look: Look) -> Offer | None:
        """The end of the turn."""
        end = self._face.ending()
        return Offer(look.say("end_turn"), end[0], is_proposed=end[1], wastes=end[1]) if end is not None else None

    def endings(self, look: Look) -> Sequence[Offer]:
        """The time is up, a draw, giving up."""
        return _offers(self._face.endings(look.seats), look)

    def proposal(self, look: Look, command: Command) -> Menu:
        """A move with its cost, an attack with its line and number; and what else it could be."""
        if command in (self._face.ending() or ())[:1]:
            return self._early(self._face.fresh(command.seat), look)
        foretold = self._face.foretell(command.seat, command)
        if foretold.lines:
            piece = self._face.given_to(command) or ""
            words = self._lines(self._read(foretold, look), look)
            return Menu("proposal", look.name(piece), words, tuple(_offers(self._face.other_ways(command), look)))
        if end := told(self._face.scenario_end(command), look.wording):
            return Menu("proposal", look.say("confirm"), end, tuple(_offers(self._face.other_ways(command), look)))
        match command:
            case Concede():
                return self._concession(command, look)
            case MoveCard(piece=piece):
                return Menu("proposal", look.name(piece), told(self._face.correction(command), look.wording))
            case Place(_, piece, to):
                return Menu("proposal", look.name(piece), f"→ {to[0]}")
            case _:
                return Menu("proposal", look.say("confirm"), told(self._face.order_words(command), look.wording))

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """A direction, an area, a figure, a power; on a map that lies on its side, south is not down."""
        if (way := self._face.option(request, option)) is not None:
            return told(way, look.wording)
        if look.wording.has(f"answer.{option}"):
            return look.wording.word("answer", option)
        return look.wording.option(option)

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """The numbers one chooses by; the text on the card of whoever takes damage, where it is left to the players."""
        asked = (told(one, look.wording) for one in self._face.asked(request))
        return "\n".join(filter(None, (*asked, self._texts(self._face.left_of(request), look))))

    def interruptions(self, look: Look) -> Sequence[Window]:
        """Return the interruptions."""
        return self._face.windows()

    @staticmethod
    def _texts(texts: Iterable[tuple[object, object]], look: Look) -> str:
        return "\n".join(look.wording.pair(*(told(part, look.wording) for part in text)) for text in texts)


def _offers(offers: Iterable[tuple[object, Command, bool]], look: Look) -> list[Offer]:
    return [Offer(told(words, look.wording), command, is_proposed=proposed) for words, command, proposed in offers]


class Lifted:
    """A figure in the hand, in words."""

    def __init__(
        self, piece: PieceId, seat: Seat, label: str, held: HeldFigure, aimed: PieceId | None, look: Look
    ) -> None:
        self._piece, self._seat, self._label = piece, seat, label
        self._held, self._aimed, self._wording = held, aimed, look.wording
        self.drop = held.drop

    def over(self, space: SpaceId | None) -> HandModel:
        """The hand over a square, or off the board."""
        held = self._held.over(space, self._aimed)
        line = replace(held.line, label=told(held.line_words, self._wording)) if held.line is not None else None
        words = told(held.words, self._wording)
        return HandModel(self._piece, self._label, self._seat, held.places, held.is_legal, words, held.field, line)
