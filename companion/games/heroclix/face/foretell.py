"""Foretells a command before anybody confirms it: its way and cost, line and number with their terms, answers.

proposed ──decide, nothing written──> events ──> the words on the card          a second token ──> pushing damage
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile

from companion.board.picture import GridDrawing, Way
from companion.core.dice import DiceRequest
from companion.core.face import Foretold
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.phrases import Happened, Lower, Name, Told, Word, joined, say
from companion.core.rules import Accepted, Rejected, RulesSystem
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.answering import Evade, RefuseTarget
from companion.games.heroclix.commands import AttackTerrain
from companion.games.heroclix.damage.dial import is_out
from companion.games.heroclix.damage.taking import ReduceByRoll, Transfer, taken_of
from companion.games.heroclix.events.attack import AttackDeclared, ValueReckoned
from companion.games.heroclix.events.play import ActionEnded, ActionGiven, FigureMoved, TokenPlaced
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.events.tactics import TerrainAttacked
from companion.games.heroclix.face.cards import card_name, card_text
from companion.games.heroclix.face.offers import manner
from companion.games.heroclix.figures.figure import turn_to
from companion.games.heroclix.figures.hand import speaks_of_attacks
from companion.games.heroclix.moves.movement import needs_break_away, reach_of
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.rolls import Reroll
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.attack import Attack, Blow, DamageKind, Target
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State
from companion.games.heroclix.terrain import ENOUGH, name_of

ANSWERS: tuple[type[Verb], ...] = (Evade, RefuseTarget, ReduceByRoll, Transfer)  # by a die, or by a person
LONGEST_TEXT = 160  # letters of a card's text on a card of ours; the whole of it is in the figure's window
PUSHED, DEALT = RuleId("HC-TOKEN-05"), RuleId("HC-DMG-01")


def foretold(system: RulesSystem[State], state: State, command: object) -> Foretold:
    """Foretell a move, an attack or a blow at terrain; nothing of other commands."""
    return _Rehearsal(system, state).foretold(command)


def is_vain(system: RulesSystem[State], state: State, command: object) -> bool:
    """Whether a power would be used for nothing: nothing follows but its way and its token, pushing included."""
    return _Rehearsal(system, state).is_vain(command)


class _Rehearsal:
    """Commands decided by the rules, of which nothing is written."""

    def __init__(self, system: RulesSystem[State], state: State) -> None:
        self._system, self._state = system, state

    def foretold(self, command: object) -> Foretold:
        match command:
            case cm.MoveFigure():
                return Foretold(tuple(self._move(command)))
            case cm.CloseAttack() | cm.RangedAttack():
                return self._attack(command)
            case AttackTerrain():
                return Foretold(tuple(self._blow(command)))
            case cm.UsePower():
                return Foretold(tuple(self._power(command)))
        return Foretold()

    def _move(self, move: cm.MoveFigure) -> Iterator[Told]:
        """Tell a move: from where to where, the squares it costs, breaking away, pushing."""
        state, mover = self._state, self._state.piece(move.piece)
        cost = reach_of(state, mover).costs.get(move.to[0])
        way = f"{mover.spaces[0]} → {move.to[0]}"
        squares = (
            say("squares", cost=cost, speed=standing_value(state, mover, "speed").value) if cost is not None else ""
        )
        yield joined(", ", way, squares)
        if needs_break_away(state, mover):
            yield say("break_away")
        yield from self._pushing(move, mover)

    def _power(self, use: cm.UsePower) -> Iterator[Told]:
        """Tell a power that would be used for nothing; another says itself what it does."""
        if self.is_vain(use):
            yield Name(use.power)
            yield say("vain_move", to=use.to[0]) if use.to else say("vain")
            yield from self._pushing(use, self._state.piece(use.piece))

    def is_vain(self, use: object) -> bool:
        """Whether nothing happens before the token is placed but what the action costs."""
        events = self._events(use) if isinstance(use, cm.UsePower) else ()
        before = takewhile(lambda event: not isinstance(event, TokenPlaced | ActionEnded), events)
        return bool(events) and all(isinstance(event, PowerUsed | ActionGiven | FigureMoved) for event in before)

    def _attack(self, command: cm.CloseAttack | cm.RangedAttack) -> Foretold:
        """The targets with their lines and numbers, what made these numbers, what may answer, pushing."""
        state, events = self._state, self._events(command)
        targets = [
            (target, needed_of(declared.attack, target.defense), declared.attack)
            for declared in events
            if isinstance(declared, AttackDeclared)
            for target in declared.targets
        ]
        lines: list[Told] = []
        for target, _, attack in targets:
            line = joined(" ", say("line"), Word("verdict", target.verdict))
            lines.append(joined("", "→ ", joined(" · ", Name(target.piece), line, *_number(attack, target.defense))))
        made = [event for event in events if isinstance(event, ValueReckoned)]
        lines += map(Happened, made)
        answers = tuple(dict.fromkeys(_answers(state, command.seat, [target.piece for target, _, _ in targets])))
        if answers:
            lines.append(say("may_answer", powers=tuple(map(Name, answers))))
        lines += _texts_left(state, [command.attacker, *(target.piece for target, _, _ in targets)])
        lines += self._pushing(command, state.piece(command.attacker))
        number = min((needed for _, needed, _ in targets), default=None)
        parts = tuple(part for event in made for part in event.parts)
        return Foretold(tuple(lines), number, chance_of(number), parts, answers)

    def _blow(self, command: AttackTerrain) -> Iterator[Told]:
        """The target of an attack on terrain, its damage, whether that is enough, pushing."""
        events = self._events(command)
        damage = next((event.damage for event in events if isinstance(event, TerrainAttacked)), 0)
        hurt = joined(" ", str(damage), Lower(Word("slot", "damage")))
        fate = say("is_destroyed" if damage >= ENOUGH else "stands")
        yield joined("", "→ ", joined(" · ", Name(name_of(command)), manner(command), hurt, fate))
        yield from self._pushing(command, self._state.piece(command.attacker))

    def _pushing(self, command: object, piece: Piece) -> Iterator[Told]:
        """The damage of a second token, where the command costs an action (HC-TOKEN-05)."""
        is_action = any(isinstance(event, ActionGiven) for event in self._events(command))
        if is_action and piece.tokens + 1 == MOST_TOKENS:
            damage = taken_of(self._state, piece, Blow(piece.id, 1, DamageKind.PUSHING, PUSHED))
            yield say("pushing", damage=damage, rule=PUSHED) if damage else say("no_pushing", rule=PUSHED)

    def _events(self, command: object) -> Sequence[object]:
        """Return the events the command would lead to at once, were it allowed."""
        decision = self._system.decide(self._state, command)
        if isinstance(decision, Rejected):
            waived = frozenset(violation.rule for violation in decision.violations)
            decision = self._system.decide(self._state, command, waived=waived)
        return decision.events if isinstance(decision, Accepted) else ()


def awaited(state: State, request: DiceRequest) -> Foretold:
    """Foretell the roll of an attack: of each target the number, its chance and what a hit does to it."""
    attack = state.attack
    if attack is None or attack.faces is not None or request.purpose != state.edition.rule("HC-ATK-05"):
        return Foretold()
    lines = [
        joined(" · ", Name(aim.piece), *_number(attack.attack, aim.defense), _of_a_hit(state, attack, aim))
        for aim in attack.targets
    ]
    number = min(needed_of(attack.attack, aim.defense) for aim in attack.targets)
    return Foretold(tuple(lines), number, chance_of(number))


def _number(attack: int, defense: int) -> tuple[Told, ...]:
    """The number the dice must reach with its terms, and the chance that they do."""
    needed = needed_of(attack, defense)
    least = say("needs", needed=needed) if needed <= 12 else say("needs_12")
    sums = say("sums", attack=attack, defense=defense)
    chance = chance_of(needed)
    assert chance is not None
    return joined("", least, " (", sums, ")"), say("chance", chance=chance)


def _of_a_hit(state: State, attack: Attack, aim: Target) -> Told:
    """The damage of a hit, and where the target's dial would come to stand; of damage that is shared out, how much."""
    piece = state.piece(aim.piece)
    if attack.harmless:
        return say("hit_harmless")
    if len(attack.targets) > 1 and not attack.whole:
        return say("hit_shared", damage=attack.damage)
    dealt = attack.damage * dict(attack.times).get(piece.id, 1)
    blow = Blow(piece.id, dealt, DamageKind.ATTACK, DEALT, state.piece(attack.attacker).seat, attack.penetrating)
    taken = taken_of(state, piece, blow)
    click = turn_to(state.figure(piece), piece.click, taken)
    key = "hit_out" if is_out(state, piece, click) else "hit"
    return say(key, damage=dealt, taken=taken, click=piece.click, then=click)


def needed_of(attack: int, defense: int) -> int:
    """Return the number that two dice must reach (HC-ATK-05)."""
    return max(2, defense - attack)


def way(state: State, move: cm.MoveFigure, drawing: GridDrawing) -> tuple[Way, ...]:
    """The squares it would go through, as the board draws them; nothing for a move that it cannot make."""
    mover, to = state.piece(move.piece), move.to[0]
    reach = reach_of(state, mover)
    if to not in reach.costs or not mover.spaces:
        return ()
    path = (mover.spaces[0], *reach.path_to(to))
    return (Way("move", tuple(map(drawing.middle, path))),) if len(path) > 1 else ()


def chance_of(needed: int | None) -> Fraction | None:
    """Return the chance of that much on two dice; 2 always misses, 12 always hits (HC-ATK-05, -08, -10)."""
    if needed is None:
        return None
    hits = sum(
        one + other == 12 or (one + other != 2 and one + other >= needed)
        for one in range(1, 7)
        for other in range(1, 7)
    )
    return Fraction(hits, 36)


def _texts_left(state: State, pieces: Sequence[PieceId]) -> Iterator[Told]:
    """Tell the texts about attacks of which something is left to the players, before anybody throws."""
    for piece in dict.fromkeys(pieces):
        for text in state.texts(state.piece(piece)):
            if speaks_of_attacks(text) and text.special.text:
                changes = tuple(map(Name, text.reading.asked))
                key = "text_asked" if changes else "text_left"
                figure = state.figure(state.piece(piece)).id
                title, words = card_name(figure, text), card_text(figure, text, LONGEST_TEXT)
                yield say(key, piece=Name(piece), name=title, text=words, powers=joined(", ", *changes))


def _answers(state: State, seat: Seat, targets: Sequence[PieceId]) -> Iterator[str]:
    """The powers by which targets may answer an attack, and by which the other side may have it thrown again."""
    for target in targets:
        for kind in ANSWERS:
            yield from (power for power, _ in active(state, state.piece(target), kind))
    for piece in state.on_map():
        if not state.is_friend(piece.seat, seat):
            yield from (power for power, _ in active(state, piece, Reroll))
