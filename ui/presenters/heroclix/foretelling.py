"""What a command will do, before anybody confirms it: its way and cost, line and number with their terms, answers.

proposed ──decide, nothing written──> events ──> the words on the card          a second token ──> pushing damage
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.board.picture import GridDrawing, Way
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.rules import Accepted, Rejected
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.answering import Evade, RefuseTarget
from companion.games.heroclix.commands import AttackTerrain
from companion.games.heroclix.damage.taking import ReduceByRoll, Transfer, taken_of
from companion.games.heroclix.events.attack import AttackDeclared, ValueReckoned
from companion.games.heroclix.events.play import ActionGiven
from companion.games.heroclix.events.tactics import TerrainAttacked
from companion.games.heroclix.moves.movement import needs_break_away, reach_of
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.rolls import Reroll
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.attack import Blow, DamageKind
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State
from companion.games.heroclix.system import HeroClix
from companion.games.heroclix.terrain import ENOUGH, name_of
from ui.presenters.adapter import Command, Look
from ui.presenters.heroclix.offers import manner

ANSWERS: tuple[type[Verb], ...] = (Evade, RefuseTarget, ReduceByRoll, Transfer)  # by a die, or by a person
PUSHED = RuleId("HC-TOKEN-05")


class Foretelling:
    """The near future of one table."""

    def __init__(self, system: HeroClix) -> None:
        self._system = system

    def move(self, state: State, look: Look, move: cm.MoveFigure) -> Iterator[str]:
        """From where to where, the squares it costs, breaking away, pushing."""
        mover = state.piece(move.piece)
        cost = reach_of(state, mover).costs.get(move.to[0])
        words = f"{mover.spaces[0]} → {move.to[0]}"
        if cost is not None:
            words += f", {look.say('squares', cost=cost, speed=state.value(mover, 'speed'))}"
        yield words
        if needs_break_away(state, mover):
            yield look.say("break_away")
        yield from self._pushing(state, look, move, mover)

    def way(self, state: State, move: cm.MoveFigure, drawing: GridDrawing) -> tuple[Way, ...]:
        """The squares it would go through, as the board draws them; nothing for a move that it cannot make."""
        mover, to = state.piece(move.piece), move.to[0]
        reach = reach_of(state, mover)
        if to not in reach.costs or not mover.spaces:
            return ()
        path = (mover.spaces[0], *reach.path_to(to))
        return (Way("move", tuple(map(drawing.middle, path))),) if len(path) > 1 else ()

    def attack(self, state: State, look: Look, command: cm.CloseAttack | cm.RangedAttack) -> Iterator[str]:
        """The targets with their lines and numbers, what made these numbers, what may answer, pushing."""
        events = self._events(state, command)
        for declared in events:
            if isinstance(declared, AttackDeclared):
                for target in declared.targets:
                    needed = max(2, target.defense - declared.attack)
                    line = f"{look.say('line')} {look.wording.word('verdict', target.verdict)}"
                    number = look.say("needs", needed=needed) if needed <= 12 else look.say("needs_12")
                    sums = look.say("sums", attack=declared.attack, defense=target.defense)
                    yield f"→ {look.name(target.piece)} · {line} · {number} ({sums})"
        for event in events:
            if isinstance(event, ValueReckoned):
                yield look.wording.event(event)
        targets = [target.piece for event in events if isinstance(event, AttackDeclared) for target in event.targets]
        if answers := [look.name(power) for power in dict.fromkeys(_answers(state, command.seat, targets))]:
            yield look.say("may_answer", powers=tuple(answers))
        yield from self._pushing(state, look, command, state.piece(command.attacker))

    def blow(self, state: State, look: Look, command: AttackTerrain) -> Iterator[str]:
        """The target of an attack on terrain, its damage, whether that is enough, pushing."""
        events = self._events(state, command)
        damage = next((event.damage for event in events if isinstance(event, TerrainAttacked)), 0)
        hurt = look.wording.word("slot", "damage").lower()
        fate = look.say("is_destroyed" if damage >= ENOUGH else "stands")
        yield f"→ {look.name(name_of(command))} · {manner(look, command)} · {damage} {hurt} · {fate}"
        yield from self._pushing(state, look, command, state.piece(command.attacker))

    def _pushing(self, state: State, look: Look, command: Command, piece: Piece) -> Iterator[str]:
        """The damage of a second token, where the command costs an action (HC-TOKEN-05)."""
        is_action = any(isinstance(event, ActionGiven) for event in self._events(state, command))
        if is_action and piece.tokens + 1 == MOST_TOKENS:
            damage = taken_of(state, piece, Blow(piece.id, 1, DamageKind.PUSHING, PUSHED))
            yield look.say("pushing", damage=damage, rule=PUSHED) if damage else look.say("no_pushing", rule=PUSHED)

    def _events(self, state: State, command: Command) -> Sequence[object]:
        """What the command would lead to at once, were it allowed."""
        decision = self._system.decide(state, command)
        if isinstance(decision, Rejected):
            waived = frozenset(violation.rule for violation in decision.violations)
            decision = self._system.decide(state, command, waived=waived)
        return decision.events if isinstance(decision, Accepted) else ()


def _answers(state: State, seat: Seat, targets: Sequence[PieceId]) -> Iterator[str]:
    """The powers by which targets may answer an attack, and by which the other side may have it thrown again."""
    for target in targets:
        for kind in ANSWERS:
            yield from (power for power, _ in active(state, state.piece(target), kind))
    for piece in state.on_map():
        if not state.is_friend(piece.seat, seat):
            yield from (power for power, _ in active(state, piece, Reroll))
