"""Team abilities: who has which now, and why: symbols, alternate abilities, and what wild cards copy (HC-TA).

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
from companion.games.heroclix.commands import ChooseTeamAbility
from companion.games.heroclix.events.tactics import TeamAbilityLost
from companion.games.heroclix.state.play import possessed_teams
from companion.games.heroclix.state.state import Phase, Piece, State


@dataclass(frozen=True, slots=True)
class TeamAbility:
    """One row of the table: names, whether it copies others, whether others may copy it."""

    id: str
    english: str
    french: str
    wild: bool = False
    copied: bool = True


@dataclass(frozen=True, slots=True)
class Holding:
    """A team ability of a piece and why it has it."""

    ability: str
    why: str  # symbol, alternate, text, copied
    source: str = ""  # the card of an alternate ability


@lru_cache(maxsize=4)
def team_abilities(card: str = "") -> Mapping[str, TeamAbility]:
    """All team abilities with a name, by id, as the card of that year has them; none: that of 2010."""
    rows = tomllib.loads((Path(__file__).parent.parent / "data" / "team_abilities.toml").read_text(encoding="utf-8"))
    rows = {key: row | row.get(card, {}) for key, row in rows.items()}
    return {
        key: TeamAbility(key, row["en"], row["fr"], row.get("wild", False), row.get("copied", True))
        for key, row in rows.items()
    }


def possessed(state: State, piece: Piece) -> tuple[Holding, ...]:
    """The team abilities the piece has of its own: one for each symbol, those of alternate cards, which come beside
    them or instead of them, and those its texts give (HC-TA-01..03, -16, -18)."""
    return state.once("teams", piece, lambda piece: _possessed(state, piece))


def _possessed(state: State, piece: Piece) -> tuple[Holding, ...]:
    teams = possessed_teams(state.table.tactics, piece.id, state.figure(piece), state.hand(piece))
    return tuple(Holding(*one) for one in teams)


def holdings(state: State, piece: Piece) -> tuple[Holding, ...]:
    """Return the team abilities that the piece can use: those it possesses, and those it copies now (HC-TA-09)."""
    copied = dict(state.tactics.copied).get(piece.id)
    own = possessed(state, piece)
    used = (Holding(ability, "text") for ability, is_possessed in state.hand(piece).teams if not is_possessed)
    more = copied is not None and all(one.ability != copied for one in own)
    return (*own, *used, *((Holding(copied, "copied"),) if copied and more else ()))


def is_wild(state: State, piece: Piece) -> bool:
    """Whether the piece is a wild card (HC-TA-06)."""
    rows = team_abilities(state.edition.team_card)
    return any(one.ability in rows and rows[one.ability].wild for one in possessed(state, piece))


def copyable(state: State, piece: Piece) -> tuple[str, ...]:
    """The abilities that friends on the map possess and a wild card may use; what a friend merely copies is none of
    them (HC-TA-06, -14), nor what a card keeps to its characters (HC-TA-18)."""
    rows, found = team_abilities(state.edition.team_card), set[str]()
    kept = {card.name for card in state.table.tactics.alternates if not card.copied}
    for friend in state.on_map():
        if friend.id != piece.id and state.is_friend(piece.seat, friend.seat):
            held = (one.ability for one in possessed(state, friend) if one.source not in kept)
            found |= {one for one in held if one not in rows or (rows[one].copied and not rows[one].wild)}
    return tuple(sorted(found))


def choice_violations(state: State, command: ChooseTeamAbility) -> Iterator[Violation]:
    """Why the wild card may not switch so: only between actions, whoever acts (HC-TA-10), to what a friend has."""
    piece = state.find(command.piece)
    if piece is None or piece.seat != command.seat:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase != Phase.PLAY or state.is_busy or not piece.spaces:
        yield violation("HC-TA-10", piece.id, waivable=False)
    elif not is_wild(state, piece) and command.ability not in own_choices(state, piece):
        yield violation("HC-TA-06", piece.id, ability=command.ability)
    elif command.ability == dict(state.tactics.copied).get(piece.id, ""):
        yield violation("HC-TA-10", piece.id, waivable=False)
    elif command.ability in own_choices(state, piece):
        return  # which of several counts in the next action (HC-TA-08)
    elif command.ability and command.ability not in copyable(state, piece):
        merely_used = any(ability == command.ability for _, ability in state.tactics.copied)
        yield violation("HC-TA-14" if merely_used else "HC-TA-06", piece.id, ability=command.ability)


def own_choices(state: State, piece: Piece) -> tuple[str, ...]:
    """The abilities of a piece that has several, of which one counts in an action; a wild symbol is none of them."""
    rows = team_abilities(state.edition.team_card)
    own = [one.ability for one in holdings(state, piece) if one.why != "copied"]
    own = [one for one in dict.fromkeys(own) if one not in rows or not rows[one].wild]
    return tuple(own) if len(own) > 1 or is_wild(state, piece) else ()


def legal_choices(state: State, seat: Seat, piece: PieceId | None) -> Iterator[ChooseTeamAbility]:
    """Every switch a wild card of the seat may make now."""
    for other in state.on_map(seat):
        wild, several = is_wild(state, other), len(possessed(state, other)) + len(state.hand(other).teams) > 1
        own = own_choices(state, other) if wild or several else ()
        if piece in (None, other.id) and (own or wild):
            for ability in dict.fromkeys(("", *own, *copyable(state, other)) if wild else own):
                command = ChooseTeamAbility(seat, other.id, ability)
                if not any(choice_violations(state, command)):
                    yield command


def lost(state: State) -> tuple[TeamAbilityLost, ...]:
    """The copies that end with an action: the last friend who had the ability left the map (HC-TA-11)."""
    return tuple(
        TeamAbilityLost(name, ability)
        for name, ability in state.tactics.copied
        if not state.piece(name).spaces or not _still(state, state.piece(name), ability)
    )


def _still(state: State, piece: Piece, ability: str) -> bool:
    return ability in copyable(state, piece) or ability in own_choices(state, piece)
