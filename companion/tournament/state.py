"""The state of an event: its players, its rounds, their results.

Scores are counted in half match points, so that a draw is a whole number: a win 2, a draw 1, a loss 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.core.flow import Flow
from companion.core.ids import EditionId, Seat, SystemId
from companion.core.procedure import InProgress, Work
from companion.core.typed import tidied

ORGANISER, JUDGE, HEAD_JUDGE = Seat("organiser"), Seat("judge"), Seat("head-judge")
TABLES = Seat("tables")  # what the tables' own records say
EVENT, SWISS = SystemId("event"), EditionId("swiss")
WIN, DRAW, LOSS = 2, 1, 0  # half match points
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


class Outcome(StrEnum):
    """The end of a game between two players, in the order the pairing names them."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    DOUBLE_LOSS = "double_loss"

    @property
    def scores(self) -> tuple[int, int]:
        """The half match points of the two."""
        return {
            Outcome.FIRST: (WIN, LOSS),
            Outcome.SECOND: (LOSS, WIN),
            Outcome.DRAW: (DRAW, DRAW),
            Outcome.DOUBLE_LOSS: (LOSS, LOSS),
        }[self]


@dataclass(frozen=True, slots=True)
class EventOpened:
    """An event was opened: the first line of its record.

    ``points``: of a force, and the victory points of a bye; ``minutes``: of a round; ``seed``: of every lot;
    ``open_forces``: whether everybody may read everybody's force once the event has begun; ``ending``: what is still
    played at a table when its time is up; ``advice``: whether tables may count for players what attacks would do.
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


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the event; ``number`` in the order of registration, ``table`` where a fixed one is needed."""

    name: str
    number: int
    table: int | None = None
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """Why two meet, or one has a bye: a message of the catalogue and its words."""

    key: str
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, with the victory points of each."""

    outcome: Outcome
    points: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table."""

    table: int
    players: tuple[str, str]
    why: Why
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """The player who has nobody to play, and wins."""

    player: str
    why: Why


@dataclass(frozen=True, slots=True)
class Round:
    """A round: drafted until it is published."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: Bye | None = None
    published: bool = False
    is_cut: bool = False  # of the elimination: whoever loses is out

    def at(self, table: int) -> Pairing | None:
        """Return the pairing at that table, which most often has that place in the list."""
        if 0 < table <= len(self.pairings) and self.pairings[table - 1].table == table:
            return self.pairings[table - 1]
        return next((pairing for pairing in self.pairings if pairing.table == table), None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(pairing.table for pairing in self.pairings if pairing.result is None)


@dataclass(frozen=True, slots=True)
class Game:
    """A round for one player: the opponent (``None``: a bye), half match points and victory points.

    ``clicks``: what the player's dials took; ``None`` where no record tells.
    """

    round: int
    opponent: str | None
    score: int
    points: int
    against: int
    clicks: int | None = None


@dataclass(frozen=True, slots=True)
class Clicks:
    """The clicks that the dials of the two at a table took, counted from so many lines of the table's record."""

    round: int
    table: int
    taken: tuple[int, int]
    lines: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a round: running since then (the host's time), or standing; what was left at that moment."""

    round: int = 0
    since_ms: int | None = None
    left_ms: int = 0
    extra: tuple[tuple[int, int], ...] = ()  # table, minutes of its own

    def left_at(self, at_ms: int, table: int = 0) -> int:
        """The milliseconds that are left then; below nothing when time is up."""
        gone = max(0, at_ms - self.since_ms) if self.since_ms is not None else 0
        return self.left_ms - gone + dict(self.extra).get(table, 0) * 60_000


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's word on how the game at a table ended."""

    round: int
    table: int
    player: str
    result: Result


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a judge, and what became of it."""

    id: int
    round: int
    table: int
    kind: str
    text: str
    by: Seat
    at_ms: int
    judge: str = ""
    is_open: bool = True
    is_appealed: bool = False
    ruling: str = ""
    rule: str = ""
    minutes: int = 0
    penalty: str = ""
    player: str = ""
    back_to: int | None = None  # the version of the table's record to which its game goes back
    allows: bool = False  # what the table refused is carried out there all the same


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


def player_seat(number: int) -> Seat:
    """The seat from which the player of that number speaks."""
    return Seat(f"player-{number}")


@dataclass(frozen=True, slots=True)
class TournamentState(InProgress):
    """The state of an event."""

    setup: EventOpened
    flow: Flow = field(default_factory=Flow)
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    clock: Clock = Clock()
    claims: tuple[Claim, ...] = ()
    calls: tuple[Call, ...] = ()
    forces: tuple[Force, ...] = ()
    clicks: Mapping[tuple[int, int], Clicks] = field(default_factory=dict)  # by round and table
    cut: tuple[str, ...] = ()  # who goes on to the elimination, in the order of places
    shown: int = 0  # the table that is shown in a video, where the organiser chose one
    work: Work | None = None

    @property
    def draft(self) -> Round | None:
        """The round that is drafted and not yet published."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].published else None

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds that players know of."""
        return tuple(round_ for round_ in self.rounds if round_.published)

    @property
    def active(self) -> tuple[Player, ...]:
        """The players who have not dropped."""
        return tuple(player for player in self.players if not player.dropped)

    def find(self, name: str) -> Player | None:
        """The player of that name, however it is coded and its capitals are written."""
        wanted = tidied(name).casefold()
        return next((player for player in self.players if tidied(player.name).casefold() == wanted), None)

    def player_of(self, seat: Seat) -> Player | None:
        """The player who speaks from that seat."""
        return next((player for player in self.players if player_seat(player.number) == seat), None)

    def force_of(self, name: str) -> Force | None:
        """Return the force that the player handed in."""
        return next((force for force in self.forces if force.player == name), None)

    def clicks_at(self, round_: int, table: int) -> Clicks | None:
        """Return the clicks taken at the table, where its record was counted."""
        return self.clicks.get((round_, table))

    def pairing(self, number: int, table: int) -> Pairing | None:
        """Return the pairing at that table in that round."""
        return next((one.at(table) for one in self.published if one.number == number), None)

    def call(self, number: int) -> Call | None:
        return next((call for call in self.calls if call.id == number), None)

    @property
    def alive(self) -> tuple[str, ...]:
        """The players who have neither lost in the elimination nor dropped, in the order of places."""
        lost = {
            pairing.players[1 - pairing.result.outcome.scores.index(WIN)]
            for round_ in self.published
            if round_.is_cut
            for pairing in round_.pairings
            if pairing.result is not None and WIN in pairing.result.outcome.scores
        }
        gone = {player.name for player in self.players if player.dropped}
        return tuple(name for name in self.cut if name not in lost | gone)

    def games(self, name: str) -> Iterator[Game]:
        """Generate a player's decided games and byes, round by round; the elimination counts for no standings."""
        for round_ in (round_ for round_ in self.published if not round_.is_cut):
            if round_.bye is not None and round_.bye.player == name:
                yield Game(round_.number, None, WIN, self.setup.points, 0)
            for pairing in round_.pairings:
                if name in pairing.players and pairing.result is not None:
                    place = pairing.players.index(name)
                    points = pairing.result.points
                    score = pairing.result.outcome.scores[place]
                    counted = self.clicks_at(round_.number, pairing.table)
                    yield Game(
                        round_.number,
                        pairing.players[1 - place],
                        score,
                        points[place],
                        points[1 - place],
                        counted.taken[place] if counted is not None else None,
                    )

    @property
    def winner(self) -> str | None:
        """The last player left in an elimination."""
        return self.alive[0] if self.cut and len(self.alive) == 1 else None

    @property
    def featured(self) -> Pairing | None:
        """The table that is shown in a video: the chosen one, or the first of the round."""
        return next((now.at(self.shown) or now.pairings[0] for now in self.published[-1:] if now.pairings), None)

    def with_round(self, changed: Round) -> TournamentState:
        """Return the state with that round in the place of the one of its number, or as a new one."""
        others = tuple(round_ for round_ in self.rounds if round_.number != changed.number)
        return replace(self, rounds=tuple(sorted((*others, changed), key=lambda round_: round_.number)))


def lot(seed: int, what: str, number: int) -> int:
    """A number drawn by lot, the same on every machine: from the seed, what it is drawn for, and a player's number."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{what}/{number}".encode()).digest()[:8], "big")
