"""Exact odds of an attack's two dice: every face held against every target, and the clicks that a hit turns.

36 throws ──compared──> hits ──the dice of who evades──> damage ──the dice that take it off──> clicks
nobody throws again, nobody takes another's damage; a die in the place of the damage is thrown where it is better on
average, and what else a player may do or leave is left
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from companion.core.ids import PieceId, RuleId
from companion.games.heroclix.attack.answering import Evade, RollDamage
from companion.games.heroclix.attack.striking import compared, divided, undivided
from companion.games.heroclix.damage.blow import is_by_hand
from companion.games.heroclix.damage.dial import turned_to
from companion.games.heroclix.damage.taking import (
    Insist,
    NotDamaged,
    ReduceByRoll,
    chosen_reducers,
    reducer_options,
    reducers,
    taken_of,
)
from companion.games.heroclix.events.powers import DieKept
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.rolls import OTHER
from companion.games.heroclix.state.attack import Attack, Blow, DamageKind
from companion.games.heroclix.state.state import Piece, State

FACES = range(1, 7)
DEALT = RuleId("HC-DMG-01")


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one target: which throws hit, the click its dial turns to by a plain hit, clicks on average."""

    target: PieceId
    defense: int
    hits: tuple[tuple[int, int], ...]
    throws: int  # as many as there are; six where one die lies already
    dealt: int | None  # by a plain hit; ``None`` where it has still to be divided, or none is dealt
    taken: int = 0
    click: int = 0
    expected: Fraction | None = None
    die: str = ""  # the power by whose die the damage is another
    most: int = 0  # … at most; ``dealt`` at least
    spared: tuple[str, ...] = ()  # the powers that take damage off

    @property
    def chance(self) -> Fraction:
        """The chance that the number is reached (HC-ATK-05, -08, -10)."""
        return Fraction(len(self.hits), self.throws)

    @property
    def least(self) -> int | None:
        """The least sum that hits; ``None``: none does."""
        return min(map(sum, self.hits), default=None)


def odds(state: State) -> tuple[Odds, ...]:
    """Return the odds of each target of the attack that is declared, before its dice lie."""
    attack = state.attack
    assert attack is not None
    throws = list(_throws(state))
    hits = {throw: compared(state, throw).hits for throw in throws}
    return tuple(_odds(state, attack, target.piece, hits) for target in attack.targets)


def kept_faces(state: State) -> tuple[str, ...]:
    """Return the faces as they lie while one of the dice is thrown again; none where both are thrown."""
    kept: tuple[str, ...] = ()
    for event in state.work.log if state.work is not None else ():
        kept = event.faces if isinstance(event, DieKept) else () if hasattr(event, "result") else kept
    return kept


def _throws(state: State) -> Iterator[tuple[int, int]]:
    kept = kept_faces(state)
    every = [FACES if face == OTHER else (int(face),) for face in kept or (OTHER, OTHER)]
    return ((first, second) for first, second in product(*every))


def _odds(state: State, attack: Attack, target: PieceId, hits: dict[tuple[int, int], tuple[PieceId, ...]]) -> Odds:
    piece, struck = state.piece(target), tuple(throw for throw, hit in hits.items() if target in hit)
    found = Odds(target, attack.target(target).defense, struck, len(hits), None)
    if attack.harmless or undivided(replace(attack, hits=(target,))) is None:
        return replace(found, expected=Fraction(0)) if attack.harmless else found
    if len(attack.targets) > 1 and not attack.whole:
        return found  # who is hit with it shares the damage
    plain = next((throw for throw in struck if throw[0] != throw[1]), next(iter(struck), (3, 4)))
    total, power, damages = max(
        (
            (_total(state, piece, [replace(attack, damage=damage) for damage in damages], struck), power, damages)
            for power, damages in (("", (attack.damage,)), *_damages(state, attack))
        ),
        key=lambda way: way[0],
    )
    blows = [_blow(state, replace(attack, damage=damage), piece, plain) for damage in damages]
    options = reducer_options(state, piece, blows[0]) or ("",)
    taken = min(_surely_taken(state, piece, replace(blows[0], reducer=option)) for option in options)
    spared = tuple(dict.fromkeys(name for name, _ in reducers(state, piece, blows[0]))) if blows[-1].amount else ()
    unharmed = tuple(name for name, verb in active(state, piece, NotDamaged) if verb.covers(state, blows[0]))
    return replace(
        found,
        dealt=blows[0].amount,
        taken=taken,
        click=turned_to(state, piece, taken),
        expected=total / len(hits),
        die=power,
        most=blows[-1].amount,
        spared=unharmed or spared,
    )


def _damages(state: State, attack: Attack) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Generate the powers by which a die may stand in the place of the damage, with the damage of each face."""
    attacker = state.piece(attack.attacker)
    for power, verb in active(state, attacker, RollDamage):
        if verb.may_speak(attack, power):
            yield power, tuple(verb.damage(state, attacker, face) for face in FACES)


def _total(state: State, piece: Piece, attacks: Sequence[Attack], struck: Sequence[tuple[int, int]]) -> Fraction:
    """Return the clicks of all throws that hit, on average over attacks of other damage that are as likely."""
    turned: dict[Blow, Fraction] = {}  # most throws that hit do alike
    total = Fraction(0)
    for throw in struck:
        kept = _not_evaded(state, piece, throw)
        for attack in attacks:
            blow = _blow(state, attack, piece, throw)
            if blow not in turned:
                turned[blow] = _turned(state, piece, blow)
            total += kept * turned[blow]
    return total / len(attacks)


def _blow(state: State, attack: Attack, piece: Piece, throw: tuple[int, int]) -> Blow:
    """Return the damage of a hit by that throw, on its way to the piece."""
    struck = replace(attack, faces=throw, hits=(piece.id,))
    dealt = dict(divided(state, struck, undivided(struck) or [0]).dealt)
    by = state.piece(attack.attacker).seat
    return Blow(piece.id, dealt.get(piece.id, 0), DamageKind.ATTACK, DEALT, by, penetrating=attack.penetrating)


def _not_evaded(state: State, piece: Piece, throw: tuple[int, int]) -> Fraction:
    """The chance that no die of the piece makes a miss of that hit (HC-ATK-07)."""
    attack = state.attack
    assert attack is not None
    insists = [verb for _, verb in active(state, state.piece(attack.attacker), Insist)]
    is_critical = throw == (6, 6) and not attack.plain
    is_sure = any(verb.sure for verb in insists) or piece.id in attack.sure
    if is_sure or (is_critical and not state.edition.attack.hits.critical_evadable):
        return Fraction(1)
    more = sum(verb.roll for verb in insists)
    evades = [verb for _, verb in active(state, piece, Evade)]
    return Fraction(prod(sum(face + more not in verb.faces for face in FACES) for verb in evades), 6 ** len(evades))


def _turned(state: State, piece: Piece, blow: Blow, answered: tuple[str, ...] = ()) -> Fraction:
    """The clicks that damage turns, on average over the dice that may take some of it off."""
    if not blow.amount:
        return Fraction(0)
    if is_by_hand(state, piece, blow.kind):  # what its power takes off is left to the players
        return Fraction(turned_to(state, piece, blow.amount) - piece.click)
    if options := reducer_options(state, piece, blow):  # its player picks what spares it most
        return min(_turned(state, piece, replace(blow, reducer=option)) for option in options)
    for power, verb in chosen_reducers(state, piece, blow):
        if isinstance(verb, ReduceByRoll) and power not in answered:
            ways = (
                [verb.amount]
                if not _is_rolled(verb, blow)
                else [blow.amount if face in verb.faces else verb.amount for face in FACES]
            )
            lessened = (replace(blow, less=blow.less + less) for less in ways)
            return sum((_turned(state, piece, one, (*answered, power)) for one in lessened), Fraction(0)) / len(ways)
    return Fraction(turned_to(state, piece, taken_of(state, piece, blow)) - piece.click)


def _is_rolled(verb: ReduceByRoll, blow: Blow) -> bool:
    return not verb.attacks or blow.kind is DamageKind.ATTACK


def _surely_taken(state: State, piece: Piece, blow: Blow) -> int:
    """Return what is taken of the damage when the dice that may take it off show nothing good."""
    rolled = (verb for _, verb in chosen_reducers(state, piece, blow) if isinstance(verb, ReduceByRoll))
    return taken_of(state, piece, replace(blow, less=sum(verb.amount for verb in rolled)))
