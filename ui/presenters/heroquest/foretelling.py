"""What a command will do, as far as its side may know: way, steps, known traps, dice and chances, who may answer.

Walk ──> path · steps of those left · traps it sets off · who may strike      Attack, bolt ──> dice · chances · answers
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.board.picture import GridDrawing, Way
from companion.core.ids import PieceId
from companion.games.heroquest import commands as cm
from companion.games.heroquest import reach
from companion.games.heroquest.actions import turn_of
from companion.games.heroquest.attack.attack import part_of
from companion.games.heroquest.attack.odds import odds
from companion.games.heroquest.attack.pool import MELEE, Part
from companion.games.heroquest.attack.position import is_submerged, surprise_rule
from companion.games.heroquest.attack.reactions import helpers_against
from companion.games.heroquest.characters import Character
from companion.games.heroquest.deeds.spells import bolt_of, is_bolt
from companion.games.heroquest.hidden.view import QuestView
from companion.games.heroquest.moves.walking import goes_off, walk_cost
from companion.games.heroquest.state import State
from companion.games.heroquest.windows import controllers
from companion.text.phrases import dice_words, percent
from ui.presenters.adapter import Command, Look

ALONE = {"wide", "group"}  # ways whose skulls are shared: no chance is told


def is_foretold(state: State, command: Command) -> bool:
    """Whether there is something to say before it is confirmed."""
    return isinstance(command, cm.Walk | cm.Attack) or (isinstance(command, cm.Cast) and is_bolt(state, command))


def foretold(state: State, view: QuestView, look: Look, command: Command) -> Iterator[str]:
    """What it will do, line by line."""
    match command:
        case cm.Walk(piece=piece, path=path) if path:
            yield from _walk(state, view, look, state.who(piece), command)
        case cm.Attack(piece=piece, target=target, ways=ways):
            yield from _strike(state, view, look, part_of(state, piece, target, ways), target)
        case cm.Cast(target=target) if target is not None and is_bolt(state, command):
            yield from _strike(state, view, look, bolt_of(state, command), target)


def way(state: State, command: Command | None, drawing: GridDrawing) -> tuple[Way, ...]:
    """The path of a walk as the board draws it."""
    if not isinstance(command, cm.Walk) or (start := state.who(command.piece).at) is None:
        return ()
    return (Way("move", tuple(map(drawing.middle, (start, *command.path)))),)


def _walk(state: State, view: QuestView, look: Look, figure: Character, walk: cm.Walk) -> Iterator[str]:
    cost = look.say("squares", cost=walk_cost(figure, walk.path), speed=turn_of(figure).left)
    yield f"{figure.at} → {walk.path[-1]}, {cost}"
    passed = (other.id for other in state.characters if other.at in walk.path and other.seat != figure.seat)
    if names := tuple(map(look.name, passed)):
        yield look.say("asks_to_pass", who=names)
    for trap in view.traps:
        crossed = next((space for space in walk.path if space in trap.squares), None)
        if crossed is not None and goes_off(state, trap, figure):
            yield look.say("sets_off", what=look.name(trap.id), at=crossed)
    stands = (replace(figure, at=space) for space in (figure.at, *walk.path[:-1]))
    yield from _answers(look, view, [foe.id for step in stands for foe in controllers(state, step)])


def _strike(state: State, view: QuestView, look: Look, part: Part, target: PieceId) -> Iterator[str]:
    figure, victim = state.who(part.piece), state.who(target)
    weapon = look.wording.names.get(part.weapon, part.weapon.replace("_", " "))
    yield f"→ {look.name(target)} · {weapon} · {dice_words(part.pool.dice, look.wording)}"
    seen = next((character for character in view.characters if character.id == target), None)
    if not ALONE & set(part.ways):
        defense = seen.defense if seen is not None else None  # of monsters only their master knows
        chances = odds(state, part, target, defense or 0)
        yield look.say("skull_chance", chance=percent(chances.strikes))
        if defense is not None:
            yield look.say("wound_chance", dice=defense, chance=percent(chances.wounds))
    is_melee = part.manner == MELEE
    surprise = surprise_rule(state, (figure,) if is_melee else (), victim, melee=is_melee)
    if surprise is not None:
        yield look.say("surprise", rule=surprise)
    is_caught = surprise is not None or (is_melee and is_submerged(state, victim))
    back = [] if is_caught or not reach.reaches(state, victim, figure) else [target]
    yield from _answers(look, view, [*back, *(other.id for other in helpers_against(state, figure, target))])


def _answers(look: Look, view: QuestView, pieces: list[PieceId]) -> Iterator[str]:
    """Who may answer, of those this side knows."""
    known = {character.id for character in view.characters}
    names = tuple(look.name(piece) for piece in dict.fromkeys(pieces) if piece in known)
    if names:
        yield look.say("may_answer", powers=names)
