"""One attack through its named steps, and what comes of it.

designate ─> pool ─> weapons ─> overhang ─> (sacrifice) roll ─> re-rolls ─> successes ─> defense ─> wounds ─> after
     └── circular strike, burst: remaining successes ──────────────────────────┘     fell: the attacker's Free Actions
                                                                                    stands: the target's (GO-AMB-07)
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.answers import YES
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation, plus, reckon
from companion.games.gotham import events as ev
from companion.games.gotham.asked.cards import declare, lend, spend_cards
from companion.games.gotham.asked.free import another, designated
from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.asked.targets import targets_of
from companion.games.gotham.attack.defense import defended
from companion.games.gotham.content.settings import MELEE, RANGED
from companion.games.gotham.content.sheets import Card
from companion.games.gotham.content.words import Step
from companion.games.gotham.rolling import counted, rolled, show
from companion.games.gotham.state import State
from companion.games.gotham.steps.declaring import free_action
from companion.games.gotham.steps.deed import ACTION, RIPOSTE, Deed, Follow
from companion.games.gotham.steps.levels import level
from companion.games.gotham.steps.numbers import number, weighed
from companion.games.gotham.wounds import suffer

OWN, WEAPON = "GO-BASE-ATK-06", "GO-BASE-ATK-04"
BINDS, BOUND, ABSORBED, WHICH_FIRST = "GO-BIND-01", "GO-BIND-03", "GO-SACRIFICE-03", "GO-GEN-08"


def strike(t: Teller[State], deed: Deed) -> Script[Deed]:
    """The attack, whole, with the Free Actions it brings; the deed as it was after its wounds."""
    steps = steps_of(t.state.content)
    if deed.way != ACTION:  # an action was ordered with all that is declared for it
        deed = replace(deed, cards=(*deed.cards, *(yield from declare(t, deed.piece, free_action(deed)))))
        deed = replace(deed, binds=(yield from _declares_bind(t, deed)))
    t.tell(ev.TargetDesignated(deed.piece, deed.aim, deed.kind, deed.way, deed.cards, deed.binds))
    deed = replace(deed, zones=(t.state.zone_of(deed.aim),))
    if deed.is_rolled:
        deed = armed(t.state, deed)
    deed = yield from lend(t, deed, Step.ROLL)
    deed = yield from steps.run(t, Step.ROLL, deed)  # without a roll: right after designation (GO-SACRIFICE-06)
    if deed.is_rolled:
        deed = yield from rolled(t, deed)
    deed = replace(deed, count=counted(t, deed, Step.SUCCESSES, *weapon_successes(t.state, deed)))
    deed = yield from _absorbed(t, deed)
    deed = replace(deed, margin=deed.count - (yield from defended(t, deed)))
    deed = yield from _wounds(t, deed)
    if not _is_ended(t, deed.piece):
        yield from steps.run(t, Step.AFTER, deed)
    if deed.way == ACTION:
        spend_cards(t, deed.piece, deed.cards)
    if _is_ended(t, deed.piece):
        return deed
    if not t.state.who(deed.aim).neutralised:
        yield from _stood(t, deed)
    elif deed.way == ACTION:
        yield from _fallen(t, deed)
    return deed


def _declares_bind(t: Teller[State], deed: Deed) -> Script[bool]:
    """Whether Bind is declared at the designation of a Free Action (GO-BIND-01)."""
    if deed.kind != MELEE or not level(t.state, deed.piece, "bind", deed.cards):
        return False
    seat = t.state.who(deed.piece).seat
    return (yield from t.choose(seat, BINDS, (YES,), deed.piece, optional=True)) is not None


def _is_ended(t: Teller[State], piece: PieceId) -> bool:
    return t.state.flow.outcome is not None or t.state.who(piece).neutralised


def armed(state: State, deed: Deed) -> Deed:
    """Return the attack with the dice that skills add, weapon cards, and for a shot from above the overhang
    (GO-BASE-ATK-04, -05).

    Free Actions have no weapons (GO-COUNTER-05, GO-CHAIN-05); a Riposte no overhang either (GO-RIPOSTE-04).
    """
    deed = weighed(state, Step.POOL, deed)
    dice = [die for card in _weapons(state, deed) for die in card.dice]
    own = state.sheet(deed.piece).dice.get(deed.kind)
    if deed.kind == RANGED and deed.way != RIPOSTE and own is not None:
        high, low = (state.zone(state.zone_of(piece)).elevation for piece in (deed.piece, deed.aim))
        dice += [own.die] * (state.settings.overhang if high > low else 0)
    return replace(deed, pool=(*deed.pool, *dice))


def weapon_successes(state: State, deed: Deed) -> tuple[Contribution, ...]:
    """Return the successes that weapon cards add to the dice (GO-BASE-ATK-04)."""
    return tuple(plus(card.successes, WEAPON, deed.piece) for card in _weapons(state, deed) if card.successes)


def _weapons(state: State, deed: Deed) -> list[Card]:
    """Return the weapons used as such: in an action alone, what a card lends a Free Action is its skills."""
    cards = [state.card(card) for card in deed.cards] if deed.way == ACTION else []
    return [card for card in cards if card.weapon == deed.kind]


def _absorbed(t: Teller[State], deed: Deed) -> Script[Deed]:
    """Deal wounds to those who pledged to take them, at most as many as there are successes (GO-SACRIFICE-03..05)."""
    left, parts = deed.count, []
    for piece, high in deed.pledged:
        taken = min(high, left)
        parts.append(plus(-taken, ABSORBED, piece))
        left -= taken
        deed = replace(deed, suffered=(*deed.suffered, (piece, taken)))
        yield from suffer(t, piece, taken, ABSORBED, deed.piece)
    if parts:
        show(t, deed.piece, "left", reckon(deed.count, parts))
    return replace(deed, count=left)


def _wounds(t: Teller[State], deed: Deed) -> Script[Deed]:
    """Extra wounds first, then those of the attack itself, none of a Harmless one; or Bind tokens alone.

    (GO-BASE-ATK-06, GO-BASE-ATK-10, GO-POISON-01, GO-T-HARMLESS-02)

    What is left when the target falls: successes above the Defense, less the wounds it still took (GO-AMB-05).
    """
    deed = yield from steps_of(t.state.content).run(t, Step.INSTEAD, deed)
    endures = t.state.who(deed.aim).endures
    extra = number(t.state, Step.EXTRA, deed)
    lock = (Contribution(Operation.LOCKED, 0, BOUND, deed.aim),) if deed.bound else ()
    own = reckon(max(0, deed.margin), (*lock, *weighed(t.state, Step.WOUNDS, deed).parts))
    if extra.value or extra.parts:
        show(t, deed.aim, "extra_wounds", extra)
    show(t, deed.aim, "wounds", own)  # none is told as well: it is how the attack ends
    suffered = 0
    for part in extra.parts:
        suffered += yield from suffer(t, deed.aim, part.amount, part.source, deed.piece)
    suffered += yield from suffer(t, deed.aim, own.value, OWN, deed.piece)
    needed = max(0, endures - extra.value)
    remaining = max(0, deed.margin - needed) if t.state.who(deed.aim).neutralised else 0
    return replace(deed, suffered=(*deed.suffered, (deed.aim, suffered)), remaining=remaining)


def _stood(t: Teller[State], deed: Deed) -> Script[None]:
    """The target stands: what it may do about it, with the cards declared for that alone (GO-COUNTER-01,
    GO-RIPOSTE-01)."""
    deed = yield from lend(t, replace(deed, lent=()), Step.STOOD)
    for hook in list(steps_of(t.state.content).at(Step.STOOD, t.state, deed)):
        if not _is_ended(t, deed.piece) and hook.applies(t.state, deed):
            yield from _follow(t, deed, (yield from hook.does(t, deed)).follow)


def _fallen(t: Teller[State], deed: Deed) -> Script[None]:
    """The target fell: each of the attacker's skills once, in the order it likes (GO-AMB-08)."""
    spent = set[str]()
    while not _is_ended(t, deed.piece) and targets_of(t.state, deed, (deed.aim,)):
        hooks = [hook for hook in steps_of(t.state.content).at(Step.FALLEN, t.state, deed) if hook.source not in spent]
        if not hooks:
            return
        hook = hooks[0]
        if len(hooks) > 1:
            seat, names = t.state.who(deed.piece).seat, [one.source for one in hooks]
            answer = yield from t.choose(seat, WHICH_FIRST, names, deed.piece, optional=True)
            if answer is None:
                return
            hook = next(one for one in hooks if one.source == answer[0])
        spent.add(hook.source)
        yield from _follow(t, deed, (yield from hook.does(t, deed)).follow)


def _follow(t: Teller[State], deed: Deed, follows: tuple[Follow, ...]) -> Script[None]:
    """A Free Action, in a window that everybody sees; it costs no cube (GO-BASE-TURN-07).

    Its dice are as many as its level, and all else is as in any attack: Defense, Free Rerolls (GO-COUNTER-04, -06,
    GO-CHAIN-04). Without dice nothing is paid, rolled or reduced again (GO-CIRCULAR-09, GO-BURST-04).
    """
    for follow in follows:
        with t.window(follow.rule, t.state.who(follow.piece).seat, follow.piece):
            if follow.die:
                pool = (follow.die,) * follow.level
                blow = Deed(deed.kind, follow.piece, follow.target, follow.way, follow.cards, pool=pool)
                is_own = deed.piece == follow.piece
                aiming = replace(blow, cards=deed.cards) if is_own else blow
                target = yield from designated(t, aiming, (deed.aim,) if is_own else ())
                if target is not None:
                    yield from strike(t, replace(blow, target=target))
            else:
                yield from _series(t, deed, follow)


def _series(t: Teller[State], deed: Deed, follow: Follow) -> Script[None]:
    """Extra attacks with what remains, on others, as long as each falls and X allows (GO-CIRCULAR-05..08); what was
    declared for the attack reaches them all (GO-AMB-37)."""
    struck: tuple[PieceId, ...] = (deed.aim,)
    target: PieceId | None = follow.target
    remaining = deed.remaining
    for place in range(1, follow.level + 1):
        if target is None:
            return
        extra = Deed(deed.kind, follow.piece, target, follow.way, count=remaining, is_rolled=False)
        target = yield from designated(t, replace(extra, cards=deed.cards), struck)
        if target is None:
            return
        extra = replace(extra, target=target)
        extra = yield from strike(t, extra)
        struck, remaining = (*struck, target), extra.remaining
        if place == follow.level or not remaining or _is_ended(t, follow.piece):
            return
        target = yield from another(t, replace(extra, cards=deed.cards), follow.rule, struck)
