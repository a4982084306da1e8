"""The table screen of any game: a session and its sensors become a model; taps become commands.

    tap a figure, a square ──> what the game's adapter makes of it: chosen, aimed at, proposed, done
    proposal card ──confirm──> a command;  the menu of offers ──tap──> a command
    asked ────────> dice row, choice card, yes or no, squares to tap; only by whoever is asked
    drag a figure ─> what it would cost and see there (``hand``) ──let go──> the same proposal
    one tablet for several sides ──> hand it over: nothing is shown until the other side says it is there

Everything is checked by the rules; a refusal is shown with its rule, and may be overruled by everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.commands import Choose, Pass, Place, ReportDice
from companion.core.consent import Matter
from companion.core.dice import DiceRequest, Source
from companion.core.flow import ChoiceRequest, ConsentRequest, PlacementRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import Decision, Violation
from companion.core.session import Session
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.adapter import ONLOOKERS, Aimed, Chosen, Command, Lifted, Look, Meant, Menu, Offer, Tap
from ui.presenters.adviser import AdviserDesk
from ui.presenters.aims import AIMS, aims_card
from ui.presenters.awaited import Awaited, is_able
from ui.presenters.banner import Banner, said_once
from ui.presenters.beside import Beside
from ui.presenters.cards import (
    matter_card,
    meant_card,
    menu_card,
    over_card,
    seen_card,
    told_card,
    with_lit,
)
from ui.presenters.clock import called_words
from ui.presenters.colours import dressed
from ui.presenters.cube_count import CountDesk
from ui.presenters.declining import Declining
from ui.presenters.devices import link_models, question_card, reading_card
from ui.presenters.dragging import Hand
from ui.presenters.games import game_of
from ui.presenters.guide import Guide
from ui.presenters.handing import Holder, cover_model
from ui.presenters.idle_taps import SpotDesk, beneath
from ui.presenters.judge import JudgeCaller, JudgeDesk
from ui.presenters.late_orders import LateOrders
from ui.presenters.log import Log
from ui.presenters.models import SLOT, CardModel, TableModel
from ui.presenters.newcomers import NewcomersDesk
from ui.presenters.once_more import OnceMore
from ui.presenters.own_offers import Pending, ending_for, ends_for, group_of, offered_to, opened, refusal_of
from ui.presenters.questions import ChoiceDesk, DiceDesk, Roller, Thrower, consent_card, with_answers, with_places
from ui.presenters.requests import RequestsOf
from ui.presenters.roll import Throwing
from ui.presenters.roster import roster_of, with_health
from ui.presenters.seat_voice import TableVoice, Voice
from ui.presenters.sight_lines import LineDesk
from ui.presenters.storage_fault import Unkept, kept
from ui.presenters.trail import Trail
from ui.presenters.undo import RegretDesk
from ui.presenters.waiting import waiting_lines

ENDS = "ends"  # what is picked while the card with the ends of a game is open
WORDS = (
    "tap_figure",
    "undo",
    "language",
    "clear_dice",
    "log",
    "hint_close",
    "share",
)  # what the screen writes by itself


class TablePresenter:
    """One screen at a table. Every tap is a method; ``model`` is what to draw afterwards.

    ``sides``: whose screen it is, in games where not everybody may see everything; empty: everybody's, in turn.
    ``voice``: whose word the taps are, when not that of everybody around one tablet.
    """

    def __init__(
        self,
        session: Session,
        follower: Follower,
        *,
        lang: str | None = None,
        roller: Roller | None = None,
        thrower: Thrower | None = None,
        sides: Sequence[str] = (),
        voice: Voice | None = None,
        caller: JudgeCaller | None = None,
        advises: bool = True,
    ) -> None:
        self.session, self.follower, self.voice = session, follower, voice or TableVoice(session)
        self.game = game_of(session.system.id).adapter(session)
        self.holder = Holder(
            self.game, sides or tuple(self.game.sides), self.voice, is_passed=voice is None, is_begun=self._is_begun
        )
        views = (*self.holder.sides, *([ONLOOKERS] if self.holder.is_passed else []))
        self.awaited = Awaited(self.game, self.holder, lambda: session.state.flow, lambda: self.look)
        self._logs = {side: Log(session, next(iter(self.holder.seats_of(side)), None), self.game) for side in views}
        self.wording = Wording(lang)
        self.chosen: PieceId | None = None
        self._acting: Sequence[Seat] | None = None  # as it was shown last
        self.aimed: PieceId | None = None
        self.picked, self.overlay = "", self.game.overlays[0]
        self._page, self._reads, self._explains = 0, True, False
        self.pending: Pending | None = None
        self.refused: tuple[Command, tuple[Violation, ...]] | None = None
        self._is_over = False  # as it was shown last
        self._called: tuple[str, ...] = ()  # whose time is over, while the card with the ends says so
        self.regret, self.may_leave = RegretDesk(self.voice), False  # left: for the pages around it
        self.dice, self._choice, self.lines = DiceDesk(roller, thrower), ChoiceDesk(roller), LineDesk(self.game.sight)
        self._declining, self._late = Declining(session), LateOrders(session)
        self.guide: Guide | None = None
        self.trail = Trail()
        self.counts, self.judge, self.spots = CountDesk(), JudgeDesk(follower, caller), SpotDesk()
        self.newcomers, self.once_more = NewcomersDesk(), OnceMore()
        self.hand = Hand(session, self._lift, self._propose)
        self.asked = RequestsOf(session, follower, lambda: () if self.holder.is_down else self.seats)
        self.banner = Banner(
            self.game,
            lambda: session.state,
            lambda: self.log.heard_asked(self.state.flow.open),
            lambda: self.voice.consents.open,
        )
        self._beside = Beside(self.game)
        self._throwing = Throwing(self.dice, self.asked, session, follower, self.game, self.holder.around)
        self.unkept = Unkept()
        self.adviser = AdviserDesk(self.game, follower, is_wanted=advises, is_at_event=caller is not None)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.session.state

    def _is_begun(self) -> bool:
        flow = self.session.state.flow
        return bool(flow.round or flow.open)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats whose taps these are."""
        return self.holder.seats

    @property
    def look(self) -> Look:
        """The side that looks, and what was tapped so far."""
        shown, seats = self.holder.view
        self.wording.names = dict(self.game.names(shown, self.wording.lang))
        self.wording.players = self.session.players
        meant = self.pending.command if self.pending else self.refused[0] if self.refused else None
        marks = self.chosen, self.aimed, self.picked, self.overlay
        return Look(shown, seats, self.wording, *marks, meant, self._explains, self.adviser.is_on)

    @property
    def log(self) -> Log:
        """The log of this side."""
        return self._logs[self.holder.view[0]]

    @kept
    def tap_space(self, space: SpaceId) -> None:
        """Take a tap on a square: it chooses or aims at what is there, or means to go there."""
        asked = self.asked.request(PlacementRequest)
        if self.holder.is_covered:
            return
        self._put_away()
        if self.lines.is_asked:
            self.lines.tap(space)
        elif asked is not None and space in asked.spaces:
            self._submit(Place(asked.seat, asked.piece, (space,), None, asked.id))
        elif (choice := self.asked.request(ChoiceRequest)) is not None and space in choice.options:
            self._submit(self._choice.tap(choice, str(space)))
        else:
            self._tapped(self.spots.tapped(space, self.game.tap(self.look, space)))

    @kept
    def tap_piece(self, piece: PieceId) -> None:
        """Take a tap on a figure: it chooses it, or aims at it."""
        at = next(iter(self.session.system.positions(self.state).get(piece, ())), None)
        if self.holder.is_covered:
            return
        asked = self.asked.request(PlacementRequest)
        choice = self.asked.request(ChoiceRequest)
        answers = {*(asked.spaces if asked is not None else ()), *(choice.options if choice is not None else ())}
        if at is not None and (self.lines.is_asked or at in answers):
            self.tap_space(at)
            return
        if choice is not None and piece in choice.options and not self.lines.is_asked:
            self._submit(self._choice.tap(choice, str(piece)))
            return
        self._put_away()
        tap = self.game.tap_piece(self.look, piece)
        self._tapped(self.spots.tapped(None, tap or beneath(self.game, self.look, piece)))

    @kept
    def press(self, action: str) -> None:
        """Take the press of a button; its action is the one the model gave it."""
        name, _, argument = action.partition(":")
        if self.holder.is_covered and name not in ("uncover", "hand_over", "language"):
            return
        counted = self.counts.takes(action, lambda: self.game.sheet(self.look), self.press)
        counted = counted or self.adviser.takes(action, self.look, self._propose)
        if counted or self.newcomers.takes(action) or self.judge.takes(action, self.refused, self.wording, self.press):
            return
        match name:
            case "confirm":
                self._confirm(argument)
            case "dismiss":
                self._dismiss(trust_record=bool(argument))
            case "overrule":
                self._overrule()
            case "do":
                self._do(int(argument))
            case "figure":
                self._tapped(Chosen(PieceId(argument)))
            case "pick":
                self.picked, self._page = argument, 0
            case "page":
                self._page = int(argument)
            case "choose" | "chosen" | "draw" if (choice := self.asked.request(ChoiceRequest)) is not None:
                if name == "draw":
                    self._submit(self._choice.draw(choice), Source.MACHINE)
                else:
                    self._submit(self._choice.tap(choice, argument))
            case "consent":
                if (consent := self.asked.request(ConsentRequest)) is not None:
                    self._submit(Choose(consent.seat, consent.id, (argument,)))
            case "pass":
                choice = self.asked.request(ChoiceRequest)
                if choice is not None and choice.optional:
                    self._submit(Pass(choice.seat, choice.id))
            case "pass_all":
                self._declining.all_of(lambda: self.asked.request(ChoiceRequest), self._submit)
            case "face" | "roll" | "clear_dice":
                goes_on = name == "roll" and self._throwing.is_idle(
                    self.look, self.log
                )  # one tap for all that decides nothing
                self._submit(*self._throwing.press(name, argument, self.log))
                while goes_on and self.refused is None and self._throwing.is_idle(self.look, self.log):
                    self._submit(*self._throwing.press(name, argument, self.log))
            case "result" if argument:
                self._throwing.open()
            case "result":
                self._throwing.put_away(self.log)
            case "undo" | "redo":
                if self.regret.press(name, self.seats) is not None:
                    self.pending = self.refused = None
            case "again" if self.state.flow.outcome is not None:
                self.once_more.agree(self.seats, self.session.version)
            case "agree" | "decline":
                self.voice.answer(self.seats, agrees=name == "agree")
            case "end_turn":
                end = ending_for(self.game, self.look)
                is_meant = self.pending is not None and self.refused is None  # a move that waits to be confirmed
                self._give(replace(end, is_proposed=True) if end is not None and is_meant else end)
                self.chosen = self.chosen if self.refused else None
            case "line":
                self.lines.press()
            case "overlay":
                modes = self.game.overlays
                self.overlay = modes[(modes.index(self.overlay) + 1) % len(modes)]
            case "hand_over" if self.holder.hand_on():
                self.chosen = self.pending = self.refused = None
                self.picked = ""
                self._forget()
            case "lead":
                self.lead()
            case "take_over":
                self.holder.take_over(self.awaited.elsewhere, is_open=self._is_thrown)
                if not self._is_thrown:  # the tap says for whom: that is not asked again
                    self.holder.take()
                self._greet()
            case "hint" if self.guide is not None:
                self.guide.is_closed = True
            case "read":
                self._reads = not self._reads
            case "explain":
                self._explains = not self._explains
            case "uncover":
                self.holder.take()
                self._greet()
            case "language":
                self.wording = Wording("en" if self.wording.lang == "fr" else "fr")

    def call_time(self, called: tuple[str, ...]) -> None:
        """Say whose time is over (seats, or the evening), and offer the game's own ends."""
        if self.state.flow.outcome is None:
            self.picked, self._called = ENDS, called

    def close(self) -> None:
        """Stop listening to the session."""
        for log in self._logs.values():
            log.close()

    def model(self) -> TableModel:
        """Everything the screen shows now; of a covered screen nothing but whose it is."""
        self._drop_late()
        self._follow()
        acting = self.game.acting(self.look)
        self.holder.give_back({*self.awaited.seats, *acting})
        self.holder.lend(is_lent=self._is_looked_at())
        if self.holder.lay_down(self.awaited.seats, acting, self.state.flow.round):
            self.pending = self.refused = None
            self.picked = ""
            self._forget()
        look = self.look
        words = {key: look.say(key) for key in (*WORDS, "end_turn")}
        if self.holder.is_covered:
            plays_for = self.holder.plays_for(look.seats)
            may_wait = self.holder.next_side() != self.holder.side
            return cover_model(self.game.unknown(look), words, look, plays_for=plays_for, may_wait=may_wait)
        ending = ending_for(self.game, look)
        words["end_turn"] = ending.label if ending else words["end_turn"]
        card = self._card(look)
        away = frozenset(errand.piece for errand in self.follower.errands())
        hand, prints = self.hand.model(), tuple(self.game.prints(look))
        aside = (
            *self._throwing.explaining(look, self.log),
            *([("lead", look.say("lead"))] if self._may_lead and not self.state.flow.round else ()),  # then: in the aim
            *self.adviser.buttons(look),
            *self.regret.buttons(look),
            *self.judge.buttons(look),
        )
        flow, reads, after = self.state.flow, self._reads if prints else None, self.holder.next_side()
        to = look.side if after == self.holder.side or flow.outcome is not None else after
        result = self._throwing.result(look, self.log, self.holder.readers())
        if self.holder.is_lent and result is None and self._throwing.row(look, self.log) is None:  # nothing to look at
            self._throwing.put_away(self.log)
            return self.model()
        seen = replace(look, chosen=self._throwing.asked_about(look) or look.chosen)  # whose sheet is shown
        drawn = self.trail.marked(self.game.picture(seen, away | {hand.piece} if hand else away), look.side)
        if not self.holder.is_lent:
            drawn = with_answers(drawn, self.asked.request(ChoiceRequest), self.game, look)
            drawn = with_places(drawn, self.asked.request(PlacementRequest))
        card = with_lit(card, drawn, look) if card is not None else None
        roster = roster_of(self.game, drawn, seen, is_tablet=self.holder.is_tablet)
        shown = TableModel(
            title=self.game.title(look),
            seat=self.game.turn(look),
            scores=tuple(
                (seat, look.wording.scorer(seat), look.say("points", points=points))
                for seat, points in self.game.scores(look)
            ),
            board=self.lines.drawn(with_health(drawn, roster), look),
            dial=self._throwing.sheet(look),
            dice=None if card and card.kind == "dice" else self._throwing.row(look, self.log),
            watched=self._throwing.watched(look, self.log),
            card=card,
            log=self.log.lines(self.wording),
            links=link_models(self.follower, self.wording),
            errands=tuple(waiting_lines(self.game, self.voice, self.judge, self.follower, look)),
            words=words,
            now=self.banner.model(look, flow.outcome),
            can_undo=self.voice.step is not None,
            can_end_turn=ending is not None,
            ending_wastes=ending is not None and ending.wastes,
            brings=self.game.brings(look, ending.command) if ending is not None and ending.command is not None else "",
            can_end_game=bool(look.seats and self.game.endings(look)),
            hand=hand,
            cue=self.log.cue,
            result=None if self.pending or self.picked == AIMS else result,  # the next order has begun
            roster=roster,
            prints=prints if self._reads else (),  # at the end, instead of the board
            beside=(*self._beside.buttons(look, to, is_begun=bool(flow.round), reads=reads), *aside),
        )
        shown = self._throwing.beside(self.awaited.told(shown, look), look.seats)
        if shown.now.is_own and not is_able(shown):  # who may do nothing is told whom it waits for
            shown = replace(shown, now=replace(self.banner.model(look, flow.outcome, is_done=True), is_own=False))
        shown = replace(shown, now=said_once(shown.now, shown.card, shown.dice))
        if self.guide is not None and not self.holder.is_down and self.awaited.are_unled:
            led = replace(look, seats=self.holder.free(self.seats))
            shown = self.guide.led(shown, led, flow.round, self.session.version)
        return dressed(shown, self.session.players)

    def _is_looked_at(self) -> bool:
        """Whether others around the tablet look at it, whose holder sees what they may not: they throw, and read what
        came of it (HQ-GEN-03).
        """
        hides = self.holder.is_passed and not self.holder.is_covered and self.game.hides(self.holder.side)
        return hides and self.pending is None and self._throwing.is_for_others(self._logs[ONLOOKERS])

    def _follow(self) -> None:
        """Look at who acts now, once the turn has gone on to others than the chosen figure."""
        before, self._acting = self._acting, tuple(self.game.acting(self.look))
        if before is not None and self._acting and self._acting != before and self.pending is None:
            stays = {one.piece for one in self.game.roster(self.look) if one.seat in self._acting}
            self.chosen = self.chosen if self.chosen in stays else None

    def _drop_late(self) -> None:
        """Drop what was meant and waits to be confirmed, where others have acted since and nobody may do it now: a card
        says so. What was read when the game ended is closed: its end comes first.
        """
        was_over, self._is_over = self._is_over, self.state.flow.outcome is not None
        if self._is_over and not was_over:
            self.picked = ""
        if self._is_over:
            self._late.forget()
        before, was_refused = self.pending, self.refused is not None
        self.pending = self._late.kept(before, self.holder.side, was_refused=was_refused)
        if before is not None and self.pending is None:
            self.refused = None

    @property
    def is_led(self) -> bool:
        """Whether hints are shown."""
        return self.guide is not None and not self.guide.is_closed

    @property
    def _may_lead(self) -> bool:
        """Whether somebody plays here who may ask to be led."""
        return not self.is_led and bool(self.look.seats) and self.state.flow.outcome is None

    def lead(self) -> None:
        """Lead the game by the hand: whose turn it is looks on, what it is about is said, who gains something is
        chosen.
        """
        if self.holder.is_passed:  # a device of one's own stays with its seat
            self.holder.turn_to(self.game.acting(self.look))
        self.picked, self.guide = "", Guide(self.game)
        self._greet()
        self.chosen = self.guide.first(replace(self.look, picked=""))

    def lead_on(self) -> None:
        """Lead a game that was led before it was closed: who plays in later rounds knows what for."""
        self.guide = Guide(self.game)
        for side in self.holder.sides if self.state.flow.round > 1 else ():
            self.guide.greets(side)
        self._greet()

    @property
    def _is_thrown(self) -> bool:
        """Whether nothing but dice is asked for, as all hear."""
        asked = self.state.flow.open
        heard = self._logs[ONLOOKERS].heard_asked(asked) if ONLOOKERS in self._logs else ()
        return bool(asked) and [*asked] == [one for one in heard if isinstance(one, DiceRequest)]

    def _greet(self) -> None:
        """Say to each side that is led who it is and how it wins, once, where no dice are to be read."""
        is_new = self.state.flow.round <= 1  # later, who takes up a side has a turn to play
        if self.guide is not None and not self._is_thrown and self.guide.greets(self.holder.side) and is_new:
            self.picked = AIMS

    def _card(self, look: Look) -> CardModel | None:
        """The card that waits for a tap: one at a time, the most urgent first."""
        if (unkept := self.unkept.card(look)) is not None:
            return unkept
        if (newcomer := self.newcomers.card(look)) is not None:
            return newcomer
        if (first := self.lines.card(look) if self.lines.is_asked else self.judge.card(look)) is not None:
            return first
        own = replace(look, seats=self.holder.free(look.seats))  # also before the game: who has what is agreed
        if self.picked == AIMS and (about := aims_card(self.game, own, may_lead=self._may_lead)) is not None:
            return about
        if (told := told_card(self._throwing.sheet, self.counts, self.picked, look)) is not None:
            return told
        if (regretted := self.regret.card(self.log, look)) is not None:
            return regretted
        if self.refused is not None or self.pending is not None:
            menu = self.game.proposal(look, self.pending.command) if self.pending else None
            meant = self.pending.command if self.pending else None
            card = meant_card(menu, self.refused[1] if self.refused else (), self._page, look, self.game, meant)
            return self.spots.beside(card, meant, self.game, look)
        if (matter := self.voice.matter(look.seats)) is not None:
            return matter_card(matter, self.log, look)
        if (choice := self.asked.request(ChoiceRequest)) is not None:
            return self._choice.card(choice, self.game, look, asks_on=self._declining.asks_on(choice))
        if (consent := self.asked.request(ConsentRequest)) is not None:
            return consent_card(consent, look)
        if (proposal := self.asked.proposal()) is not None:
            return reading_card(self.follower, look) or seen_card(self.game, proposal, self._page, look)
        if (placement := self.asked.request(PlacementRequest)) is not None:
            return CardModel("choice", look.wording.question(placement), look.say("tap_place"), ())
        if (question := self.asked.question()) is not None:
            return question_card(self.follower, question, look)
        if self.state.flow.outcome is not None:
            over = over_card(self.session, look, may_leave=self.may_leave, moment=self.log.moment(look.wording))
            return self.once_more.card(over, look, self.session.version, self.picked, may_leave=self.may_leave)
        if (late := self._late.card(self.game, self.log, look)) is not None:
            return late
        menu = self._menu(look)
        beside = self.adviser.card(look) or self.spots.card(self.game, look)
        return beside or (menu_card(menu, self._page, look, self.game) if menu else None)

    def _menu(self, look: Look) -> Menu | None:
        """Return the menu of the card: the group that is picked, else everything; for onlookers nothing."""
        if not look.seats:
            return None
        over = called_words(self._called, look.wording) if self._called else ""
        if self.picked == ENDS and (own := ends_for(self.game, over, look)) is not None:
            return own
        return opened(offered_to(self.game.menu(look), look.seats), self.picked)

    def _tapped(self, tap: Tap | None) -> None:
        self.refused, self._page = None, 0
        self._late.forget()
        match tap:
            case Chosen(piece):
                self.chosen = piece
                self.aimed = None
                self.pending = None
                self.picked = ""
            case Aimed(piece):
                self.aimed, self.pending = piece, None
            case Meant(command, is_proposed=True) if self.look.seats:  # who looks on means nothing
                self._propose(command)
            case Meant(command, lets_go=lets_go) if self.look.seats:
                self.pending = None
                self._submit(command)
                self.chosen = None if lets_go else self.chosen

    def _put_away(self) -> None:
        """Close what is only read or offered aside: what is touched on the board is answered, not covered."""
        if self.picked.startswith(SLOT) or self.picked in (ENDS, AIMS):
            self.picked = ""
        self.regret.asks = ""
        self.judge.close()

    def _lift(self, piece: PieceId) -> Lifted | None:
        lifted = None if self.holder.is_covered else self.game.lift(self.look, piece)
        if lifted is not None:
            self.chosen, self.pending, self.refused = piece, None, None
        return lifted

    def _propose(self, command: Command) -> None:
        """Say what it will do, or at once why it may not."""
        self._late.forget()
        self.pending = Pending(command, at=self.session.version)
        self.refused = refusal_of(command, self.session.system.decide(self.state, command))

    def _do(self, place: int) -> None:
        """Give the offer of that button: it is its own confirmation, and may be taken back."""
        look = self.look
        command = self.pending.command if self.pending else seen.command if (seen := self.asked.proposal()) else None
        menu = self.game.proposal(look, command) if command is not None else self._menu(look)
        entry = menu.entries[place] if menu is not None and place < len(menu.entries) else None
        self._give(entry if isinstance(entry, Offer) else None)

    def _give(self, offer: Offer | None) -> None:
        if offer is not None and offer.piece is not None:
            self.chosen = offer.piece
        if offer is None or offer.command is None:
            return
        if self.chosen is not None and (actor := self._actor_of(offer.command)) is not None:
            self.chosen = actor  # whoever is told to act is looked at
        group = group_of(self.game.menu(self.look), self.picked)
        self.picked = self.picked if group is not None and group.stays else ""
        if offer.is_proposed or self.game.is_told_first(offer.command):
            self._propose(offer.command)
            return
        self.pending = None
        if self.asked.proposal() is not None:
            self.follower.dismiss()  # what the camera saw was a part of it
        self._submit(offer.command)
        while self.refused is None and offer.more is not None and (following := offer.more()) is not None:
            self._submit(following)

    def _actor_of(self, command: Command) -> PieceId | None:
        """Return which figure of these seats a command is given to."""
        look, piece = self.look, self.game.given_to(command)
        return next(
            (one.piece for one in self.game.roster(look) if one.piece == piece and one.seat in look.seats), None
        )

    def _confirm(self, rival: str) -> None:
        if self.pending is not None:
            pending, self.pending = self.pending, None
            if self.asked.proposal() is not None:
                self.follower.dismiss()  # what the camera saw was a part of it
            self._submit(pending.command, pending.source)
        elif (proposal := self.asked.proposal()) is not None:
            command = proposal.rivals[int(rival)] if rival else proposal.command
            self._decided(command, self.follower.confirm(command))

    def _dismiss(self, *, trust_record: bool) -> None:
        is_about_sensors = self.pending is None and self.refused is None and not self.regret.asks
        self.pending = self.refused = self.aimed = None
        self.picked, self._page = "", 0
        self.regret.asks = ""
        self._called = ()
        self.spots.at = None
        self._late.forget()
        if is_about_sensors and (self.asked.proposal() or self.asked.question()):
            self.follower.dismiss(trust_record=trust_record)

    def _submit(self, command: Command | None, source: Source = Source.HAND) -> None:
        if command is None or self.holder.elsewhere((command.seat,)):  # whose player gives it on a device of their own
            return
        if isinstance(command, ReportDice):
            self.follower.dismiss()  # what was read is not what the players say
        self._decided(command, self.voice.give(command, source))

    def _overrule(self) -> None:
        if self.refused is not None:
            (command, broken), self.pending = self.refused, None
            self._decided(command, self.voice.overrule(command, broken))

    def _decided(self, command: Command, decision: Decision | Matter) -> None:
        self.refused = refusal_of(command, decision)
        self._late.forget()
        self._forget()

    def _forget(self) -> None:
        """Drop what was begun and not yet said."""
        self.dice.clear()
        self._choice.picked, self.aimed, self._page = (), None, 0
