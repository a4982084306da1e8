"""Orders of a mission drawn at random, and a mission in which there is much to say: cards, weapons, walls, a hill."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.core.by_hand import Adjust, MoveCard, Relocate
from companion.core.commands import Concede
from companion.core.ids import PieceId, SpaceId, ZoneId
from companion.documents import Node
from companion.games.gotham import by_hand
from companion.games.gotham import commands as cm
from companion.games.gotham.board import WAYS
from companion.games.gotham.figures import Figure
from companion.games.gotham.scenario.document import parse_scenario
from companion.games.gotham.setup import CHRONICLES, MissionSetUp
from companion.games.gotham.state import State

CARDS: dict[str, dict[str, Any]] = {
    "knife": {"weapon": "melee", "size": 1, "skills": {"luck": 1}},
    "rod": {"weapon": "melee", "size": 1, "dice": ["yellow"]},
    "gun": {"weapon": "ranged", "size": 1, "dice": ["red"], "lethal": True},
    "rope": {"single_use": True, "skills": {"parkour": 2, "reach": 1}},
    "stimulant": {"single_use": True, "skills": {"push_limits": 1}},
    "gloves": {"single_use": True, "skills": {"ambidextrous": 1}},
    "flask": {"single_use": True, "skills": {"grenade": 2, "frost": 1}},
    "vest": {"single_use": True, "skills": {"untouchable": 2}},
    "magnet": {"single_use": True, "skills": {"attract": 2}},
    "kit": {"skills": {"hack": 1, "bind": 1}},
}
HERO = {"melee": "red", "ranged": "red", "manipulation": "red", "thought": "red", "defense": "orange", "bonus": 1}
DOCUMENT: dict[str, Any] = {
    "name": "Much to say",
    "turn": "heroes",
    "zones": {"hill": {"elevation": 1}, "street": {}, "vault": {}, "yard": {"difficult": 1, "dangerous": 1}},
    "borders": [
        {"between": "hill|street", "climb": 1, "jump": 2, "fall": 1, "colour": "white"},
        "street|yard",
        {"between": "street|vault", "wall": 1},
    ],
    "lines": [["hill", "street", "yard"]],
    "cards": CARDS,
    "tasks": {
        "safe": {"action": "manipulation", "difficulty": 2, "skills": ["lockpick"], "again": True},
        "lever": {"action": "manipulation", "again": True},
        "cipher": {"action": "thought", "difficulty": 1, "skills": ["hack"], "again": True},
    },
    "pieces": {
        "ann": {
            **HERO,
            "cubes": 9,
            "at": "street",
            "saturation": {"melee": 4, "movement": 3, "reroll": 1},
            "cards": ["knife", "rod", "stimulant", "gloves", "flask", "flask"],
            "skills": {"push_limits": 1, "wallbreak": 1, "chain_attack": 1, "imaginary_friend": 1},
            "friend": "an owl",
            "binds": 1,
        },
        "bob": {
            **HERO,
            "cubes": 7,
            "at": "street",
            "saturation": 3,
            "cards": ["gun", "rope", "vest", "magnet", "kit"],
            "skills": {"tactician": 1, "breath": 1, "scream": 1, "counter": 1, "sacrifice": 1},
            "traits": ["moral_code"],
        },
        "vic": {"life": 6, "at": "yard", "melee": "2 red", "skills": {"bind": 1, "counter": 1}, "bonus": 2},
        "thug": {"kind": "minion", "life": 1, "at": "street", "melee": "1 red", "bonus": 2, "threat": 1},
        "goon": {"kind": "minion", "life": 2, "at": "hill", "melee": "1 red", "bonus": 2, "size": 1},
    },
    "ends": [{"winner": "villains", "when": {"round_over": 9}}],
}
USED_FOR = {  # by hand from the booklet: the orders for which a skill of a card can be of use
    "parkour": {"Move"},
    "reach": {"MeleeAttack"},
    "push_limits": {"MeleeAttack", "RangedAttack", "Move", "Manipulate", "Think", "Unbind", "DispelFriend", "Grenade"}
    | {"Attract", "Breathe", "CommandTile", "UseTactician"},
    "ambidextrous": {"MeleeAttack", "RangedAttack"},
    "grenade": {"Grenade"},
    "frost": {"MeleeAttack", "RangedAttack", "Grenade", "Scream", "Breathe"},
    "untouchable": set[str](),  # of a Defense alone
    "attract": {"Attract"},
    "luck": {"Manipulate", "Think", "Unbind", "DispelFriend", "Grenade"},  # of a weapon, which attacks as one
    "hack": {"Think"},
    "bind": {"MeleeAttack"},
}


def setup() -> MissionSetUp:
    return MissionSetUp(CHRONICLES, parse_scenario(Node("a mission", "", DOCUMENT)).table.seats, DOCUMENT)


def orders(state: State, rng: random.Random, count: int) -> Iterator[Any]:
    """Generate so many orders for the figures whose turn it may be."""
    busy = [figure for figure in state.figures if figure.seat in state.flow.active] or list(state.figures)
    for _ in range(count):
        yield _order(state, rng, rng.choice(busy if rng.random() < 0.9 else state.figures))


def _order(state: State, rng: random.Random, figure: Figure) -> Any:
    me = (figure.seat, figure.id)
    other, zone = PieceId(rng.choice(state.figures).id), ZoneId(rng.choice([*state.board.zones]))
    gear = tuple(rng.sample(figure.cards, min(len(figure.cards), rng.choice((0, 0, 0, 1, 1, 2)))))
    arms = tuple(card for card in dict.fromkeys(figure.cards) if state.card(card).weapon)
    weapons = tuple(rng.sample(arms, min(len(arms), rng.choice((0, 0, 1, 2)))))
    push, bind = rng.random() < 0.3, rng.random() < 0.2
    paid: Any = {"cubes": rng.randrange(6) if figure.is_hero else 1, "push": push, "using": gear}
    match rng.randrange(18):
        case 0:
            return cm.Move(*me, **paid)
        case 1 | 2 | 3:
            return cm.MeleeAttack(*me, other, weapons, bind, **paid)
        case 4 | 5:
            return cm.RangedAttack(*me, other, weapons, **paid)
        case 6:
            return cm.Manipulate(*me, rng.choice(("safe", "lever")), **paid)
        case 7:
            return cm.Think(*me, "cipher", **paid)
        case 8:
            return rng.choice((cm.Unbind, cm.DispelFriend))(*me, other, **paid)
        case 9:
            return cm.Grenade(*me, zone, **paid)
        case 10:
            return cm.Attract(*me, other, push, gear)
        case 11:
            return cm.Breathe(*me, zone, push, gear)
        case 12:
            return cm.Scream(*me, zone, gear)
        case 13:
            return cm.UseTactician(*me, other, push, gear)
        case 14:
            return cm.SetAside(*me, rng.choice([*state.content.skills]), rng.random() < 0.7)
        case 15 if rng.random() < 0.2:
            return Concede(figure.seat)
        case 15:
            return _correction(state, rng, figure)
        case _:
            return cm.Step(*me, zone, rng.choice(("", "", *WAYS)))


def _correction(state: State, rng: random.Random, figure: Figure) -> Any:
    """A number, a place or a card put right by hand; a number by one, as it is tapped."""
    thing = PieceId(rng.choice([figure.id, *state.board.zones, *state.table.tasks, "street|vault"]))
    known = by_hand.HANDS.ranges(state, thing)
    what = rng.choice([*known, "courage"])
    held = by_hand.HANDS.now(state, thing, what) if what in known else 0
    card, to = rng.choice([*CARDS]), rng.choice(["", by_hand.CARRIED, *(one.id for one in state.figures)])
    return rng.choice(
        (
            Adjust(figure.seat, thing, what, held + rng.choice((-1, 1))),
            Relocate(figure.seat, figure.id, rng.choice([None, *map(SpaceId, state.board.zones)])),
            MoveCard(figure.seat, figure.id, card, to),
        )
    )


def is_whole(state: State, order: Any) -> bool:
    """Whether it is said as a player would: a way only where there are several, cubes of an automatic task left out
    where wounds pay."""
    if isinstance(order, cm.Step) and order.way:
        start = state.zone_of(order.piece)
        return len(list(state.board.ways(start, order.to, state.broken))) > 1
    if isinstance(order, cm.Manipulate | cm.Think) and state.table.tasks[order.task].difficulty is None:
        return order.cubes == 1
    return True


def wasted(state: State, order: Any) -> list[str]:
    """The cards that the order would use up, or use, for nothing."""
    kind = type(order).__name__
    return [
        card
        for card in getattr(order, "using", ())
        if not any(kind in USED_FOR[skill] for skill in CARDS[card]["skills"])
    ]
