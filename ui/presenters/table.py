"""The table screen: a session and its sensors become a model; taps become commands.

    choose a figure ──> its dial, where it may go, whom it may attack
    tap a square ─────> proposal card ──confirm──> MoveFigure; before the first turn: Place
    tap a block ──────> proposal card ──confirm──> AttackTerrain
    tap an opponent ──> the line, the number needed ──confirm──> CloseAttack or RangedAttack
    drag a figure ────> what it would cost and see there (``hand``) ──let go──> the same proposal
    dice asked for ───> dice row: tap the faces, or let the machine roll

Everything is checked by the rules; a refusal is shown with its rule, and may be overruled by everybody.
"""

from __future__ import annotations

from typing import Any

from companion.core.commands import Choose, Concede, Pass, Place
from companion.core.dice import Source
from companion.core.events import GameEnded
from companion.core.flow import ChoiceRequest, PlacementRequest
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.rules import Rejected, Violation
from companion.core.session import Session
from companion.games.heroclix import commands as cm
from companion.games.heroclix.moves.movement import reach_of
from companion.table.follow import Follower
from companion.text.wording import Wording
from ui.presenters.aiming import aimed_line, attack_on
from ui.presenters.beside import more_command
from ui.presenters.board import BoardPresenter
from ui.presenters.cards import Pending, card_model
from ui.presenters.dial import dial_model
from ui.presenters.dice import DiceDesk, Thrower
from ui.presenters.ending import ending_command, may_end
from ui.presenters.hand import Hand, may_be_lifted
from ui.presenters.links import errand_words, link_models
from ui.presenters.log import log_lines
from ui.presenters.models import BoardModel, DiceModel, TableModel
from ui.presenters.names import initials, power_words
from ui.presenters.objects import attack_on_space, object_models
from ui.presenters.overlay import LABELS, Overlay
from ui.presenters.powers import power_command
from ui.presenters.setup import next_to_deploy, set_down, setting_spaces, tactic_names
from ui.presenters.words import screen_words

__all__ = ["TablePresenter"]


class TablePresenter:
    """One table. Every tap is a method; ``model`` is what to draw afterwards."""

    def __init__(
        self, session: Session, follower: Follower, *, lang: str | None = None, roller: Any = None,
        thrower: Thrower | None = None,
    ) -> None:  # fmt: skip
        self.session, self.follower, self.dice = session, follower, DiceDesk(roller, thrower)
        names = {piece.id: session.state.figure(piece).name for piece in session.state.pieces}
        self.wording = Wording(lang, names | tactic_names(session.state) | power_words(lang))
        self.board = BoardPresenter(session.state.table.board)
        self.chosen: PieceId | None = None
        self.picked = ""  # the power whose targets and options are shown
        self.pending: Pending | None = None
        self.refused: tuple[Any, tuple[Violation, ...]] | None = None
        self.labels = initials(names)
        self.overlay = Overlay(session.system.edition.sight)  # type: ignore[attr-defined]
        self.hand = Hand(self)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.session.state

    def tap_space(self, space: SpaceId) -> None:
        """Nothing: a tap on a square chooses a figure, aims at one, or proposes a move."""
        placed = set_down(self.state, self.chosen, space)
        here = next((one for one in self.state.on_map() if space in one.spaces), None)
        if placed is not None and here is None:
            self._submit(placed)  # easily undone: no card for each figure
            self.chosen = None
            return
        if here is not None:
            self.tap_piece(here.id)
            return
        for request in self.state.flow.open:
            if isinstance(request, PlacementRequest):
                self._submit(Place(request.seat, request.piece, (space,), None, request.id))
                return
        mover = self.state.find(self.chosen) if self.chosen else None
        if mover is not None and mover.seat in self.state.flow.active and not self.state.flow.open:
            attack = attack_on_space(self, mover, space) if mover.spaces else None
            self.pending = Pending(attack or cm.MoveFigure(mover.seat, mover.id, (space,)), Source.HAND)
            self.refused = None

    def tap_piece(self, piece_id: PieceId) -> None:
        """Nothing: a tap on a figure chooses it, or aims at it when an opponent of the chosen one."""
        piece, chosen = self.state.piece(piece_id), self.state.find(self.chosen) if self.chosen else None
        self.refused = None
        may_act = chosen and chosen.spaces and chosen.seat in self.state.flow.active and not self.state.flow.open
        if chosen is not None and may_act and not self.state.is_friend(chosen.seat, piece.seat):
            self.pending = Pending(attack_on(self, chosen, piece), Source.HAND)
            self.overlay.aimed = piece.id
            return
        self.chosen = None if self.chosen == piece_id else piece_id
        self.pending, self.picked = None, ""

    def press(self, action: str) -> None:
        """Nothing: a button was pressed; its action is the one the model gave it."""
        name, _, argument = action.partition(":")
        match name:
            case "confirm":
                self._confirm(argument)
            case "dismiss":
                self.pending = self.refused = None
                self.follower.dismiss(trust_record=bool(argument))
            case "overrule":
                self._overrule()
            case "choose":
                self._choose(argument)
            case "pass":
                self._pass()
            case "pick":
                self.picked = argument
            case "use":
                self._use(argument)
            case "do":
                self._use(argument, more_command)
            case "finish":
                self._finish(argument)
            case "face":
                self._enter(argument)
            case "clear_dice":
                self.dice.entered = ()
            case "roll":
                self._roll()
            case "undo":
                self._undo()
            case "end_turn":
                if (seat := self.state.active_seat) is not None:
                    self._submit(cm.EndTurn(seat))
                    self.chosen = None
            case "overlay":
                self.overlay.turn()
            case "deploy":
                self.chosen = PieceId(argument)
            case "begin":
                self._submit(cm.BeginGame(self.session.seats[0]))
            case "language":
                other = "en" if self.wording.lang == "fr" else "fr"
                self.wording = Wording(other, self.wording.names | power_words(other))

    def model(self) -> TableModel:
        """Everything the screen shows now."""
        view = self.session.system.view_for(self.state, None)
        if self.board.board != self.state.table.board:  # markers came or went
            self.board = BoardPresenter(self.state.table.board)
        words = screen_words(self.wording.lang)
        acting = self.state.attack.attacker if self.state.attack else None
        waiting = next_to_deploy(self.state, self.chosen)
        shown = waiting.id if waiting else self.chosen or acting
        chosen = next((one for one in view.pieces if one.id == shown), None)
        seat = view.active[0] if view.active else None
        if view.outcome:
            title = self.wording.event(GameEnded(view.outcome))
        elif view.round:
            parts = (
                f"{words['round']} {view.round}",
                self.wording.word("seat", seat),
                f"{words['actions']} {view.actions_left}",
            )
            title = " · ".join(parts)
        else:
            title = self.wording.word("phase", view.phase)
        card = card_model(self, words)
        return TableModel(
            title=title,
            seat=seat,
            scores=tuple((one, self.wording.word("seat", one), points) for one, points in view.scores),
            board=self._board(view),
            dial=dial_model(chosen, self.wording, words, view.tactics.held) if chosen else None,
            dice=None if card and card.kind == "dice" else self._dice(words),
            card=card,
            log=log_lines(self.session, self.wording),
            links=link_models(self.follower, words),
            errands=errand_words(self.follower, self.wording.names, words),
            words=words,
            can_undo=self.session.undo_step() is not None,
            can_end_game=may_end(self.state),
            can_end_turn=bool(view.round and not view.asked and not view.outcome),
            overlay=words[LABELS[self.overlay.mode]],
        )

    def _board(self, view: Any) -> BoardModel:
        mover = self.state.find(self.chosen) if self.chosen else None
        reach, targets = None, set[PieceId]()
        if mover is not None and mover.spaces and mover.seat in self.state.flow.active and not self.state.flow.open:
            offers = list(self.session.system.legal_commands(self.state, mover.seat, piece=mover.id))
            if any(isinstance(one, cm.MoveFigure) for one in offers):
                reach = reach_of(self.state, mover).costs
            targets = {one.target for one in offers if isinstance(one, cm.CloseAttack)}
            targets |= {one.targets[0] for one in offers if isinstance(one, cm.RangedAttack)}
        reach = setting_spaces(self.state, self.chosen) or reach
        shown = self.state.find(self.chosen) if self.chosen else None
        return self.board.model(
            view,
            labels=self.labels,
            chosen=self.chosen,
            reach=reach,
            targets=targets,
            waiting={one.piece for one in self.follower.errands()},
            line=aimed_line(self),
            field=self.board.field_model(self.overlay.standing(self.state, shown)) if shown else None,
            hand=self.hand.model(),
            objects=object_models(view, self.board),
            debris=view.tactics.debris,
            liftable={one.id for one in self.state.on_map() if may_be_lifted(self.state, one)},
        )

    def _dice(self, words: dict[str, str]) -> DiceModel | None:
        request = self.follower.open_roll()
        if request is None:
            return None
        return self.dice.model(request, self.wording.question(request), self.follower.tower, words)

    def _confirm(self, rival: str) -> None:
        if self.pending is not None:
            pending, self.pending = self.pending, None
            self._submit(pending.command, pending.source)
        elif self.follower.proposal is not None:
            proposal = self.follower.proposal
            command = proposal.rivals[int(rival)] if rival else proposal.command
            decision = self.follower.confirm(command)
            self.refused = (command, decision.violations) if isinstance(decision, Rejected) else None

    def _submit(self, command: Any, source: Source = Source.HAND) -> None:
        decision = self.session.submit(command, source)
        self.refused = (command, decision.violations) if isinstance(decision, Rejected) else None
        self.dice.entered = ()

    def _overrule(self) -> None:
        if self.refused:
            command, violations = self.refused
            rules: list[RuleId] = [one.rule for one in violations if one.waivable]
            decision = self.session.overrule(command, rules, agreed=self.session.seats)
            self.refused = (command, decision.violations) if isinstance(decision, Rejected) else None

    def _choose(self, option: str) -> None:
        for request in self.state.flow.open:
            if isinstance(request, ChoiceRequest) and option in request.options:
                self._submit(Choose(request.seat, request.id, (option,)))
                return

    def _pass(self) -> None:
        """Declines what is asked; before the first turn, places no more objects."""
        asked = (one for one in self.state.flow.open if isinstance(one, ChoiceRequest) and one.optional)
        request, seat = next(asked, None), self.state.active_seat
        if request is not None:
            self._submit(Pass(request.seat, request.id))
        elif seat is not None and not self.state.flow.open:
            self._submit(Pass(seat))

    def _use(self, argument: str, find: Any = power_command) -> None:
        """A power's button is its confirmation: what it does is said in the log and may be taken back."""
        command, self.pending, self.picked = find(self, argument), None, ""
        if command is not None:
            self.follower.dismiss()  # what the camera saw was a part of it
            self._submit(command)

    def _finish(self, how: str) -> None:
        """The others are asked about an end; giving up is confirmed first."""
        command, self.picked = ending_command(self.state, how), ""
        if isinstance(command, Concede):
            self.pending = Pending(command, Source.HAND)
        else:
            self._submit(command)

    def _enter(self, face: str) -> None:
        request = self.follower.open_roll()
        report = self.dice.tap(request, face) if request else None
        if report is not None:
            self.follower.dismiss()  # what was read is not what the players say
            self._submit(report)

    def _roll(self) -> None:
        request = self.follower.open_roll()
        report = self.dice.roll(request) if request else None
        if report is not None:
            self.follower.dismiss()
            self._submit(report, Source.MACHINE)

    def _undo(self) -> None:
        step = self.session.undo_step()
        if step is not None:
            seat = step.by or self.session.seats[0]
            agreed = tuple(one for one in self.session.seats if one != seat) if step.consent else ()
            if step.consent and not (self.pending and self.pending.is_undo):
                self.pending = Pending(None, Source.HAND, is_undo=True)  # everybody confirms with a second tap
                return
            self.pending = self.refused = None
            self.session.take_back(seat, agreed, step=step)
