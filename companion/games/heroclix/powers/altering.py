"""Values that a power modifies for a while."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.procedure import Script, Teller
from companion.core.reckoning import plus
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import UsePower, used
from companion.games.heroclix.events.powers import CardMarked, EffectBegan, PowerUsed
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.happening import happen, next_number
from companion.games.heroclix.position.holding import held, is_active
from companion.games.heroclix.position.lines import is_in_sight
from companion.games.heroclix.position.reckoning import is_kept_off, within_of
from companion.games.heroclix.position.verb import Slot, Verb
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.play import ATTACHED
from companion.games.heroclix.state.state import Piece, State


@dataclass(frozen=True, slots=True)
class ModifyForAWhile(Verb):
    """One value of one piece within so many squares and in sight, plus or minus, until the own next turn.

    It ends at once when that piece is damaged or healed.
    """

    within: int
    amount: int = 1
    values: tuple[Slot, ...] = tuple(Slot)
    minimum: bool = False  # ``within`` is a minimum range
    steady: bool = False  # it does not end when that piece is damaged or healed
    is_action: ClassVar[bool] = True
    says: ClassVar[frozenset[str]] = frozenset(("option",))
    aims: ClassVar[int | None] = 1
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    @property
    def options(self) -> dict[str, tuple[str, int]]:
        """The options: ``attack+1``, ``attack-1`` …"""
        signs = (self.amount, -self.amount)
        return {f"{slot.value}{amount:+d}": (slot.value, amount) for slot in self.values for amount in signs}

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the target can be seen and the value is one."""
        target = state.find(use.targets[0]) if use.targets else None
        if target is None or not target.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        yield from self._target_violations(state, use, target)
        if use.option not in self.options:
            yield violation("HC-VAL-03", target.id, waivable=False, found=use.option or "-")
        elif self._is_kept_off(state, use, target, use.option):
            yield violation("HC-VAL-01", target.id, waivable=False, attacker=use.piece)

    def _is_kept_off(self, state: State, use: UsePower, target: Piece, option: str) -> bool:
        """Whether something keeps that modifier off the target's value."""
        slot, amount = self.options[option]
        return is_kept_off(state, target, slot, plus(amount, use.power, use.piece))

    def _target_violations(self, state: State, use: UsePower, target: Piece) -> Iterator[Violation]:
        """Why no value of that piece may be modified."""
        piece, is_friend = state.piece(use.piece), state.is_friend(use.seat, target.seat)
        if not is_friend and state.is_immune(target):
            yield violation("HC-TURN-11", target.id)
        within = within_of(state, piece, self.within, minimum=self.minimum)
        if target.id != piece.id and not is_in_sight(state, piece, target, within):
            yield violation("HC-RNG-05", target.id, range=within)

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each value of each piece."""
        options = tuple(self.options)
        for target in state.on_map():
            if not any(self._target_violations(state, use, target)):
                left = (one for one in options if not self._is_kept_off(state, use, target, one))
                yield from (used(use, (target.id,), (), option) for option in left)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The effect."""
        slot, amount = self.options[used.option]
        target, seat = t.state.piece(used.targets[0]), t.state.piece(used.piece).seat
        effect = Lasting(
            next_number(t.state),
            LastingKind.MODIFIES,
            target.id,
            slot,
            Until.TURN_START,
            amount,
            seat=seat,
            by=used.piece,
            power=used.power,
            click=None if self.steady else target.click,
        )
        happen(t, EffectBegan(effect))
        yield from ()


@dataclass(frozen=True, slots=True)
class BeyondCounter(Verb):
    """Things the piece possesses cannot be countered."""


@dataclass(frozen=True, slots=True)
class Counter(Verb):
    """One power or ability that an opponent within so many squares and in sight possesses, until the own next turn.

    Or ``standard``: any standard power, whether it has it now or not, or a special one of its card; no ability.
    """

    within: int
    minimum: bool = False  # ``within`` is a minimum range
    kept: bool = False  # it stays countered though the user loses the power
    standard: bool = False
    is_action: ClassVar[bool] = True
    says: ClassVar[frozenset[str]] = frozenset(("option",))
    aims: ClassVar[int | None] = 1
    offers_legal: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        """Whether the target can be seen, and possesses what is to be countered."""
        target = state.find(use.targets[0]) if use.targets else None
        if target is None or not target.spaces:
            yield violation("TW-PIECE-01", use.piece, waivable=False)
            return
        if state.is_friend(use.seat, target.seat):
            yield violation("HC-ATK-03", target.id)
        if state.is_immune(target):
            yield violation("HC-TURN-11", target.id)
        within = self._within(state, use)
        if not is_in_sight(state, state.piece(use.piece), target, within):
            yield violation("HC-RNG-05", target.id, range=within)
        if use.option not in self._counterable(state, target):
            yield violation(_beyond(state, target, use.option), target.id, waivable=False, power=use.option or "-")

    def offers(self, state: State, use: UsePower) -> Iterator[UsePower]:
        """Generate a use for each power that each opponent has now."""
        for target in state.on_map():
            if state.is_friend(use.seat, target.seat) or state.is_immune(target):
                continue
            if is_in_sight(state, state.piece(use.piece), target, self._within(state, use)):
                may_be = self._counterable(state, target)
                shown = [one.power for one in held(state, target) if one.power in may_be]
                for power in shown if self.standard else may_be:
                    yield used(use, (target.id,), (), power)

    @property
    def stays(self) -> bool:
        """Whether what it countered stays so."""
        return self.kept

    def _within(self, state: State, use: UsePower) -> int:
        return within_of(state, state.piece(use.piece), self.within, minimum=self.minimum)

    def _counterable(self, state: State, target: Piece) -> tuple[str, ...]:
        if not self.standard:
            return counterable(state, target)
        if is_active(state, target, BeyondCounter):
            return ()
        rules = state.edition.powers
        special = (f"special.{one.slot}" for one in state.figure(target).specials if one.slot != "trait")
        standard = (power for power in power_names() if power not in rules or rules[power].counterable)
        return (*standard, *dict.fromkeys(special))

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The effect, which ends with its power (HC-POW-13)."""
        effect = Lasting(
            next_number(t.state),
            LastingKind.COUNTERS,
            used.targets[0],
            used.option,
            Until.TURN_START,
            int(self.standard),
            seat=t.state.piece(used.piece).seat,
            by=used.piece,
            power=used.power,
        )
        happen(t, EffectBegan(effect))
        yield from ()


def counterable(state: State, piece: Piece) -> tuple[str, ...]:
    """Return the powers that could be countered: possessed, in force, and not said to be beyond it (HC-POW-14, -16)."""
    if is_active(state, piece, BeyondCounter):
        return ()
    rules, safe = state.edition.powers, {text.key for text in state.texts(piece) if not text.reading.counterable}
    return tuple(
        holding.power
        for holding in held(state, piece)
        if holding.possessed
        and holding.slot not in ATTACHED
        and holding.power not in safe
        and not holding.power.startswith("trait.")
        if holding.power not in rules or rules[holding.power].counterable
    )


def _beyond(state: State, piece: Piece, power: str) -> str:
    """The rule that says why it cannot be countered: a trait, a team ability, something merely used, or not there."""
    found = next((holding for holding in held(state, piece) if holding.power == power), None)
    if power.startswith("trait."):
        return "HC-ABIL-15"
    if found is not None and found.slot == "team":
        return "HC-TA-04" if not found.by else "HC-POW-17"  # HC-ABIL-16
    return "HC-POW-17" if found is not None and not found.possessed else "HC-POW-16"


@dataclass(frozen=True, slots=True)
class MarkCard(Verb):
    """A marker on the own card, and one value modified as long as the power is there."""

    mark: str
    value: Slot
    amount: int = 1
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The marker and the effect, which ends with its power."""
        effect = Lasting(
            next_number(t.state),
            LastingKind.MODIFIES,
            used.piece,
            self.value.value,
            Until.WHILE,
            self.amount,
            by=used.piece,
            power=used.power,
        )
        happen(t, CardMarked(used.piece, used.power, self.mark), EffectBegan(effect))
        yield from ()


@dataclass(frozen=True, slots=True)
class LetUse(Verb):
    """The piece can use these powers and abilities."""

    powers: tuple[str, ...]
