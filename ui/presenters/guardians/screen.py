"""The adapter of Guardians' Chronicles: a side's screen, with its own hand and plans, the other's cards face down.

strategy ──> the questions of cards, tokens and order are the core's own cards: a private hand on each screen
tap a space ──> the active hero goes there;  a figure ──> what may be done about it
the end ──> both front pages
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, Line
from companion.core.events import GameEnded
from companion.core.face import Cue, Telling
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.guardians import commands as cm
from companion.games.guardians.content.kinds import Test
from companion.games.guardians.content.verbs import REACTIONS
from companion.games.guardians.events import AttackResult, TestRolled
from companion.games.guardians.hidden.view import FigureView, GuardiansView
from companion.games.guardians.play import trials
from companion.games.guardians.play.attack import REACT
from companion.games.guardians.play.turns import TOKENS
from companion.games.guardians.play.values import own_effects
from companion.games.guardians.state import State
from companion.painting.newspaper import newspaper_svg
from ui.presenters.adapter import ONLOOKERS, Aimed, Chosen, Command, Group, Lifted, Look, Meant, Menu, Offer, Tap
from ui.presenters.guardians.board import SpaceDrawing, board_picture
from ui.presenters.guardians.briefing import briefing, mission_words, thing_sheet
from ui.presenters.guardians.cards import card_words, effect_words
from ui.presenters.guardians.foretelling import chance_words, foretold, made_words, way
from ui.presenters.guardians.paper import front_page
from ui.presenters.guardians.sight import drawn, line_between
from ui.presenters.guardians.words import SIDES, command_words, labelled, names_of, option_words
from ui.presenters.models import DialModel, SlotModel

_SILENT = {"GuardiansSetUp", "DiceRequested", "ChoiceRequested", "Undertaken", "Finished", "WindowOpened"}
_SILENT |= {"WindowClosed", "ActionTaken", "StackLaid", "ChoiceMade", "HandMade"}
_HEADINGS = {"GameTurnBegan", "PhaseBegan", "Activated"}
_ABOUT = ("target", "object", "site")
_STATS = ("speed", "attack", "defense", "mental", "health")


class GuardiansScreen:
    """One screen of a game."""

    overlays = ("off",)

    def __init__(self, session: Session) -> None:
        self._session = session
        self._drawing = SpaceDrawing(self.state.ground)
        self._views: dict[Seat | None, GuardiansView] = {}
        self._offers: dict[Seat, list[Command]] = {}
        self._names: dict[str, Mapping[str, str]] = {}
        self._version = -1

    @property
    def state(self) -> State:
        """The state now."""
        state: State = self._session.state
        return state

    @property
    def drawing(self) -> SpaceDrawing:
        """Which space is drawn where."""
        return self._drawing

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line]:
        """Between two spaces, for whoever stands there."""
        line = line_between(self.state, start, end)
        return line, drawn(line, self.drawing)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The sides: what one plans the other does not know."""
        return self.state.table.seats_of

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        self._refresh()
        if lang not in self._names:
            self._names[lang] = names_of(self.state, lang)
        return self._names[lang]

    def title(self, look: Look) -> str:
        """The scenario, its turn, which part of it, who acts; or how it ended."""
        view = self._view(look)
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        parts = [
            self.state.scenario.names.get(look.wording.lang, view.scenario),
            look.say("game_turn", turn=view.round) if view.round else "",
            look.wording.word("phase", view.phase),
            look.name(view.hero) if view.hero else "",
        ]
        return " · ".join(part for part in parts if part)

    def turn(self, look: Look) -> Seat | None:
        return next(iter(self._view(look).active), None)

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """The front pages as they stand."""
        return [(Seat(side.id), side.score) for side in self._view(look).sides]

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The board with where the active hero may go, and whom it may attack."""
        offers, names = self._mine(look), self.names(look.side, look.wording.lang)
        reach = {offer.to: 1 for offer in offers if isinstance(offer, cm.Move)}
        targets = {offer.target for offer in offers if isinstance(offer, cm.Attack)}
        chosen = look.chosen or self._view(look).hero
        shown = board_picture(self.drawing, self._view(look), names, chosen=chosen, reach=reach, targets=targets)
        return replace(shown, ways=way(self.state, look.command, self.drawing))

    def unknown(self) -> BoardPicture:
        return board_picture(self.drawing, None, {})

    def sheet(self, look: Look) -> DialModel | None:
        """The sheet of who or what is chosen, or acts, the own side's with its hand; else what it is all about."""
        view = self._view(look)
        shown = look.chosen or view.hero
        if shown is None:
            return briefing(self.state, view, look)
        figure = next((figure for figure in view.figures if figure.id == shown), None)
        return self._sheet(figure, look) if figure else thing_sheet(self.state, view, shown, look)

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A space: gone to, aimed at, chosen who stands or what lies there."""
        here = next((figure.id for figure in self._view(look).figures if figure.at == space), None)
        if here is not None:
            return self.tap_piece(look, here)
        move = next((offer for offer in self._mine(look) if isinstance(offer, cm.Move) and offer.to == space), None)
        active = self.state.find(self.state.active or "")
        if move is None and active is not None and active.seat in look.seats and not self.state.flow.open:
            move = cm.Move(active.seat, active.id, space)  # the rules say why not
        if move is not None:
            return Meant(move, is_proposed=True)
        view = self._view(look)
        lying = [(thing.at, thing.id) for thing in view.objects] + [(site.at, PieceId(site.id)) for site in view.sites]
        here = next((thing for at, thing in lying if at == space), None)
        return Chosen(None if look.chosen == here else here) if here is not None else None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A figure: attacked, or aimed at where something else may be done about it; else chosen."""
        strikes = (offer for offer in self._mine(look) if isinstance(offer, cm.Attack) and not offer.manner)
        strike = next((offer for offer in strikes if offer.target == piece), None)
        if strike is not None:
            return Meant(strike, is_proposed=True)
        if piece != self.state.active and any(piece in _about(offer) for offer in self._mine(look)):
            return Aimed(piece)
        return Chosen(None if look.chosen == piece else piece)

    def lift(self, look: Look, piece: PieceId) -> Lifted | None:
        """Nobody: spaces are tapped."""
        return None

    def menu(self, look: Look) -> Menu | None:
        """What the active hero may do besides going; before the game, to begin it."""
        offers = [offer for offer in self._mine(look) if not isinstance(offer, cm.Move | cm.EndActivation)]
        about = [offer for offer in offers if look.aimed is None or look.aimed in _about(offer)]
        entries: list[Offer | Group] = [self._offer(offer, look) for offer in about]
        actor = self.state.active
        title = look.say("what_now", piece=actor) if actor else self.title(look)
        return Menu("proposal" if actor else "begin", title, "", tuple(entries), bool(look.aimed)) if entries else None

    def ending(self, look: Look) -> Offer | None:
        end = next((offer for offer in self._mine(look) if isinstance(offer, cm.EndActivation)), None)
        return Offer(look.wording.say("command.EndActivation"), end) if end is not None else None

    def endings(self, look: Look) -> Sequence[Offer]:
        """A game ends as its scenario says."""
        return ()

    def proposal(self, look: Look, command: Command) -> Menu:
        """A command in words, what it will do, and what else may be done about the same."""
        lines = [command_words(command, look), *foretold(self.state, look, command)]
        about = set(_about(command))
        others = [offer for offer in self._mine(look) if about & set(_about(offer)) and offer != command]
        entries = tuple(self._offer(other, look) for other in others)
        return Menu("proposal", look.name(getattr(command, "piece", "")), "\n".join(lines), entries)

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """The option in words; a card on its side with what it does there."""
        side, _, card = option.partition(":")
        does = card_words(self.state.content, card, look.wording, side) if side in SIDES else ""
        return " · ".join(filter(None, (option_words(option, look), does)))

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """What the cards on offer do, in numbers, for whoever plans; with which power a hero may react."""
        content = self.state.content
        if request.purpose == REACT and request.piece is not None:
            held = own_effects(self.state, self.state.who(request.piece))
            powers = ((one.source, one.effect) for one in held if one.effect.verb in REACTIONS)
            told = (labelled(source, effect_words(effect, look.wording), look) for source, effect in powers)
            return "\n".join(dict.fromkeys(told))
        cards = (card for card in request.options if card in content.cards or card in content.wounds)
        lines = [labelled(card, card_words(content, card, look.wording), look) for card in cards]
        return "\n".join(lines) if request.purpose != TOKENS else look.say("both_tokens")

    def interruptions(self, look: Look) -> Sequence[Window]:
        return self._view(look).windows

    def prints(self, look: Look) -> Sequence[str]:
        """Both front pages, once the game is over (GC-PRESS-11)."""
        if self.state.flow.outcome is None:
            return ()
        return [newspaper_svg(front_page(self.state, side, look.wording)) for side in self.state.camps]

    def telling(self, event: object) -> Telling:
        name = type(event).__name__
        return Telling.SILENT if name in _SILENT else Telling.HEADING if name in _HEADINGS else Telling.LINE

    def cue(self, event: object) -> Cue | None:
        """Whether an attack hit, a test was passed."""
        if isinstance(event, AttackResult):
            return Cue.HIT if event.hit else Cue.MISS
        if isinstance(event, TestRolled):
            return Cue.HIT if event.passed else Cue.MISS
        return None

    def _view(self, look: Look) -> GuardiansView:
        self._refresh()
        seat = None if look.side == ONLOOKERS else next(iter(look.seats or self.sides.get(look.side, ())), None)
        if seat not in self._views:
            self._views[seat] = self._session.system.view_for(self.state, seat)
        return self._views[seat]

    def _mine(self, look: Look) -> list[Command]:
        """What the seats that look may do, while nothing is asked; beginning needs to be said once."""
        self._refresh()
        if self.state.flow.open or self.state.flow.outcome is not None:
            return []
        for seat in look.seats:
            if seat not in self._offers:
                self._offers[seat] = list(self._session.system.legal_commands(self.state, seat))
        offers = [offer for seat in look.seats for offer in self._offers[seat]]
        begin: list[Command] = [offer for offer in offers if isinstance(offer, cm.BeginGame)]
        return begin[:1] or offers

    def _refresh(self) -> None:
        if self._version != self._session.version:
            self._views = {}
            self._offers = {}
            self._names = {}
            self._version = self._session.version

    def _offer(self, offer: Command, look: Look) -> Offer:
        return Offer(self._words(offer, look), offer, is_proposed=isinstance(offer, cm.Attack))

    def _words(self, offer: Command, look: Look) -> str:
        """The command, with its dice and its chance of success where it has one (GC-TEST-14)."""
        words, state = command_words(offer, look), self.state
        if isinstance(offer, cm.TakeTest | cm.UseObject):
            test, site = self._test(offer)
            if test is not None:
                odds = trials.odds(state, state.who(offer.piece), test, site)
                told = look.say("odds", dice=odds.dice, limit=odds.limit, chance=round(100 * odds.chance))
                return f"{words} · {told}"
        if isinstance(offer, cm.Attack):
            return f"{words} · {chance_words(state, look, offer)}"
        return words

    def _test(self, offer: cm.TakeTest | cm.UseObject) -> tuple[Test | None, str]:
        """The test that the order brings, and the place whose tokens count in it."""
        if isinstance(offer, cm.TakeTest):
            return trials.test_of(self.state.scenario.sites[offer.site], offer.stat), offer.site
        thing = next(one for one in self.state.scenario.objects if one.id == offer.object)
        card = self.state.content.objects[thing.type]
        return card.classic if offer.use == "classic" else card.aggressive, ""

    def _sheet(self, figure: FigureView, look: Look) -> DialModel:
        """Five numbers, damage, cards in play; the own side's hand."""
        say, name, state, who = look.say, look.name, self.state, self.state.who(figure.id)
        values = [(stat, str(getattr(figure, stat))) for stat in _STATS[:4]]
        values.append(("health", f"{figure.damage}/{figure.health}"))
        slots = tuple(
            SlotModel(
                stat, look.wording.word("slot", stat), number, "", None, False, text=made_words(state, who, stat, look)
            )
            for stat, number in values
        )
        hand = ", ".join(map(name, figure.own.hand)) if figure.own else ""
        planned = ", ".join(option_words(option, look) for option in figure.own.planned) if figure.own else ""
        notes = (
            say("cards_left", cards=self._played("left", figure.left, look)) if figure.left else "",
            say("cards_right", cards=self._played("right", figure.right, look)) if figure.right else "",
            say("cards_hand", cards=hand) if hand else "",
            say("cards_planned", cards=planned) if planned else "",
            say("wounds", count=figure.wounds) if figure.wounds else "",
            mission_words(state, who, look) if figure.mission else "",
        )
        kind = look.wording.word("figure", figure.kind)
        actions = say("actions_left", count=figure.actions) if figure.actions else kind
        return DialModel(name(figure.id), figure.seat or figure.side, actions, slots, "", 0, tuple(filter(None, notes)))

    def _played(self, side: str, cards: Sequence[str], look: Look) -> str:
        """The cards with what they do on that side."""
        content = self.state.content
        return ", ".join(f"{look.name(card)} ({card_words(content, card, look.wording, side)})" for card in cards)


def _about(command: Command) -> list[str]:
    return [getattr(command, field) for field in _ABOUT if getattr(command, field, None)]
