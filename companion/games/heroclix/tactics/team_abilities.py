"""Who has which team ability now, and why: symbols, alternate abilities, and what wild cards copy (HC-TA).

symbol ──┐
alternate┴─ possessed ──copied by a friend's wild card──> used, not possessed (HC-TA-07)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from companion.core.ids import PieceId, Seat
from companion.core.rules import Violation, violation
from companion.games.heroclix.state import Phase, Piece, State
from companion.games.heroclix.tactics.commands import ChooseTeamAbility
from companion.games.heroclix.tactics.events import TeamAbilityLost

__all__ = [
    "Holding",
    "TeamAbility",
    "choice_violations",
    "copyable",
    "holdings",
    "is_wild",
    "legal_choices",
    "lost",
    "possessed",
    "team_abilities",
]


@dataclass(frozen=True, slots=True)
class TeamAbility:
    """One row of the table: names, whether it copies others, and the verb that carries it out where there is one."""

    id: str
    english: str
    french: str
    wild: bool = False
    verb: str = ""  # empty: the players see to it


@dataclass(frozen=True, slots=True)
class Holding:
    """A team ability of a piece and why it has it: ``symbol``, ``alternate`` or ``copied``."""

    ability: str
    why: str
    source: str = ""  # the card of an alternate ability


@lru_cache(maxsize=1)
def team_abilities() -> Mapping[str, TeamAbility]:
    """All team abilities with a name, by id."""
    rows = tomllib.loads((Path(__file__).parent.parent / "data" / "team_abilities.toml").read_text(encoding="utf-8"))
    return {
        key: TeamAbility(key, row["en"], row["fr"], row.get("wild", False), row.get("verb", ""))
        for key, row in rows.items()
    }


def possessed(state: State, piece: Piece) -> tuple[Holding, ...]:
    """The team abilities the piece has of its own: one for each symbol, and those of alternate cards, which come
    beside them or instead of them (HC-TA-01..03, -16, -18)."""
    cards = [one for one in state.table.tactics.alternates if piece.id in one.pieces]
    symbols = () if any(card.replaces for card in cards) else state.figure(piece).team_abilities
    return (
        *(Holding(one, "symbol") for one in symbols),
        *(Holding(card.ability, "alternate", card.name) for card in cards),
    )


def holdings(state: State, piece: Piece) -> tuple[Holding, ...]:
    """Everything the piece can use: what it possesses, and what it copies now, nothing at first (HC-TA-09)."""
    copied = dict(state.tactics.copied).get(piece.id)
    return (*possessed(state, piece), *((Holding(copied, "copied"),) if copied else ()))


def is_wild(state: State, piece: Piece) -> bool:
    """Whether the piece is a wild card (HC-TA-06)."""
    rows = team_abilities()
    return any(one.ability in rows and rows[one.ability].wild for one in possessed(state, piece))


def copyable(state: State, piece: Piece) -> tuple[str, ...]:
    """The abilities that friends on the map possess and a wild card may use; what a friend merely copies is none of
    them (HC-TA-06, -14), nor what a card keeps to its characters (HC-TA-18)."""
    rows, found = team_abilities(), set[str]()
    kept = {card.name for card in state.table.tactics.alternates if not card.copied}
    for friend in state.on_map():
        if friend.id != piece.id and state.is_friend(piece.seat, friend.seat):
            held = (one for one in possessed(state, friend) if one.source not in kept)
            found |= {one.ability for one in held if one.ability not in rows or not rows[one.ability].wild}
    return tuple(sorted(found))


def choice_violations(state: State, command: ChooseTeamAbility) -> Iterator[Violation]:
    """Why the wild card may not switch so: only between actions, whoever acts (HC-TA-10), to what a friend has."""
    piece = state.find(command.piece)
    if piece is None or piece.seat != command.seat:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase != Phase.PLAY or state.flow.open or state.agenda or not piece.spaces:
        yield violation("HC-TA-10", piece.id, waivable=False)
    elif not is_wild(state, piece):
        yield violation("HC-TA-06", piece.id, ability=command.ability)
    elif command.ability == dict(state.tactics.copied).get(piece.id, ""):
        yield violation("HC-TA-10", piece.id, waivable=False)
    elif command.ability and command.ability not in copyable(state, piece):
        merely_used = any(ability == command.ability for _, ability in state.tactics.copied)
        yield violation("HC-TA-14" if merely_used else "HC-TA-06", piece.id, ability=command.ability)


def legal_choices(state: State, seat: Seat, piece: PieceId | None) -> Iterator[ChooseTeamAbility]:
    """Every switch a wild card of the seat may make now."""
    for one in state.on_map(seat):
        if piece in (None, one.id) and is_wild(state, one):
            for ability in ("", *copyable(state, one)):
                command = ChooseTeamAbility(seat, one.id, ability)
                if not any(choice_violations(state, command)):
                    yield command


def lost(state: State) -> tuple[TeamAbilityLost, ...]:
    """The copies that end with an action: the last friend who had the ability left the map (HC-TA-11)."""
    return tuple(
        TeamAbilityLost(name, ability)
        for name, ability in state.tactics.copied
        if not state.piece(name).spaces or ability not in copyable(state, state.piece(name))
    )
