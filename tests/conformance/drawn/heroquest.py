"""Orders of HeroQuest drawn at random, for four heroes and their master in one crowded room and its corridor."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.board.facing import FACINGS, facings_to
from companion.core.by_hand import Adjust, MoveCard
from companion.core.commands import Concede
from companion.core.ids import SpaceId
from companion.documents import Node
from companion.games.heroquest import commands as cm
from companion.games.heroquest.by_hand import CARRIED, HANDS, SHELVES
from companion.games.heroquest.content.content import content_document, parse_content
from companion.games.heroquest.deeds.spells import AIMLESS
from companion.games.heroquest.moves.walking import after_step
from companion.games.heroquest.quest import parse_quest
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.setup import QuestSetUp
from companion.games.heroquest.state import State
from tests.games.heroquest.walks import SYSTEM

QUEST: dict[str, Any] = {
    "format": "tablewright/quest@1",
    "name": "Much to say",
    "squares": ["aaaaaaac", "aaaaaaac", "aaaaaaac", "aaaaaaac", "cccccccc"],
    "places": {"a": {"room": "The hall"}, "c": {"corridor": "The gallery"}},
    "doors": [{"id": "gate", "between": ["G2", "H2"]}, {"id": "flap", "between": ["C4", "C5"], "secret": True}],
    "furniture": [
        {"id": "table", "type": "table", "squares": ["D1", "E1"]},
        {"id": "shelf", "type": "bookcase", "squares": ["A4", "B4", "C4"], "contents": ["gold 30"]},
        {"id": "chest", "type": "chest", "squares": ["G4"], "contents": ["gold 80"]},
    ],
    "traps": [{"id": "pit", "type": "pit", "squares": ["D3"]}, {"id": "lance", "type": "lance", "squares": ["F3"]}],
    "monsters": [
        {"id": "goblin", "type": "goblin", "at": "E2", "facing": "W"},
        {"id": "bugbear", "type": "bugbear", "at": "E3", "facing": "W"},
        {"id": "chaos", "type": "chaos_warrior", "at": "F2", "facing": "W"},
        {"id": "gargoyle", "type": "gargoyle", "at": "F1", "facing": "W"},
        {"id": "fimir", "type": "fimir", "at": "G3", "facing": "W"},
        {"id": "orc", "type": "orc", "at": "H4", "facing": "N"},
    ],
    "start": ["D2", "E4", "C3", "G2"],
    "goal": {"slay": "fimir"},
}


def setup() -> QuestSetUp:
    """The shipped heroes in that quest."""
    content = parse_content(Node("the shipped content", "", content_document(None)))
    parse_quest(Node("a quest", "", QUEST), content)
    return replace(sample_setup(), quest=QUEST)


def orders(state: State, rng: random.Random, count: int) -> Iterator[Any]:
    """Generate so many orders, most of them for characters whose turn it is."""
    return (_order(state, rng) for _ in range(count))


def _order(state: State, rng: random.Random) -> Any:
    able = [one for one in state.characters if one.turn is not None and one.at is not None]
    figure = rng.choice(able if able and rng.random() < 0.85 else state.characters)
    me, squares = (figure.seat, figure.id), list(state.dungeon.place_at)
    near = [space for space in squares if figure.at and space in state.dungeon.board.neighbours(figure.at)] or squares
    close = [one.id for one in state.characters if one.at in near and one.id != figure.id]
    other = rng.choice(close) if close and rng.random() < 0.7 else rng.choice(state.characters).id
    space, beside, facing, door = rng.choice(squares), rng.choice(near), rng.choice(FACINGS), rng.choice(state.doors)[0]
    thing = rng.choice(state.quest.furniture)
    ways = tuple(
        rng.sample(("bite", "assured", "wide", "power-1", "power-2", "deadly", "group"), rng.choice((0, 0, 1, 2)))
    )
    some = tuple(rng.sample([one.id for one in state.side(figure.side)], rng.choice((0, 1, 2))))
    match rng.randrange(16):
        case 0 | 1:
            path = rng.choice([(beside,), (beside,), (beside, rng.choice(state.dungeon.board.neighbours(beside)))])
            return cm.Walk(*me, path, rng.choice([None, facing]))
        case 2:
            return rng.choice([cm.RollMovement(*me), cm.Turn(*me, facing), cm.Climb(*me, beside)])
        case 3:
            return rng.choice([cm.Jump(*me, space), cm.Teleport(*me, space), cm.Teleport(*me, space, facing)])
        case 4:
            return rng.choice((cm.OpenDoor, cm.Barricade, cm.BreakIn, cm.Listen, cm.Detect, cm.Ambush))(*me, door)
        case 5:
            return cm.Ambush(*me, corner=beside)
        case 6:
            return cm.Shove(*me, other, some)
        case 7 | 8:
            return cm.Attack(*me, other, ways, rng.choice([None, None, facing]))
        case 9:
            return rng.choice([cm.CommitAttack(*me, other), cm.DisarmOpponent(*me, other), cm.HelpFree(*me, other)])
        case 10:
            spell = rng.choice(figure.spells or ("magic",))
            dice = rng.randrange(1, 4) if spell == "magic" else 0
            return cm.Cast(*me, spell, rng.choice([None, other, other]), dice, rng.choice([(), (), ("deadly",)]))
        case 11:
            towards = rng.choice([None, facing])
            aim = next((one.at for one in state.side("heroes") if rng.random() < 0.3), None) or space
            aside = [one for one in state.dungeon.sides[aim] if one in squares]
            thrown = cm.ThrowFurniture(*me, thing.id, rng.choice([(aim,), *((aim, one) for one in aside)]))
            return rng.choice([cm.Topple(*me, thing.id, towards), thrown, cm.SearchFurniture(*me, thing.id)])
        case 12:
            plain = (cm.Scan, cm.Heal, cm.SearchRoom, cm.SearchTraps, cm.SearchPassages, cm.EndTurn, cm.TakeTurn)
            return rng.choice(plain)(*me)
        case 13:
            weapon = rng.choice(["", *figure.weapons, "club"])
            potion = rng.choice([*figure.items, "potion_of_healing"])
            trap = rng.choice(state.traps).id
            deeds = [cm.DrinkPotion(*me, potion), cm.DisarmTrap(*me, trap), cm.BuildTrap(*me, beside)]
            return rng.choice([cm.ChangeWeapon(*me, weapon), *deeds])
        case 14:
            if rng.random() < 0.8:
                return cm.Shove(*me, other, some)
            seats = [state.table.gm, figure.seat]
            return rng.choice(
                [cm.BeginQuest(rng.choice(seats)), cm.EndPhase(rng.choice(seats)), Concede(rng.choice(seats))]
            )
        case _:
            return _correction(state, rng)


def _correction(state: State, rng: random.Random) -> Any:
    """What the master puts right; a number by one, as it is tapped."""
    master, thing = state.table.gm, rng.choice([*HANDS.figures(state), *HANDS.things(state)])
    known = HANDS.ranges(state, thing)
    what = rng.choice([*known, "luck"])
    held = HANDS.now(state, thing, what) if what in known else 0
    figure, shelf = rng.choice(state.characters), rng.choice(SHELVES)
    card = rng.choice([*getattr(figure, shelf), *getattr(state.content, shelf)])
    to = rng.choice([None, *map(SpaceId, state.dungeon.place_at)])
    seat = rng.choice([master, master, figure.seat])
    return rng.choice(
        (
            Adjust(seat, thing, what, held + rng.choice((-1, 1))),
            cm.Relocate(seat, rng.choice(HANDS.figures(state)), to),
            cm.Relocate(seat, figure.id, figure.at, facing=rng.choice(FACINGS)),
            MoveCard(seat, figure.id, card, rng.choice(["", CARRIED, *(one.id for one in state.characters)])),
            cm.GiveAward(seat, figure.id, rng.choice((1, 2))),
        )
    )


def is_whole(state: State, order: Any) -> bool:
    """Whether it says no more than a player would: a facing that it would not have anyway, a way past an ally alone, an
    aim that somebody looks at.
    """
    match order:
        case cm.Walk(piece=piece, path=path, facing=facing):
            figure, past = state.who(piece), state.at(path[0])
            for space in path:
                figure = after_step(figure, space)
            return facing != figure.facing and (len(path) == 1 or past is not None)
        case cm.Teleport(piece=piece, facing=facing):
            return facing != state.who(piece).facing
        case cm.Topple(towards=towards) if towards is not None:
            return bool(list(SYSTEM.violations(state, replace(order, towards=None))))
        case cm.Attack(piece=piece, facing=facing) if facing is not None:
            return not list(SYSTEM.violations(state, order)) and facing in _sides(state, order)
        case cm.Cast(spell=spell) if spell in state.content.spells:
            aimless = state.content.spells[spell].effect in AIMLESS
            return not order.number and not (aimless and order.target)
    return True


def _sides(state: State, order: cm.Attack) -> tuple[str, ...]:
    """Where it may look, of two sides that face its target."""
    sides = facings_to(state.who(order.piece).square, state.who(order.target).square)
    return sides if len(sides) > 1 else ()


def wasted(state: State, order: Any) -> list[str]:
    """Furniture that is thrown at nobody."""
    if not isinstance(order, cm.ThrowFurniture):
        return []
    under = [one for one in state.characters if one.is_hero and one.at in order.squares]
    return [] if under else [order.furniture]
