"""A quest in progress as its sides know it: the heroes, and the master who knows more (HQ-GEN-03)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import cast

from companion.board.lines import SightLine
from companion.board.picture import GridDrawing, Way, filling
from companion.core.dice import DiceRequest
from companion.core.face import (
    AT_LAST,
    AT_ONCE,
    IN_TURN,
    Command,
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
from companion.core.flow import PlacementRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Dice, Name, Phrase, Told, Word, joined, say, with_more
from companion.core.prizes import Prize
from companion.core.rules import Accepted
from companion.games.heroquest import commands as cm
from companion.games.heroquest.attack.toll import is_reached
from companion.games.heroquest.by_hand import HANDS
from companion.games.heroquest.characters import Character
from companion.games.heroquest.deeds.spells import MAGIC_ATTACK, is_bolt
from companion.games.heroquest.events import Counted, Hurt, Noted, TurnOpened
from companion.games.heroquest.face import ending, foretell, leading, prizes, sight, telling, throwing, words
from companion.games.heroquest.face.offers import (
    BY_TAP,
    ENDS,
    GAINED,
    OF_THE_TABLE,
    SELDOM,
    WORTHS,
    about,
    goal,
    strikes,
)
from companion.games.heroquest.face.progress import progress
from companion.games.heroquest.face.roster import roster_of
from companion.games.heroquest.face.view import QuestView
from companion.games.heroquest.legal import walks
from companion.games.heroquest.moves.walking import walk_cost
from companion.games.heroquest.moves.ways import ways
from companion.games.heroquest.reach import distance
from companion.games.heroquest.state import DoorState, State

HEROES, MASTER = "heroes", "master"  # the sides
STEPS = 7  # of a mean throw of the movement dice (HQ-MOVE-01)
LEAVE = "HQ-MOVE-11"  # to pass a friend

MARSH = {  # the magic of the marsh, by the rules that tell it
    effect: f"HQ-MON-FIMIR-0{number}" for number, effect in enumerate(("lights", "slime", "gas", "bog", "mist"), 4)
}


class HeroQuestFace(Face[State, QuestView]):
    """One quest."""

    families, silent, headings, walked = words.FAMILIES, words.SILENT, words.HEADINGS, words.STEPS
    details, sequels = words.DETAILS, words.SEQUELS
    foretells_answers = False  # a trap that nobody found would show
    unspoken = frozenset(  # told by the walk, the blow that follows
        {("HQ-COMBAT-RANGED-05", ""), *((rule, "yes") for rule in (LEAVE, *words.CHANCES))}
    )
    begins, by_hand, worths, gained = cm.BeginQuest, HANDS, WORTHS, GAINED
    yields = frozenset({"MonsterPlaced"})
    decisive = frozenset({"Killed", "Hurt"})
    strikes = frozenset({"ReactionRolled", "StrikeDeclared"})

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.drawing: GridDrawing = filling(self.state.dungeon.board)

    @property
    def kinds(self) -> tuple[Sequence[str], Sequence[str]]:
        """The words of all monsters of the game and of all its furniture, whether in this quest or not."""
        content = self.state.content
        return [f"monster.{kind}" for kind in content.monsters], [f"thing.{kind}" for kind in content.furniture]

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The heroes, and their master."""
        return {HEROES: self.state.table.hero_seats, MASTER: (self.state.table.gm,)}

    def seen_by(self, side: str) -> QuestView:
        """The view of a side; of onlookers it is that of the heroes."""
        return self.view(next(iter(self.sides.get(side, ())), None))

    def names(self, side: str, lang: str) -> Mapping[str, Told]:
        """Return the names of everything the side knows of; the dead keep theirs."""
        dead = [character for character in self.state.dead if character.revealed or side == MASTER]
        unseen: dict[str, Told] = {place.id: Phrase("unseen_place") for place in self.state.dungeon.places}
        asked = (request.piece for request in self.state.flow.open if isinstance(request, PlacementRequest))
        coming = {one: words.monster_of(one, self.state.quest.wandering) for one in asked if not self.state.find(one)}
        heroes: dict[str, Told] = {f"{seat}.side": Word("side", HEROES) for seat in self.sides[HEROES]}
        return unseen | coming | heroes | words.names_of(self.seen_by(side), self.state.quest.names, lang, dead)

    def waits_for(self, side: str) -> Seat | None:
        """Return the master, of whose questions the heroes hear nothing, while one of their deeds is not done."""
        work, master = self.state.work, self.state.table.gm
        return master if side != MASTER and work is not None and work.begun.seat != master else None

    def quest(self, side: str, lang: str) -> str:
        """Return the name of the quest."""
        return self.state.quest.names.get("", {}).get(lang, self.seen_by(side).quest)

    def introduction(self, lang: str) -> str:
        """Return what everybody hears before the quest begins."""
        told = self.state.quest.about
        return told.get(lang) or next(iter(told.values()), "")

    def line(self, side: str, start: SpaceId, end: SpaceId) -> SightLine | None:
        """A shot's line; ``None`` where the side has not seen all of it."""
        return sight.line_between(self.state, self.seen_by(side), start, end)

    def foretell(self, seat: Seat | None, command: Command) -> Foretold:
        """Foretell the command, as far as the side knows."""
        found = foretell.foretold(self.state, self.view(seat), command)
        found = self._risked(seat, command) if isinstance(command, foretell.RISKED) else found
        lost = self._lost(command)
        return replace(found, lines=(*found.lines, say("ends_movement", count=lost))) if lost else found

    def _risked(self, seat: Seat | None, command: Command) -> Foretold:
        """Foretell what the roll decides to which the command leads at once."""
        decision = self.game.system.decide(self.state, command)
        events = decision.events if isinstance(decision, Accepted) else ()
        after = reduce(self.game.system.apply, events, self.state)
        rolls = (asked for asked in after.flow.open if isinstance(asked, DiceRequest))
        return next((throwing.awaited(after, self.view(seat), roll) for roll in rolls), Foretold())

    def is_vain(self, command: Command) -> bool:
        """Whether it is a spell that heals nobody, for its target is unhurt."""
        friend = self.state.find(command.target) if isinstance(command, cm.Cast) and command.target else None
        return friend is not None and foretell.healed(self.state, command) == friend.body

    def _lost(self, command: Command) -> int:
        """Return the steps that were thrown for and that a deed ends."""

        def make() -> int:
            figure = self.state.find(self.given_to(command) or PieceId(""))
            left = figure.turn.left if figure is not None and figure.turn is not None and figure.turn.moving else 0
            decision = self.game.system.decide(self.state, command) if left and type(command) in WORTHS else None
            if figure is None or not isinstance(decision, Accepted):
                return 0
            after = reduce(self.game.system.apply, decision.events, self.state).find(figure.id)
            return left if after is not None and after.turn is not None and not after.turn.moving else 0

        return self.keep(("lost", command), make)

    def awaited(self, seat: Seat | None, request: DiceRequest, lang: str) -> Foretold:
        """Foretell a roll, as far as the side knows."""
        make = partial(throwing.awaited, self.state, self.view(seat), request)
        return self.keep(("awaited", seat == self.state.table.gm, request), make)

    def result(self, seat: Seat | None, events: Sequence[object]) -> Result | None:
        """Return the result of the last strike."""
        return throwing.result(events)

    def harm(self, event: object) -> tuple[PieceId, int] | None:
        """Return who is hurt by an event."""
        if not isinstance(event, Hurt):
            return None
        figure = self.state.find(event.piece) or next((one for one in self.state.dead if one.id == event.piece), None)
        return event.piece, event.lost if figure is not None and figure.is_hero else 0  # a monster's are its master's

    def roster(self, seat: Seat | None) -> Sequence[Standing]:
        """Return the characters that the side knows, heroes first; of monsters the heroes see no numbers."""
        return roster_of(self.state, self.view(seat), seat)

    def given_to(self, command: Command) -> PieceId | None:
        """Return the character that does it."""
        return command.piece if isinstance(command, cm.Deed) else super().given_to(command)

    def brings(self, command: Command) -> Sequence[Told]:
        """Return who comes after a hero's turn, or the master's part."""
        return (ending.brings(self.state, self.given_to(command)),) if isinstance(command, ENDS) else ()

    def plain_worth(self, command: Command) -> int:
        """Return what a command gains: nothing where it strikes a friend, heals nobody, leads nowhere."""
        figure = self.state.find(self.given_to(command) or PieceId(""))
        if figure is None or not super().plain_worth(command):
            return super().plain_worth(command)
        match command:
            case cm.Attack(target=target):
                gains = self.state.who(target).side != figure.side
            case cm.DrinkPotion(item=item):
                kind = self.state.content.items[item]
                gains = 0 < kind.body <= figure.body_max - figure.body or 0 < kind.mind <= figure.mind_max - figure.mind
            case cm.Heal():
                gains = 2 * figure.body < figure.body_max and 2 * figure.mind > figure.mind_max
            case cm.Cast(spell=spell, target=target):
                foe = self.state.find(target) if target is not None and is_bolt(self.state, command) else None
                gains = foe is not None and foe.side != figure.side
                blows = (one for one in self.offers(command.seat, command.piece) if isinstance(one, cm.Attack))
                if gains and (spell != MAGIC_ATTACK or any(blows)):
                    return AT_ONCE  # it is spent, or a foe is beside: the greater chance decides
            case cm.OpenDoor() | cm.BreakIn():
                if figure.is_hero and not leading.is_in_company(self.state, figure):
                    return IN_TURN  # before the turn ends with the door shut
                gains = True
            case cm.RollMovement():
                is_there = figure.square in self.beacons(figure.id)
                gains = is_there or self.onward(figure.id, [*self.leads_to(figure.square)]) is not None
            case cm.SearchRoom() | cm.SearchFurniture() if self._lost(command):
                return AT_LAST  # after whoever else may still do something
            case _:
                gains = True
        return super().plain_worth(command) if gains else 0

    def prize(self, command: Command) -> Prize:
        """Return whether the quest is won by whom it strikes, as far as its side knows."""
        return self.keep(("prize", command), lambda: prizes.prize(self.game.system, self.state, command))

    def beacons(self, piece: PieceId) -> Mapping[SpaceId, Told]:
        """Return where enemies stand that it knows of; for heroes who see none, doors to be opened and what lies on."""
        state, figure = self.state, self.state.who(piece)
        foes = self._foes(figure)
        if foes or not figure.is_hero:
            return foes
        seen = set(state.seen)
        shut = (door for door in state.doors_known(master=False) if state.door(door) is not DoorState.OPEN)
        doors = {space for door in shut for space in state.door_edge(door)} & seen
        ends = {space for space in seen if any(self._is_dark(space, there) for there in self.leads_to(space))}
        return dict.fromkeys(ends, say("lead_dark")) | dict.fromkeys(doors, say("lead_door"))

    def _foes(self, figure: Character) -> dict[SpaceId, Told]:
        """Where enemies stand that it knows of, and who."""
        known = (foe for foe in self.state.enemies(figure) if foe.revealed or not figure.is_hero)
        return {foe.square: Name(foe.id) for foe in known}

    def onward(self, piece: PieceId, spaces: Collection[SpaceId]) -> Lead | None:
        """Return the way on, never into a trap that all see; of who strikes from afar to where it sees a foe that does
        not reach it, where it stays.
        """
        state, figure = self.state, self.state.who(piece)
        spaces = [space for space in spaces if space not in self._trapped]
        foes = self._foes(figure)
        if not foes and leading.ahead(state, figure):  # who goes before it needs the room there, where there is other
            lead = super().onward(piece, [space for space in spaces if space not in self.beacons(piece)])
            behind = lead and replace(lead, why=joined(" · ", lead.why, say("lead_behind")))
            return behind or super().onward(piece, spaces)
        if not foes or not leading.stays_back(state, figure):
            return super().onward(piece, spaces)
        view, here = self.view(figure.seat), figure.square
        is_safe = leading.is_safe(here, foes)
        if is_safe and leading.has_shot(state, view, here, foes):
            return None
        safe = [space for space in spaces if leading.is_safe(space, foes)]
        shots = [space for space in safe if leading.has_shot(state, view, space, foes)]
        if shots or not is_safe:
            best = min(shots, key=lambda space: (distance(here, space), space), default=None)
            return Lead(best, say("lead_shot")) if best is not None else None
        return super().onward(piece, safe)

    def toll(self, piece: PieceId, space: SpaceId) -> int:
        """Return a mean throw of the movement dice for a trap that all see: who falls in loses as many steps."""
        return STEPS if space in self._trapped else 0

    def effort(self, piece: PieceId, space: SpaceId) -> int:
        """Return how many squares are between."""
        return distance(self.state.who(piece).square, space)

    @property
    def _trapped(self) -> set[SpaceId]:
        return {space for trap in self.state.traps if trap.status == "revealed" for space in trap.squares}

    def _is_dark(self, space: SpaceId, there: SpaceId) -> bool:
        return there not in self.state.seen and not self.state.is_shut(space, there)

    def leads_to(self, space: SpaceId) -> Iterable[SpaceId]:
        """Return the squares to step to, through open doors."""
        dungeon = self.state.dungeon
        sides = (there for there in dungeon.sides[space] if there in dungeon.place_at)
        return (there for there in sides if not self.state.is_shut(space, there))

    def aims(self, seat: Seat | None) -> Sequence[Told]:
        """Return by what each side wins. The quest's goal is its master's to know; the heroes hear of it from him, here
        as soon as they see what it is about, or the quest is over.
        """
        goal = self.state.quest.goal
        known = {goal.target} <= {"", *(one.id for one in self.view(seat).characters), *self.state.seen}
        is_told = known and goal.kind in ("clear", "slay", "reach")
        lost = Phrase("quest_aim.master")
        if seat != self.state.table.gm and self.state.flow.outcome is None and not is_told:
            return [Phrase("quest_aim.told"), lost]
        told = Phrase(f"quest_aim.{goal.kind}", {"target": Name(goal.target)})
        return [joined("", "✓ " if is_reached(self.state) else "", told), lost]

    def words(self, event: object, before: State, after: State, lang: str, seat: Seat | None = None) -> Told | None:
        """Tell a loss of a hero with what is left, and who is left; how many points a monster has is its master's."""
        return with_more(event, telling.event_words(before, after, event, seat), progress(after, event, seat))

    def meaning(self, asked: DiceRequest, faces: Sequence[str], before: State) -> Meaning:
        """Return what a D20 beside other dice needed, and what the faces of a single die mean."""
        return throwing.meaning(asked, faces, before)

    def why(self, after: State) -> Told:
        """Return what became of the quest's goal, and who did not come home."""
        return telling.why_over(after)

    def telling(self, event: object) -> Telling:
        """Return how a log tells the event: of the master's turn the turn of each monster is no part."""
        if isinstance(event, TurnOpened) and self.state.table.gm in self._seats_of(event.piece):
            return Telling.SILENT
        if isinstance(event, Noted) and event.what == words.SHIFTED:  # the answer says how many dice
            return Telling.SILENT
        if isinstance(event, Counted) and event.what == words.RAGE:  # no neighbour says why the dice change
            return Telling.LINE
        return super().telling(event)

    def _seats_of(self, piece: PieceId) -> Sequence[Seat]:
        """Return the seat of a character, living or dead."""
        return [one.seat for one in (*self.state.characters, *self.state.dead) if one.id == piece]

    def attacks(self, seat: Seat, piece: PieceId) -> Mapping[PieceId, Command]:
        """Return the plain attacks."""
        found = (offer for offer in self.offers(seat, piece) if isinstance(offer, cm.Attack) and not offer.ways)
        return {offer.target: offer for offer in found}

    def is_foretold(self, command: object) -> bool:
        """Whether there is something to say before it is confirmed."""
        return foretell.is_foretold(self.state, command) or bool(self._lost(cast(Command, command)))

    def gives(self, thing: str) -> tuple[Told, str]:
        """Tell what a potion or a spell gives, in numbers; or name the rule that tells it."""
        content = self.state.content
        if thing in content.items:
            item = content.items[thing]
            points = ((slot, getattr(item, slot)) for slot in ("body", "mind"))
            return joined(
                ", ", *(joined(" ", Word("slot", slot), f"{count:+d}") for slot, count in points if count)
            ), ""
        spell = content.spells.get(thing)
        if spell is None:
            return "", ""
        healed: Told = joined(" ", Word("slot", "body"), f"{spell.points:+d}") if spell.points else ""
        told: Told = Dice(("combat",) * spell.dice) if spell.effect == "bolt" else healed
        return told, MARSH.get(spell.effect, "")

    def way(self, command: object) -> tuple[Way, ...]:
        """The path of a walk as the board draws it."""
        return foretell.way(self.state, command, self.drawing)

    def orders(self, piece: PieceId) -> Sequence[Command]:
        """Return the orders that the character may be given."""
        return self.offers(self.state.who(piece).seat, piece)

    def of_table(self, seats: Sequence[Seat]) -> Sequence[Command]:
        """Return the orders about the quest as a whole: to begin it, to take a turn, to end one."""
        offers = [offer for seat in seats for offer in self.offers(seat)]
        begin = [offer for offer in offers if isinstance(offer, cm.BeginQuest)][:1]  # whoever says it
        return [*begin, *(offer for offer in offers if isinstance(offer, OF_THE_TABLE))]

    def listed(self, seats: Sequence[Seat], piece: PieceId | None, aimed: PieceId | None) -> Sequence[Command]:
        """Return the orders that a card lists: the character's about the target; else those about the quest.

        What has a square to tap is not in it, nor what has a button of its own: the ends.
        """
        if piece is None:
            return [offer for offer in self.of_table(seats) if not isinstance(offer, ENDS)]
        offers = [offer for offer in self.orders(piece) if not isinstance(offer, (*BY_TAP, *ENDS))]
        aimed_at = [offer for offer in offers if aimed in about(offer) or (aimed is None and not self.is_vain(offer))]
        return sorted(
            aimed_at,
            key=lambda offer: (
                isinstance(offer, SELDOM) or self.is_at_friend(offer),
                -self.worth(offer),
            ),
        )

    def is_at_friend(self, command: Command) -> bool:
        """Whether it is a strike at one's own side (HQ-ATK-09)."""
        figure = self.state.find(self.given_to(command) or PieceId(""))
        if figure is None or not strikes(self.state, command):
            return False
        aims = (self.state.find(PieceId(one)) for one in about(command))
        return any(one.side == figure.side for one in aims if one is not None)

    def ending(self, seats: Sequence[Seat]) -> tuple[Command, bool] | None:
        """The end of the turn under way, or of the phase; and whether it is the phase's."""
        ends = [offer for offer in self.of_table(seats) if isinstance(offer, ENDS)]
        end = next((end for end in ends if self.given_to(end) in (self.state.active, None)), None)
        return None if end is None else (end, isinstance(end, cm.EndPhase))

    def able(self, end: Command) -> Sequence[PieceId]:
        """Return who has still a way to go or something to gain in the turn, or the phase, that this ends; monsters
        that no hero has met may act, but whether they know of any is their master's to judge (HQ-COMBAT-AMBUSH-05).
        """
        mine = self.given_to(end)
        able = (self.given_to(one) for one in self.offers(end.seat) if not isinstance(one, ENDS) and self.worth(one))
        moving = (one.id for one in self.state.characters if mine is None and self.may_move(one.id))
        met = (one for one in dict.fromkeys((*able, *moving)) if one is not None and self.state.who(one).revealed)
        return [one for one in met if mine in (None, one)]

    def may_move(self, piece: PieceId) -> bool:
        """Whether a monster has still a way to go."""
        character = self.state.who(piece)
        turn = None if character.is_hero else character.turn
        return turn is not None and turn.moving and turn.left > 0

    def has_to_throw(self, piece: PieceId) -> bool:
        """Whether a hero has not thrown for its move yet."""
        return any(isinstance(one, cm.RollMovement) for one in self.orders(piece))

    def targets(self, piece: PieceId) -> frozenset[PieceId]:
        """Return the pieces that it may attack, push, cast on."""
        aimed = (one for one in self.orders(piece) if not self.is_at_friend(one) and not self.is_vain(one))
        return frozenset(PieceId(target) for one in aimed for target in about(one))

    def strike(self, piece: PieceId, target: PieceId) -> Command | None:
        """The plain attack on that one."""
        strikes = (offer for offer in self.orders(piece) if isinstance(offer, cm.Attack) and not offer.ways)
        return next((strike for strike in strikes if strike.target == target), None)

    def no_strike(self, piece: PieceId, target: PieceId) -> Command | None:
        """An attack that the rules refuse, with their reason; ``None`` on a friend, or on a thing."""
        who, aim = self.state.who(piece), self.state.find(target)
        return cm.Attack(who.seat, piece, target) if aim is not None and aim.side != who.side else None

    def beside(self, command: Command) -> Sequence[Command]:
        """Return the command with a particular said otherwise, and the other orders about its targets, or that lead to
        the same square.
        """
        aimed, piece = set(about(command)), self.given_to(command)
        is_figure = self.is_open and piece is not None and self.state.find(piece) is not None
        others = self.orders(piece) if is_figure and piece is not None else ()
        alike = (
            offer
            for offer in others
            if aimed & set(about(offer)) or (goal(offer) and goal(offer) == goal(command))
            if self.is_at_friend(offer) == self.is_at_friend(command)
        )
        return [offer for offer in dict.fromkeys((*self.variations(command), *alike)) if offer != command]

    def awards(self, master: Seat, piece: PieceId | None) -> Sequence[Command]:
        """Return the experience that the master may give a hero (HQ-GEN-06)."""
        found = self.at_any_time(master, piece) if piece is not None else ()
        return [offer for offer in found if isinstance(offer, cm.GiveAward)]

    def reach(self, piece: PieceId, spaces: Sequence[SpaceId]) -> dict[SpaceId, int]:
        """The squares of these where it may go at once, and the steps that takes: a hero's over squares that were seen,
        or a corridor that nobody has looked into would be told (HQ-GEN-08).
        """

        def make() -> dict[SpaceId, int]:
            figure, seen = self.state.who(piece), {*self.state.seen}
            paths = (walk.path for walk in walks(self.state, figure))
            found = {path[-1]: walk_cost(figure, path) for path in paths if not figure.is_hero or seen >= {*path}}
            return {space: found[space] for space in spaces if space in found}

        return self.keep(("reach", piece), make)

    def to(self, piece: PieceId, space: SpaceId) -> Command | None:
        """The command that takes it to that square."""
        return next(self.game.system.commands_placing(self.state, piece, (space,)), None)

    def step(self, piece: PieceId, space: SpaceId) -> Command:
        """A walk there that the rules refuse, with their reason: over squares that were seen, else a step."""
        figure, known = self.state.who(piece), {*self.state.seen}
        way = ways(self.state, figure, len(known)).get(space, ()) if figure.at is not None else ()
        return cm.Walk(figure.seat, piece, way if way and known >= {*way} else (space,))

    def place_of(self, piece: PieceId) -> SpaceId | None:
        """Return the square of a character."""
        return self.state.who(piece).at

    def actor(self, seats: Sequence[Seat], chosen: PieceId | None) -> PieceId | None:
        """The character of these seats that taps are for: the one chosen, else the hero whose turn it is."""
        if not self.is_open:
            return None
        piece = chosen if chosen and self.state.find(chosen) else self.state.active
        character = self.state.find(piece) if piece is not None else None
        if character is None or character.seat not in seats:
            return None
        return character.id if self.orders(character.id) else None

    def cue(self, event: object) -> Cue | None:
        """Whether a strike obtained any skulls."""
        return words.cue_of(event)
