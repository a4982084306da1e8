"""The adapter of HeroQuest: what one side of the table sees of a quest, and what it may do.

choose a figure ──> its sheet, the squares it may reach, what it may do as buttons
tap a square ─────> it goes there;  a figure, furniture, a door ──> what it may do about that
the master ───────> corrects any number, puts anybody anywhere (HQ-GEN-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, GridDrawing, Line, filling
from companion.core.events import GameEnded
from companion.core.face import Cue, Telling
from companion.core.flow import ChoiceRequest, PlacementRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroquest import commands as cm
from companion.games.heroquest.events import StrikeRolled
from companion.games.heroquest.hidden.view import CharacterView, QuestView
from companion.games.heroquest.state import State
from companion.text.wording import Wording
from ui.presenters.adapter import Aimed, Chosen, Command, Group, Lifted, Look, Meant, Menu, Offer, Tap
from ui.presenters.heroquest.board import dungeon_picture, names_of, thing_at, thing_sheet, unknown_dungeon
from ui.presenters.heroquest.foretelling import foretold, is_foretold, way
from ui.presenters.heroquest.offers import CORRECT, Offers, command_words, corrections
from ui.presenters.heroquest.sight import line_between
from ui.presenters.models import DialModel, SlotModel

HEROES, MASTER = "heroes", "master"  # the sides: the heroes at one tablet, the master at another
# bookkeeping that the next line says better
_SILENT = {"QuestSetUp", "DiceRequested", "ChoiceRequested", "PlacementRequested", "Undertaken", "Finished"}
_SILENT |= {"WindowOpened", "WindowClosed", "ActionSpent", "Engaged", "Disengaged", "SquaresSeen", "Reacted"}
_HEADINGS = {"RoundBegan", "TurnOpened", "PhaseBegan"}


class HeroQuestScreen:
    """One screen of a quest."""

    overlays = ("off",)

    def __init__(self, session: Session) -> None:
        self._session = session
        self._offers = Offers(session)
        self._drawing = filling(self.state.dungeon.board)
        self._views: dict[str, QuestView] = {}
        self._version = -1

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self._session.state
        return state

    @property
    def drawing(self) -> GridDrawing:
        """Which square is drawn where."""
        return self._drawing

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line] | None:
        """A shot's line, as far as the side has seen what it crosses."""
        line = line_between(self.state, self._view(look.side), start, end)
        return (line, self.drawing.line(line)) if line is not None else None

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The heroes, and their master."""
        return {HEROES: self.state.table.hero_seats, MASTER: (self.state.table.gm,)}

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        """What is called how, as far as the side knows of it; the dead keep their names."""
        dead = [character for character in self.state.dead if character.revealed or side == MASTER]
        return names_of(self._view(side), self.state.quest.names, Wording(lang), dead)

    def title(self, look: Look) -> str:
        """The quest, its round, whose part of it, whose turn; or how it ended."""
        view = self._view(look.side)
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        parts = [
            self.state.quest.names.get("", {}).get(look.wording.lang, view.quest),
            f"{look.say('round')} {view.round}" if view.round else "",
            look.wording.word("phase", view.phase),
            look.wording.names.get(view.hero, "") if view.hero else "",
        ]
        return " · ".join(part for part in parts if part)

    def turn(self, look: Look) -> Seat | None:
        """Whose turn it is."""
        return next(iter(self._view(look.side).active), None)

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Nobody counts points."""
        return self._view(look.side).scores

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The dungeon as the side knows it, with what the acting character may reach and aim at."""
        view, actor = self._view(look.side), self._actor(look)
        reach: dict[SpaceId, int] = {}
        for request in view.asked:
            if isinstance(request, PlacementRequest) and request.seat in look.seats:
                reach = dict.fromkeys(request.spaces, 0)
        if actor is not None and not reach:
            known = [space for place in view.places for space in place.squares]
            reach = self._offers.reach(actor, known)
        targets = self._offers.targets(actor) if actor is not None else ()
        drawn = dungeon_picture(self.drawing, view, chosen=look.chosen or view.hero, reach=reach, targets=targets)
        return replace(drawn, ways=way(self.state, look.command, self.drawing))

    def unknown(self) -> BoardPicture:
        """A dungeon of which nothing is known."""
        return unknown_dungeon(self.drawing)

    def sheet(self, look: Look) -> DialModel | None:
        """The sheet of the character that is chosen, or whose turn it is."""
        view = self._view(look.side)
        shown = look.chosen or view.hero
        character = next((character for character in view.characters if character.id == shown), None)
        return _sheet(character, look) if character else thing_sheet(view, shown, look)

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A square: gone to, aimed at, chosen who stands there; while the master corrects, somebody is put there."""
        view, actor = self._view(look.side), self._actor(look)
        if look.picked == CORRECT and look.side == MASTER and look.chosen is not None:
            return Meant(cm.Relocate(look.seats[0], look.chosen, space))
        here = next((character.id for character in view.characters if character.at == space), None)
        if actor is not None and here != actor:
            character = self.state.who(actor)
            about = here or thing_at(view, space, character.at)
            if about is not None and about in self._offers.targets(actor):
                strike = self._offers.strike(actor, about)
                return Meant(strike, is_proposed=True) if strike is not None else Aimed(about)
            going = self._offers.to(actor, space) if here is None else None
            here = here or (thing_at(view, space, None) if going is None else None)
            if here is None:  # the rules say why not
                going = going or cm.Walk(character.seat, actor, (space,))
                return Meant(going, is_proposed=isinstance(going, cm.Walk))
        here = here or thing_at(view, space, None)
        return Chosen(None if look.chosen == here else here) if here is not None else None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A character: a tap on its square."""
        characters = self._view(look.side).characters
        at = next((character.at for character in characters if character.id == piece), None)
        return self.tap(look, at) if at is not None else None

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """Nobody: squares are tapped, step by step."""
        return None

    def menu(self, look: Look) -> Menu | None:
        """What the acting character may do, or what concerns the quest; the master's corrections besides."""
        view, actor = self._view(look.side), self._actor(look)
        entries: list[Offer | Group] = [self._offer(offer, look) for offer in self._offers.listed(look, actor)]
        kind, title = "proposal", look.say("what_now", piece=actor) if actor else ""
        if actor is None:
            kind, title = "begin", self.title(look) if entries else look.name(look.chosen or "")
        chosen = self.state.find(look.chosen) if look.chosen else None
        if chosen is not None and look.side == MASTER and not view.asked:
            entries.append(corrections(look.seats[0], chosen, look))
        return Menu(kind, title, "", tuple(entries), may_close=bool(look.aimed)) if entries else None

    def ending(self, look: Look) -> Offer | None:
        """The end of a hero's turn, or of the phase."""
        end = self._offers.ending(look.seats)
        if end is None:
            return None
        if not isinstance(end, cm.EndPhase):
            return Offer(look.say("end_turn"), end)
        return Offer(look.say("end_phase"), end, wastes=any(map(self._may_move, self._view(HEROES).characters)))

    def _may_move(self, view: CharacterView) -> bool:
        """Whether a monster that the heroes see has still a way to go."""
        character = self.state.who(view.id)
        turn = None if character.is_hero else character.turn
        return turn is not None and turn.moving and turn.left > 0

    def endings(self, look: Look) -> Sequence[Offer]:
        """A quest ends as its master says."""
        return ()

    def proposal(self, look: Look, command: Command) -> Menu:
        """A command in words, what it will do, and what else may be done about the same."""
        piece = getattr(command, "piece", "")
        lines = [command_words(command, look), *foretold(self.state, self._view(look.side), look, command)]
        others = self._offers.beside(command) if piece == self._actor(look) else ()
        return Menu("proposal", look.name(piece), "\n".join(lines), tuple(self._offer(other, look) for other in others))

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """An option in words."""
        return look.wording.word("option", option)

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """The question says it all."""
        return ""

    def interruptions(self, look: Look) -> Sequence[Window]:
        """What is interrupted, as far as the side knows of it."""
        return self._view(look.side).windows

    def prints(self, look: Look) -> Sequence[str]:
        return ()

    def telling(self, event: object) -> Telling:
        """How the log tells the event."""
        name = type(event).__name__
        return Telling.SILENT if name in _SILENT else Telling.HEADING if name in _HEADINGS else Telling.LINE

    def cue(self, event: object) -> Cue | None:
        """Whether a strike obtained any skulls (HQ-ATK-05)."""
        if not isinstance(event, StrikeRolled):
            return None
        return Cue.HIT if event.skulls else Cue.MISS

    def _offer(self, command: Command, look: Look) -> Offer:
        return Offer(command_words(command, look), command, is_proposed=is_foretold(self.state, command))

    def _view(self, side: str) -> QuestView:
        if self._version != self._session.version:
            self._views, self._version = {}, self._session.version
        if side not in self._views:
            viewer = next(iter(self.sides.get(side, ())), None)
            self._views[side] = self._session.system.view_for(self.state, viewer)
        return self._views[side]

    def _actor(self, look: Look) -> PieceId | None:
        """The character of this side that taps are for: the one chosen, else the hero whose turn it is."""
        state = self.state
        if state.flow.open or state.flow.outcome is not None:
            return None
        piece = look.chosen if look.chosen and state.find(look.chosen) else state.active
        character = state.find(piece) if piece is not None else None
        if character is None or character.seat not in look.seats:
            return None
        return character.id if self._offers.of_piece(character.id) else None


def _sheet(character: CharacterView, look: Look) -> DialModel:
    """A character's sheet; a monster whose numbers are hidden shows its name alone."""
    sheet = character.sheet
    if sheet is None:
        return DialModel(character.name, character.seat, "", (), "", 0, ())
    weapon = look.wording.names.get(sheet.weapon, sheet.weapon.replace("_", " ")) or look.say("unarmed")
    values = (
        ("body", f"{sheet.body}/{sheet.body_max}", ""),
        ("mind", f"{sheet.mind}/{sheet.mind_max}", ""),
        ("attack", str(sheet.attack), weapon),
        ("defense", str(character.defense or 0), ""),
    )
    slots = tuple(
        SlotModel(slot, look.wording.word("slot", slot), value, power, None, False) for slot, value, power in values
    )
    items = ", ".join(look.wording.names.get(item, item.replace("_", " ")) for item in sheet.items)
    notes = (
        look.say("items", items=items) if items else "",
        look.say("gold", gold=sheet.gold) if sheet.gold else "",
        look.say("spell_points", points=sheet.spell_points) if sheet.spell_points else "",
        look.say("mana", mana=f"{sheet.mana}/{sheet.mana_max}") if sheet.mana_max else "",
        look.say("trap_pieces", pieces=sheet.trap_pieces) if sheet.trap_pieces else "",
    )
    steps = look.say("steps", count=sheet.turn.left) if sheet.turn and sheet.turn.moving else ""
    facing = look.say("facing", facing=sheet.facing)
    return DialModel(character.name, character.seat, steps, slots, facing, 0, tuple(filter(None, notes)))
