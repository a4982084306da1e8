"""The adapter of HeroClix: everything that the table screen asks of the game.

choose a figure ──> its dial, where it may go, whom it may attack
tap a square ─────> MoveFigure, proposed;  before the first turn: Place
tap a block ──────> AttackTerrain          tap an opponent ──> CloseAttack or RangedAttack, with line and number
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.board.labels import initials
from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, GridDrawing, Line, Thing, Token, filling
from companion.board.sight import Sight
from companion.board.spaces import Terrain
from companion.board.squares import format_square, parse_square
from companion.core.commands import Concede, Place
from companion.core.events import GameEnded
from companion.core.face import Cue, Telling
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.targeting import is_at_arms_length
from companion.games.heroclix.commands import AttackTerrain
from companion.games.heroclix.damage.blow import TAKEN
from companion.games.heroclix.damage.knockback import COMPASS
from companion.games.heroclix.events.attack import AttackRolled
from companion.games.heroclix.moves.movement import reach_of
from companion.games.heroclix.opening.areas import area_spaces
from companion.games.heroclix.opening.objects import legal_objects
from companion.games.heroclix.position.lines import line_between
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import Phase, Piece, State
from companion.games.heroclix.system import HeroClix
from companion.games.heroclix.view import TableView
from ui.presenters.adapter import Chosen, Command, Look, Meant, Menu, Offer, Tap
from ui.presenters.heroclix.foretelling import Foretelling
from ui.presenters.heroclix.offers import (
    endings,
    figure_menu,
    next_figure,
    next_object,
    other_ways,
    setup_menu,
    text_lines,
)
from ui.presenters.heroclix.overlay import OVERLAYS, HeldFigure, Overlay
from ui.presenters.heroclix.sheet import dial_model, names_in
from ui.presenters.heroclix.starting_areas import area_asked, area_marks, area_taken, may_stand
from ui.presenters.models import DialModel

# bookkeeping that the next line says better
_SILENT = {"GameSetUp", "DiceRequested", "ChoiceRequested", "ActionEnded", "PhaseBegan", "TurnEnded", "ActionGiven"}
_SILENT |= {"Superseded", "FreeActionGiven", "PlacementRequested"}
_SILENT |= {"Undertaken", "Finished", "WindowOpened", "WindowClosed"}
_HEADINGS = {"RoundBegan", "TurnBegan"}


class HeroClixScreen:
    """One table; nothing is secret, so everybody looks from one side."""

    overlays = OVERLAYS

    def __init__(self, session: Session) -> None:
        assert isinstance(session.system, HeroClix)
        self._session, self._system = session, session.system
        self.labels = initials({piece.id: self.state.figure(piece).name for piece in self.state.pieces})
        self.overlay, self._foretelling = Overlay(session.system), Foretelling(session.system)
        self._drawing = filling(self.state.table.board)
        self._names: dict[str, Mapping[str, str]] = {}
        self._viewed: tuple[State, TableView] | None = None

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self._session.state
        return state

    @property
    def view(self) -> TableView:
        """What everybody sees."""
        state = self.state
        if self._viewed is None or self._viewed[0] is not state:
            self._viewed = state, self._system.view_for(state, None)
        return self._viewed[1]

    @property
    def drawing(self) -> GridDrawing:
        """Which square is drawn where."""
        board = self.state.table.board
        if self._drawing.board != board:  # markers came or went
            self._drawing = filling(board)
        return self._drawing

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """Everybody."""
        return {"table": self._session.seats}

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        """What everything is called; figures and cards stay the same all game."""
        if lang not in self._names:
            self._names[lang] = names_in(self.state, lang)
        return self._names[lang]

    def title(self, look: Look) -> str:
        """The round, whose turn, what is left of it."""
        view = self.view
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        if not view.round:
            return look.wording.word("phase", view.phase)
        seat = look.wording.word("seat", self.turn(look))
        return f"{look.say('round')} {view.round} · {seat} · {look.say('actions')} {view.actions_left}"

    def turn(self, look: Look) -> Seat | None:
        """Whose turn it is."""
        return next(iter(self.view.active), None)

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Victory points."""
        return self.view.scores

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The map with its figures, the reach and the targets of the chosen one, the line of an attack."""
        state, drawing, chosen = self.state, self.drawing, self._chosen(look)
        mover = self._mover(look)
        reach: Mapping[SpaceId, int] = self._setting_spaces(look)
        targets: set[PieceId] = set()
        if mover is not None:
            offers = list(self._system.legal_commands(state, mover.seat, piece=mover.id))
            if not reach and any(isinstance(offer, cm.MoveFigure) for offer in offers):
                reach = reach_of(state, mover).costs
            targets = {offer.target for offer in offers if isinstance(offer, cm.CloseAttack)}
            targets |= {offer.targets[0] for offer in offers if isinstance(offer, cm.RangedAttack)}
        tokens = tuple(
            Token(
                piece.id,
                self.labels[piece.id],
                look.name(piece.id),
                piece.seat,
                *drawing.base(piece.spaces),
                piece.tokens,
                piece.id == look.chosen,
                piece.id in targets,
                piece.id in away,
                piece.acted,
                self._may_be_lifted(state.piece(piece.id)),
            )
            for piece in self.view.pieces
            if piece.spaces
        )
        field = drawing.field(self.overlay.standing(state, chosen, look.overlay)) if chosen else None
        ways = self._foretelling.way(state, look.command, drawing) if isinstance(look.command, cm.MoveFigure) else ()
        if area_asked(state) is not None:
            tokens = tuple(area_marks(state.table.board, drawing))
        drawn = drawing.picture(
            tokens=tokens,
            reach=reach,
            line=self._aimed_line(look),
            field=field,
            objects=self._things(),
            debris=self.view.tactics.debris,
        )
        return replace(drawn, ways=ways) if ways else drawn

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line]:
        """Between two figures as their powers have it; from a square, or to one, as the map has it."""
        state = self.state
        standing = {space: piece for piece in state.on_map() for space in piece.spaces}
        if start in standing and end in standing:
            line = line_between(state, standing[start], standing[end])
        else:
            sight = Sight(state.table.board, state.occupancy(), self._system.edition.sight)
            ends = [standing[space].spaces if space in standing else (space,) for space in (start, end)]
            line = sight.best(ends[0], ends[1])
        return line, self.drawing.line(line)

    def unknown(self) -> BoardPicture:
        """The printed map: nothing of it is secret."""
        return self.drawing.picture()

    def sheet(self, look: Look) -> DialModel | None:
        """The dial of the figure to set up, the one chosen, or the one that attacks."""
        waiting, attack = next_figure(self.state, look.chosen), self.state.attack
        shown = waiting.id if waiting else look.chosen or (attack.attacker if attack else None)
        piece = next((piece for piece in self.view.pieces if piece.id == shown), None)
        if piece is None:
            return None
        on_card: dict[str, str] = {}
        for text in self.state.texts(self.state.piece(piece.id)) if piece.spaces else ():
            told = look.wording.pair(text.special.name or look.name(text.key), text.special.text)
            on_card[text.special.slot] = "\n".join(filter(None, (on_card.get(text.special.slot), told)))
        return dial_model(piece, look, self.view.tactics.held, on_card)

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A square: set down, chosen, aimed at, gone to."""
        here = next((piece for piece in self.state.on_map() if space in piece.spaces), None)
        if here is not None:
            return self.tap_piece(look, here.id)
        if (area := area_taken(self.state, look, space)) is not None:
            return Meant(area)
        placing = self._setting_down(look, space)
        if placing is not None:
            return Meant(placing, lets_go=True)  # easily undone: no card for each figure
        mover = self._mover(look)
        if mover is None:
            return None
        return Meant(
            self._attack_on_space(mover, space) or cm.MoveFigure(mover.seat, mover.id, (space,)), is_proposed=True
        )

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A figure: chosen, or aimed at when it is an opponent of the chosen one."""
        target, mover = self.state.piece(piece), self._mover(look)
        if mover is None or self.state.is_friend(mover.seat, target.seat):
            return Chosen(None if look.chosen == piece else piece)
        self.overlay.aimed = piece
        if is_at_arms_length(self.state, mover, target):
            return Meant(cm.CloseAttack(mover.seat, mover.id, piece), is_proposed=True)
        return Meant(cm.RangedAttack(mover.seat, mover.id, (piece,)), is_proposed=True)

    def lift(self, look: Look, piece: PieceId) -> HeldFigure | None:
        """The figure in the hand, if it is one of the player whose turn it is, and nothing else is asked for."""
        state, lifted = self.state, self.state.find(piece)
        if lifted is None or not self._may_be_lifted(lifted):
            return None
        legal = self._system.legal_commands(state, lifted.seat, piece=piece)
        moves = [command for command in legal if isinstance(command, cm.MoveFigure) and not command.pick_up]
        moves = [move for move in moves if set(move.to) != set(lifted.spaces)]
        return HeldFigure(state, lifted, self.labels[piece], moves, self.drawing, self.overlay, look)

    def menu(self, look: Look) -> Menu | None:
        """To begin, to set up, or what the chosen figure may do."""
        if self.state.flow.phase == Phase.WAITING:
            return Menu("begin", look.say("ready"), "", (Offer(look.say("begin"), cm.BeginGame(look.seats[0])),))
        return setup_menu(self.state, look) or figure_menu(self._system, self.state, look)

    def ending(self, look: Look) -> Offer | None:
        """The end of the turn."""
        view, seat = self.view, self.state.active_seat
        if seat is None or not view.round or view.asked or view.outcome:
            return None
        idle = any(piece.seat == seat and piece.spaces and not piece.acted for piece in view.pieces)
        return Offer(look.say("end_turn"), cm.EndTurn(seat), wastes=idle and view.actions_left > 0)

    def endings(self, look: Look) -> Sequence[Offer]:
        """The time is up, a draw, giving up."""
        return endings(self.state, look)

    def proposal(self, look: Look, command: Command) -> Menu:
        """A move with its cost, an attack with its line and number; and what else it could be."""
        others = other_ways(self._system, self.state, look, command)
        match command:
            case cm.MoveFigure(_, piece, _):
                words = _lines(self._foretelling.move(self.state, look, command))
                return Menu("proposal", look.name(piece), words, others)
            case cm.CloseAttack(_, attacker, _) | cm.RangedAttack(_, attacker, _):
                words = _lines(self._foretelling.attack(self.state, look, command))
                return Menu("proposal", look.name(attacker), words, others)
            case AttackTerrain(_, attacker):
                words = _lines(self._foretelling.blow(self.state, look, command))
                return Menu("proposal", look.name(attacker), words, others)
            case Concede(seat):
                title = look.wording.pair(look.say("concede"), look.wording.word("seat", seat))
                return Menu("proposal", title, look.say("concede_text"))
            case Place(_, piece, to):
                return Menu("proposal", look.name(piece), f"→ {to[0]}")
            case _:
                return Menu("proposal", look.say("confirm"), type(command).__name__)

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """A direction, an area, a figure, a power; on a map that lies on its side, south is not down."""
        piece = self.state.find(request.piece) if request.piece else None
        if piece is not None and option in COMPASS and piece.spaces:
            (column, row), (across, down) = parse_square(piece.spaces[0]), COMPASS[option]
            space = self.drawing.board.at(column + across, row + down)
            return look.wording.word("direction", option) + (f" → {space}" if space else "")
        if look.wording.has(f"answer.{option}"):
            return look.wording.word("answer", option)
        return look.wording.option(option)

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """The text on the card of whoever takes damage, where something of it is left to the players."""
        if request.purpose != TAKEN or request.piece is None:
            return ""
        return text_lines(self.state, look, self.state.find(request.piece), "defense")

    def interruptions(self, look: Look) -> Sequence[Window]:
        """What is interrupted."""
        return self.state.flow.windows

    def prints(self, look: Look) -> Sequence[str]:
        return ()

    def telling(self, event: object) -> Telling:
        """How the log tells the event."""
        name = type(event).__name__
        return Telling.SILENT if name in _SILENT else Telling.HEADING if name in _HEADINGS else Telling.LINE

    def cue(self, event: object) -> Cue | None:
        """Whether an attack hit anybody."""
        if not isinstance(event, AttackRolled):
            return None
        return Cue.HIT if event.hits else Cue.MISS

    def _chosen(self, look: Look) -> Piece | None:
        return self.state.find(look.chosen) if look.chosen else None

    def _mover(self, look: Look) -> Piece | None:
        """The chosen figure when it may act: in its turn, on the map, and nothing is asked for."""
        piece, flow = self._chosen(look), self.state.flow
        return piece if piece and piece.spaces and piece.seat in flow.active and not flow.open else None

    def _may_be_lifted(self, piece: Piece) -> bool:
        flow = self.state.flow
        return flow.phase == Phase.PLAY and not flow.open and bool(piece.spaces) and piece.seat in flow.active

    def _setting_spaces(self, look: Look) -> Mapping[SpaceId, int]:
        """Where the next object or figure may be set down, as the board shows a reach; nothing when none waits."""
        state = self.state
        item, piece = next_object(state, look.chosen), next_figure(state, look.chosen)
        if item is not None:
            return {place.spaces[0]: 0 for place in legal_objects(state, item.seat, item.id)}
        if (asked := area_asked(state)) is not None:
            board = state.table.board
            return {space: 0 for space in board.spaces if board.tile(space).starting in asked.options}
        spaces = area_spaces(state, piece.seat) if piece else ()
        return {space: 0 for space in spaces if piece and may_stand(state, piece, self._base(piece, space))}

    def _setting_down(self, look: Look, space: SpaceId) -> Place | None:
        """The command that sets the next object or figure down, the top left corner of its base on the square."""
        item, piece = next_object(self.state, look.chosen), next_figure(self.state, look.chosen)
        if item is not None:
            return Place(item.seat, item.id, (space,))
        if piece is None:
            return None
        return Place(piece.seat, piece.id, self._base(piece, space))

    def _base(self, piece: Piece, space: SpaceId) -> tuple[SpaceId, ...]:
        (columns, rows), (column, row) = self.state.figure(piece).dimensions, parse_square(space)
        return tuple(format_square(column + c, row + r) for r in range(rows) for c in range(columns))

    def _attack_on_space(self, mover: Piece, space: SpaceId) -> AttackTerrain | None:
        """The attack that a tap on a block means: a close one from beside it; ``None``: it is no block."""
        board = self.state.table.board
        if not board.has(space, Terrain.BLOCKING):
            return None
        is_beside = any(board.is_adjacent(own, space) for own in mover.spaces)
        kind = AttackKind.CLOSE if is_beside else AttackKind.RANGED
        return AttackTerrain(mover.seat, mover.id, kind, square=space)

    def _aimed_line(self, look: Look) -> Line | None:
        """The line of the attack that is proposed, refused, or being rolled for."""
        state, attack = self.state, self.state.attack
        match look.command:
            case cm.CloseAttack(_, attacker, target):
                pair = state.piece(attacker), state.piece(target)
            case cm.RangedAttack(_, attacker, targets):
                pair = state.piece(attacker), state.piece(targets[0])
            case _ if attack is not None and attack.targets and state.piece(attack.targets[0].piece).spaces:
                pair = state.piece(attack.attacker), state.piece(attack.targets[0].piece)
            case _:
                return None
        return self.drawing.line(line_between(state, *pair), is_close=is_at_arms_length(state, *pair))

    def _things(self) -> Iterator[Thing]:
        """The objects that lie on the map, and those in hands on the square of their holder."""
        where = {piece.id: piece.spaces for piece in self.view.pieces}
        tactics = self.view.tactics
        lying = [(item, space, False) for item, space in tactics.objects]
        held = [(item, where[piece][0], True) for item, piece in tactics.held if where.get(piece)]
        for item, space, is_held in (*lying, *held):
            weight = item.weight.value if item.weight else ""
            yield Thing(item.id, item.name[:1].upper(), *self.drawing.place(space), weight, item.is_special, is_held)


def _lines(words: Iterable[str]) -> str:
    return "\n".join(words)
