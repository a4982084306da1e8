"""A blow, from the damage dealt to the last click, and the knock back (HC-DMG, HC-VP, HX-SEQ-02, HC-KB).

dealt ─transfer, a roll to reduce it, a question─> taken ─> clicks ─> knocked out ─> who mourns, bursts, strikes back
                                                                 └─> knocked back ─> a blow of its own (HC-DMG-10)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.procedure import Script, Teller
from companion.games.heroclix.damage.dial import healed, is_out, turned, turned_to
from companion.games.heroclix.damage.knockback import GiveWay, ignores_knock_back, way_back, ways_back
from companion.games.heroclix.damage.taking import (
    REDUCER,
    ReduceByRoll,
    Transfer,
    chosen_reducers,
    is_unharmed,
    least_left,
    reducer_options,
    sparing,
    taken_of,
)
from companion.games.heroclix.edition import by_hand
from companion.games.heroclix.events.damage import (
    DamageClicked,
    DamageDealt,
    DamageLessened,
    DamageTransferred,
    EffectDealt,
    KnockBackDue,
    KnockedBack,
    KnockedOut,
    UnavoidableDealt,
)
from companion.games.heroclix.events.play import TokenPlaced
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.figures.powers_table import SPECIAL
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import active, are_adjacent
from companion.games.heroclix.position.rolls import throw
from companion.games.heroclix.position.scoring import score_events, scorer_of
from companion.games.heroclix.position.verb import Verb, may, purpose_of
from companion.games.heroclix.state.attack import AttackKind, Blow, DamageKind
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State

TAKEN = RuleId("HC-DMG-02")
DIRECTION = RuleId("HC-KB-06")


@dataclass(frozen=True, slots=True)
class HealWhenMateFalls(Verb):
    """When another one with the ability is knocked out, the piece may heal."""

    clicks: int


@dataclass(frozen=True, slots=True)
class StrikeBack(Verb):
    """Damage to whoever damages the piece with an attack, even when that knocked it out; with ``missed``, to whoever
    misses it. It is unavoidable, or else penetrating.
    """

    damage: int
    missed: bool = False
    penetrating: bool = False

    def dealt(self, piece: PieceId, power: str, to: PieceId) -> UnavoidableDealt | EffectDealt:
        """Tell the damage that is dealt back (HC-DMG-08, HX-DMG-10)."""
        if self.penetrating:
            return EffectDealt(piece, power, (to,), self.damage)
        return UnavoidableDealt(to, self.damage, RuleId("HC-DMG-08"))


@dataclass(frozen=True, slots=True)
class Burst(Verb):
    """When the piece is knocked out, everybody next to the square it stood on just before is dealt so much."""

    damage: int = 1


@dataclass(frozen=True, slots=True)
class HealByHitting(Verb):
    """Each time an opponent takes damage from its close attack, the piece heals."""

    clicks: int = 1
    once: bool = False  # once for an attack, when it is resolved


def suffer(t: Teller[State], blow: Blow) -> Script[tuple[PieceId, int]]:
    """Deal the blow; return the piece that took the damage, and how much. A piece knocked out before suffers no more
    (HC-DMG-12).

    Every power that speaks before damage is taken speaks once; a person says how much a power by hand leaves.
    """
    answered: tuple[str, ...] = ()
    taken = None
    while blow.amount > 0 and taken is None and not t.state.piece(blow.piece).ko:
        piece = t.state.piece(blow.piece)
        speaker = _speaker(t.state, piece, blow, answered)
        if speaker is not None:
            power, verb = speaker
            blow = yield from _speak(t, PowerUsed(piece.id, power), verb, blow)
            # Moved damage may be moved on, never back: who takes it is worth less than who had it.
            answered = () if blow.piece != piece.id else (*answered, power)
        elif is_by_hand(t.state, piece, blow.kind):
            options = tuple(str(n) for n in range(blow.amount, -1, -1))
            answer = yield from t.choose(piece.seat, t.state.edition.rule(TAKEN), options, piece.id)
            taken = int(answer[0]) if answer else blow.amount
        elif options := _choice_of_reducer(t.state, piece, blow):
            answer = yield from t.choose(piece.seat, REDUCER, options, piece.id)
            blow = replace(blow, reducer=answer[0] if answer else "")
        else:
            break
    piece = t.state.piece(blow.piece)
    if piece.ko:
        return piece.id, 0
    taken = taken_of(t.state, piece, blow) if taken is None else taken
    yield from _take(t, piece, blow, taken)
    return piece.id, taken


def _speak(t: Teller[State], used: PowerUsed, verb: Transfer | ReduceByRoll, blow: Blow) -> Script[Blow]:
    """The blow after a power of its piece has had its say: on somebody else, or with less of it left."""
    happen(t, used)
    piece = t.state.piece(used.piece)
    if isinstance(verb, Transfer):
        bearer = yield from may(t, used, [other.id for other in verb.bearers(t.state, piece)])
        if not bearer:
            return blow
        happen(t, DamageTransferred(piece.id, PieceId(bearer), used.power))
        return replace(blow, piece=PieceId(bearer))
    less = verb.amount
    if not verb.attacks or blow.kind is DamageKind.ATTACK:
        face = yield from throw(t, piece, purpose_of(used.power))
        less = blow.amount if face in verb.faces else verb.amount
    happen(t, DamageLessened(piece.id, used.power, less))
    return replace(blow, less=blow.less + less)


def _take(t: Teller[State], piece: Piece, blow: Blow, taken: int) -> Script[None]:
    """The damage is taken, the dial turned, and what that brings: first what follows last."""
    state, rules = t.state, t.state.edition.attack
    spared = tuple(dict.fromkeys(sparing(state, piece, blow))) if taken < blow.amount else ()
    dealt = DamageDealt(piece.id, blow.amount, taken, blow.kind, state.edition.rule(blow.rule), blow.by, spared)
    if taken == 0:  # not damaged, for whatever asks (HX-SEQ-08)
        happen(t, dealt)
        return
    after = turned_to(state, piece, taken)
    clicked = DamageClicked(piece.id, taken, after - piece.click, blow.kind)
    struck = _struck_back(state, piece, blow)
    events: list[object] = [dealt, *turned(state, piece, after)]
    events += [*([clicked] if rules.damage.clicked else []), *_healed_by(state, piece, blow), *struck]
    if is_out(state, piece, after):
        # Who hurt it last counts this blow too, so the scorer is looked for in the state after it.
        by_opponent = blow.by is not None and not state.is_friend(blow.by, piece.seat)
        scorer = scorer_of(state, piece, blow.by if by_opponent else piece.hurt_by)
        bursts, mourners = tuple(_bursting(state, piece)), tuple(_mourning(state, piece))
        out = KnockedOut(piece.id, piece.spaces[0] if piece.spaces else None)
        happen(t, *events, out, *score_events(state, piece, scorer), *bursts, *mourners)
        for mourner in reversed(mourners):
            yield from _mourn(t, mourner)
        for burst in reversed(bursts):
            yield from deal_effect(t, burst, piece.seat)
    else:
        giving = _giving_way(state, piece, blow, taken)
        happen(t, *events, *giving)
        for used in giving:
            yield from _give_way(t, used)
    for blow_back in struck:
        yield from deal_back(t, blow_back, piece.seat)


def deal_effect(t: Teller[State], dealt: EffectDealt, by: Seat) -> Script[None]:
    """The damage of an effect that was told, to each; the rule is that of damage dealt, the power is told already."""
    for piece in dealt.to:
        yield from suffer(t, Blow(piece, dealt.damage, DamageKind.EFFECT, TAKEN, by))


def deal_back(t: Teller[State], dealt: UnavoidableDealt | EffectDealt, by: Seat) -> Script[None]:
    """The damage to an attacker that was told: unavoidable, or the penetrating one of an effect."""
    if isinstance(dealt, UnavoidableDealt):
        yield from deal_unavoidable(t, dealt, by)
        return
    for piece in dealt.to:
        yield from suffer(t, Blow(piece, dealt.damage, DamageKind.EFFECT, TAKEN, by, penetrating=True))


def deal_unavoidable(t: Teller[State], dealt: UnavoidableDealt, by: Seat | None = None) -> Script[None]:
    """The unavoidable damage that was told (HC-DMG-08), dealt by nobody or by an opponent (HC-VP-06)."""
    yield from suffer(t, Blow(dealt.piece, dealt.damage, DamageKind.UNAVOIDABLE, dealt.rule, by))


def _bursting(state: State, piece: Piece) -> Iterator[EffectDealt]:
    """Generate the effects of a knocked-out piece on those next to the square it stood on just before (HX-KO-05)."""
    near = tuple(other.id for other in state.on_map() if other.id != piece.id and are_adjacent(state, piece, other))
    for power, verb in active(state, piece, Burst) if near else ():
        yield EffectDealt(piece.id, power, near, verb.damage)


def _mourning(state: State, fallen: Piece) -> Iterator[PowerUsed]:
    """The teammates who may heal now that the piece is knocked out; ``state`` is the one in which it still stands."""
    own = {power for power, _ in active(state, fallen, HealWhenMateFalls)}
    for mate in state.on_map():
        if mate.id != fallen.id and state.is_friend(mate.seat, fallen.seat) and mate.click > mate.start_click:
            powers = (power for power, _ in active(state, mate, HealWhenMateFalls))
            yield from (PowerUsed(mate.id, power) for power in powers if power in own)


def _mourn(t: Teller[State], used: PowerUsed) -> Script[None]:
    if t.state.piece(used.piece).ko:
        return
    verb = next(one for one in t.state.edition.powers[used.power].verbs if isinstance(one, HealWhenMateFalls))
    if (yield from may(t, used, ["heal"])):
        happen(t, *healed(t.state, t.state.piece(used.piece), verb.clicks, used.power))


_REDUCIBLE = (DamageKind.ATTACK, DamageKind.KNOCKBACK, DamageKind.EFFECT)


def _speaker(
    state: State, piece: Piece, blow: Blow, answered: tuple[str, ...]
) -> tuple[str, Transfer | ReduceByRoll] | None:
    """The power of the piece that speaks before it takes the damage: who else takes it, then a roll to reduce it."""
    if blow.kind not in _REDUCIBLE or not piece.spaces:
        return None
    for power, verb in active(state, piece, Transfer) if least_left(state, blow) == 0 else ():
        if power not in answered and any(verb.bearers(state, piece)):
            return power, verb
    if reducer_options(state, piece, blow):
        return None  # first it is picked who reduces it
    for power, reducer in chosen_reducers(state, piece, blow):
        if isinstance(reducer, ReduceByRoll) and power not in answered:
            return power, reducer
    return None


def _choice_of_reducer(state: State, piece: Piece, blow: Blow) -> tuple[str, ...]:
    """The powers one of which the piece's player picks to reduce the damage (HX-SEQ-04)."""
    if blow.kind not in _REDUCIBLE or is_unharmed(state, piece, blow):
        return ()
    return reducer_options(state, piece, blow)


def is_by_hand(state: State, piece: Piece, kind: DamageKind) -> bool:
    """Whether a defense power that nothing here carries out shows: it may change what is taken."""
    power = state.powers(piece).get("defense")
    if kind not in _REDUCIBLE or power is None:
        return False
    if power == SPECIAL:  # what its text grants is carried out; the rest of it only the players know
        return any(text.key == "special.defense" and not text.reading.is_whole for text in state.texts(piece))
    return by_hand(state.edition.powers, power)


def _healed_by(state: State, piece: Piece, blow: Blow) -> tuple[object, ...]:
    """Return the attacker's healing by damage that an opponent takes from its close attack."""
    attack = state.attack
    if attack is None or attack.kind is not AttackKind.CLOSE or blow.kind is not DamageKind.ATTACK:
        return ()
    attacker = state.piece(attack.attacker)
    if not attacker.spaces or state.is_friend(attacker.seat, piece.seat) or piece.id not in attack.hits:
        return ()
    for power, verb in active(state, attacker, HealByHitting):
        if not verb.once:  # else after the attack is resolved
            return healed(state, attacker, verb.clicks, power)
    return ()


def _struck_back(state: State, piece: Piece, blow: Blow) -> tuple[UnavoidableDealt | EffectDealt, ...]:
    """Return the damage dealt to the attacker for the damage that the piece takes from it."""
    attack = state.attack
    if attack is None or blow.kind is not DamageKind.ATTACK or piece.id not in attack.hits:
        return ()
    attacker = state.piece(attack.attacker)
    if not attacker.spaces or state.is_friend(attacker.seat, piece.seat):
        return ()
    held = ((power, verb) for power, verb in active(state, piece, StrikeBack) if not verb.missed)
    return tuple(verb.dealt(piece.id, power, attacker.id) for power, verb in held)[:1]


def _giving_way(state: State, piece: Piece, blow: Blow, taken: int) -> tuple[PowerUsed, ...]:
    """Whether the piece is asked to let itself be knocked back without doubles, as many squares as it took damage."""
    attack = state.attack
    if attack is None or blow.kind is not DamageKind.ATTACK or attack.is_double or attack.knocks:
        return ()
    if not piece.spaces or piece.id not in attack.hits:
        return ()
    powers = [power for power, _ in active(state, piece, GiveWay)]
    return tuple(PowerUsed(piece.id, power, option=str(taken)) for power in powers[:1])


def _give_way(t: Teller[State], used: PowerUsed) -> Script[None]:
    if ignores_knock_back(t.state, t.state.piece(used.piece)):  # by what its dial shows now
        return
    answer, attack = (yield from may(t, used, ["give_way"])), t.state.attack
    if answer and attack is not None:
        aim = attack.target(used.piece)
        due = KnockBackDue(used.piece, int(used.option), (aim.start, aim.end), t.state.piece(attack.attacker).seat)
        happen(t, due)
        yield from knock_back(t, due.piece, due.distance, due.line, due.by)


def knock_back(t: Teller[State], name: PieceId, distance: int, line: tuple[SpaceId, SpaceId], by: Seat) -> Script[None]:
    """The piece goes back along the line; the attacker, or who pushes, chooses among several ways (HC-KB-06). What it
    meets is an instance of damage of its own, after the attack's (HC-KB-11, -14, HC-DMG-10)."""
    piece = t.state.piece(name)
    if piece.ko:
        return
    if ignores_knock_back(t.state, piece):
        happen(t, KnockedBack(piece.id, (piece.spaces[0],), "ignored"))
        return
    ways = ways_back(line)
    if len(ways) > 1:
        ways = (yield from t.choose(by, DIRECTION, ways, piece.id)) or ways
    back = way_back(t.state, piece, ways[0], distance)
    happen(t, back)
    if back.damage:
        yield from suffer(t, Blow(piece.id, back.damage, DamageKind.KNOCKBACK, RuleId("HC-KB-11"), by))


def place_token(t: Teller[State], name: PieceId) -> Script[None]:
    """An action token, whatever the action achieved (HC-TOKEN-01, -02); the second one pushes (HC-TOKEN-05), a third
    is never placed (HC-VAL-14, HC-TOKEN-09)."""
    piece = t.state.piece(name)
    if piece.ko:
        return
    happen(t, TokenPlaced(name, min(MOST_TOKENS, piece.tokens + 1)))
    if piece.tokens + 1 == MOST_TOKENS:
        yield from push(t, name)


def push(t: Teller[State], piece: PieceId) -> Script[None]:
    """The pushing damage of a second token (HC-TOKEN-05)."""
    yield from suffer(t, Blow(piece, 1, DamageKind.PUSHING, RuleId("HC-TOKEN-05")))
