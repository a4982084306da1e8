"""A mission in progress, as screens, pages, cases and reports know it; nothing of it is secret."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from typing import Any

from companion.board.lines import SightLine
from companion.core.dice import DiceRequest
from companion.core.face import (
    AT_ONCE,
    FOREMOST,
    IN_TURN,
    Command,
    Counsel,
    Cue,
    Face,
    Foretold,
    Game,
    Lead,
    Result,
    Standing,
    Telling,
)
from companion.core.flow import ChoiceRequest, Request
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.core.phrases import Name, Told, Word, average, joined, listed, say, with_more
from companion.core.pool import lying
from companion.core.prizes import Prize
from companion.core.reckoning import Contribution
from companion.core.rules import Accepted
from companion.games.gotham import commands as cm
from companion.games.gotham.acting import NO_LIMIT, pushes
from companion.games.gotham.by_hand import HANDS
from companion.games.gotham.content.settings import ACTIVE, AVAILABLE
from companion.games.gotham.content.sheets import Sheet
from companion.games.gotham.events import MovementEnded, Reckoned, Wounded
from companion.games.gotham.face import asking, ending, foretell, prizes, saving, sight, spending, throwing, words
from companion.games.gotham.face.board import RIVER, ZoneDrawing
from companion.games.gotham.face.counsel import counsel
from companion.games.gotham.face.goals import goals, winning
from companion.games.gotham.face.offers import GAINED, OF_THE_TABLE, WORTHS, differences
from companion.games.gotham.face.progress import progress
from companion.games.gotham.face.roster import standing
from companion.games.gotham.face.view import MissionView
from companion.games.gotham.figures import HEROES, VILLAINS
from companion.games.gotham.rounds import may_play, recovered, undeclared
from companion.games.gotham.state import SETUP, STATES, VILLAIN_TURN, State
from companion.games.gotham.steps.base import dangerous_levels
from companion.games.gotham.wounds import has_come


class GothamFace(Face[State, MissionView]):
    """One mission."""

    families, silent, headings, details = words.FAMILIES, words.SILENT, words.HEADINGS, words.DETAILS
    by_hand, worths, sequels = HANDS, WORTHS, words.SEQUELS
    begins, gained = cm.BeginMission, GAINED
    unspoken = frozenset((rule, "") for rule in words.TOLD)
    yields = frozenset({"TokensAged", "FriendPlaced", "Regenerated"})
    decisive = frozenset({"Neutralised", "TaskDone"})
    strikes = frozenset({"ActionDeclared", "TargetDesignated"})

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        setup: Any = game.records[0].event
        self.drawing = ZoneDrawing(self.state.board, setup.scenario)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats at the table."""
        return self.state.table.seats

    def names(self, lang: str) -> Mapping[str, Told]:
        """Return the names of everything, and of the side that the heroes' seats are of."""
        heroes: dict[str, Told] = {f"{seat}.side": Word("side", HEROES) for seat in self.hero_seats}
        return heroes | words.names_of(self.state, lang)

    def mission(self, lang: str) -> str:
        """Return the name of the scenario."""
        return words.mission_name(self.state, lang)

    def tile(self, name: str) -> Sheet | None:
        """Return the tile of that name."""
        return self.state.content.sheets.get(name)

    def line(self, start: SpaceId, end: SpaceId) -> SightLine:
        """The line of sight between two zones."""
        return sight.line_between(self.state, start, end)

    def foretell(self, seat: Seat | None, command: Command) -> Foretold:
        """Foretell the order, and whose Movement ends with it."""
        found, stops = foretell.foretold(self.state, command), self._stops(command)
        return replace(found, lines=(*found.lines, stops)) if stops else found

    def is_told_first(self, command: Command) -> bool:
        """Whether it ends a Movement of somebody else, too."""
        return bool(self._stops(command)) or super().is_told_first(command)

    def _stops(self, command: Command) -> Told:
        """Tell whose Movement ends with an order of another seat, and the points lost (GO-BASE-MOVE-09)."""
        moving = self.state.moving
        if moving is None or not moving.points or command.seat == self.state.who(moving.piece).seat:
            return ""
        decision = self.game.system.decide(self.state, command)
        events = decision.events if isinstance(decision, Accepted) else ()
        lost = next((one.lost for one in events if isinstance(one, MovementEnded) and one.piece == moving.piece), 0)
        return say("stops_moving", piece=Name(moving.piece), lost=lost) if lost else ""

    def awaited(self, seat: Seat | None, request: DiceRequest, lang: str) -> Foretold:
        """Foretell a roll: everybody knows what it decides."""
        make = partial(throwing.awaited, self.game.system, self.state, request)
        return self.keep(("awaited", request), make)

    def particulars(self, request: Request) -> Mapping[str, Told]:
        """Return the zone that a question about tokens is about, and whom they spare."""
        return asking.particulars(self.state, request)

    def chosen(self, request: ChoiceRequest, option: str) -> Told:
        """Tell the chance of the roll that follows an answer at once; nothing where none does."""
        if request.at_most > 1:
            return ""
        key = ("chosen", request.id, option)
        return self.keep(key, lambda: throwing.chosen(self.game.system, self.state, request, option))

    def counsel(self, request: ChoiceRequest) -> Counsel | None:
        """Return whether dice are worth to be thrown again."""
        return self.keep(("counsel", request.id), lambda: counsel(self.game.system, self.state, request))

    def result(self, seat: Seat | None, events: Sequence[object]) -> Result | None:
        """Return the result of the last attack or complex action."""
        return throwing.result(events)

    def side_of(self, seat: Seat) -> Hashable:
        """Return the side of a seat; of figures that nobody plays none (GO-BASE-FIG-11)."""
        return next((side for side in (HEROES, VILLAINS) if seat in self.state.seats_of(side)), None)

    def harm(self, event: object) -> tuple[PieceId, int] | None:
        """Return who is hurt by an event."""
        if isinstance(event, Wounded) and event.taken:
            return event.piece, event.taken
        return None

    def harm_terms(self, events: Sequence[object], piece: PieceId) -> Iterable[Contribution]:
        """Return what added wounds to those of the blow, or took any from them (GO-BASE-ATK-06, GO-ELECTRIC-01)."""
        made = (one for one in events if isinstance(one, Reckoned) and one.piece == piece and "wounds" in one.what)
        return (part for one in made for part in one.terms)

    def roster(self, seat: Seat | None) -> Sequence[Standing]:
        """Return every figure with the wounds that it can still take."""
        return [standing(self.state, figure) for figure in self.state.figures]

    def given_to(self, command: Command) -> PieceId | None:
        """Return the figure that does it."""
        return command.piece if isinstance(command, cm.FigureOrder) else super().given_to(command)

    def brings(self, command: Command, together: Sequence[Seat] = ()) -> Sequence[Told]:
        """Return what the end of a seat's turn brings; ``together``: the seats that end theirs with it."""
        if not isinstance(command, cm.EndTurn):
            return ()
        return tuple(ending.brings(self.state, {command.seat, *together}, self.last_round))

    def plain_worth(self, command: Command) -> int:
        """Return what an order gains: nothing where a figure rests, or a Movement brings it nearer to nothing."""
        match command:
            case cm.DeclareState(state=state) if state != ACTIVE:
                return 0
            case cm.ActivateTile(tile=tile) if self.is_empty(tile):
                return 0
            case cm.Manipulate(task=task) | cm.Think(task=task) if self._is_idle(task):
                return 0
            case cm.Paid(push=True):  # it costs wounds
                return 0
            case cm.Paid() if spending.is_plain(command) and command != self.best(command):
                return 0
            case cm.Manipulate() | cm.Think():  # what the mission is won by
                return FOREMOST
            case cm.Move() if self._way_on(command) is None:
                return 0
            case cm.Move() if self._wins_by(command):
                return AT_ONCE  # nothing is saved then
            case cm.Paid() if not spending.is_plain(command) and command.cubes > self._spare(command.piece):
                return 0  # what is left is for its Defense
            case cm.Move(cubes=0):
                return AT_ONCE  # it costs nothing
            case cm.MeleeAttack(piece=piece) | cm.RangedAttack(piece=piece) if self._has_way(piece) or self._has_bonus(
                piece
            ):
                return min(super().plain_worth(command), IN_TURN)  # what is paid for is gone first, or costs nothing
        return super().plain_worth(command)

    def prize(self, command: Command) -> Prize:
        """Return whether an end of the mission comes with whom an order strikes, or with its task."""
        return self.keep(("prize", command), lambda: prizes.prize(self.game.system, self.state, command))

    def measure(self, command: Command) -> str:
        """Return the words of a success that a Defense may still stop, where nobody knows what is paid for it."""
        is_attack = isinstance(command, cm.MeleeAttack | cm.RangedAttack) and not getattr(command, "bind", False)
        is_open = is_attack and self.foretell(command.seat, command).expected is None
        return "why_open" if is_open else super().measure(command)

    def gains(self, command: Command) -> Told:
        """Say what a way leads to, what the mission asks for, the wounds on average; what is left for a Defense."""
        match command:
            case cm.Move():
                lead = self._way_on(command)
                gain = lead.why if lead is not None else ""
            case cm.Manipulate(task=task) | cm.Think(task=task) if task in words.tasks_asked(self.state.table):
                gain = say("gain_task")
            case cm.MeleeAttack() | cm.RangedAttack():
                foretold = self.foretell(command.seat, command)
                mean = foretold.expected if foretold.likely is None else None  # else its chance says enough
                gain = average(foretold.unit, mean) if mean is not None else ""
            case _:
                gain = super().gains(command)
        return joined(" · ", *filter(None, (gain, self.kept_after(command))))

    def kept_after(self, command: Command) -> Told:
        """Tell what is left for a hero's Defense once it has paid for an order."""
        if not isinstance(command, cm.Paid) or not (hero := self.state.who(command.piece)).is_hero:
            return ""
        return saving.kept(self.state, hero, foretell.spent(self.state, command))

    def rests(self, piece: PieceId) -> Told:
        """Say that what cubes a hero has left are for its Defense, where they are all that it could act with."""
        if not self.saved(piece) or self._has_way(piece) or any(map(self.worth, self.orders(piece))):
            return ""
        count = self.state.who(piece).cubes_at(AVAILABLE)
        foe = saving.foe_of(self.state, self.state.who(piece))
        return say("cubes_saved", count=count, foe=foe) if count else say("cubes_spent")

    def best(self, command: Command) -> Command | None:
        """Return the deed that gains most of those about the same aim, with its cubes; ``None``: none is worth them."""
        if not isinstance(command, spending.Deed):
            return None
        return self._deeds(command.piece).get(spending.aim_of(command))

    def _deeds(self, piece: PieceId) -> Mapping[spending.Aim, spending.Deed]:
        """Return the best deed of a figure about each aim; for a task also with a card."""

        def make() -> Mapping[spending.Aim, spending.Deed]:
            orders = self.orders(piece)
            tasks = [one for one in orders if isinstance(one, cm.Manipulate | cm.Think)]
            more = [other for one in tasks for other in self.variations(one)]
            return spending.best(
                [*orders, *more],
                lambda one: self.foretell(one.seat, one),
                self._lost,
                lambda deed: self.prize(deed).wins,
                self._spared,
            )

        return self.keep(("deeds", piece), make)

    def _lost(self, deed: spending.Deed) -> Fraction:
        """Return what a deed loses by the saved cubes that it is paid with, in what it gains."""
        is_task = isinstance(deed, cm.Manipulate | cm.Think)
        count, who = saving.risk if is_task else saving.lost, self.state.who(deed.piece)
        return self.keep(("lost", is_task, who.id, deed.cubes), lambda: count(self.state, who, deed.cubes))

    def _spared(self, deed: spending.Deed) -> Fraction:
        if not isinstance(deed, cm.MeleeAttack | cm.RangedAttack):
            return Fraction(0)
        hero, foe = self.state.who(deed.piece), self.state.who(deed.target)
        return self.keep(("spared", hero.id, foe.id), lambda: saving.spared(self.state, hero, foe))

    def saved(self, piece: PieceId) -> int:
        """Return the cubes that a hero saves for its Defense."""
        return self.keep(("saved", piece), lambda: saving.saved(self.state, self.state.who(piece)))

    def _spare(self, piece: PieceId) -> int:
        """Return the cubes that the figure can do without; any number where it pays none."""
        figure = self.state.who(piece)
        return max(0, figure.cubes_at(AVAILABLE) - self.saved(piece)) if figure.is_hero else NO_LIMIT

    def is_empty(self, tile: str) -> bool:
        """Whether nobody of a tile is left to act."""
        return not any(tile in figure.sheets for figure in self.state.standing())

    def _is_idle(self, task: str) -> bool:
        """Whether no end of the mission asks for a task."""
        return task in self.state.table.tasks and task not in words.tasks_asked(self.state.table)

    def _has_way(self, piece: PieceId) -> bool:
        """Whether Movement Points that are paid for bring it nearer."""
        return self.onward(piece, self.steps(piece)) is not None

    def _has_bonus(self, piece: PieceId) -> bool:
        """Whether a Movement without a cube brings it nearer (GO-BASE-MOVE-02)."""
        free = (one for one in self.orders(piece) if isinstance(one, cm.Move) and not (one.cubes or one.path))
        return any(map(self.worth, free))

    def dearer_move(self, offers: Sequence[Command]) -> cm.Move | None:
        """Return the cheapest Movement that brings a figure nearer, where it takes more than a cube."""
        plain = [one for one in offers if isinstance(one, cm.Move) and not (one.push or one.using or one.path)]
        best = next((one for one in sorted(plain, key=lambda one: one.cubes) if self.worth(one)), None)
        return best if best is not None and best.cubes > 1 else None

    def _way_on(self, move: cm.Move) -> Lead | None:
        """Return where a Movement leads on that nothing paid for does."""

        def make() -> Lead | None:
            steps = [] if self._has_way(move.piece) else self._steps(self._after(self.state, move), move)
            return self.onward(move.piece, [SpaceId(one.to) for one in steps])

        return self.keep(("way on", move), make)

    def _wins_by(self, move: cm.Move) -> bool:
        """Whether the points of a Movement reach where its side may win, with cubes left for that."""
        state, ends, ways = self.state, {*self._winning(move.piece).values()}, self._ways(move.piece)
        left = state.who(move.piece).cubes_at(AVAILABLE) - foretell.spent(state, move)
        order: cm.Move | cm.Step | None = move if ends and left > 0 else None
        while order is not None and (state := self._after(state, order)).moving is not None:
            zone = SpaceId(state.zone_of(move.piece))
            if zone in ends:
                return True
            steps = (one for one in self._steps(state, move) if ways.get(SpaceId(one.to), ways[zone]) < ways[zone])
            order = min(steps, key=lambda one: ways[SpaceId(one.to)], default=None)
        return False

    def _after(self, state: State, order: Command) -> State:
        decision = self.game.system.decide(state, order)
        events = decision.events if isinstance(decision, Accepted) else ()
        return reduce(self.game.system.apply, events, state)

    def _steps(self, state: State, move: cm.Move) -> Sequence[cm.Step]:
        offers = self.game.system.legal_commands(state, move.seat, piece=move.piece)
        return [one for one in offers if isinstance(one, cm.Step)]

    def beacons(self, piece: PieceId) -> Mapping[SpaceId, Told]:
        """Return the zones where its side may win at once, else of all that it is after."""
        found = self._winning(piece) or goals(self.state, piece)
        return {zone: Name(name) for name, zone in found.items()}

    def _winning(self, piece: PieceId) -> Mapping[str, SpaceId]:
        return self.keep(("winning", piece), lambda: winning(self.game.system, self.state, piece))

    def toll(self, piece: PieceId, space: SpaceId) -> int:
        """Return two zones for each level of Dangerous Terrain (GO-BASE-ZONE-08)."""
        return 2 * dangerous_levels(self.state, piece, ZoneId(space))

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return the way on, with what it wins and what it costs."""
        lead = super().onward(piece, spaces)
        if lead is None:
            return None
        levels = dangerous_levels(self.state, piece, ZoneId(lead.space))
        wins: Told = say("lead_wins") if self._winning(piece) else ""
        costs: Told = say("lead_danger", count=levels) if levels else ""
        return replace(lead, why=joined(" · ", *filter(None, (lead.why, wins, costs))))

    def leads_to(self, space: SpaceId) -> Iterable[SpaceId]:
        """Return the zones next to one."""
        board, broken, here = self.state.board, self.state.broken, ZoneId(space)
        near = (zone for zone in board.zones if zone != here and any(board.ways(here, zone, broken)))
        return map(SpaceId, near)

    def aims(self, seat: Seat | None) -> Sequence[Told]:
        """Return the ends of the mission: who wins by what."""
        return [
            words.end_words(end, self.state.table, is_met=has_come(self.state, end)) for end in self.state.table.ends
        ]

    def attacks(self, seat: Seat, piece: PieceId) -> Mapping[PieceId, Command]:
        """Return the attack on each target that is worth its cubes; where none is, one without cards, with as many
        cubes as can be paid.
        """
        found: dict[PieceId, Command] = {}
        for offer in self.offers(seat, piece):
            if isinstance(offer, cm.MeleeAttack | cm.RangedAttack) and not (offer.weapons or offer.using or offer.push):
                held = found.get(offer.target)
                if held is None or offer.cubes > getattr(held, "cubes", 0):
                    found[offer.target] = offer
        return {target: self.best(offer) or offer for target, offer in found.items()}

    def dearer_deeds(self, offers: Sequence[Command]) -> Sequence[Command]:
        """Return the best deeds among what these are about that no list of what a cube pays for has."""
        found = (self.best(one) for one in offers)
        listed = [one for one in offers if getattr(one, "cubes", 0) <= 1]
        return [one for one in dict.fromkeys(found) if one is not None and one not in listed and self.worth(one)]

    def is_foretold(self, command: Command) -> bool:
        """Whether there is more to say of it than the board shows, or more that a player may say than its cubes."""
        if isinstance(command, cm.Move):
            return command.cubes > 0  # what costs nothing is given at once
        if foretell.is_foretold(self.state, command):
            return True
        return any(said != "cubes" for other in self.variations(command) for said, _, _ in differences(command, other))

    def dice(self) -> Sequence[tuple[str, str]]:
        """The dice as they lie by the record: the kind of each, and its face."""
        thrown, _ = lying(record.event for record in self.game.standing())
        return list(zip(thrown.dice, thrown.faces, strict=True))

    def orders(self, piece: PieceId) -> Sequence[Command]:
        """Return the orders that the figure may be given; of one that is commanded, the end of that, too."""
        figure, lead = self.state.who(piece), self.state.commanding
        own = self.offers(figure.seat, piece)
        if lead is None or figure.commander != lead.piece:
            return own
        ends = self.offers(self.state.who(lead.piece).seat, lead.piece)
        return (*own, *(one for one in ends if isinstance(one, cm.EndCommand)))

    @property
    def last_round(self) -> int | None:
        """The round after which the mission is over, where there is one."""
        ends = (int(about) for end in self.state.table.ends for word, about in end.when if word == "round_over")
        return min(ends, default=None)

    @property
    def tiles_left(self) -> int | None:
        """The tiles that may still be activated (GO-BASE-TURN-04); ``None`` outside the villains' turn."""
        settings, activated = self.state.settings, len(self.state.activated)
        return max(0, settings.activations - activated) if self.state.flow.phase == VILLAIN_TURN else None

    def hint(self) -> Told:
        """Tell what each state costs and gains, while heroes declare one (GO-BASE-TURN-02, -03), and of a Movement that
        it can go no farther; else nothing.
        """
        states = self.state.settings.states
        rests = [one.recovers for one in states.values() if not one.acts]
        if self.state.flow.phase != STATES or not rests:
            return foretell.stranded(self.state)
        return say("states_text", acts=states[ACTIVE].recovers, rests=max(rests))

    @property
    def primer(self) -> Told:
        """Tell what cubes are, and how many come back to who acts or rests (GO-BASE-TURN-02, GO-BASE-TURN-03)."""
        states = self.state.settings.states
        rests = max((one.recovers for one in states.values() if not one.acts), default=0)
        return say("primer_cubes", acts=states[ACTIVE].recovers, rests=rests)

    def is_due(self, seat: Seat) -> bool:
        """Whether a seat of the side whose turn it is has still to declare a state, or to end a turn in which it may do
        anything; while one commands others, or moves with them, nobody else has.
        """
        state = self.state
        if state.commanding is not None or (state.moving is not None and state.moving.holds):
            busy = state.commanding or state.moving
            return busy is not None and state.who(busy.piece).seat == seat
        if state.flow.phase == STATES:
            return seat in undeclared(state)
        return seat not in state.ended and (state.flow.phase == SETUP or may_play(state, seat))

    def recovers(self, command: Command) -> int | None:
        """Return the cubes that a hero gets back in the state it declares, before what Regeneration may add; else
        ``None``.
        """
        return recovered(self.state, command.piece, command.state) if isinstance(command, cm.DeclareState) else None

    def pushes(self, command: Command) -> int:
        """Return the wounds that the figure takes first to push its limits (GO-PUSHLIMITS-05)."""
        return pushes(self.state, command.piece, command.using) if isinstance(command, cm.Paid) else 0

    def task(self, name: str) -> Told:
        """Tell how a task of the mission is done; nothing of anything else."""
        task = self.state.table.tasks.get(name)
        if task is None:
            return ""
        kind = Word("slot", task.action)
        is_paid = task.difficulty is None
        told = say("task_paid" if is_paid else "task_rolled", kind=kind, difficulty=task.difficulty or 0)
        skills = joined(", ", *(Word("skill", skill) for skill in task.skills))
        return say("task_skills", task=told, skills=skills) if task.skills else told

    def in_river(self, tile: str) -> Told:
        """Tell what a tile's place in the River means, and whom it leads (GO-BASE-FIG-12, GO-BASE-TURN-04)."""
        river = list(self.state.river)
        if tile not in river:
            return ""
        led = [figure.id for figure in self.state.standing() if tile in figure.sheets and figure.commander is None]
        whom = say("river_leads", who=listed(led)) if led else say("river_leads_nobody")
        place = say("river_place", place=river.index(tile) + 1, count=len(river))
        done = say("river_done") if tile in self.state.activated else ""
        return joined(" ", whom, place, done, say("river_row"))

    def strike(self, piece: PieceId, target: PieceId) -> Command | None:
        """An attack that the rules refuse, with their reason; ``None`` on a friend."""
        figure, aim = self.state.who(piece), self.state.who(target)
        if figure.side == aim.side:
            return None
        attack = cm.MeleeAttack if figure.zone == aim.zone else cm.RangedAttack
        return attack(figure.seat, piece, target)

    def of_table(self, seats: Sequence[Seat]) -> Sequence[Command]:
        """Return these seats' orders about the mission as a whole; the one to begin it comes once."""
        offers = [one for seat in seats for one in self.offers(seat)]
        begin = [one for one in offers if isinstance(one, cm.BeginMission)]
        return begin[:1] or [one for one in offers if isinstance(one, OF_THE_TABLE)]

    @property
    def has_reckoned(self) -> bool:
        """Whether the order that goes on has made a number: what an earlier one made says nothing of it."""
        return any(isinstance(event, Reckoned) for event in throwing.log_of(self.state))

    @property
    def hero_seats(self) -> tuple[Seat, ...]:
        """The seats of the heroes' side."""
        return tuple(self.state.seats_of(HEROES))

    def rest(self, seats: Sequence[Seat]) -> Command | None:
        """Return the declaration of a state in which a figure of these seats rests (GO-BASE-TURN-02)."""
        offers = (one for seat in seats for one in self.offers(seat)) if self.is_open else iter(())
        states = [one for one in offers if isinstance(one, cm.DeclareState)]
        return next((one for one in states if one.state != ACTIVE), next(iter(states), None))

    def steps(self, piece: PieceId) -> Mapping[SpaceId, cm.Step]:
        """The Movements it may make, by the zone they lead to."""
        return {SpaceId(one.to): one for one in reversed(self.orders(piece)) if isinstance(one, cm.Step)}

    def tiles(self, seats: Sequence[Seat]) -> Mapping[SpaceId, Command]:
        """The tiles of the River that may be activated, by where they are drawn."""
        offers = self.of_table(seats)
        return {SpaceId(RIVER + one.tile): one for one in offers if isinstance(one, cm.ActivateTile)}

    def waiting(self, seats: Sequence[Seat]) -> Sequence[str]:
        """Return the tiles that may still be activated and lead anybody."""
        offers = self.of_table(seats)
        return [one.tile for one in offers if isinstance(one, cm.ActivateTile) and not self.is_empty(one.tile)]

    def reach(self, piece: PieceId | None, seats: Sequence[Seat]) -> Mapping[SpaceId, int]:
        """Return the ends of one tap, with their costs: the zones of a Movement, the tiles of the River."""
        steps = self.steps(piece) if piece is not None else {}
        costs = {to: foretell.cost_to(self.state, step) for to, step in steps.items()}
        return costs | dict.fromkeys(self.tiles(seats), 1)

    def ready(self, seats: Sequence[Seat]) -> list[PieceId]:
        """The figures of these seats that may do something."""
        own = (figure.id for figure in self.state.standing() if figure.seat in seats) if self.is_open else ()
        return [piece for piece in own if any(not isinstance(one, cm.DeclareState) for one in self.orders(piece))]

    def actor(self, seats: Sequence[Seat], chosen: PieceId | None) -> PieceId | None:
        """The figure of these seats that taps are for: the one chosen, else who is moving, else the only one able."""
        if not self.is_open:
            return None
        state = self.state
        own = [figure.id for figure in state.standing() if figure.seat in seats]
        able = own if len(own) == 1 or not state.tile else self.ready(seats)
        piece = chosen or (state.moving.piece if state.moving else able[0] if len(able) == 1 else None)
        figure = state.find(piece) if piece is not None else None
        return figure.id if figure and figure.seat in seats and self.orders(figure.id) else None

    def skills(self, seat: Seat, piece: PieceId) -> Sequence[Command]:
        """Return the skills of a figure of that seat that may be left unused, or used again."""
        return [one for one in self.at_any_time(seat, piece) if isinstance(one, cm.SetAside)] if self.is_open else []

    def telling(self, event: object) -> Telling:
        """Return how a log tells the event: a number that the next line says too is left out."""
        return words.telling_of(self.state, event) or super().telling(event)

    def doer(self, event: object, after: State) -> PieceId | None:
        """Return the hero that acts."""
        return words.doer_of(after, event)

    def words(self, event: object, before: State, after: State, lang: str, seat: Seat | None = None) -> Told | None:
        """Tell what only the game can, and how far it brought an end of the mission."""
        return with_more(event, words.event_words(before, after, event), progress(before, after, event))

    def why(self, after: State) -> Told:
        """Return the end of the mission that has come."""
        return words.why_over(after)

    def cue(self, event: object) -> Cue | None:
        """Whether an attack or a complex action obtained any successes."""
        return words.cue_of(event)
