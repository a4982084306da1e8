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
from companion.core.by_hand import MoveCard
from companion.core.commands import Concede
from companion.core.events import GameEnded
from companion.core.flow import ChoiceRequest, Request, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.guardians.face.board import SpaceDrawing, board_picture, letters_of
from companion.games.guardians.face.briefing import Briefing
from companion.games.guardians.face.face import GuardiansFace
from companion.games.guardians.face.offers import BY_TAP, ENDS, PROPOSED, about, moves, strikes, targets
from companion.games.guardians.face.papers import Article, Paper
from companion.games.guardians.face.sight import drawn
from companion.games.guardians.face.view import FigureView, GuardiansView
from companion.games.guardians.face.words import SIDES, VALUES, command_words, labelled
from companion.painting.newspaper import FrontPage, Story, newspaper_svg
from companion.text.wording import Wording, names_told, told
from ui.presenters.adapter import Aimed, Chosen, Command, Group, Held, Look, Meant, Menu, Offer, Tap
from ui.presenters.by_hand import groups, is_open, put_there
from ui.presenters.face_screen import FaceScreen
from ui.presenters.models import DialModel, SlotModel
from ui.presenters.rules import Note, with_words

_STATS = ("speed", "attack", "defense", "mental", "health")


class GuardiansScreen(FaceScreen[GuardiansFace]):
    """One screen of a game."""

    def __init__(self, session: Session) -> None:
        super().__init__(GuardiansFace(session))

    @property
    def drawing(self) -> SpaceDrawing:
        return self._face.drawing

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line]:
        """Between two spaces, for whoever stands there."""
        line = self._face.line(start, end)
        return line, drawn(line, self.drawing)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The sides: what one plans the other does not know."""
        return self._face.sides

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        return self._face.keep(("told", lang), lambda: names_told((), self._face.names(lang), lang))

    def waits_for(self, look: Look) -> Sequence[Seat]:
        """Return the other sides, once a turn ends and this one hears of no question: a wound card is drawn in secret
        (GC-WOUND-02).
        """
        others = (seats for seats in self.sides.values() if not {*look.seats} & {*seats})
        return tuple(seat for seats in others for seat in seats) if self._face.is_ending else ()

    def plans(self, look: Look) -> Sequence[Seat]:
        """Return who of the other sides has still to choose its cards or its order (GC-TURN-02 to 05)."""
        return [seat for seat in self._face.planning if seat not in look.seats]

    def introduction(self, look: Look) -> str:
        return self._face.introduction(look.wording.lang)

    def story(self, look: Look) -> str:
        """Return the name of the scenario."""
        return self._face.scenario(look.wording.lang)

    def title(self, look: Look) -> str:
        """The scenario, its turn, who acts, else which part of it; or how it ended."""
        view = self._view(look)
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        parts = [
            self.story(look),
            look.say("game_turn", turn=view.round) if view.round else "",
            look.name(view.hero) if view.hero else look.wording.word("phase", view.phase),
        ]
        return " · ".join(part for part in parts if part)

    def turn(self, look: Look) -> Seat | None:
        return next(iter(self._view(look).active), None)

    def acting(self, look: Look) -> Sequence[Seat]:
        """The seat of the hero that acts; while all plan, everybody's."""
        view = self._view(look)
        hero = [one.seat for one in view.figures if one.id == view.hero]
        return [seat for seat in hero or super().acting(look) if seat is not None]

    def left(self, look: Look) -> str:
        """The actions of the hero that acts; else the part of the turn."""
        view = self._view(look)
        actions = next((one.actions for one in view.figures if one.id == view.hero), 0)
        return look.say("actions_left", count=actions) if view.hero else look.wording.word("phase", view.phase)

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """The front pages as they stand."""
        return [(Seat(side.id), side.score) for side in self._view(look).sides]

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The board with where the active hero may go, and whom it may attack, or would by what is proposed."""
        offers, names = () if is_open(look) else self._mine(look), self.names(look.side, look.wording.lang)
        reach = dict.fromkeys(moves(offers), 1)
        chosen = self.active(look)
        aims = targets(offers) | {struck} if (struck := self._face.struck(look.command)) else targets(offers)
        shown = board_picture(self.drawing, self._view(look), names, chosen=chosen, reach=reach, targets=aims)
        return replace(shown, ways=self._face.way(look.command))

    def letters(self, look: Look) -> Mapping[PieceId, str]:
        """Return the letters of figures among those of everything on the board."""
        return letters_of(self._view(look), self.names(look.side, look.wording.lang))

    def unknown(self, look: Look) -> BoardPicture:
        return board_picture(self.drawing, None, self.names(look.side, look.wording.lang))

    def active(self, look: Look) -> PieceId | None:
        """Return who or what is chosen, else the hero that acts."""
        return look.chosen or self._view(look).hero

    def sheet(self, look: Look) -> DialModel | None:
        """The sheet of who or what is chosen, or acts, the own side's with its hand; else what it is all about."""
        view, shown = self._view(look), self.active(look)
        if shown is None:
            return _told_sheet(self._face.briefing(self.seat(look), look.side, look.wording.lang), look)
        figure = next((figure for figure in view.figures if figure.id == shown), None)
        if figure is not None:
            return self._sheet(figure, look)
        thing = self._face.thing(self.seat(look), shown)
        return _told_sheet(thing, look) if thing is not None else None

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A space: gone to, aimed at, chosen who stands or what lies there."""
        here = next((figure.id for figure in self._view(look).figures if figure.at == space), None)
        if here is None and (put := put_there(self._face, look, space)) is not None and self._is_figure(look.chosen):
            return put
        if here is not None:
            return self.tap_piece(look, here)
        move = moves(self._mine(look)).get(space) or self._face.step(look.seats, space)  # the rules say why not
        if move is not None:
            return Meant(move, is_proposed=True)
        view = self._view(look)
        lying = [(thing.at, thing.id) for thing in view.objects] + [(site.at, PieceId(site.id)) for site in view.sites]
        here = next((thing for at, thing in lying if at == space), None)
        return Chosen(None if look.chosen == here else here) if here is not None else None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A figure: attacked, or aimed at where something else may be done about it; else chosen."""
        strike = strikes(self._mine(look)).get(piece)
        if strike is not None:
            return Meant(strike, is_proposed=True)
        if piece != self._face.active and any(piece in about(offer) for offer in self._mine(look)):
            return Aimed(piece)
        if look.chosen == self._face.active and (refused := self._face.strike(look.seats, piece)) is not None:
            return Meant(refused, is_proposed=True)
        return Chosen(None if look.chosen == piece else piece)

    def menu(self, look: Look) -> Menu | None:
        """Return the menu of the active hero besides going; before the game, the button to begin it."""
        offers = [offer for offer in self._mine(look) if not isinstance(offer, (*BY_TAP, *ENDS))]
        aimed = [offer for offer in offers if look.aimed is None or look.aimed in about(offer)]
        strange = [offer for offer in aimed if self._face.is_misdirected(offer) and not look.aimed]
        entries: list[Offer | Group] = [self._offer(offer, look) for offer in aimed if offer not in strange]
        if strange:
            listed = tuple(self._offer(offer, look) for offer in strange)
            title, text = look.say("for_foes"), look.say("for_foes_text")
            entries.append(Group("foes", title, listed, title, text, is_beside=True))
        actor = self._face.active
        begun = "" if self._view(look).round else self.title(look)  # what the banner says is not said again
        title = look.say("what_now", piece=actor) if actor else begun
        if look.seats and not look.aimed:
            entries += self._papers(look) if not self._view(look).round else []
            entries += groups(self._face, look, is_busy=bool(self._mine(look)))
        text = "" if look.aimed else self._lines(self._face.barred(look.seats), look)
        return (
            Menu("proposal" if actor else "begin", title, text, tuple(entries), bool(look.aimed)) if entries else None
        )

    def _papers(self, look: Look) -> list[Offer | Group]:
        """Return the offers of a newspaper, before the game (GC-SETUP-08)."""
        open_to = [paper for seat in look.seats for paper in self._face.papers_open(seat)]
        named = {self._words(paper, look): paper for paper in reversed(open_to)}  # two of a side have one newspaper
        return [Offer(words, paper) for words, paper in reversed(named.items())]

    def _is_figure(self, piece: PieceId | None) -> bool:
        return piece is not None and piece in self._face.figures

    def endings(self, look: Look) -> Sequence[Offer]:
        """Return giving up, for each seat."""
        return self._concessions(look)

    def ending(self, look: Look) -> Offer | None:
        offers = self._mine(look)
        end = next((offer for offer in offers if isinstance(offer, ENDS)), None)
        wastes = any(not isinstance(offer, ENDS) for offer in offers)
        words = look.wording.say("command.EndActivation")
        return Offer(words, end, is_proposed=wastes, wastes=wastes) if end is not None else None

    def proposal(self, look: Look, command: Command) -> Menu:
        """A command in words, what it will do, and what else may be done about the same."""
        if isinstance(command, Concede):
            return self._concession(command, look)
        if isinstance(command, ENDS):
            return self._early([one for one in (self._face.given_to(command),) if one is not None], look)
        varied = self._face.variations(command)
        if isinstance(command, MoveCard):
            words = told(self._face.correction(command), look.wording)
            piles = (Offer(told(self._face.correction(one), look.wording), one, is_proposed=True) for one in varied)
            return Menu("proposal", look.name(command.piece), words, tuple(piles))
        lines = (command_words(command), *self._read(self._face.foretell(command.seat, command), look))
        aimed = set(about(command))
        others = [offer for offer in self._mine(look) if aimed & set(about(offer)) and offer != command]
        manners = [Offer(self._words(one, look), one, is_proposed=True) for one in varied]
        entries = (*manners, *(self._offer(other, look) for other in others))
        return Menu("proposal", look.name(self._face.given_to(command) or ""), self._lines(lines, look), entries)

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """The option in words; a card on its side with what it does there."""
        side, _, card = option.partition(":")
        does = told(self._face.card(card, side), look.wording) if side in SIDES else ""
        return " · ".join(filter(None, (option_words(option, look), does)))

    def held(self, look: Look, request: ChoiceRequest, option: str) -> Held | None:
        """A power card on one of its sides; both are offered together."""
        side, _, card = option.partition(":")
        if side not in SIDES or not card:
            return None
        does = told(self._face.card(card, side), look.wording)
        return Held(card, look.name(card), look.wording.word("lies", side), does, str(request.seat))

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """Say what the cards on offer do, in numbers, to a seat that plans; with which power a hero may react;
        why somebody decides for a villain.
        """
        offered = self._face.about(request)
        if offered is None:
            return look.say("both_tokens")
        if why := self._face.why_asked(request):
            return told(why, look.wording)
        return "\n".join(dict.fromkeys(told(labelled(look.name(one), does), look.wording) for one, does in offered))

    def plays_itself(self, look: Look, request: Request) -> bool:
        """Whether a villain acts, by its sheet (GC-VILL-11)."""
        return self._face.plays_itself(getattr(request, "piece", None))

    def interruptions(self, look: Look) -> Sequence[Window]:
        return self._view(look).windows

    def prints(self, look: Look) -> Sequence[str]:
        """Both front pages, once the game is over (GC-PRESS-11)."""
        return [newspaper_svg(front_page(page, look.wording)) for page in self._face.papers(look.wording.lang)]

    def _view(self, look: Look) -> GuardiansView:
        return self._face.view(self.seat(look))

    def _mine(self, look: Look) -> Sequence[Command]:
        return self._face.mine(look.seats)

    def _offer(self, offer: Command, look: Look) -> Offer:
        return Offer(self._words(offer, look), offer, is_proposed=isinstance(offer, PROPOSED))

    def _words(self, offer: Command, look: Look) -> str:
        """The command, with its dice and its chance of success where it has one (GC-TEST-14), or its power."""
        more = (told(one, look.wording) for one in (self._face.odds(offer), self._face.does(offer)))
        return " · ".join(filter(None, (told(command_words(offer), look.wording), *more)))

    def _sheet(self, figure: FigureView, look: Look) -> DialModel:
        """Five numbers, damage, cards in play; the own side's hand."""
        say, name = look.say, look.name
        values = [(stat, str(getattr(figure, stat))) for stat in _STATS[:4]]
        values.append(("health", f"{max(0, figure.health - figure.damage)}/{figure.health}"))
        slots = tuple(
            SlotModel(
                stat, look.wording.word("slot", stat), number, "", None, False, text=self._made(figure, stat, look)
            )
            for stat, number in values
        )
        hand = ", ".join(map(name, figure.own.hand)) if figure.own else ""
        planned = ", ".join(option_words(option, look) for option in figure.own.planned) if figure.own else ""
        mission = told(self._face.mission(figure.id, look.wording.lang), look.wording) if figure.mission else ""
        brings = told(self._face.mission_brings(figure.id), look.wording) if figure.mission else ""
        left = say("cards_left", cards=self._played("left", figure.left, look)) if figure.left else ""
        right = say("cards_right", cards=self._played("right", figure.right, look)) if figure.right else ""
        power = told(self._face.power(figure.id), look.wording)
        notes = (
            Note(say("power_of_sheet", power=power) if power else "", "GC-CHAR-07"),
            Note(left, "GC-CARD-03"),
            Note(right, "GC-CARD-04"),
            Note(say("cards_hand", cards=hand) if hand else "", "GC-CARD-10"),
            Note(say("cards_planned", cards=planned) if planned else "", "GC-CARD-28"),
            Note(say("wounds", count=figure.wounds) if figure.wounds else "", "GC-WOUND-08"),
            Note(mission, said=brings),
        )
        kind = look.wording.word("figure", figure.kind)
        actions = say("actions_left", count=figure.actions) if figure.actions else kind
        sheet = DialModel(name(figure.id), figure.seat or figure.side, actions, slots, "", 0)
        by = "GC-ACT-05" if figure.actions else "GC-CHAR-09"
        return with_words(sheet, "guardians", look.wording.lang, notes, VALUES, by)

    def _played(self, side: str, cards: Sequence[str], look: Look) -> str:
        """The cards with what they do on that side."""
        does = ((card, told(self._face.card(card, side), look.wording)) for card in cards)
        return ", ".join(f"{look.name(card)} ({words})" for card, words in does)

    def _made(self, figure: FigureView, stat: str, look: Look) -> str:
        """Say the terms of a characteristic."""
        made = self._face.made(figure.id, stat)
        return told(made, look.wording) if made is not None else ""


def option_words(option: str, look: Look) -> str:
    """A card with its side, a figure, a space, a characteristic."""
    side, _, card = option.partition(":")
    if side in SIDES and card:
        return f"{SIDES[side]} {look.name(card)}"
    base, _, copy = option.partition(" #")
    if base in look.wording.names:
        return look.name(base) + (f" {copy}" if copy else "")
    return look.wording.word("option", option)


def _told_sheet(shown: Briefing, look: Look) -> DialModel:
    lines = (told(line, look.wording) for line in shown.lines)
    name, beside = told(shown.name, look.wording), told(shown.beside, look.wording)
    return DialModel(name, "", beside, (), "", 0, tuple(filter(None, lines)))


def front_page(page: Paper, wording: Wording) -> FrontPage:
    """The page in words, for the painter."""

    def story(article: Article) -> Story:
        return Story(told(article.name, wording), article.size, told(article.text, wording), article.mood)

    title, line, adverts = (
        told(page.title, wording),
        told(page.line, wording),
        (told(one, wording) for one in page.adverts),
    )
    stories, column = tuple(map(story, page.articles)), tuple(map(story, page.column))
    return FrontPage(title, line, stories, column, tuple(adverts), wording.say("paper.quiet"))
