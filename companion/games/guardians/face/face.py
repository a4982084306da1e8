"""A game in progress as its sides know it: what one plans the other does not know."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from companion.board.lines import SightLine
from companion.board.picture import Way
from companion.core.dice import DiceRequest
from companion.core.face import Command, Counsel, Cue, Face, Foretold, Game, Lead, Result, Standing, Telling
from companion.core.flow import ChoiceRequest, Request, seat_of
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Phrase, Told, joined, say, with_more
from companion.core.prizes import Prize
from companion.games.guardians import commands as cm
from companion.games.guardians import legal
from companion.games.guardians.content.verbs import REACTIONS
from companion.games.guardians.events import ActivationEnded, Damaged
from companion.games.guardians.face import ending, foretell, prizes, sight, throwing, words
from companion.games.guardians.face.board import SpaceDrawing
from companion.games.guardians.face.briefing import Briefing, aims, briefing, mission_brings, mission_words, thing_told
from companion.games.guardians.face.cards import card_words, effect_words
from companion.games.guardians.face.counsel import counsel
from companion.games.guardians.face.deciding import pusher, why_asked
from companion.games.guardians.face.errands import errand
from companion.games.guardians.face.offers import WORTHS, begun_once, not_from_afar, odds_of, strikes
from companion.games.guardians.face.papers import Paper, paper_of
from companion.games.guardians.face.progress import progress
from companion.games.guardians.face.roster import standing
from companion.games.guardians.face.stakes import brought, opens_in_vain
from companion.games.guardians.face.telling import end_words, event_words, is_silent
from companion.games.guardians.face.view import GuardiansView
from companion.games.guardians.play import trials
from companion.games.guardians.play.attack import REACT
from companion.games.guardians.play.by_hand import HANDS
from companion.games.guardians.play.by_hand import RULE as BY_HAND
from companion.games.guardians.play.turns import TOKENS
from companion.games.guardians.play.values import own_effects
from companion.games.guardians.state import Figure, Phase, State


class GuardiansFace(Face[State, GuardiansView]):
    """One game."""

    silent, headings, details = words.SILENT, words.HEADINGS, words.DETAILS
    by_hand, worths, sequels = HANDS, WORTHS, words.SEQUELS
    begins = cm.BeginGame
    yields = frozenset(
        {"FigurePlaced", "StoryCounted", "MissionAchieved", "HeroArticlePlaced", "ArticleWon", "ObjectiveMet"}
    )
    decisive = frozenset({"KnockedOut", "ObjectiveMet"})  # an article may be the losers'
    strikes = frozenset({"AttackLaunched", "TestRolled"})

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.drawing = SpaceDrawing(self.state.ground)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The sides."""
        return self.state.table.seats_of

    def names(self, lang: str) -> Mapping[str, Told]:
        """Return the names of everything."""
        return self.keep(("names", lang), lambda: words.names_of(self.state, lang))

    def scenario(self, lang: str) -> str:
        """Return the name of the scenario."""
        return self.state.scenario.names.get(lang, self.state.scenario.name)

    def introduction(self, lang: str) -> str:
        """Return what brings everybody here."""
        return words.said(self.state.scenario.about, lang)

    def line(self, start: SpaceId, end: SpaceId) -> SightLine:
        """The line of sight between two spaces, for whoever stands there."""
        return sight.line_between(self.state, start, end)

    def foretell(self, seat: Seat | None, command: Command) -> Foretold:
        """Foretell the command."""
        return foretell.foretold(self.state, command)

    def awaited(self, seat: Seat | None, request: DiceRequest, lang: str) -> Foretold:
        """Foretell a roll: nothing that it needs is secret."""
        make = partial(throwing.awaited, self.game.system, self.state, request, lang)
        return self.keep(("awaited", request, lang), make)

    def counsel(self, request: ChoiceRequest) -> Counsel | None:
        """Return whether dice are worth to be thrown again, and which; which cards are played; where somebody is better
        pushed, whom a villain had better turn to.
        """
        return self.keep(("counsel", request.id), lambda: counsel(self.game.system, self.state, request))

    def particulars(self, request: Request) -> Mapping[str, Told]:
        """Return who pushes the figure that is asked about (GC-ATK-12)."""
        if not isinstance(request, ChoiceRequest):
            return {}
        by = self.keep(("pusher", request.id), lambda: pusher(self.game.system, self.state, request))
        return {"by": Name(by)} if by is not None else {}

    def why_asked(self, request: ChoiceRequest) -> Told:
        """Say why that seat is asked what a villain does (GC-VILL-11)."""
        return self.keep(("why asked", request.id), lambda: why_asked(self.game.system, self.state, request))

    def result(self, seat: Seat | None, events: Sequence[object]) -> Result | None:
        """Return the result of the last attack or test."""
        return throwing.result(events)

    def harm(self, event: object) -> tuple[PieceId, int] | None:
        """Return who is hurt by an event."""
        if isinstance(event, Damaged) and event.rule != BY_HAND:
            return event.piece, event.amount
        return None

    def roster(self, seat: Seat | None) -> Sequence[Standing]:
        """Return every figure with its health."""
        active = self.active if self.state.flow.outcome is None else None
        return [standing(figure, active) for figure in self.view(seat).figures]

    def given_to(self, command: Command) -> PieceId | None:
        """Return the figure that does it."""
        return command.piece if isinstance(command, cm.Deed) else super().given_to(command)

    def brings(self, command: Command) -> Sequence[Told]:
        """Return what the end of an activation brings."""
        return tuple(ending.brings(self.state, command.piece)) if isinstance(command, cm.EndActivation) else ()

    def plain_worth(self, command: Command) -> int:
        """Return what an order gains: of a place's tests, the one that is passed most likely, unless that opens
        what leads nowhere; of powers, attacks.
        """
        gains = super().plain_worth(command)
        if isinstance(command, cm.UsePower):
            return gains if self.is_told_first(command) else 0
        if gains and isinstance(command, cm.TakeTest):
            chances = self._chances(command)
            is_best = chances.get(command.stat, 1) == max(chances.values())
            gains = gains if is_best and not self._opens_in_vain(command.site, command.piece) else 0
        return gains

    def is_told_first(self, command: Command) -> bool:
        """Attacks by a power or with an object too: they are confirmed as a plain one is."""
        is_thrown = isinstance(command, cm.UseObject) and bool(command.target)
        is_blow = isinstance(command, cm.UsePower) and foretell.blow_of(self.state, command) is not None
        return is_thrown or is_blow or super().is_told_first(command)

    def struck(self, command: Command | None) -> PieceId | None:
        """Return whom an order strikes that is proposed, by whatever it is."""
        if isinstance(command, cm.UsePower):
            return command.target if foretell.blow_of(self.state, command) is not None else None
        return command.target if isinstance(command, cm.Attack | cm.UseObject) else None

    def prize(self, command: Command) -> Prize:
        """Return the points of the articles that a success wins, and whether the game ends in the side's favour
        (GC-PRESS-02, GC-TURN-13).
        """
        return self.keep(("prize", command), lambda: prizes.prize(self.game.system, self.state, command))

    def gains(self, command: Command) -> Told:
        """Say what a test brings that is passed."""
        if not isinstance(command, cm.TakeTest | cm.UseObject):
            return super().gains(command)
        deeds = tuple(brought(self.state, command))
        return say("test_passed", deeds=joined(", ", *deeds)) if deeds else ""

    def promise(self, command: Command) -> Fraction:
        """Return the chance of a test too: between it and a blow the one that succeeds more likely gains more."""
        if isinstance(command, cm.TakeTest):
            return self._chances(command).get(command.stat, Fraction(-1))
        return super().promise(command)

    def _chances(self, command: cm.TakeTest) -> Mapping[str, Fraction]:
        """Return by characteristic how likely each test of the place is passed."""
        figure, site = self.state.who(command.piece), self.state.scenario.sites[command.site]
        return {test.stat: trials.odds(self.state, figure, test, site.id).chance for test in site.tests}

    def beacons(self, piece: PieceId) -> Mapping[SpaceId, Told]:
        """Return where the enemies stand whom an attack may hit, and the places whose tests its side has not passed and
        gains something by.
        """
        state, figure = self.state, self.state.who(piece)
        sites = (site for site in state.scenario.sites.values() if site.side in ("", figure.side))
        taken = {one.at for one in state.in_play() if one.id != piece}  # the test is for who stands there
        left: dict[SpaceId, Told] = {
            SpaceId(site.at): Name(site.id)
            for site in sites
            if not (state.site(site.id).passed or self._opens_in_vain(site.id, piece) or site.at in taken)
        }
        return left | {foe.at: Name(foe.id) for foe in state.enemies(figure) if foe.at and self._may_hit(figure, foe)}

    def _opens_in_vain(self, site: str, piece: PieceId) -> bool:
        """Whether a test there opens only what leads nowhere any more once its hero has come for it."""
        place, side = self.state.scenario.sites[site], self.state.who(piece).side
        there = self.state.changed(piece, at=SpaceId(place.at))
        return self.keep(("opens in vain", site, piece), lambda: opens_in_vain(there, place, side))

    @property
    def planning(self) -> Sequence[Seat]:
        """The seats that have still to answer while all choose at the same time (GC-TEAMUP-03, GC-TURN-02)."""
        flow = self.state.flow
        return [*dict.fromkeys(map(seat_of, flow.open))] if flow.phase in (Phase.WAITING, Phase.STRATEGY) else []

    @property
    def is_ending(self) -> bool:
        """Whether a turn ends now, and the game does not (GC-TURN-08)."""
        return self.state.flow.phase == Phase.END and self.state.flow.outcome is None

    def plays_itself(self, piece: PieceId | None) -> bool:
        """Whether it is a villain that acts at the end of the turn (GC-TURN-09)."""
        if piece is None or not self.is_ending:
            return False
        figure = self.state.find(piece)
        return figure.seat is None if figure is not None else piece in self.state.content.sheets  # that enters

    def _may_hit(self, figure: Figure, foe: Figure) -> bool:
        """Whether an attack on it is no vain one, once it is in reach."""
        return figure.seat is not None and not self.is_poor(cm.Attack(figure.seat, figure.id, foe.id))

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return the step by which its mission can be achieved with the actions that are left; else the nearest."""
        seat = self.state.who(piece).seat
        steps = (one for one in self.offers(seat, piece) if isinstance(one, cm.Move)) if seat is not None else ()
        there, gain = errand(self.game.system, self.state, piece, [one for one in steps if one.to in spaces])
        lead = super().onward(piece, there or spaces)
        return Lead(lead.space if lead else there[0], say("lead_mission"), gain) if there else lead

    def leads_to(self, space: SpaceId) -> Iterable[SpaceId]:
        """Return the spaces next to one."""
        return self.state.ground.near(space, self.state.open_doors)

    def aims(self, seat: Seat | None) -> Sequence[Told]:
        """Return the objectives: nothing of them is secret."""
        return aims(self.state, next((side for side, seats in self.sides.items() if seat in seats), ""))

    def attacks(self, seat: Seat, piece: PieceId) -> Mapping[PieceId, Command]:
        """Return the plain attacks of the hero that acts."""
        return strikes(self.offers(seat, piece)) if self.is_open and piece == self.active else {}

    def way(self, command: object) -> tuple[Way, ...]:
        """The zones of a move as the board draws them."""
        return foretell.way(self.state, command, self.drawing)

    def odds(self, command: object) -> Told:
        """Tell the offer's dice, what is needed, the chance; nothing for what needs none."""
        return odds_of(self.state, command)

    def does(self, command: Command) -> Told:
        """Tell what a power does that is used by itself: whom it is for says the order; nothing of other orders."""
        card = self.state.content.cards.get(command.card) if isinstance(command, cm.UsePower) else None
        special = card.special if card is not None else None
        is_aimed = isinstance(command, cm.UsePower) and command.target is not None
        effects = special.effects if special is not None else ()
        return joined(", ", *(effect_words(one, is_aimed=is_aimed) for one in effects))

    def is_misdirected(self, command: Command) -> bool:
        """Whether a power would help an opponent, or hinder a friend (GC-CARD-21 allows it)."""
        if not isinstance(command, cm.UsePower) or command.target is None:
            return False
        special = self.state.content.cards[command.card].special
        are_foes = self.state.are_enemies(self.state.who(command.piece).side, self.state.who(command.target).side)
        aimed = [one for one in special.effects if one.whom == "target"] if special is not None else []
        helps = [one.verb == "heal" or one.amount > 0 for one in aimed if one.verb in ("heal", "grant")]
        return bool(helps) and all(one == are_foes for one in helps)

    def made(self, piece: PieceId, stat: str) -> Phrase | None:
        """A characteristic with its terms; ``None`` where it is as printed."""
        return foretell.made(self.state, self.state.who(piece), stat)

    def mine(self, seats: Sequence[Seat]) -> Sequence[Command]:
        """Return the commands these seats may give while nothing is asked; the one to begin comes once."""
        return begun_once([offer for seat in seats for offer in self.offers(seat)]) if self.is_open else ()

    def barred(self, seats: Sequence[Seat]) -> Sequence[Told]:
        """Tell why a place offers one of its tests and not another."""
        return tuple(not_from_afar(self.state, self.mine(seats)))

    def step(self, seats: Sequence[Seat], space: SpaceId) -> Command | None:
        """A move there of the active hero, that the rules refuse with their reason; ``None`` when nobody may act."""
        active = self.state.find(self.state.active or "")
        if active is None or active.seat is None or active.seat not in seats or not self.is_open:
            return None
        return cm.Move(active.seat, active.id, space)

    def strike(self, seats: Sequence[Seat], target: PieceId) -> Command | None:
        """An attack of the active hero that the rules refuse, with their reason; ``None`` on a friend."""
        active, aim = self.state.find(self.state.active or ""), self.state.find(target)
        if active is None or aim is None or active.seat is None or active.seat not in seats or not self.is_open:
            return None
        return cm.Attack(active.seat, active.id, target) if active.side != aim.side else None

    def papers_open(self, seat: Seat) -> Sequence[Command]:
        """Return the papers that the side may still choose (GC-SETUP-08)."""
        found = legal.at_any_time(self.state, seat, None) if self.is_open and not self.state.flow.round else ()
        return [one for one in found if isinstance(one, cm.ChoosePaper)]

    @property
    def active(self) -> PieceId | None:
        """The hero that acts."""
        return self.state.active

    def briefing(self, seat: Seat | None, side: str, lang: str) -> Briefing:
        """Return the briefing, as far as a seat knows."""
        return briefing(self.state, self.view(seat), side, lang)

    def thing(self, seat: Seat | None, thing: str) -> Briefing | None:
        """Tell what lies on the board under that name."""
        return thing_told(self.state, self.view(seat), thing)

    def power(self, piece: PieceId) -> Told:
        """Tell the power printed on a figure's sheet, which works without a card (GC-CHAR-07)."""
        return joined(", ", *map(effect_words, self.state.sheet(self.state.who(piece)).power))

    def mission(self, piece: PieceId, lang: str) -> Told:
        """A hero's mission, and how far it is."""
        return mission_words(self.state, piece, lang)

    def mission_brings(self, piece: PieceId) -> Told:
        """Tell what a hero's mission brings, how far it is, and where it comes from."""
        return mission_brings(self.state, piece)

    def card(self, card: str, side: str = "") -> Told:
        """Tell a card's effects on that side, or on both."""
        return card_words(self.state.content, card, side)

    def about(self, request: ChoiceRequest) -> Sequence[tuple[str, Told]] | None:
        """Return the options with their effects: cards for a seat that plans, powers for one that reacts.

        ``None`` where two tokens are taken.
        """
        content = self.state.content
        if request.purpose == REACT and request.piece is not None:
            held = own_effects(self.state, self.state.who(request.piece))
            return [(one.source, effect_words(one.effect)) for one in held if one.effect.verb in REACTIONS]
        if request.purpose == TOKENS:
            return None
        return [(one, self.card(one)) for one in request.options if one in content.cards or one in content.wounds]

    def papers(self, lang: str) -> Sequence[Paper]:
        """Both front pages, once the game is over (GC-PRESS-11)."""
        over = self.state.flow.outcome is not None
        return [paper_of(self.state, side, lang) for side in self.state.camps] if over else []

    def telling(self, event: object) -> Telling:
        """Return how the log tells the event: actions left unused are a line, so that nobody's turn is empty."""
        if isinstance(event, ActivationEnded) and event.lost:
            return Telling.LINE
        return Telling.SILENT if is_silent(event) else super().telling(event)

    def words(self, event: object, before: State, after: State, lang: str, seat: Seat | None = None) -> Told | None:
        """Tell an event: missions, cards and places by name, totals, what is left of somebody's Health, and how far it
        brought an objective or a mission.
        """
        return with_more(event, event_words(before, after, event, lang), progress(before, after, event, seat))

    def why(self, after: State) -> Told:
        """Return the objective that ended the game."""
        return end_words(after)

    def cue(self, event: object) -> Cue | None:
        """Whether an attack hit, a test was passed."""
        return words.cue_of(event)
