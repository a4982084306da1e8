"""A game in progress as everybody at the table knows it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from companion.board.labels import initials
from companion.board.lines import SightLine
from companion.board.picture import Field, GridDrawing, Line, Thing, Token, Way, filling
from companion.board.spaces import Terrain
from companion.board.squares import parse_square
from companion.core.commands import Place
from companion.core.consequences import step
from companion.core.dice import DiceRequest
from companion.core.face import (
    AT_ONCE,
    HOPELESS,
    Command,
    Counsel,
    Cue,
    Face,
    Foretold,
    Game,
    Lead,
    Meaning,
    Result,
    Standing,
    Telling,
)
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Happened, Name, Phrase, Told, Word, joined, say, with_more
from companion.core.prizes import NOTHING, Gain, Prize
from companion.core.rules import Rejected, Violation
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.answering import lending_power, lent_defense
from companion.games.heroclix.attack.targeting import is_at_arms_length
from companion.games.heroclix.by_hand import HANDS
from companion.games.heroclix.damage.blow import TAKEN
from companion.games.heroclix.damage.knockback import COMPASS, GiveWay
from companion.games.heroclix.events.attack import DamageDivided
from companion.games.heroclix.events.damage import DamageDealt, DialTurned
from companion.games.heroclix.events.powers import EffectBegan, EffectsEnded, PowerUsed
from companion.games.heroclix.face import board, ending, foretell, leading, offers, prizes, throwing, words
from companion.games.heroclix.face.areas import area_asked, area_marks, area_taken, area_words
from companion.games.heroclix.face.cards import card_name, card_text
from companion.games.heroclix.face.opening import Places, as_before, line_up
from companion.games.heroclix.face.overlay import HeldFigure, Overlay
from companion.games.heroclix.face.progress import progress
from companion.games.heroclix.face.roster import standing
from companion.games.heroclix.face.strikes import Strikes
from companion.games.heroclix.face.telling import are_back, joins, told
from companion.games.heroclix.face.view import TableView
from companion.games.heroclix.moves.movement import reach_of
from companion.games.heroclix.opening.areas import base_of
from companion.games.heroclix.position.verb import purpose_of
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import MOST_TOKENS, Phase, Piece, State
from companion.games.heroclix.terrain import breaking
from companion.games.heroclix.turns.ends import LIMIT


class HeroClixFace(Face[State, TableView]):
    """One table."""

    families, silent, headings, details = words.FAMILIES, words.SILENT, words.HEADINGS, words.DETAILS
    sequels = words.SEQUELS
    begins, by_hand = cm.BeginGame, HANDS
    worths = dict.fromkeys((cm.BeginGame, cm.CloseAttack, cm.RangedAttack, cm.ThrowObject), AT_ONCE)
    yields = frozenset({"TokensCleared", "VictoryPointsScored", "ElementScored", "BystanderBrought", "EventDialTurned"})
    decisive = frozenset({"KnockedOut"})
    strikes = frozenset({"AttackDeclared"})

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.overlay = Overlay(game.system)
        self._strikes = Strikes(game, self.keep)
        self._drawing = filling(self.state.table.board)

    @property
    def drawing(self) -> GridDrawing:
        if self._drawing.board != self.state.table.board:  # markers came or went
            self._drawing = filling(self.state.table.board)
        return self._drawing

    @cached_property
    def labels(self) -> Mapping[PieceId, str]:
        """Return two letters for each figure."""
        return initials({piece.id: self.state.figure(piece).name for piece in self.state.pieces})

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats at the table."""
        return self.state.table.seats

    @property
    def table(self) -> TableView:
        """The view that everybody has."""
        return self.view(None)

    def names(self, lang: str) -> Mapping[str, Told]:
        """The names of everything; figures and cards stay the same all game."""
        return words.names_of(self.state, lang)

    # the board

    def reach(self, chosen: PieceId | None) -> Mapping[SpaceId, int]:
        """Return the squares for the next object, figure or area to be set up; else the mover's reach."""
        if (places := board.set_up_places(self.state, chosen)) is not None:
            return dict.fromkeys(places, 0)
        mover = self._mover(chosen)
        may_move = mover is not None and any(
            isinstance(one, cm.MoveFigure) for one in self.offers(mover.seat, mover.id)
        )
        return reach_of(self.state, mover).costs if mover is not None and may_move else {}

    def targets(self, chosen: PieceId | None) -> set[PieceId]:
        """Return the pieces that the chosen figure may attack."""
        mover = self._mover(chosen)
        legal = self.offers(mover.seat, mover.id) if mover is not None else ()
        close = {offer.target for offer in legal if isinstance(offer, cm.CloseAttack)}
        return close | {offer.targets[0] for offer in legal if isinstance(offer, cm.RangedAttack)}

    def area_marks(self) -> Iterator[tuple[Token, Told]]:
        """The numbers of the starting areas with their names, while it is asked which one is taken."""
        if area_asked(self.state) is not None:
            board, drawing = self.state.table.board, self.drawing
            yield from ((mark, area_words(board, drawing, mark.piece)) for mark in area_marks(board, drawing))

    def field(self, chosen: PieceId | None, mode: str) -> Field | None:
        """The squares that the chosen figure sees or threatens, laid over the board."""
        piece = self.state.find(chosen) if chosen else None
        return self.drawing.field(self.overlay.standing(self.state, piece, mode)) if piece else None

    def way(self, command: object) -> tuple[Way, ...]:
        """The squares of a move as the board draws them."""
        return foretell.way(self.state, command, self.drawing) if isinstance(command, cm.MoveFigure) else ()

    def things(self) -> Iterable[Thing]:
        """The objects that lie on the map, and those in hands on the square of their holder."""
        return board.things(self.table, self.drawing)

    def is_vain(self, command: Command) -> bool:
        """Whether a power would be used for nothing, as Running Shot on a square without a target."""
        return foretell.is_vain(self.game.system, self.state, command)

    def is_told_first(self, command: Command) -> bool:
        """Attacks too: whoever throws or uses a power knows the number before an action is spent on it."""
        return self.is_vain(command) or foretell.is_attack(self.game.system, self.state, command)

    def line(self, start: SpaceId, end: SpaceId) -> SightLine:
        """Between two figures as their powers have it; from a square, or to one, as the map has it."""
        return board.line(self.state, start, end)

    def given_to(self, command: Command) -> PieceId | None:
        """Return the figure that acts, is used or is set right."""
        match command:
            case cm.CloseAttack() | cm.RangedAttack() | cm.AttackTerrain() | cm.ThrowObject():
                return command.attacker
            case cm.MoveFigure() | cm.UsePower() | cm.UseText() | cm.UseFeat():
                return command.piece
            case cm.AdjustDial() | cm.TurnOff() | cm.ChooseTeamAbility():
                return command.piece
        return super().given_to(command)

    def brings(self, command: Command) -> Sequence[Told]:
        """Return what the end of the turn brings."""
        return tuple(ending.brings(self.state, command.seat)) if isinstance(command, cm.EndTurn) else ()

    def plain_worth(self, command: Command) -> int:
        """Return what a command gains: of attacks, nothing where they take next to nothing; of powers, an attack
        that is worth it, from here or on a way.
        """
        strike = self._strikes.of(command)
        is_vain = strike is not None and strike.spoils < HOPELESS and not self.prize(command).may_win
        if is_vain or not isinstance(command, cm.UsePower):
            return 0 if is_vain else super().plain_worth(command)
        return AT_ONCE if strike is not None and strike.chance >= HOPELESS else 0

    def spoils(self, command: Command) -> Fraction:
        """Return what the attack takes on average that a command leads to, less the clicks of pushing (HC-TOKEN-05)."""
        strike, by = self._strikes.of(command), self.given_to(command)
        if strike is None:
            return Fraction(-1)
        return strike.spoils - (foretell.pushing_of(self.state, self.state.piece(by)) if by is not None else 0)

    def gain(self, command: Command) -> Gain:
        """Return all that a command gains: attacks, and powers that one follows on, are compared by what they take."""
        worth, strike = self.worth(command), self._strikes.of(command)
        chance = strike.chance if strike is not None else self.promise(command)
        return Gain(worth, self.spoils(command), chance) if worth else NOTHING

    def outdoes(self, gain: Gain, command: Command) -> bool:
        """Whether it takes more: one action costs as much as another."""
        return gain > self.gain(command)

    def manner(self, command: Command) -> Told:
        """Return the power, or the thing, that an attack is made with."""
        return offers.way_words(command)

    def prize(self, command: Command) -> Prize:
        """Return the victory points of a knock-out, and whether the game ends with it (HC-VP-01, HC-END-01)."""
        return self.keep(("prize", command), lambda: prizes.prize(self.game.system, self.state, command))

    def gains(self, command: Command) -> Told:
        """Say which attack follows on a power."""
        strike = self._strikes.of(command) if isinstance(command, cm.UsePower) else None
        if strike is None:
            return super().gains(command)
        chance = say("chance", chance=strike.chance)
        return say("lead_attack", piece=Name(strike.target), chance=chance, average=strike.means)

    def rests(self, piece: PieceId) -> Told:
        """Say that it would be pushed to act (HC-ACT-11), where no attack is worth the clicks that this costs."""
        own, pushed = self.state.piece(piece), foretell.pushing_of(self.state, self.state.piece(piece))
        if not pushed or piece not in self.fresh(own.seat):
            return ""
        orders = self.offers(own.seat, piece)
        is_worth_it = any(self.worth(one) and self.spoils(one) > 0 for one in orders)
        return say("rests") if any(map(offers.is_action, orders)) and not is_worth_it else ""

    def beacons(self, piece: PieceId) -> Mapping[SpaceId, Told]:
        """Return where its opponents stand."""
        return {space: Name(other.id) for other in leading.opponents(self.state, piece) for space in other.spaces}

    def peril(self, piece: PieceId, space: SpaceId) -> int:
        """Return how many opponents might attack there in their next turn, from where they stand or on their way."""
        return self.keep(("peril", piece, space), lambda: leading.peril(self.state, piece, space))

    def leads_to(self, space: SpaceId) -> Iterable[SpaceId]:
        """Return the squares next to one that a figure may step to."""
        there = self.state.table.board
        return (one for one in there.neighbours(space) if there.is_beside(space, one))

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return the square from which it may attack in the same action, where there is one; else the nearest."""
        uses = (one for one in self.offers(self.state.piece(piece).seat, piece) if isinstance(one, cm.UsePower))
        runs = [one for one in uses if one.to and one.to[0] in spaces and self.worth(one)]
        most = max(map(self.gain, runs), default=NOTHING)
        alike = [one for one in runs if self.gain(one) == most]
        best = min(alike, key=lambda one: self.peril(piece, one.to[0]), default=None)
        if best is None:
            lead = super().onward(piece, spaces) if self.state.flow.round != self.last_round else None
            tired = Gain(AT_ONCE, Fraction(-1 - self.state.piece(piece).tokens))  # fresh figures go first
            return lead and replace(lead, gain=tired)
        return Lead(best.to[0], joined(" · ", Name(best.power), self.gains(best)), most)

    @property
    def last_round(self) -> int | None:
        """The round that ends the game, where one does (HC-END-02)."""
        return self.state.table.round_limit

    def aims(self, seat: Seat | None) -> Sequence[Told]:
        """Return how a game is won: by whoever is left, else by points (HC-END-01, HC-END-06)."""
        limit, dial = self.state.table.round_limit, self.state.table.tactics.event
        points = dial.wins_at if dial is not None else None
        return [
            say("aim_last"),
            say("aim_rounds", rounds=limit) if limit is not None else say("aim_points"),
            *([say("aim_event", points=points)] if points is not None else []),
        ]

    def aimed_line(self, command: object) -> Line | None:
        """The line of the attack that is proposed, refused, or being rolled for."""
        return board.aimed_line(self.state, self.drawing, command)

    # what may be done

    def attacker(self) -> PieceId | None:
        """The piece that attacks."""
        return self.state.attack.attacker if self.state.attack else None

    def standing_at(self, space: SpaceId) -> PieceId | None:
        """Return the piece that stands there."""
        return next((piece.id for piece in self.state.on_map() if space in piece.spaces), None)

    def setting_down(
        self, seats: Sequence[Seat], chosen: PieceId | None, space: SpaceId
    ) -> tuple[Command, bool] | None:
        """The command of the set-up that a tap on a square means; and whether it sets something down."""
        state = self.state
        if (area := area_taken(state, seats, space)) is not None:
            return area, False
        item, piece = offers.next_object(state, chosen), offers.next_figure(state, chosen) or self._token(chosen)
        if item is not None:
            return (Place(item.seat, item.id, (space,)), True) if item.seat in seats else None
        if piece is None or piece.seat not in seats:
            return None
        return Place(piece.seat, piece.id, base_of(state, piece, space)), True

    def _token(self, chosen: PieceId | None) -> Piece | None:
        """The bystander token that is chosen, while it may be brought (HC-BYST-01)."""
        piece = self.state.find(chosen) if chosen else None
        is_waiting = piece is not None and self.state.is_bystander(piece) and not piece.spaces and not piece.ko
        return piece if is_waiting and self.state.flow.phase == Phase.PLAY and self.is_open else None

    def going(self, chosen: PieceId | None, space: SpaceId) -> Command | None:
        """The move, or the attack on a block, that a tap on a square means; ``None``: nobody may act."""
        mover = self._mover(chosen)
        if mover is None:
            return None
        if (attack := self._attack_on_space(mover, space)) is not None:
            return attack
        there = [
            offer
            for offer in self.offers(mover.seat, mover.id)
            if isinstance(offer, cm.MoveFigure | cm.UsePower) and space in offer.to
        ]
        plainest = sorted(there, key=lambda offer: (not isinstance(offer, cm.MoveFigure), offer.to[0] != space))
        return next(iter(plainest), None) or cm.MoveFigure(mover.seat, mover.id, base_of(self.state, mover, space))

    def strike(self, chosen: PieceId | None, target: PieceId, *, is_advised: bool = True) -> Command | None:
        """The attack that a tap on an opponent means: the best where that is said, else the plain one if it may be
        made; ``None``: nobody may act, or it is a friend.
        """
        mover, aim = self._mover(chosen), self.state.find(target)
        if mover is None or aim is None or self.state.is_friend(mover.seat, aim.seat):
            return None
        close, far = cm.CloseAttack(mover.seat, mover.id, target), cm.RangedAttack(mover.seat, mover.id, (target,))
        plain = close if is_at_arms_length(self.state, mover, aim) else far  # the rules say why not
        if not is_advised and plain in self.offers(mover.seat, mover.id):
            return plain
        return self.attacks(mover.seat, mover.id).get(target, plain)

    def idle(self, piece: PieceId) -> Sequence[Violation]:
        """Why a figure whose turn it is may be given no action; nothing where it may, or where it is not its turn."""
        figure = self.state.find(piece)
        if figure is None or not self.may_lift(piece) or any(map(offers.is_action, self.offers(figure.seat, piece))):
            return ()
        decision = self.game.system.decide(self.state, cm.MoveFigure(figure.seat, piece, figure.spaces))
        return decision.violations if isinstance(decision, Rejected) else ()

    def may_lift(self, piece: PieceId) -> bool:
        """Whether a finger may take the figure: of the player whose turn it is, while nothing else is asked for."""
        lifted, flow = self.state.find(piece), self.state.flow
        is_playing = flow.phase == Phase.PLAY and not flow.open
        return is_playing and lifted is not None and bool(lifted.spaces) and lifted.seat in flow.active

    def lift(self, piece: PieceId, mode: str) -> HeldFigure:
        """The figure in the hand, with the moves it may make."""
        lifted = self.state.piece(piece)
        legal = self.offers(lifted.seat, piece)
        moves = [one for one in legal if isinstance(one, cm.MoveFigure) and not one.pick_up]
        moves = [move for move in moves if set(move.to) != set(lifted.spaces)]
        return HeldFigure(self.state, lifted, moves, self.drawing, self.overlay, mode)

    def begin(self, seat: Seat) -> Command | None:
        """The command that begins the game, while it waits for that."""
        return cm.BeginGame(seat) if self.state.flow.phase == Phase.WAITING else None

    def next_to_set_up(self, chosen: PieceId | None) -> offers.SetUpNext | None:
        """The object or figure that the next tap sets up."""
        return offers.next_to_set_up(self.state, chosen)

    def line_up(self, seat: Seat) -> Command | None:
        """Return the next place of a seat that sets up its figures in a line; ``None``: all of them stand."""
        return line_up(self.game.system, self.state, seat)

    def as_before(self, seat: Seat, places: Places) -> Command | None:
        """Return the next place of a seat that sets up all its figures as last time; ``None``: one may not stand so."""
        return as_before(self.game.system, self.state, seat, places)

    def uses(self, chosen: PieceId | None) -> Mapping[str, Sequence[tuple[Told, Command]]]:
        """The uses of the chosen figure besides moving and attacking, by the power or the kind of target."""
        piece = self.state.find(chosen) if chosen else None
        stands = piece.spaces if piece is not None else ()
        found = offers.grouped(offers.uses_of(self.game.system, self.state, piece), stands)
        of_use = {key: [use for use in uses if self._is_of_use(use, stands)] for key, uses in found.items()}
        return {key: [(self._use_words(use, stands), use) for use in uses] for key, uses in of_use.items() if uses}

    def _is_of_use(self, use: offers.Use, stands: tuple[SpaceId, ...]) -> bool:
        """Whether a power that goes nowhere leads to something else: to whom it strikes from where it stands."""
        if not offers.is_from_here(use, stands):
            return True
        asked = self.keep(("asked", use), lambda: step(self.game.system, self.state, use)[2])
        return isinstance(asked, ChoiceRequest | DiceRequest)

    @staticmethod
    def _use_words(use: offers.Use, stands: tuple[SpaceId, ...]) -> Told:
        words = offers.use_words(use)
        return say("from_here", power=words) if offers.is_from_here(use, stands) else words

    def runs(self, chosen: PieceId | None) -> Sequence[Told]:
        """Return the powers by which the chosen figure goes somewhere and strikes there, or on its way."""
        piece = self.state.find(chosen) if chosen else None
        uses = offers.uses_of(self.game.system, self.state, piece)
        return [Name(power) for power in offers.runs(uses, piece.spaces if piece is not None else ())]

    def beside(self, chosen: PieceId | None) -> Sequence[tuple[Told, Command]]:
        """Its rarer offers: texts, teams, feats, switching off."""
        piece = self.state.find(chosen) if chosen else None
        return list(offers.beside(self.game.system, self.state, piece)) if piece is not None else ()

    def texts_left(self, piece: PieceId | None, slot: str = "") -> Sequence[tuple[Told, Told]]:
        """The texts of a figure of which something is left to the players."""
        return offers.texts_left(self.state, self.state.find(piece) if piece else None, slot)

    def texts(self, piece: PieceId) -> Sequence[tuple[str, Told, Told]]:
        """The texts on a figure's card: slot, name, words."""
        found, figure = self.state.texts(self.state.piece(piece)), self.state.figure(self.state.piece(piece)).id
        return [(one.special.slot, card_name(figure, one), card_text(figure, one)) for one in found]

    def ending(self) -> tuple[Command, bool] | None:
        """The end of the turn; and whether something might be done before it."""
        view, seat = self.table, self.state.active_seat
        if seat is None or not view.round or view.asked or view.outcome:
            return None
        return cm.EndTurn(seat), bool(self.fresh(seat))

    def fresh(self, seat: Seat) -> Sequence[PieceId]:
        """Return the figures of that seat on the map that may act, while actions are left (HC-ACT-04, HC-ACT-14)."""
        own = (one for one in self.table.pieces if one.seat == seat and one.spaces and not one.acted)
        able = [one.id for one in own if one.tokens < MOST_TOKENS]
        return able if self.table.actions_left > 0 else []

    def endings(self, seats: Sequence[Seat]) -> Sequence[tuple[Told, Command, bool]]:
        """The time is up, a draw, a scenario's end, giving up; and whether it is proposed first."""
        return list(offers.endings(self.game.system, self.state, seats))

    def scenario_end(self, command: Command) -> Told:
        """Tell the end that a scenario brings; nothing of another command."""
        return offers.scenario_end(command)

    def foretell(self, seat: Seat | None, command: Command) -> Foretold:
        """Foretell a move or an attack."""
        return foretell.foretold(self.game.system, self.state, command)

    def awaited(self, seat: Seat | None, request: DiceRequest, lang: str) -> Foretold:
        """Foretell a roll: everybody knows what it decides."""

        def make() -> Foretold:
            return throwing.awaited(self.game.system, self.state, request, self._is_told, self._foretold_event)

        return self.keep(("awaited", request.id), make)

    def _foretold_event(self, event: object) -> Told:
        """Tell an event that may come: of a dial also that nothing is left of it."""
        said = told(event, self.state, self.drawing) if isinstance(event, DialTurned) else None
        return said or Happened(event)

    def _is_told(self, event: object) -> bool:
        return self.telling(event) is not Telling.SILENT

    def result(self, seat: Seat | None, events: Sequence[object]) -> Result | None:
        """Return the result of the last attack, or whose dials a roll turned."""
        return throwing.result(events, special_dice=self.state.edition.attack.hits.special_dice)

    def side_of(self, seat: Seat) -> Hashable:
        """Return the seats of one side: a player's, or teammates' (HC-TEAM-08)."""
        return self.state.table.tactics.side_of(seat)

    def harm(self, event: object) -> tuple[PieceId, int] | None:
        """Return who is hurt by an event."""
        if isinstance(event, DamageDealt) and event.taken:
            return event.piece, event.taken
        return None

    def roster(self, seat: Seat | None) -> Sequence[Standing]:
        """Return every figure with the clicks that are left of its dial."""
        return [standing(self.state, piece) for piece in self.state.pieces]

    def attacks(self, seat: Seat, piece: PieceId) -> Mapping[PieceId, Command]:
        """Return the attack on each single target that takes most, the plain one before others alike."""

        def gained(command: Command) -> tuple[int, Fraction]:
            return self.worth(command), self.spoils(command)

        def make() -> Mapping[PieceId, Command]:
            ways: dict[PieceId, list[Command]] = {}
            for offer in self.offers(seat, piece):
                target = offers.only_target(offer)
                if target is not None and self._strikes.of(offer) is not None:
                    ways.setdefault(target, []).append(offer)
            return {target: max(found, key=gained) for target, found in ways.items()}

        return self.keep(("attacks", seat, piece), make)

    def other_ways(self, command: Command) -> Sequence[tuple[Told, Command, bool]]:
        """The commands it could be instead; and whether that is proposed again."""
        return list(offers.other_ways(self.game.system, self.state, command))

    def order_words(self, command: Command) -> Told:
        """Return the words of an order of which nothing more is foretold: those of its button."""
        return offers.use_words(command) if isinstance(command, offers.Use) else ""

    def windows(self) -> Sequence[Window]:
        """The actions that are interrupted."""
        return self.state.flow.windows

    def option(self, request: ChoiceRequest, option: str) -> Told | None:
        """A starting area by its number; a direction with the square it leads to: on a map that lies on its side, south
        is not down.
        """
        if area_asked(self.state) == request:
            return area_words(self.state.table.board, self.drawing, option)
        piece = self.state.find(request.piece) if request.piece else None
        if (lent := self._lent(request, option)) is not None:
            return joined(" · ", Name(option), Word("slot", "defense"), str(lent))
        if said := self._strikes.option(request, option):
            return said
        if piece is None or option not in COMPASS or not piece.spaces:
            return None
        (column, row), (across, down) = parse_square(piece.spaces[0]), COMPASS[option]
        return joined(" → ", Word("direction", option), self.drawing.board.at(column + across, row + down) or "")

    def asked(self, request: ChoiceRequest) -> Iterator[Told]:
        """Tell what is chosen from: the dice as they lie, the defense that it has without."""
        yield from throwing.lying(self.state, request)
        yield from self._strikes.asked(request)
        attack = self.state.attack
        if attack is not None and request.piece and self._lent(request, request.options[0]) is not None:
            yield say("own_defense", value=attack.target(request.piece).defense)

    def counsel(self, request: ChoiceRequest) -> Counsel | None:
        """Return the answer after which an attack takes most, where attacks follow on it."""
        return self._strikes.counsel(request)

    def _lent(self, request: ChoiceRequest, option: str) -> int | None:
        """Return the defense that a friend lends (HC-VAL-02); ``None`` where that is not asked."""
        piece, lender = self.state.find(request.piece or PieceId("")), self.state.find(PieceId(option))
        attack = self.state.attack
        if attack is None or piece is None or lender is None:
            return None
        power = lending_power(self.state, piece, lender)
        if not power or request.purpose != purpose_of(power):
            return None
        return lent_defense(self.state, attack, piece, lender, power).value

    def left_of(self, request: ChoiceRequest) -> Sequence[tuple[Told, Told]]:
        """The text on the card of whoever takes damage, where something of it is left to the players."""
        return self.texts_left(request.piece, "defense") if request.purpose == TAKEN and request.piece else ()

    def words(self, event: object, before: State, after: State, lang: str, seat: Seat | None = None) -> Told | None:
        """Tell what only the state adds: an area as drawn, from whom one breaks away, what is critical, the points."""
        return with_more(event, told(event, after, self.drawing), progress(after, event))

    def meaning(self, asked: DiceRequest, faces: Sequence[str], before: State) -> Meaning:
        """Return what a roll needed of which nothing came."""
        return throwing.meaning(self.game.system, before, asked, faces, self._is_told)

    def why(self, after: State) -> Told:
        """Return the round that was the last."""
        limit, outcome = after.table.round_limit, after.flow.outcome
        is_last = outcome is not None and outcome.rule == LIMIT and limit is not None and after.flow.round >= limit
        return Phrase("end.HC-END-02.rounds", {"round": limit}) if is_last else ""

    def telling(self, event: object) -> Telling:
        """Return how a log tells the event: damage that is not divided is told by what is taken of it, giving way by
        its answer, and that powers are on again by how long they were off.
        """
        is_whole = isinstance(event, DamageDivided) and len(event.dealt) == 1
        is_back = isinstance(event, EffectsEnded) and are_back(event)
        power = self.state.edition.powers.get(event.power) if isinstance(event, PowerUsed) else None
        gives_way = power is not None and any(isinstance(verb, GiveWay) for verb in power.verbs)
        return Telling.DETAIL if is_whole or is_back or gives_way else super().telling(event)

    def joins(self, first: object, event: object) -> bool:
        """Whether an effect is of one cause with the one before it, on a figure of the same side."""
        return joins(first, event) and self.owner(first) == self.owner(event)

    def subject(self, event: object) -> PieceId | None:
        """Return the figure that an event is about: of an effect the one it is on."""
        return super().subject(event.effect if isinstance(event, EffectBegan) else event)

    def cue(self, event: object) -> Cue | None:
        """Whether an attack hit anybody."""
        return words.cue_of(event)

    def _mover(self, chosen: PieceId | None) -> Piece | None:
        """The chosen figure when it may act: in its turn, on the map, and nothing is asked for."""
        piece, flow = self.state.find(chosen) if chosen else None, self.state.flow
        return piece if piece and piece.spaces and piece.seat in flow.active and not flow.open else None

    def _attack_on_space(self, mover: Piece, space: SpaceId) -> cm.AttackTerrain | None:
        """The attack that a tap on a block means: a close one from beside it; ``None``: it is no block."""
        there = self.state.table.board
        if not there.has(space, Terrain.BLOCKING):
            return None
        is_beside = any(there.is_adjacent(own, space) for own in mover.spaces)
        kinds = (AttackKind.CLOSE, AttackKind.RANGED) if is_beside else (AttackKind.RANGED,)
        order = breaking(self.state.edition) or cm.AttackTerrain
        attacks = [order(mover.seat, mover.id, kind, square=space) for kind in kinds]
        legal = self.offers(mover.seat, mover.id)
        return next((attack for attack in attacks if attack in legal), attacks[0])
