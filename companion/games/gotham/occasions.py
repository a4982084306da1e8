"""Orders and the cards that may be declared for them: what each comes to, and why a card cannot be used for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.core.ids import PieceId
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham.acting import deed_violations
from companion.games.gotham.content.settings import MANIPULATION, MELEE, RANGED, THOUGHT
from companion.games.gotham.figures import Figure
from companion.games.gotham.state import State
from companion.games.gotham.steps.declaring import Occasion, helps
from companion.games.gotham.steps.deed import EXPLOSION, MOVE, Deed
from companion.games.gotham.steps.levels import level, may_use

Attack = cm.MeleeAttack | cm.RangedAttack
Using = cm.Paid | cm.Attract | cm.Scream | cm.Breathe | cm.CommandTile | cm.UseTactician  # orders that cards help


def deed_of(command: Attack) -> Deed:
    """The attack as it is ordered, before its dice."""
    binds = isinstance(command, cm.MeleeAttack) and command.bind
    kind = MELEE if isinstance(command, cm.MeleeAttack) else RANGED
    return Deed(kind, command.piece, command.target, cards=(*command.weapons, *command.using), binds=binds)


def occasion_of(state: State, command: cm.FigureOrder) -> Occasion:
    """Return the deeds of the order, the skills it uses by name, and whether limits are pushed for it."""
    piece, push = command.piece, bool(getattr(command, "push", False))
    match command:
        case cm.MeleeAttack() | cm.RangedAttack():
            sizes = tuple(state.card(name).size for name in command.weapons)
            return Occasion((deed_of(command),), push=push, sizes=sizes)
        case cm.Move():
            return Occasion((Deed(MOVE, piece),), push=push)
        case cm.Manipulate() | cm.Think():
            task = state.table.tasks.get(command.task)
            is_complex = task is not None and task.difficulty
            deed = Deed(task.action if task else "", piece, skills=task.skills if task else ())
            return Occasion((deed,) if is_complex else (), push=push)
        case cm.Unbind():
            return Occasion((Deed(MANIPULATION, piece, skills=("lockpick",)),), push=push)
        case cm.DispelFriend():
            return Occasion((Deed(THOUGHT, piece),), push=push)
        case cm.Grenade():
            thrown = (Deed(MANIPULATION, piece),) if command.to != state.who(piece).zone else ()  # GO-AMB-18
            return Occasion((*thrown, Deed(EXPLOSION, piece)), ("grenade",), push)
        case cm.Scream():
            return Occasion((Deed(EXPLOSION, piece),), ("scream",))
        case cm.Breathe():
            return Occasion((Deed(EXPLOSION, piece),), ("breath",), push)
        case cm.Attract():
            needed = level(state, piece, "attract", command.using) < pull_to(state, piece, command.target)
            return Occasion((), ("attract",) if needed else (), push)
        case cm.UseTactician():
            return Occasion((), ("tactician",), push)
    return Occasion(push=push)


def using_violations(state: State, figure: Figure, command: Using) -> Iterator[Violation]:
    """Why those cards cannot be declared: not carried, of no use here, or lethal under a Moral Code
    (GO-GEN-11, GO-T-MORAL-01)."""
    for name, count in Counter(command.using).items():
        if figure.cards.count(name) < count or not _is_of_use(state, figure, command, name):
            yield violation("GO-GEN-11", figure.id, card=name)
        elif not may_use(state, figure, state.card(name)):
            yield violation("GO-T-MORAL-01", figure.id, card=name)


def _is_of_use(state: State, figure: Figure, command: Using, name: str) -> bool:
    """Whether the card helps with all that is declared besides: what goes without it needs no card."""
    bare = state.changed(figure.id, cards=_without(figure.cards, name))
    occasion = occasion_of(bare, replace(command, using=_without(command.using, name)))
    return helps(bare, bare.who(figure.id), state.card(name), occasion)


def _without(cards: tuple[str, ...], name: str) -> tuple[str, ...]:
    place = cards.index(name)
    return (*cards[:place], *cards[place + 1 :])


def pull_to(state: State, piece: PieceId, target: PieceId) -> int:
    """Return the level of Attraction that draws the figure here, however far it is (GO-ATTRACT-02, -03)."""
    other = state.find(target)
    if other is None or other.zone is None:
        return 1
    here = state.zone_of(piece)
    rise = abs(state.zone(here).elevation - state.zone(other.zone).elevation)
    return max(1, rise, state.board.distance(here, other.zone) or 0)


def is_barred(state: State, command: Using) -> bool:
    """Whether it is not its time, or not with such cards: what else would forbid the order need not be told then."""
    figure = state.find(command.piece)
    if figure is None or any(deed_violations(state, command.seat, command.piece)):
        return True
    return any(using_violations(state, figure, command))
