"""The screen of a quest for one side of the table: its view becomes a model, its taps become commands.

    choose a figure ──> its sheet, the squares it may reach, what it may do as buttons
    tap a square ─────> it goes there;  a figure, furniture, a door ──> what it may do about that
    asked ────────────> dice row, choice card, squares to tap; only by whoever is asked; what the tray's camera read
    the master ───────> corrects any number, puts anybody anywhere (HQ-GEN-01)
    one tablet for two sides ──> hand it over: nothing is shown until the other side says it is there (HQ-GEN-03)

Everything is checked by the rules; a refusal is shown with its rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.commands import Pass, Place, ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.flow import ChoiceRequest, PlacementRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.rules import Decision, Rejected, Violation
from companion.core.session import Session
from companion.games.heroquest import commands as cm
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.board import BoardPresenter
from ui.presenters.links import link_models
from ui.presenters.models import BoardModel, CardModel, DiceModel, TableModel
from ui.presenters.quest.asking import QuestChoice, QuestDice, Roller
from ui.presenters.quest.board import QuestBoard, thing_at
from ui.presenters.quest.correcting import correction, correction_card
from ui.presenters.quest.hearing import Heard
from ui.presenters.quest.names import labels_of, names_of
from ui.presenters.quest.offers import Offers
from ui.presenters.quest.sensing import part_read, reading_card
from ui.presenters.quest.sheet import sheet_model
from ui.presenters.quest.told import cover_model, offers_card, refusal_card, title_of, undo_card, window_lines
from ui.presenters.quest.words import quest_words
from ui.presenters.still import StillHand
from ui.presenters.words import screen_words

__all__ = ["QuestPresenter", "sides_of"]


def sides_of(state: Any) -> dict[str, tuple[Seat, ...]]:
    """Who looks together: the heroes at one tablet, the master at another."""
    return {"heroes": state.table.hero_seats, "master": (state.table.gm,)}


class QuestPresenter:
    """One side's screen, or both sides' in turn on one tablet. Every tap is a method; ``model`` is what to draw."""

    def __init__(
        self, session: Session, sides: Sequence[str] = ("heroes", "master"), *, lang: str | None = None,
        roller: Roller | None = None, follower: Follower | None = None,
    ) -> None:  # fmt: skip
        self.session, self._sides = session, tuple(sides)
        self.follower = follower or Follower(session, {})
        self._all = sides_of(session.state)
        self._heard = {side: Heard(session, self._all[side][0]) for side in self._sides}
        self.side, self.is_covered = self._sides[0], False
        self.board = BoardPresenter(session.state.dungeon.board)
        self.hand = StillHand()
        self.wording = Wording(lang, {})
        self.chosen: PieceId | None = None
        self.aimed: PieceId | None = None
        self.refused: tuple[Violation, ...] = ()
        self._offers, self._dice, self._choice = Offers(session), QuestDice(roller), QuestChoice()
        self._page = 0
        self._asks_undo = self._corrects = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Whose taps these are."""
        return self._all[self.side]

    def tap_space(self, space: SpaceId) -> None:
        """Nothing: a tap on a square goes there, chooses who stands there, or aims at what is there."""
        if self.is_covered:
            return
        self.refused, self._page = (), 0
        asked = self._asked()
        if isinstance(asked, PlacementRequest):
            self._submit(Place(asked.seat, asked.piece, (space,), None, asked.id))
            return
        view, mine = self._view(), self._acting()
        if self._corrects and self.chosen is not None:
            self._submit(cm.Relocate(self.seats[0], self.chosen, space))
            return
        here = next((one.id for one in view.characters if one.at == space), None)
        if mine is not None and here != mine:
            about = here or thing_at(view, space, self.session.state.who(mine).at)
            if about is not None and about in self._offers.targets(mine):
                self.aimed = about
                return
            if here is None:
                seat = self.session.state.who(mine).seat
                self._submit(self._offers.to(mine, space) or cm.Walk(seat, mine, (space,)))  # or it says why not
                return
        if here is not None:
            self.chosen, self.aimed = None if self.chosen == here else here, None

    def press(self, action: str) -> None:
        """Nothing: a button was pressed; its action is the one the model gave it."""
        name, _, argument = action.partition(":")
        match name:
            case "do":
                self._do(int(argument))
            case "page":
                self._page = int(argument)
            case "dismiss":
                self.refused, self.aimed, self._page = (), None, 0
                self._asks_undo = self._corrects = False
                if isinstance(self._asked(), DiceRequest):
                    self.follower.dismiss()
            case "confirm" if isinstance(self._asked(), DiceRequest) and self.follower.proposal is not None:
                self._decided(self.follower.confirm())
            case "correct" if self.side == "master":
                self._correct(argument)
            case "choose" | "chosen" if isinstance(asked := self._asked(), ChoiceRequest):
                self._submit(self._choice.tap(asked, argument))
            case "pass" if isinstance(asked := self._asked(), ChoiceRequest):
                self._submit(Pass(asked.seat, asked.id))
            case "face" if isinstance(asked := self._asked(), DiceRequest):
                self._submit(self._dice.tap(asked, part_read(self.follower, asked), argument))
            case "clear_dice" if isinstance(self._asked(), DiceRequest):
                self._dice.clear()
                self.follower.dismiss()
            case "roll" if isinstance(asked := self._asked(), DiceRequest):
                report = self._dice.roll(asked, self.session.system.dice_of(self.session.state))
                self._submit(report, Source.MACHINE)
            case "undo":
                self._undo()
            case "end_turn":
                self._submit(self._offers.ending(self.seats))
            case "overlay" if len(self._sides) > 1:
                self.side, self.is_covered, self.chosen, self.refused = self._other(), True, None, ()
                self._corrects = False
                self._forget()
            case "uncover":
                self.is_covered = False
            case "language":
                self.wording = Wording("en" if self.wording.lang == "fr" else "fr", {})

    def model(self) -> TableModel:
        """Everything the screen shows now; of a covered screen nothing but whose it is."""
        words = screen_words(self.wording.lang) | quest_words(self.wording.lang)
        words["tap_figure"] = words["tap_hero"]
        view, labels = self._view(), labels_of(self._view())
        dead = [one for one in self.session.state.dead if one.revealed or self.side == "master"]
        self.wording.names = names_of(view, dead)
        if self.is_covered:
            return cover_model(self.board, words[self.side], words)
        shown = self.chosen or view.hero
        character = next((one for one in view.characters if one.id == shown), None)
        card = self._card(view, words)
        return TableModel(
            title=title_of(view, self.wording, words),
            seat=view.active[0] if view.active else None,
            scores=view.scores and tuple((seat, str(seat), points) for seat, points in view.scores),
            board=self._board(view, labels),
            dial=sheet_model(character, words, self.wording.names) if character else None,
            dice=None if card and card.kind == "dice" else self._dice_row(words),
            card=card,
            log=self._heard[self.side].lines(self.wording),
            links=link_models(self.follower, words),
            errands=self._windows(view, words),
            words=words
            | {
                "end_turn": words["end_phase"]
                if isinstance(self._offers.ending(self.seats), cm.EndPhase)
                else words["end_turn"]
            },
            can_undo=self.session.undo_step() is not None,
            can_end_turn=self._offers.ending(self.seats) is not None,
            overlay=words["hand_to"].format(who=words[self._other()]) if len(self._sides) > 1 else words[self.side],
        )

    def _board(self, view: Any, labels: Mapping[PieceId, str]) -> BoardModel:
        mine, asked = self._acting(), self._asked()
        reach: dict[SpaceId, int] | None = None
        if isinstance(asked, PlacementRequest):
            reach = dict.fromkeys(asked.spaces, 0)
        elif mine is not None:
            known = [space for place in view.places for space in place.squares]
            reach = self._offers.reach(mine, known) or None
        targets = self._offers.targets(mine) if mine is not None else ()
        return QuestBoard(self.board).model(
            view, labels=labels, chosen=self.chosen or view.hero, reach=reach, targets=targets
        )

    def _windows(self, view: Any, words: Mapping[str, str]) -> tuple[str, ...]:
        """What is interrupted; and who is asked when it is somebody else."""
        lines = window_lines(view, self.wording, words)
        others = [one for one in self.session.state.flow.open if _of(one) not in self.seats]
        if others and not self._asked():
            lines.append(words["waits"].format(who=words[self._side_of(_of(others[0]))]))
        return tuple(lines)

    def _card(self, view: Any, words: Mapping[str, str]) -> CardModel | None:
        asked = self._asked()
        if self._asks_undo:
            return undo_card(words)
        if self.refused:
            return refusal_card(self.refused, self.wording, words)
        if isinstance(asked, ChoiceRequest):
            return self._choice.card(asked, self.wording, words)
        if isinstance(asked, PlacementRequest):
            return CardModel("question", self.wording.question(asked), words["tap_square"], ())
        if isinstance(asked, DiceRequest):
            return reading_card(self.follower, asked, self.wording, words)
        chosen = self.session.state.find(self.chosen) if self.chosen else None
        if self._corrects and chosen is not None:
            return correction_card(chosen, self.wording, words)
        offers, may_correct = (
            self._offers.listed(self.seats, self._acting(), self.aimed),
            chosen is not None and self.side == "master" and not view.asked,
        )
        if not offers and not may_correct:
            return None
        title = title_of(view, self.wording, words) if offers else self.wording.names.get(str(self.chosen), "")
        card = offers_card(offers, self._page, self._acting(), title, self.wording, words, may_close=bool(self.aimed))
        return replace(card, buttons=(*card.buttons, ("correct", words["correct"]))) if may_correct else card

    def _dice_row(self, words: Mapping[str, str]) -> DiceModel | None:
        asked = self._asked()
        if not isinstance(asked, DiceRequest):
            return None
        dice, read = self.session.system.dice_of(self.session.state), part_read(self.follower, asked)
        return self._dice.model(asked, dice, read, self.wording.question(asked), words)

    def _acting(self) -> PieceId | None:
        """The character of this side that taps are for: the one chosen, else the hero whose turn it is."""
        state = self.session.state
        if state.flow.open or state.flow.outcome is not None:
            return None
        piece = self.chosen or state.active
        one = state.find(piece) if piece is not None else None
        return one.id if one is not None and one.seat in self.seats and self._offers.of_piece(one.id) else None

    def _asked(self) -> Any | None:
        """The open request that this side answers, or ``None``."""
        if self.is_covered:
            return None
        return next((one for one in self.session.state.flow.open if _of(one) in self.seats), None)

    def _do(self, number: int) -> None:
        offers = self._offers.listed(self.seats, self._acting(), self.aimed)
        if number < len(offers):
            self._submit(offers[number])

    def _correct(self, argument: str) -> None:
        """Nothing: the card of corrections, or one of its buttons."""
        one = self.session.state.find(self.chosen) if self.chosen else None
        if argument and one is not None:
            self._submit(correction(self.seats[0], one, argument))
        self._corrects = one is not None

    def _submit(self, command: Any | None, source: Source = Source.HAND) -> None:
        """Nothing: gives the command, when there is one."""
        if command is None:
            return
        if isinstance(command, ReportDice):
            self.follower.dismiss()  # what was read is not what the players say
        self._decided(self.session.submit(command, source))

    def _decided(self, decision: Decision) -> None:
        self.refused = decision.violations if isinstance(decision, Rejected) else ()
        self._forget()

    def _forget(self) -> None:
        """Nothing: what was begun and not yet said."""
        self._dice.clear()
        self._choice.picked, self.aimed, self._page = (), None, 0

    def _undo(self) -> None:
        step = self.session.undo_step()
        if step is None:
            return
        if step.consent and not self._asks_undo:
            self._asks_undo = True
            return
        self._asks_undo, self.refused = False, ()
        seat = step.by or self.seats[0]
        agreed = tuple(one for one in self.session.seats if one != seat) if step.consent else ()
        self.session.take_back(seat, agreed, step=step)

    def _view(self) -> Any:
        return self.session.system.view_for(self.session.state, self.seats[0])

    def _other(self) -> str:
        return self._sides[(self._sides.index(self.side) + 1) % len(self._sides)]

    def _side_of(self, seat: Seat) -> str:
        return next(side for side, seats in self._all.items() if seat in seats)


def _of(request: Any) -> Seat:
    seat: Seat = request.roller if isinstance(request, DiceRequest) else request.seat
    return seat
