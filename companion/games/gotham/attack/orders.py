"""An attack as it is ordered: what forbids it, its cubes, its weapons, its designation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham.acting import begin, deed_violations, pay, paying_violations
from companion.games.gotham.asked.free import designated
from companion.games.gotham.asked.targets import target_violations
from companion.games.gotham.attack.pipeline import strike
from companion.games.gotham.content.settings import MELEE, RANGED
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.occasions import Attack, deed_of, using_violations
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.levels import level, may_use
from companion.games.gotham.steps.numbers import number


def _kind(command: Attack) -> str:
    return MELEE if isinstance(command, cm.MeleeAttack) else RANGED


def attack_violations(state: State, command: Attack) -> Iterator[Violation]:
    """Why that attack cannot be made."""
    found = list(deed_violations(state, command.seat, command.piece))
    yield from found
    figure = state.find(command.piece)
    if found or figure is None:
        return
    kind = _kind(command)
    if kind not in state.sheet(figure.id).dice:
        yield violation("GO-BASE-FIG-09", figure.id, slot=kind)
    yield from _weapon_violations(state, figure, command)
    cards = command.using
    yield from paying_violations(state, figure.id, kind, command.cubes, push=command.push, cards=cards)
    if figure.is_hero and not command.cubes and not command.push:
        yield violation("GO-BASE-ATK-03", figure.id)
    if isinstance(command, cm.MeleeAttack) and command.bind and not level(state, figure.id, "bind", command.using):
        yield violation("GO-BIND-01", figure.id)
    impossible = list(target_violations(state, deed_of(command)))
    yield from impossible or using_violations(state, figure, command)


def _weapon_violations(state: State, figure: Figure, command: Attack) -> Iterator[Violation]:
    """Why it cannot fight with those weapons (GO-BASE-ATK-04, GO-AMBIDEX-01..03, GO-BIND-02, GO-T-MORAL-01)."""
    kind, weapons = _kind(command), command.weapons
    if weapons and figure.is_hero and isinstance(command, cm.MeleeAttack) and command.bind:
        yield violation("GO-BIND-02", figure.id)
    for name, count in Counter(weapons).items():
        if figure.cards.count(name) < count:
            yield violation("GO-BASE-ATK-04", figure.id, card=name)
        elif state.card(name).weapon != kind:
            yield violation("GO-AMBIDEX-02" if len(weapons) > 1 else "GO-BASE-ATK-04", figure.id, card=name)
        elif not may_use(state, figure, state.card(name)):
            yield violation("GO-T-MORAL-01", figure.id, card=name)
    if len(weapons) > 1:
        deed = Deed(kind, figure.id, cards=(*weapons, *command.using))
        if not (high := number(state, Step.CARDS, deed).value) or len(weapons) > 2:
            yield violation("GO-AMBIDEX-01", figure.id)
        elif any(state.card(name).size > high for name in weapons if name in figure.cards):
            yield violation("GO-AMBIDEX-03", figure.id, found=max(state.card(one).size for one in weapons), most=high)


def attack(t: Teller[State], command: Attack) -> Script[None]:
    """Designate, pay, build the pool, and strike (GO-BASE-ATK-01, GO-BASE-ATK-03); without a target nothing is paid."""
    deed = deed_of(command)
    target = yield from designated(t, deed)
    if target is None:
        return
    deed = replace(deed, target=target)
    yield from begin(t, command.piece)
    kind, figure = _kind(command), t.state.who(command.piece)
    cubes = yield from pay(t, figure.id, kind, command.cubes, push=command.push, cards=deed.cards)
    if t.state.who(command.piece).neutralised or t.state.flow.outcome is not None:
        return
    yield from strike(t, replace(deed, pool=dice_of(t.state, figure, kind, cubes)))


def dice_of(state: State, figure: Figure, kind: str, cubes: int) -> tuple[str, ...]:
    """The dice of the characteristic: printed on a tile, so many a cube on a screen (GO-BASE-FIG-09, GO-AMB-31)."""
    characteristic = state.sheet(figure.id).dice[kind]
    return (characteristic.die,) * characteristic.count * (cubes if figure.is_hero else 1)
