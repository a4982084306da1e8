"""Orders of HeroClix drawn at random, for two small forces with much to say: carriers, shooters, objects, cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.board.spaces import edge
from companion.core.by_hand import Adjust, MoveCard, Relocate
from companion.core.commands import Concede, Place
from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Accepted, RulesSystem
from companion.games.heroclix import commands as cm
from companion.games.heroclix.by_hand import CARRIED, HANDS
from companion.games.heroclix.figures.figure import Figure, SpecialPower, Symbols
from companion.games.heroclix.forces.setup import Condition, Feat
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.state import State
from tests.games.heroclix.scene import BLUE, RED, Scene, figure

FLYER = Symbols(speed="flight")
LUCKY = SpecialPower("trait", "Luck", "If it stands next to a friend it can use Toughness. Ask everybody for luck.")


def scene() -> Scene:
    """Two forces within reach of each other, in the middle of a game; red's turn."""
    one = Scene(size=(10, 8), terrain={(4, 3): "blocking", (6, 6): "hindering"}, walls=[((2, 2), (3, 2))])
    one.put("r1", "red", (1, 2), _able(charge="speed", super_strength="attack", outwit="damage", symbols=FLYER))
    one.put("r2", "red", (2, 2), _able(running_shot="speed", telekinesis="attack", perplex="damage", targets=2))
    one.put("r3", "red", (1, 3), _able(toughness="defense", support="damage", targets=2, trait=LUCKY))
    one.put("r4", "red", [(2, 5), (2, 6)], replace(_able(force_blast="speed"), dimensions=(1, 2)))
    one.put("rt", "red", [], replace(figure("token", clicks=1), kind="bystander"))
    one.put("b1", "blue", (4, 2), _able(flurry="speed", mind_control="attack", barrier="defense", targets=2))
    one.put("b2", "blue", (6, 3), _able(hypersonic_speed="speed", energy_explosion="attack", symbols=FLYER))
    one.put("b3", "blue", (6, 2), _able(leap_climb="speed", super_strength="attack", probability_control="damage"))
    one.lay("crate", "light", (2, 3))
    one.lay("truck", "heavy", (7, 4), seat="blue")
    one.lay("safe", "immobile", (3, 6), points=5)
    feats = (Feat("ram", RED, "Ram", 10, (PieceId("r1"),)), Feat("plan", BLUE, "Plan", 5))
    one.tactics = replace(one.tactics, feats=feats, conditions=(Condition("fog", RED, "Fog"),))
    return one


def _able(
    *, targets: int = 1, symbols: Symbols | None = None, trait: SpecialPower | None = None, **slots: str
) -> Figure:
    """A figure with these powers, each in its slot."""
    powers = {slot: power for power, slot in slots.items()}
    made = figure("able", powers=powers, targets=targets, symbols=symbols or Symbols())
    return replace(made, specials=(trait,)) if trait else made


def setup() -> Any:
    return scene().setup


def opening() -> list[Any]:
    return scene().opening


def orders(state: State, rng: random.Random, count: int) -> Iterator[Any]:
    """Generate so many orders, most of them for the player whose turn it is."""
    return (_order(state, rng) for _ in range(count))


def _order(state: State, rng: random.Random) -> Any:
    active = state.active_seat or RED
    seat = active if rng.random() < 0.85 else rng.choice(state.table.seats)
    mine, theirs = (
        [one for one in state.pieces if one.seat == seat],
        [one.id for one in state.pieces if one.seat != seat],
    )
    piece = rng.choice(mine)
    board = state.table.board
    near = [space for space in board.spaces if piece.spaces and board.distance(space, piece.spaces[0]) < 7]
    space, target = rng.choice(near or list(board.spaces)), rng.choice(theirs)
    rules = state.edition.powers
    powers = [one.power for one in state.held(piece) if one.power in rules and rules[one.power].actions]
    power, item = rng.choice(powers or [""]), rng.choice([None, *(one.id for one in state.table.tactics.objects)])
    item = cm.ObjectId(item) if item is not None else None
    beside = rng.choice([one for one in board.spaces if board.distance(one, space) <= 1])
    friend = rng.choice(mine).id
    to = (space,) if len(piece.spaces) < 2 else rng.choice([(space, beside), (beside, space), piece.spaces])
    aims = tuple(rng.sample(theirs, min(len(theirs), rng.choice((1, 1, 2)))))
    match rng.randrange(20):
        case 0 | 1:
            return cm.MoveFigure(seat, piece.id, rng.choice([to, to, piece.spaces]))
        case 2 | 3:
            down = rng.choice([one for one in board.spaces if board.distance(one, space) <= 1])
            return cm.MoveFigure(seat, piece.id, to, friend, down, rng.choice([None, None, item]))
        case 4:
            return cm.MoveFigure(seat, piece.id, to, pick_up=item, pick_up_at=rng.choice([None, None, beside]))
        case 5 | 6:
            return cm.CloseAttack(seat, piece.id, target, rng.choice(["", power]))
        case 7 | 8 | 9:
            return cm.RangedAttack(seat, piece.id, aims, rng.choice(["", "", power]))
        case 10 | 11 | 12:
            return _use(state, rng, cm.UsePower(seat, piece.id, power), aims[:1], to, item)
        case 13:
            thing = rng.choice([{"square": space}, {"object": item}, {"wall": edge(SpaceId("C3"), SpaceId("D3"))}])
            return cm.AttackTerrain(seat, piece.id, rng.choice([*AttackKind]), **thing)  # type: ignore[arg-type]
        case 14:
            return rng.choice(
                [cm.ThrowObject(seat, piece.id, target), cm.TurnOff(seat, piece.id, rng.choice([power, "ram"]))]
            )
        case 15:
            asked = rng.choice(["", "toughness"])
            return rng.choice(
                [cm.UseText(seat, piece.id, "trait.1", asked), cm.UseFeat(seat, rng.choice(["ram", "plan"]), piece.id)]
            )
        case 16:
            ends = [cm.ProposeEnd(seat, how, rng.choice([(), (seat,)])) for how in cm.End]
            return rng.choice([*ends, Concede(seat), cm.EndTurn(seat), Place(seat, piece.id, (space,))])
        case _:
            return _correction(state, rng, cm.EndTurn(seat))


def _use(state: State, rng: random.Random, use: cm.UsePower, aims: Any, to: Any, item: Any) -> cm.UsePower:
    """A use that moves, that aims, that puts something somewhere, or that does any of it at all."""
    changes = [f"{slot}{way}" for slot in ("speed", "attack", "defense", "damage") for way in ("+1", "-1")]
    theirs, aimed = state.find(aims[0]), rng.choice([aims, (rng.choice(state.pieces).id,), (item,) if item else ()])
    shown = [holding.power for holding in state.held(theirs)] if theirs is not None else []
    return rng.choice(
        [
            use,
            replace(use, to=to, pick_up=rng.choice([None, None, item])),
            replace(use, targets=aimed, option=rng.choice(["", *changes, *shown])),
            replace(use, targets=aimed),
            replace(use, targets=aimed, to=to, option=rng.choice(["", "throw"])),
        ]
    )


def _correction(state: State, rng: random.Random, by: cm.EndTurn) -> Any:
    """A number, a place or an object put right by hand; a number by one, as it is tapped."""
    thing = rng.choice([*HANDS.figures(state), *HANDS.things(state)])
    known = HANDS.ranges(state, thing)
    what = rng.choice([*known, "luck"])
    held = HANDS.now(state, thing, what) if what in known else 0
    piece = rng.choice(state.pieces).id
    objects = [one.id for one in state.table.tactics.objects]
    to = rng.choice([None, *state.table.board.spaces])
    return rng.choice(
        (
            Adjust(by.seat, thing, what, held + rng.choice((-1, 1))),
            Relocate(by.seat, rng.choice(HANDS.figures(state)), to),
            MoveCard(by.seat, piece, rng.choice(objects), rng.choice(["", CARRIED, *(one.id for one in state.pieces)])),
        )
    )


def is_whole(state: State, order: Any, system: RulesSystem[State]) -> bool:
    """Whether it says no more than a player would: a power's target or option only where it has one."""
    if not isinstance(order, cm.UsePower):
        return not (isinstance(order, cm.UseText) and not order.power and _is_told(state, order))
    shorter = (replace(order, targets=()), replace(order, to=()), replace(order, option=""))
    return not any(one != order and isinstance(system.decide(state, one), Accepted) for one in shorter)


def _is_told(state: State, order: cm.UseText) -> bool:
    piece = state.find(order.piece)
    return piece is None or all(text.reading.is_whole for text in state.texts(piece) if text.key == order.text)
