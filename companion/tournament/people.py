"""Orders about the people of an event: who takes part under which name, who is here, who needs which table.

before the first round   Register · Rename · Merge · Delete · CheckIn · FixTable
later                    Register (a latecomer gets what missed rounds are worth) · Rename · Drop ⇄ Return · FixTable

A draft stays when somebody comes: the newcomer plays whoever has its bye, or has it. It is thrown away when one of it
goes. Numbers are given once: whoever comes after somebody was taken back has another one, and other keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from companion.core.ids import Seat
from companion.core.procedure import Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.tournament.byhand import with_newcomer
from companion.tournament.results import BYES, Kind
from companion.tournament.state import TOGETHER, Bye, Player, Round, TournamentState, Way, Why, members, named

PLAYERS_MOST = 4096  # of an event: twice as many as are paired within seconds
TABLES_MOST = 9999  # the highest number of a fixed table


@dataclass(frozen=True, slots=True)
class Register:
    """Enters players, also late ones; ``missed``: what the rounds before are worth, where not as the event says.

    ``numbers``: those that they had in the record, where the order is told again.
    """

    seat: Seat
    names: tuple[str, ...]
    tables: tuple[int | None, ...] = ()  # a fixed one for each, where somebody needs one
    missed: Kind | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rename:
    """Corrects the name of a player."""

    seat: Seat
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Merge:
    """Makes one player of two entries of the same person: the other one goes."""

    seat: Seat
    player: str
    other: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Strikes a player off the list, as if there had been none."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Says that a player is here, or is not after all."""

    seat: Seat
    player: str
    here: bool = True


@dataclass(frozen=True, slots=True)
class FixTable:
    """Gives a player a table of one's own for every round; 0: no longer."""

    seat: Seat
    player: str
    table: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Takes a player out of the rounds to come."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class Return:
    """Brings a player who had dropped back into the rounds to come, with everything that was played before."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """A player takes part; ``missed``: what the rounds before are worth, if they are worth anything."""

    player: Player
    missed: Kind | None = None


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player is called otherwise from now on, and in all that was before; ``player``: as the record has the name."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayersMerged:
    """Two entries are one player."""

    player: str
    other: str


@dataclass(frozen=True, slots=True)
class PlayerDeleted:
    """A player is off the list."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn:
    """A player is here, or is not."""

    player: str
    here: bool = True


@dataclass(frozen=True, slots=True)
class TableFixed:
    """A player sits at that table in every round; ``None``: at any."""

    player: str
    table: int | None


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """A player plays no further rounds."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player takes part again."""

    player: str


EVENTS = (
    PlayerEntered,
    PlayerRenamed,
    PlayersMerged,
    PlayerDeleted,
    PlayerCheckedIn,
    TableFixed,
    PlayerDropped,
    PlayerReturned,
)


def register_violations(state: TournamentState, command: Register) -> Iterator[Violation]:
    """Why they cannot be entered: no name, or one that is taken (TW-EV-01), no side (TW-EV-21), too late (TW-EV-24),
    no such table (TW-EV-30), missed rounds that are worth no such thing (TW-EV-28), or too many (TW-EV-41)."""
    if len(state.players) + len(command.names) > PLAYERS_MOST:
        found = len(state.players) + len(command.names)
        yield violation("TW-EV-41", waivable=False, found=found, expected=PLAYERS_MOST)
        return
    yield from _names_violations(state, command.names)
    if state.setup.way is Way.ROUND_ROBIN and state.published:
        yield violation("TW-EV-24", waivable=False)
    for table in command.tables:
        yield from _table_violations(table)
    if command.missed is not None and command.missed not in BYES:
        yield violation("TW-EV-28", waivable=False, found=command.missed, expected=", ".join(BYES))
    taken = {player.number for player in state.players}
    for number in command.numbers:
        if number in taken:
            yield violation("TW-EV-01", waivable=False, player=f"#{number}")


def _names_violations(state: TournamentState, entries: tuple[str, ...], but: str = "") -> Iterator[Violation]:
    side = state.setup.side
    taken = {named(name) for player in state.players if player.name != but for name in members(player.called, side)}
    for entry in entries:
        names = members(entry, side)
        if len(names) != side:
            yield violation("TW-EV-21", waivable=False, player=entry.strip() or "-", expected=side)
        for name in names:
            if not name or named(name) in taken:
                yield violation("TW-EV-01", waivable=False, player=name or "-")
            taken.add(named(name))


def _table_violations(table: int | None) -> Iterator[Violation]:
    if table is not None and not 1 <= table <= TABLES_MOST:
        yield violation("TW-EV-30", waivable=False, table=table, expected=TABLES_MOST)


def register(t: Teller[TournamentState], command: Register) -> None:
    """Each gets the next number, what missed rounds are worth, and a place in a draft."""
    kind = command.missed or t.state.setup.late
    keys = {named(player.name) for player in t.state.players}
    for place, (name, table) in enumerate(zip_longest(command.names, command.tables)):
        whole = TOGETHER.join(members(name, t.state.setup.side))
        number = command.numbers[place] if command.numbers else t.state.flow.asked + 1
        is_known = named(whole) in keys  # of one who was renamed
        keys.add(named(whole))
        key, shown = (f"{whole} #{number}", whole) if is_known else (whole, "")
        t.tell(PlayerEntered(Player(key, number, table, shown=shown), kind))


def known(state: TournamentState, name: str) -> Iterator[Violation]:
    """Why nothing can be ordered about that player: there is none of that name (TW-EV-02)."""
    if state.find(name) is None:
        yield violation("TW-EV-02", waivable=False, player=name)


def name_of(state: TournamentState, name: str) -> str:
    """Return the name by which the record knows the player."""
    player = state.find(name)
    assert player is not None
    return player.name


def rename_violations(state: TournamentState, command: Rename) -> Iterator[Violation]:
    """Why the name cannot be that: nobody (TW-EV-02), no name, or one that is taken (TW-EV-01), no side (TW-EV-21)."""
    player = state.find(command.player)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
        return
    yield from _names_violations(state, (command.name,), player.name)
    if TOGETHER.join(members(command.name, state.setup.side)) == player.called:
        yield violation("TW-EV-01", waivable=False, player=player.name)


def rename(t: Teller[TournamentState], command: Rename) -> None:
    """The record goes on by the name that the player was entered under: nothing else in it changes."""
    whole = TOGETHER.join(members(command.name, t.state.setup.side))
    t.tell(PlayerRenamed(name_of(t.state, command.player), whole))


def struck_violations(state: TournamentState, command: Merge | Delete) -> Iterator[Violation]:
    """Why nobody can be struck off: unknown (TW-EV-02), the same twice (TW-EV-01), the first round is known
    (TW-EV-22)."""
    yield from known(state, command.player)
    if isinstance(command, Merge):
        yield from known(state, command.other)
        if named(command.player) == named(command.other):
            yield violation("TW-EV-01", waivable=False, player=command.player)
    if state.published:
        yield violation("TW-EV-22", waivable=False)


def merge(t: Teller[TournamentState], command: Merge) -> None:
    """The first keeps name and number, and takes the other's force and table where it has none."""
    t.tell(PlayersMerged(name_of(t.state, command.player), name_of(t.state, command.other)))


def delete(t: Teller[TournamentState], command: Delete) -> None:
    t.tell(PlayerDeleted(name_of(t.state, command.player)))


def check_in_violations(state: TournamentState, command: CheckIn) -> Iterator[Violation]:
    """Why that cannot be said: unknown (TW-EV-02), or it is so already (TW-EV-31)."""
    player = state.find(command.player)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
    elif player.here == command.here:
        yield violation("TW-EV-31", waivable=False, player=player.name)


def check_in(t: Teller[TournamentState], command: CheckIn) -> None:
    """Where only those are paired who are here, one who comes gets a place in a draft."""
    t.tell(PlayerCheckedIn(name_of(t.state, command.player), command.here))


def fix_violations(state: TournamentState, command: FixTable) -> Iterator[Violation]:
    """Why the table is not fixed: unknown player (TW-EV-02), no such table (TW-EV-30)."""
    yield from known(state, command.player)
    yield from _table_violations(command.table or None)


def fix_table(t: Teller[TournamentState], command: FixTable) -> None:
    """From the next round that is paired on."""
    t.tell(TableFixed(name_of(t.state, command.player), command.table or None))


def drop_violations(state: TournamentState, command: Drop) -> Iterator[Violation]:
    """Why the player cannot drop: unknown (TW-EV-02), or gone already (TW-EV-08)."""
    player = state.find(command.player)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
    elif player.dropped:
        yield violation("TW-EV-08", waivable=False, player=player.name)


def drop(t: Teller[TournamentState], command: Drop) -> None:
    """A game that goes on is still to be played or decided."""
    t.tell(PlayerDropped(name_of(t.state, command.player)))


def return_violations(state: TournamentState, command: Return) -> Iterator[Violation]:
    """Why the player cannot come back: unknown (TW-EV-02), or never gone (TW-EV-01)."""
    player = state.find(command.player)
    if player is None:
        yield violation("TW-EV-02", waivable=False, player=command.player)
    elif not player.dropped:
        yield violation("TW-EV-01", waivable=False, player=player.name)


def come_back(t: Teller[TournamentState], command: Return) -> None:
    """Let the player take part again; rounds that were missed stay missed."""
    t.tell(PlayerReturned(name_of(t.state, command.player)))


def with_player(state: TournamentState, event: object) -> TournamentState:
    """Return the state after one of these events."""
    match event:
        case PlayerEntered(player, missed):
            flow = replace(state.flow, asked=max(state.flow.asked, player.number))
            players = (*state.players, player)
            if state.players and state.players[-1].number > player.number:  # one who came back
                players = tuple(sorted(players, key=lambda one: one.number))
            after = replace(state, players=players, flow=flow)
            return with_newcomer(replace(after, rounds=tuple(_missed(state, player.name, missed))), player.name)
        case PlayerRenamed(name, new):
            return _changed(state, name, shown=new if new != name else "")
        case PlayersMerged(kept, gone):
            return _merged(state, kept, gone)
        case PlayerDeleted(name):
            return _without(state, name)
        case PlayerCheckedIn(name, here):
            after = _changed(state, name, is_in_draft=here or not state.setup.check_in, here=here)
            return with_newcomer(after, name) if here and state.setup.check_in else after
        case TableFixed(name, table):
            return _changed(state, name, table=table)
        case PlayerDropped(name):
            return _changed(state, name, is_in_draft=False, dropped=True)
        case PlayerReturned(name):
            is_in_draft = state.setup.way is not Way.ROUND_ROBIN
            return with_newcomer(_changed(state, name, is_in_draft=is_in_draft, dropped=False), name)
    return state


def _missed(state: TournamentState, name: str, kind: Kind | None) -> Iterator[Round]:
    """Generate the rounds with what those that were played already are worth to whoever comes now."""
    for round_ in state.rounds if state.setup.way is not Way.ROUND_ROBIN else state.published:
        is_missed = round_.published and not round_.is_cut and kind is not None
        bye = (Bye(name, Why("bye.missed"), kind),) if is_missed and kind is not None else ()
        yield replace(round_, others=(*round_.others, *bye)) if bye else round_


def _changed(state: TournamentState, name: str, *, is_in_draft: bool = True, **fields: object) -> TournamentState:
    players = tuple(replace(one, **fields) if one.name == name else one for one in state.players)  # type: ignore[arg-type]
    is_all = state.setup.way is Way.ROUND_ROBIN  # everybody's pairs follow from who is there
    is_spoilt = state.draft is not None and not is_in_draft and (is_all or name in state.draft.names)
    return replace(state, players=players, rounds=state.published if is_spoilt else state.rounds)


def _without(state: TournamentState, name: str) -> TournamentState:
    is_spoilt = state.draft is not None and name in state.draft.names
    return replace(
        state,
        players=tuple(one for one in state.players if one.name != name),
        forces=tuple(one for one in state.forces if one.player != name),
        asked_byes=tuple(one for one in state.asked_byes if one[1].player != name),
        rounds=state.published if is_spoilt else state.rounds,
    )


def _merged(state: TournamentState, kept: str, gone: str) -> TournamentState:
    first, other, force = state.find(kept), state.find(gone), state.force_of(gone)
    assert first is not None and other is not None
    after = _without(state, gone)
    one = replace(first, table=first.table or other.table, here=first.here or other.here)
    after = replace(after, players=tuple(one if player.name == kept else player for player in after.players))
    if force is not None and after.force_of(kept) is None:
        after = replace(after, forces=(*after.forces, replace(force, player=kept)))
    return after


VERBS: Mapping[type, Verb[TournamentState]] = {
    Register: Verb(register_violations, register),
    Rename: Verb(rename_violations, rename),
    Merge: Verb(struck_violations, merge),
    Delete: Verb(struck_violations, delete),
    CheckIn: Verb(check_in_violations, check_in),
    FixTable: Verb(fix_violations, fix_table),
    Drop: Verb(drop_violations, drop),
    Return: Verb(return_violations, come_back),
}
