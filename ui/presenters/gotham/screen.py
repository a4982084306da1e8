"""The adapter of Gotham City Chronicles: what a screen shows of a mission, and what its players may do.

choose a figure ──> its screen or tile: cubes by boxes, skills with their levels; where it may go, whom it may attack
tap a zone ──────> it goes there;  a figure ──> what may be done about it
a number ────────> its terms, each with its rule (Reckoned)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, Line
from companion.core.events import GameEnded
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.pool import DIE, lying
from companion.core.session import Session
from companion.games.gotham import commands as cm
from companion.games.gotham.attack.defense import ASKED as DEFENDS
from companion.games.gotham.content.names import called
from companion.games.gotham.events import ActionResolved, Reckoned
from companion.games.gotham.state import State
from companion.games.gotham.view import FigureView, MissionView
from ui.presenters.adapter import Aimed, Chosen, Command, Cue, Group, Lifted, Look, Meant, Menu, Offer, Tap, Telling
from ui.presenters.gotham import cubes
from ui.presenters.gotham.board import RIVER, ZoneDrawing, board_picture
from ui.presenters.gotham.foretelling import cost_to, foretold, is_foretold
from ui.presenters.gotham.sight import drawn, line_between
from ui.presenters.gotham.words import names_of, told_number
from ui.presenters.models import DialModel, SlotModel

TABLE = "table"
_SILENT = {"MissionSetUp", "DiceRequested", "ChoiceRequested", "Undertaken", "Finished", "WindowClosed", "Acted"}
_SILENT |= {"PoolBuilt", "ActivationBegan", "CubesMoved"}
_TOLD_NEXT = ("points", "cost")  # numbers that the next line says too
_HEADINGS = {"RoundBegan", "SideTurnBegan", "TileActivated"}
_BY_TAP = (cm.Step,)
_ENDS = (cm.EndTurn,)
_CLOSING = (cm.EndMove, cm.EndCommand, cm.EndActivation)  # come last: never likely while more may be done
_ABOUT = ("target", "ally")
A_LINE = 3  # skills


class GothamScreen:
    """One screen of a mission; nothing is secret, so all look at the same."""

    overlays = ("off",)

    def __init__(self, session: Session) -> None:
        self._session = session
        setup: Any = session.records[0].event
        self._drawing = ZoneDrawing(self.state.board, setup.scenario)
        self._view: MissionView | None = None
        self._offers: dict[tuple[PieceId | None, Seat], list[Command]] = {}
        self._version = -1

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self._session.state
        return state

    @property
    def drawing(self) -> ZoneDrawing:
        """Which zone is drawn where."""
        return self._drawing

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line]:
        """Between two zones; tiles of the River are none."""
        line = line_between(self.state, start, end)
        return line, drawn(line, self.drawing)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """Everybody together."""
        return {TABLE: self.state.table.seats}

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        return names_of(self.state, lang)

    def title(self, look: Look) -> str:
        """The mission, its round, whose part of it; the tile that acts; or how it ended."""
        view = self._seen()
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        parts = [
            called(self.state.table.names, look.wording.lang, view.name),
            f"{look.say('round')} {view.round}" if view.round else "",
            look.wording.word("phase", view.phase),
        ]
        return " · ".join(part for part in (*parts, look.name(view.tile) if view.tile else "") if part)

    def turn(self, look: Look) -> Seat | None:
        view = self._seen()
        return next((seat for seat in view.active if seat not in view.ended), None)

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        return ()

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The board with what the acting figure may reach and aim at."""
        actor = self._actor(look)
        offers = self._of(actor) if actor is not None else []
        reach = {SpaceId(offer.to): cost_to(self.state, offer) for offer in offers if isinstance(offer, cm.Step)}
        reach |= {
            SpaceId(RIVER + offer.tile): 1 for offer in self._of_table(look) if isinstance(offer, cm.ActivateTile)
        }
        state, about = self.state, {PieceId(name) for offer in offers for name in _about(offer)}
        targets = {piece for piece in about if actor and state.who(piece).side != state.who(actor).side}
        return board_picture(
            self.drawing,
            self._seen(),
            self.names(look.side, look.wording.lang),
            chosen=look.chosen,
            reach=reach,
            targets=targets,
        )

    def unknown(self) -> BoardPicture:
        return board_picture(self.drawing, self._seen(), {})

    def sheet(self, look: Look) -> DialModel | None:
        """The screen or tile of the figure that is chosen, or acts; one's own where one has only one; of who moves."""
        view = self._seen()
        actor = self._actor(look)
        own = [figure.id for figure in view.figures if figure.seat in look.seats]
        mine = actor or (own[0] if len(own) == 1 else None)
        shown = look.chosen or mine or (view.moving.piece if view.moving else None)
        figure = next((figure for figure in view.figures if figure.id == shown), None)
        return _sheet(figure, self._of(actor) if actor is not None and actor == shown else [], look) if figure else None

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A zone: gone to by the acting figure, else who stands there first is chosen; a tile of the River acts."""
        actor = self._actor(look)
        if actor is not None:
            step = next((one for one in self._of(actor) if isinstance(one, cm.Step) and str(one.to) == space), None)
            if step is not None:
                return Meant(step, is_proposed=is_foretold(self.state, step))
        if space.startswith(RIVER):
            tile, orders = space.removeprefix(RIVER), self._of_table(look)
            order = next((one for one in orders if isinstance(one, cm.ActivateTile) and one.tile == tile), None)
            return Meant(order) if order is not None else None
        here = next((figure.id for figure in self._seen().figures if str(figure.zone) == space), None)
        return Chosen(None if look.chosen == here else here) if here is not None else None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A figure: aimed at when something may be done about it, else chosen."""
        actor = self._actor(look)
        if actor is not None and piece != actor and any(piece in _about(offer) for offer in self._of(actor)):
            return Aimed(piece)
        return Chosen(None if look.chosen == piece else piece)

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """Nobody: zones are tapped, Movement by Movement."""
        return None

    def menu(self, look: Look) -> Menu | None:
        """What the chosen figure may do, or what concerns the mission."""
        actor = self._actor(look)
        offers = self._of(actor) if actor is not None else self._of_table(look)
        about = [one for one in offers if look.aimed is None or look.aimed in _about(one)]
        paid = list(cubes.groups(about, look, lambda one: self._offer(one, look))) if self._is_hero(actor) else []
        by_other_ways = (*_BY_TAP, *_ENDS, *_CLOSING, *(cubes.BOX_OF if paid else ()))
        plain = (one for one in about if not isinstance(one, by_other_ways))
        entries: list[Offer | Group] = [*paid, *(self._offer(one, look) for one in plain)]
        if actor is None:
            entries += [Offer(look.name(piece), piece=piece) for piece in self._ready(look)]
        over = (one for one in (*about, *self._of_table(look)) if isinstance(one, _CLOSING))
        entries += [self._offer(one, look) for one in dict.fromkeys(over)]
        title = look.say("what_now", piece=actor) if actor else self.title(look)
        return Menu("proposal" if actor else "begin", title, "", tuple(entries), bool(look.aimed)) if entries else None

    def ending(self, look: Look) -> Offer | None:
        end = next((one for one in self._of_table(look) if isinstance(one, _ENDS)), None)
        return Offer(look.say("end_turn"), end) if end is not None else None

    def endings(self, look: Look) -> Sequence[Offer]:
        """A mission ends as its scenario says."""
        return ()

    def proposal(self, look: Look, command: Command) -> Menu:
        lines = [self._words(command, look), *foretold(self.state, look, command)]
        return Menu("proposal", look.name(getattr(command, "piece", "")), "\n".join(lines))

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """A figure, a zone, a die as it lies, cubes, or a word; none of something is a no."""
        if option == "0" and request.optional:
            return look.say("pass")
        if request.purpose == DEFENDS:
            return look.say("cubes", count=int(option))
        if option.startswith(DIE):
            place, dice = int(option.removeprefix(DIE)) - 1, self._dice(look)
            if place < len(dice):
                return look.say("die_again", die=dice[place])
        named = look.wording.names.get(option)
        return named if named is not None else look.wording.word("option", option)

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """The dice as they lie, where some are thrown again; else the last number with its terms: why one chooses."""
        if request.options[0].startswith(DIE):
            return look.say("dice_lie", dice=", ".join(self._dice(look)))
        shown = self._seen().numbers
        return told_number(look, shown[-1].what, shown[-1].number) if shown else ""

    def interruptions(self, look: Look) -> Sequence[Window]:
        return self._seen().windows

    def prints(self, look: Look) -> Sequence[str]:
        return ()

    def telling(self, event: object) -> Telling:
        if isinstance(event, Reckoned) and event.what in _TOLD_NEXT and not event.terms:
            return Telling.SILENT
        name = type(event).__name__
        return Telling.SILENT if name in _SILENT else Telling.HEADING if name in _HEADINGS else Telling.LINE

    def cue(self, event: object) -> Cue | None:
        """Whether an attack or a complex action obtained any successes."""
        if isinstance(event, ActionResolved):
            return Cue.HIT if event.succeeded else Cue.MISS
        if isinstance(event, Reckoned) and event.what in ("melee", "ranged"):
            return Cue.HIT if event.value else Cue.MISS
        return None

    def _offer(self, command: Command, look: Look) -> Offer:
        return Offer(self._words(command, look), command, is_proposed=is_foretold(self.state, command))

    def _words(self, command: Command, look: Look) -> str:
        """What a button says that gives the command; what is particular about it in brackets."""
        fields = {name: getattr(command, name) for name in getattr(command, "__dataclass_fields__", ())}
        spoken = {name: look.name(str(value)) for name, value in fields.items() if isinstance(value, str)}
        extra = [look.name(str(card)) for name in ("weapons", "using") for card in fields.get(name, ())]
        extra += [look.say(name) for name in ("bind", "push") if fields.get(name) is True]
        if isinstance(command, cm.Paid) and self.state.who(command.piece).is_hero:
            extra.append(look.say("cubes", count=command.cubes))
        return look.wording.say(f"command.{type(command).__name__}", **spoken) + (
            f" ({', '.join(extra)})" if extra else ""
        )

    def _seen(self) -> MissionView:
        self._refresh()
        if self._view is None:
            self._view = self._session.system.view_for(self.state, None)
        return self._view

    def _dice(self, look: Look) -> list[str]:
        """The dice as they lie by the record, each with its colour and its face."""
        thrown, _ = lying(record.event for record in self._session.standing())
        return [f"{look.wording.word('die', die)} {face}" for die, face in zip(thrown.dice, thrown.faces, strict=True)]

    def _of(self, piece: PieceId) -> list[Command]:
        """What that figure may do."""
        return self._kept(piece, self.state.who(piece).seat)

    def _of_table(self, look: Look) -> list[Command]:
        """What concerns the mission, of the seats that look; beginning needs to be said once."""
        offers = [one for seat in look.seats for one in self._kept(None, seat)]
        mine: list[Command] = [
            one for one in offers if isinstance(one, (cm.DeclareState, cm.ActivateTile, cm.EndActivation, *_ENDS))
        ]
        begin: list[Command] = [one for one in offers if isinstance(one, cm.BeginMission)]
        return begin[:1] or mine

    def _kept(self, piece: PieceId | None, seat: Seat) -> list[Command]:
        self._refresh()
        key = (piece, seat)
        if key not in self._offers:
            self._offers[key] = list(self._session.system.legal_commands(self.state, seat, piece=piece))
        return self._offers[key]

    def _ready(self, look: Look) -> list[PieceId]:
        """The figures of these seats that may do something."""
        if self.state.flow.open or self.state.flow.outcome is not None:
            return []
        own = (figure.id for figure in self.state.standing() if figure.seat in look.seats)
        return [piece for piece in own if any(not isinstance(one, cm.DeclareState) for one in self._of(piece))]

    def _is_hero(self, piece: PieceId | None) -> bool:
        return piece is not None and self.state.who(piece).is_hero

    def _refresh(self) -> None:
        if self._version != self._session.version:
            self._view, self._offers, self._version = None, {}, self._session.version

    def _actor(self, look: Look) -> PieceId | None:
        """The figure of these seats that taps are for: the one chosen, else who is moving."""
        state = self.state
        if state.flow.open or state.flow.outcome is not None:
            return None
        own = [figure.id for figure in state.standing() if figure.seat in look.seats]
        able = own if len(own) == 1 or not state.tile else self._ready(look)
        piece = look.chosen or (state.moving.piece if state.moving else able[0] if len(able) == 1 else None)
        figure = state.find(piece) if piece is not None else None
        if figure is None or figure.seat not in look.seats:
            return None
        return figure.id if self._of(figure.id) else None


def _about(command: Command) -> list[str]:
    return [getattr(command, field) for field in _ABOUT if getattr(command, field, None)]


def _sheet(figure: FigureView, offers: Sequence[Command], look: Look) -> DialModel:
    """A screen with its cubes by boxes, or a tile with its Life Points; the skills with their levels."""
    say, word = look.say, look.wording.word
    if figure.kind == "hero":
        slots = list(cubes.slots(figure, offers, look))
    else:
        slots = [SlotModel("life", word("slot", "life"), f"{figure.life}/{figure.life_max}", "", None, False)]
    skills = [f"{word('skill', skill)} {level}" for skill, level in figure.skills]
    notes = (
        *(", ".join(skills[first : first + A_LINE]) for first in range(0, len(skills), A_LINE)),
        say("items", items=", ".join(map(look.name, figure.cards))) if figure.cards else "",
        say("size_and_threat", size=figure.size, threat=figure.threat),
        say("neutralised") if figure.neutralised else "",
        say("lying") if figure.lying else "",
        say("bound", count=figure.binds) if figure.binds else "",
        say("friend", friend=look.name(figure.friend)) if figure.friend else "",
    )
    state = word("state", figure.state) if figure.state else ""
    return DialModel(look.name(figure.id), figure.seat, state, tuple(slots), "", 0, tuple(filter(None, notes)))
