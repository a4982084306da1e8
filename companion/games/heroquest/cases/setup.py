"""The opening of a case: a small quest drawn in letters, its characters by name, and how far the round has come.

squares = ["....", "...."]       each letter is a room, c is a corridor, # is rock
pieces.A = { hero = "warrior_4", at = "B2", facing = "N", weapon = "claymore" }        any field of a character's sheet
pieces.o = { monster = "orc", at = "C2", body = 1 }
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, get_type_hints

from companion.board.facing import FACINGS
from companion.board.loading import refuse_space_as_id
from companion.casebook import CaseContext, Opening
from companion.casebook.facts import listed, refuse_idle
from companion.casebook.squares import read_square, read_squares, spell
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.procedure import Teller
from companion.core.rules import RulesSystem
from companion.documents import Node
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.content import default_document, parse_content
from companion.games.heroquest.quest import FORMAT, Quest, parse_quest
from companion.games.heroquest.reach import reaches
from companion.games.heroquest.setup import HEROQUEST, NEXTLEVEL, Enrolled, QuestSetUp
from companion.games.heroquest.state import Phase, State
from companion.games.heroquest.system import HeroQuest

GM = Seat("master")
QUEST_KEYS = ("squares", "places", "doors", "walls", "furniture", "traps", "finds", "wandering", "goal", "start")
KEYS = {*QUEST_KEYS, "pieces", "content", "options", "phase", "round", "turn", "engaged", "seen", "begun"}
PIECE_KEYS = {"hero", "monster", "at", "facing", "seat", "revealed", "used", "rolled"}
PUT = RuleId("HQ-GEN-01")  # the case is its own master
HINTS = get_type_hints(Character)
FIXED = {"id", "seat", "side", "kind", "hero", "at", "facing", "turn", "ambush", "loading", "attempts", "revealed"}
SHEET = {entry.name for entry in fields(Character)} - FIXED


@dataclass(frozen=True)
class Extra:
    """The context for readers of commands, besides the state."""

    quest: Quest
    state: State


def open_case(setup: Node, edition: Node, context: CaseContext) -> Opening:
    """The opening that a set-up describes."""
    setup.table({"squares", "pieces"}, KEYS)
    if edition.value is not None:
        edition.word([NEXTLEVEL])
    content = _content(setup)
    quest_document = _quest(setup)
    system = context.find_rules(HEROQUEST, NEXTLEVEL)
    assert isinstance(system, HeroQuest)
    parsed = parse_content(Node(setup.file, f"{setup.place}.content", content))
    named = {"format": FORMAT, **quest_document}
    quest = parse_quest(Node(setup.file, setup.place, named), parsed, is_checked=False)
    heroes: list[Enrolled] = []
    for name, piece in setup["pieces"].entries():
        piece.table((), {*PIECE_KEYS, *SHEET})
        refuse_space_as_id(piece, name, quest.dungeon.board)
        if ("hero" in piece) == ("monster" in piece):
            piece.refuse("either a hero of the level sheet or a monster of the bestiary")
        if "hero" in piece:
            sheet = piece["hero"].word(parsed.heroes)
            seat = Seat(piece["seat"].text()) if "seat" in piece else Seat(name)
            heroes.append(Enrolled(PieceId(name), seat, sheet, name))
        else:
            piece["monster"].word(parsed.monsters)
    seats = (*dict.fromkeys(hero.seat for hero in heroes), GM)
    game = QuestSetUp(NEXTLEVEL, GM, seats, tuple(heroes), named, content)
    _refuse_idle(setup)
    t = Teller(system.initial_state(game), system.apply)
    _tell_prelude(t, setup, quest)
    pieces = frozenset(PieceId(name) for name, _ in setup["pieces"].entries())
    return replace(resume_case(system, game, t.state), prelude=tuple(t.new), pieces=pieces)


def resume_case(system: RulesSystem[Any], game: QuestSetUp, state: State) -> Opening:
    """The opening with this state, its names taken from there."""
    quest = state.table.quest
    pieces = frozenset(one.id for one in (*state.characters, *state.dead))
    doors = (door.id for door in quest.dungeon.doors)
    things = frozenset((*doors, *(piece.id for piece in quest.furniture), *(trap.id for trap in quest.traps)))
    later = ("snare-", "wanderer-")
    return Opening(system, game, (), game.seats, pieces, NEXTLEVEL, None, Extra(quest, state), things, later)


def _refuse_idle(setup: Node) -> None:
    """Refuse the keys that mean nothing: of a turn that nobody has, of a quest that has not begun."""
    is_begun, is_masters = setup["begun"].value is not False, setup["phase"].value == Phase.MASTER
    if not is_begun:
        refuse_idle(setup, {"round", "turn", "phase", "seen", "engaged"}, "a quest that has not begun")
    if is_masters:
        refuse_idle(setup, {"turn"}, "the master's phase")
    for name, piece in setup["pieces"].entries():
        is_hero = "hero" in piece
        refuse_idle(piece, {"revealed"} if is_hero else {"seat"}, "a hero" if is_hero else "a monster")
        has_turn = is_begun and (not is_hero if is_masters else setup["turn"].value == name)
        if not has_turn:
            refuse_idle(piece, {"used", "rolled"}, "a character that has no turn now")


def _content(setup: Node) -> dict[str, Any]:
    """The shipped content with what the case changes in it; without a critical table, unless it has its own."""
    plain = {**default_document(), "tables": {**default_document()["tables"], "critical": []}}
    above = setup["content"].value if "content" in setup else {}
    options = setup["options"].value if "options" in setup else {}
    return _laid_over(_laid_over(plain, above), {"options": options})  # type: ignore[no-any-return]


def _laid_over(below: Any, above: Any) -> Any:
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return {**below, **{key: _laid_over(below.get(key), value) for key, value in above.items()}}


def _quest(setup: Node) -> dict[str, Any]:
    letters = {letter for row in setup["squares"].items() for letter in row.text()} - {"#"}
    places = {letter: {"corridor" if letter == "c" else "room": letter} for letter in sorted(letters)}
    written = {key: spell(setup[key].value) for key in QUEST_KEYS if key in setup}
    usual = {"name": "a case", "places": places, "start": [_corner(setup)], "goal": "open"}
    return usual | written | {"monsters": list(_wanted(setup))}


def _wanted(setup: Node) -> Iterator[dict[str, Any]]:
    """Generate the monster that the goal names: the quest has it from the beginning, others come to it."""
    goal = setup["goal"].value if "goal" in setup else None
    name = goal.get("slay") if isinstance(goal, dict) else None
    for piece, row in setup["pieces"].entries():
        if piece == name and "monster" in row and "at" in row:
            yield {"id": piece, "type": row["monster"].value, "at": spell(row["at"].value)}


def _corner(setup: Node) -> str:
    """A square for heroes to begin on before they are put where the case has them."""
    rows = [row.text() for row in setup["squares"].items()]
    taken = [piece["at"].value for _, piece in setup["pieces"].entries()]
    for piece in setup["furniture"].items() if "furniture" in setup else ():
        taken += [entry.text() for entry in piece["squares"].items()]
    for row, letters in reversed(list(enumerate(rows))):
        for column, letter in reversed(list(enumerate(letters))):
            name = f"{chr(65 + column)}{row + 1}"
            if letter != "#" and name not in taken:
                return name
    return "A1"


def _tell_prelude(t: Teller[State], setup: Node, quest: Quest) -> None:
    """Bring the situation about."""
    for name, piece in setup["pieces"].entries():
        t.tell(*_put(t.state, PieceId(name), piece))
    if setup["begun"].value is False:
        return
    t.tell(ev.RoundBegan(setup["round"].number(1, 99) if "round" in setup else 1))
    phase = setup["phase"].word([Phase.HEROES, Phase.MASTER]) if "phase" in setup else Phase.HEROES.value
    t.tell(ev.PhaseBegan(phase))
    board = quest.dungeon.board
    seen = read_squares(setup["seen"], board) if "seen" in setup else quest.dungeon.place_at
    if seen:
        t.tell(finds.SquaresSeen(tuple(sorted(seen, key=board.index))))
    for pair in listed(setup, "engaged"):
        ends = [PieceId(end.word(setup["pieces"].mapping)) for end in pair.items()]
        if len(ends) != 2:
            pair.refuse("two characters")
        t.tell(ev.Engaged(*ends))
    if phase == Phase.MASTER:
        begun = [name for name, piece in setup["pieces"].entries() if "monster" in piece]
    else:
        begun = [setup["turn"].word(setup["pieces"].mapping)] if "turn" in setup else []
    for name in begun:
        t.tell(*_turn(t.state, name, setup["pieces"][name]))


def _put(state: State, name: PieceId, piece: Node) -> Iterator[object]:
    at = read_square(piece["at"], state.dungeon.board) if "at" in piece else None
    if at is not None and at not in state.dungeon.place_at:
        piece["at"].refuse("a square of the drawing that is no rock")
    if at is not None and any(figure.at == at for figure in state.characters if figure.id != name):
        piece["at"].refuse("a square of its own", f"{at}, where somebody stands")
    facing = piece["facing"].word(FACINGS) if "facing" in piece else "S"
    if "monster" in piece:
        shown = piece["revealed"].flag() if "revealed" in piece else True
        if state.find(name) is None:
            yield finds.MonsterPlaced(name, piece["monster"].text(), at or SpaceId(""), facing, shown)
        elif shown and at is not None:
            yield finds.MonsterRevealed(name, piece["monster"].text(), at, facing)
    yield ev.Placed(name, None, at, facing, PUT)
    for key in sorted(SHEET & piece.mapping.keys()):
        yield _written(name, key, piece[key])
    hero = state.find(name)  # what a quest begins with follows from what the sheet says at most
    if hero is not None and hero.hero == "elf" and "mind_max" in piece and "spell_points" not in piece:
        yield ev.Counted(name, "spell_points", piece["mind_max"].number(-99, 999) // 2, PUT)
    if hero is not None and "mana_max" in piece and "mana" not in piece:
        yield ev.Counted(name, "mana", piece["mana_max"].number(-99, 999), PUT)


def _written(piece: PieceId, key: str, node: Node) -> object:
    hint = HINTS[key]
    if hint is int:
        return ev.Counted(piece, key, node.number(-99, 999), PUT)
    if hint is bool:
        return ev.Marked(piece, key, node.flag(), PUT)
    if hint == tuple[str, ...]:
        return ev.Listed(piece, key, tuple(entry.text() for entry in node.items()), PUT)
    return ev.Noted(piece, key, node.text(), PUT)


def _turn(state: State, name: str, piece: Node) -> Iterator[object]:
    figure = state.who(name)
    near = tuple(other.id for other in state.enemies(figure) if reaches(state, other, figure))
    yield ev.TurnOpened(figure.id, near)
    for entry in piece["used"].items() if "used" in piece else ():
        yield ev.ActionSpent(figure.id, entry.text())
    if "rolled" in piece:
        yield ev.ActionSpent(figure.id, "move")
        yield ev.MovementRolled(figure.id, piece["rolled"].number(0, 99))
