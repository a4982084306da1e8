"""The state of an event: its players, its rounds, their results, what was asked of its judges."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from companion.core.flow import Flow
from companion.core.ids import EditionId, Seat, SystemId
from companion.core.keeping import Keeping
from companion.core.procedure import InProgress, Work
from companion.core.rules import Numbering
from companion.core.typed import tidied
from companion.tournament.judging import Call, Claim, Clock, Note
from companion.tournament.results import USUAL, Game, Kind, Result, Victory, Worth, scores, victory_points

ORGANISER, JUDGE, HEAD_JUDGE = Seat("organiser"), Seat("judge"), Seat("head-judge")
TABLES = Seat("tables")  # what the tables' own records say
ENTRY = Seat("registration")  # of players who enter themselves: nobody's order but their own
EVENT, SWISS = SystemId("event"), EditionId("swiss")
TIEBREAKS = (
    "head_to_head",
    "opponents_match_win",
    "victory_points",
    "victory_point_difference",
    "opponents_opponents",
    "lot",
)
CLICKS = "clicks_taken"
KNOWN_TIEBREAKS = (*TIEBREAKS, CLICKS)  # those that need no device at any table, and the one that does

MINUTES, POINTS = range(1, 601), range(100_000)  # of a round, of a force
SIDES = (1, 2)  # how many may play together
THIRD = "pairing.third"  # why two meet who lost before the final
TOGETHER = " + "  # between the names of those who do


class Ending(StrEnum):
    """The play that is finished when the time of a round is up."""

    AT_ONCE = "at_once"
    TURN = "turn"  # the turn that is going on
    ROUND = "round"  # so many turns that each has had the same


class Way(StrEnum):
    """The way rounds are paired, and what comes first in the standings."""

    RECORD = "record"  # Swiss, by match points
    POINTS = "points"  # Swiss, by victory points
    ROUND_ROBIN = "round-robin"  # everybody meets everybody


@dataclass(frozen=True, slots=True)
class EventOpened:
    """An event was opened: the first line of its record.

    ``points``: of a force, and the victory points of a bye; ``minutes``: of a round; ``seed``: of every lot;
    ``open_forces``: whether everybody may read everybody's force once the event has begun; ``ending``: what is still
    played at a table when its time is up; ``advice``: whether tables may count for players what attacks would do;
    ``worth``: kinds of results that are worth something else than usual; ``check_in``: whether only those are paired
    who said that they are here; ``until_ms``: when players may no longer enter themselves, 0 for never; ``late``: what
    a round is worth that a latecomer missed.
    """

    name: str = ""
    points: int = 300
    minutes: int = 50
    seed: int = 0
    tiebreaks: tuple[str, ...] = TIEBREAKS
    open_forces: bool = False
    seats: tuple[Seat, ...] = (ORGANISER,)
    system: SystemId = EVENT
    edition: EditionId = SWISS
    way: Way = Way.RECORD
    side: int = 1  # players on each side of a table
    ending: Ending = Ending.TURN
    advice: bool = False
    worth: tuple[Worth, ...] = ()
    check_in: bool = False
    until_ms: int = 0
    late: Kind = Kind.MISSED

    @property
    def table(self) -> Mapping[Kind, Worth]:
        """The organiser's table: what every kind of result is worth."""
        return {**USUAL, **{one.kind: one for one in self.worth}}


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the event; ``number`` in the order of registration, never that of another one who was there before;
    ``table`` where a fixed one is needed; ``here``: who has checked in; ``shown``: another name than the one by which
    the record knows the player.
    """

    name: str
    number: int
    table: int | None = None
    dropped: bool = False
    here: bool = False
    shown: str = ""

    @property
    def called(self) -> str:
        """The name that people read."""
        return self.shown or self.name


@dataclass(frozen=True, slots=True)
class Why:
    """Why two meet, or one has a bye: a message of the catalogue and its words."""

    key: str
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table."""

    table: int
    players: tuple[str, str]
    why: Why
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A player who has nobody to play in a round, and what the round is worth then."""

    player: str
    why: Why
    kind: Kind = Kind.BYE


@dataclass(frozen=True, slots=True)
class Round:
    """A round: drafted until it is published. ``bye``: who is left over; ``others``: who asked for one, or was late."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: Bye | None = None
    published: bool = False
    is_cut: bool = False  # of the elimination: whoever loses is out
    others: tuple[Bye, ...] = ()

    def at(self, table: int) -> Pairing | None:
        """Return the pairing at that table, which most often has that place in the list."""
        if 0 < table <= len(self.pairings) and self.pairings[table - 1].table == table:
            return self.pairings[table - 1]
        return next((pairing for pairing in self.pairings if pairing.table == table), None)

    @property
    def byes(self) -> tuple[Bye, ...]:
        """Everybody who plays nobody in it."""
        return (self.bye, *self.others) if self.bye is not None else self.others

    @property
    def names(self) -> frozenset[str]:
        """Everybody who plays in it, or has a bye."""
        return frozenset(self.at_tables) | {bye.player for bye in self.byes}

    @property
    def at_tables(self) -> dict[str, Pairing]:
        """Every player at a table, and the pairing."""
        return {name: pairing for pairing in self.pairings for name in pairing.players}

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(pairing.table for pairing in self.pairings if pairing.result is None)


@dataclass(frozen=True, slots=True)
class Clicks:
    """The clicks that the dials of the two at a table took, counted from so many lines of the table's record."""

    round: int
    table: int
    taken: tuple[int, int]
    lines: int


@dataclass(frozen=True, slots=True)
class Force:
    """A force as a player handed it in: its text, and how the rules of the game judged it then."""

    player: str
    name: str
    entries: tuple[tuple[str, int], ...]  # what is in it, and the points of each
    total: int
    broken: tuple[str, ...]  # rule ids that speak against it
    text: str


def members(name: str, side: int) -> list[str]:
    """Split a name into those who play together under it, in the one coding in which names are compared and kept."""
    whole = tidied(name)
    return [part.strip() for part in whole.split(TOGETHER.strip())] if side > 1 else [whole]


def named(name: str) -> str:
    """Return the name as names are compared: in one coding, without capitals."""
    return tidied(name).casefold()


def player_seat(number: int) -> Seat:
    """The seat from which the player of that number speaks."""
    return Seat(f"player-{number}")


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize, and who has it: by place, or by lot."""

    what: str
    player: str
    place: int = 0  # 0: drawn


@dataclass(frozen=True, slots=True)
class TournamentState(InProgress, Keeping, Numbering):
    """The state of an event."""

    setup: EventOpened
    flow: Flow = field(default_factory=Flow)
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    clock: Clock = field(default_factory=Clock)
    claims: tuple[Claim, ...] = ()
    calls: tuple[Call, ...] = ()
    forces: tuple[Force, ...] = ()
    clicks: Mapping[tuple[int, int], Clicks] = field(default_factory=dict)  # by round and table
    cut: tuple[str, ...] = ()  # who goes on to the elimination, in the order of places
    lives: int = 1  # lost games after which one is out of the elimination
    third: bool = False  # whether those who lost before the final play for the third place
    shown: int = 0  # the table that is shown in a video, where the organiser chose one
    notes: tuple[Note, ...] = ()
    asked_byes: tuple[tuple[int, Bye], ...] = ()  # by round, for rounds to come
    checked: tuple[tuple[int, tuple[str, ...]], ...] = ()  # by round, whose forces were drawn to be checked
    prizes: tuple[Prize, ...] = ()
    days: tuple[int, ...] = ()  # the rounds that were known when each day after the first began
    called: int = 0  # the highest number of a call there ever was
    work: Work | None = None

    def numbered_on(self, now: Self) -> Self:
        """Return this state as one that goes on after ``now``: calls are numbered on."""
        return replace(self, called=now.called)

    @property
    def day(self) -> int:
        """The number of the day that it is."""
        return len(self.days) + 1

    @property
    def draft(self) -> Round | None:
        """The round that is drafted and not yet published."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].published else None

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds that players know of."""
        return self.rounds[:-1] if self.draft is not None else self.rounds

    @property
    def active(self) -> tuple[Player, ...]:
        """The players who have not dropped and, where that is asked, have checked in."""
        is_asked = self.setup.check_in
        return tuple(player for player in self.players if not player.dropped and (player.here or not is_asked))

    def find(self, name: str) -> Player | None:
        """The player of that name, however it is coded and its capitals are written."""
        if "names" not in self.kept:
            entered = {named(player.name): player for player in self.players}
            self.kept["names"] = entered | {named(player.called): player for player in self.players}
        found: Player | None = self.kept["names"].get(named(name))
        return found

    def player_of(self, seat: Seat) -> Player | None:
        """The player who speaks from that seat."""
        if "seats" not in self.kept:
            self.kept["seats"] = {player_seat(player.number): player for player in self.players}
        found: Player | None = self.kept["seats"].get(seat)
        return found

    def force_of(self, name: str) -> Force | None:
        """Return the force that the player handed in."""
        return next((force for force in self.forces if force.player == name), None)

    def clicks_at(self, round_: int, table: int) -> Clicks | None:
        """Return the clicks taken at the table, where its record was counted."""
        return self.clicks.get((round_, table))

    def round(self, number: int) -> Round | None:
        """Return the published round of that number; the one that is played for 0."""
        published = self.published
        if number == 0:
            return published[-1] if published else None
        return next((one for one in published if one.number == number), None)

    def pairing(self, number: int, table: int) -> Pairing | None:
        """Return the pairing at that table in that round."""
        return next((one.at(table) for one in self.published if one.number == number), None)

    def call(self, number: int) -> Call | None:
        return next((call for call in self.calls if call.id == number), None)

    @property
    def losses(self) -> Mapping[str, int]:
        """The games that each of the elimination has lost in it; the one for the third place is none."""
        lost = dict.fromkeys(self.cut, 0)
        for pairing in (one for round_ in self.published if round_.is_cut for one in round_.pairings):
            winner = pairing.result.outcome.winner if pairing.result is not None else None
            if winner is not None and pairing.why.key != THIRD:
                lost[pairing.players[1 - winner]] += 1
        return lost

    @property
    def alive(self) -> tuple[str, ...]:
        """The players who are neither out of the elimination nor have dropped, in the order of places."""
        gone = {player.name for player in self.players if player.dropped}
        return tuple(name for name, lost in self.losses.items() if lost < self.lives and name not in gone)

    def games(self, name: str) -> Sequence[Game]:
        """Return a player's decided games and byes, round by round; the elimination counts for no standings."""
        if "games" not in self.kept:
            self.kept["games"] = self._games()
        found: Sequence[Game] = self.kept["games"].get(name, ())
        return found

    def _games(self) -> dict[str, list[Game]]:
        table, force = self.setup.table, self.setup.points
        found: dict[str, list[Game]] = {player.name: [] for player in self.players}
        for round_ in (one for one in self.published if not one.is_cut):
            for bye in round_.byes:
                worth = table[bye.kind]
                points = force if worth.victory is not Victory.NONE else 0
                game = Game(round_.number, None, worth.first, points, 0, counts=worth.counts, kind=bye.kind)
                found[bye.player].append(game)
            for pairing in round_.pairings:
                if pairing.result is None:
                    continue
                match, points_of = scores(pairing.result, table), victory_points(pairing.result, table, force)
                counted, ended = self.clicks_at(round_.number, pairing.table), pairing.result.ended
                for place, player in enumerate(pairing.players):
                    found[player].append(
                        Game(
                            round_.number,
                            pairing.players[1 - place],
                            match[place],
                            points_of[place],
                            points_of[1 - place],
                            counted.taken[place] if counted is not None else None,
                            table[ended].counts,
                            ended,
                        )
                    )
        return found

    @property
    def winner(self) -> str | None:
        """The last player left in an elimination, who may leave after that."""
        left = [name for name, lost in self.losses.items() if lost < self.lives]
        last = left if len(left) == 1 else self.alive
        is_open = self.third and any(pairing.result is None for pairing in self.published[-1].pairings)
        return last[0] if len(last) == 1 and not is_open else None

    @property
    def featured(self) -> Pairing | None:
        """The table that is shown in a video: the chosen one, or the first of the round."""
        return next((now.at(self.shown) or now.pairings[0] for now in self.published[-1:] if now.pairings), None)

    def with_round(self, changed: Round) -> TournamentState:
        """Return the state with that round in the place of the one of its number, or as a new one."""
        if self.rounds and self.rounds[-1].number == changed.number:
            return replace(self, rounds=(*self.rounds[:-1], changed))
        others = tuple(round_ for round_ in self.rounds if round_.number != changed.number)
        return replace(self, rounds=tuple(sorted((*others, changed), key=lambda round_: round_.number)))


def lot(seed: int, what: str, number: int) -> int:
    """A number drawn by lot, the same on every machine: from the seed, what it is drawn for, and a player's number."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{what}/{number}".encode()).digest()[:8], "big")
