"""Foretells a command before anybody confirms it: its way and cost, line and number with their terms, answers.

proposed ──decide, nothing written──> events ──> the words on the card          a second token ──> pushing damage
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import takewhile

from companion.board.picture import GridDrawing, Way
from companion.core.face import Foretold
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.phrases import Happened, Lower, Name, Told, Word, average, joined, say
from companion.core.rules import Accepted, Rejected, RulesSystem
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.answering import Evade, RefuseTarget
from companion.games.heroclix.attack.odds import FACES, Odds, kept_faces, odds
from companion.games.heroclix.commands import AttackTerrain, ThrowObject
from companion.games.heroclix.damage.dial import is_out
from companion.games.heroclix.damage.taking import ReduceByRoll, Transfer, sparing, taken_of
from companion.games.heroclix.events.attack import ValueReckoned
from companion.games.heroclix.events.play import ActionEnded, ActionGiven, FigureMoved, TokenPlaced
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.events.tactics import TerrainAttacked
from companion.games.heroclix.face.cards import card_name, card_text
from companion.games.heroclix.face.offers import manner, place_words, way_words
from companion.games.heroclix.figures.hand import speaks_of_attacks
from companion.games.heroclix.moves.movement import needs_break_away, reach_of
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.reckoning import standing_value
from companion.games.heroclix.position.rolls import OTHER, Reroll
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.state.attack import Blow, DamageKind
from companion.games.heroclix.state.state import MOST_TOKENS, Piece, State
from companion.games.heroclix.terrain import ENOUGH

ANSWERS: tuple[type[Verb], ...] = (Evade, RefuseTarget, ReduceByRoll, Transfer)  # by a die, or by a person
LONGEST_TEXT = 160  # letters of a card's text on a card of ours; the whole of it is in the figure's window
PUSHED = RuleId("HC-TOKEN-05")
Strike = cm.CloseAttack | cm.RangedAttack | ThrowObject | cm.UsePower


def foretold(system: RulesSystem[State], state: State, command: object) -> Foretold:
    """Foretell a move, an attack by whatever order, or a blow at terrain; nothing of other commands."""
    return _Rehearsal(system, state).foretold(command)


def is_vain(system: RulesSystem[State], state: State, command: object) -> bool:
    """Whether a power would be used for nothing: nothing follows but its way and its token, pushing included."""
    return _Rehearsal(system, state).is_vain(command)


def is_attack(system: RulesSystem[State], state: State, command: object) -> bool:
    """Whether an attack is declared by the command itself, so that its number can be told before it is given."""
    return declared(system, state, command) is not None


def declared(system: RulesSystem[State], state: State, command: object) -> State | None:
    """Return the state with the attack that the command declares at once; ``None``: it declares none."""
    return _Rehearsal(system, state).declared(command)


class _Rehearsal:
    """Commands decided by the rules, of which nothing is written."""

    def __init__(self, system: RulesSystem[State], state: State) -> None:
        self._system, self._state = system, state

    def foretold(self, command: object) -> Foretold:
        match command:
            case cm.MoveFigure():
                return Foretold(tuple(self._move(command)))
            case AttackTerrain():
                return Foretold(tuple(self._blow(command)))
            case cm.CloseAttack() | cm.RangedAttack() | ThrowObject() | cm.UsePower():
                if (declared := self.declared(command)) is not None:
                    return self._attack(command, declared)
        return Foretold(tuple(self._power(command))) if isinstance(command, cm.UsePower) else Foretold()

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

    def declared(self, command: object) -> State | None:
        """Return the state with the attack that the command declares at once; ``None``: it declares none."""
        if not isinstance(command, Strike):
            return None
        after = reduce(self._system.apply, self._events(command), self._state)
        return after if after.attack is not None and after.attack.targets else None

    def _attack(self, command: Strike, declared: State) -> Foretold:
        """How it strikes, the targets with lines, numbers and what a hit does, what made these numbers, who may answer,
        pushing.
        """
        state, events, attack = self._state, self._events(command), declared.attack
        assert attack is not None
        found = {one.target: one for one in odds(declared)}
        lines: list[Told] = [words] if (words := way_words(command)) else []
        lines += aim_of(declared)
        made = [event for event in events if isinstance(event, ValueReckoned)]
        answers = answers_to(state, command.seat, tuple(found))
        if answers:
            lines.append(say("may_answer", powers=tuple(map(Name, answers))))
        lines += _texts_left(state, [attack.attacker, *found])
        lines += self._pushing(command, state.piece(attack.attacker))
        best = max(found.values(), key=lambda one: one.chance)
        parts = tuple(part for event in made for part in event.parts)
        expected = best.expected if len(found) == 1 else None
        return Foretold(
            tuple(lines), best.least, best.chance, parts, answers, expected, "click", more=tuple(map(Happened, made))
        )

    def _blow(self, command: AttackTerrain) -> Iterator[Told]:
        """The target of an attack on terrain, its damage, whether that is enough, pushing."""
        events = self._events(command)
        damage = next((event.damage for event in events if isinstance(event, TerrainAttacked)), 0)
        hurt = joined(" ", str(damage), Lower(Word("slot", "damage")))
        fate = say("is_destroyed" if damage >= ENOUGH else "stands")
        yield joined("", "→ ", joined(" · ", place_words(command), manner(command), hurt, fate))
        yield from self._pushing(command, self._state.piece(command.attacker))

    def _pushing(self, command: object, piece: Piece) -> Iterator[Told]:
        """The damage of a second token, where the command costs an action (HC-TOKEN-05), or what spares it."""
        is_action = any(isinstance(event, ActionGiven) for event in self._events(command))
        if is_action and is_pushed(piece):
            damage = pushing_of(self._state, piece)
            powers = tuple(map(Name, dict.fromkeys(sparing(self._state, piece, _pushed(piece)))))
            yield say("pushing", damage=damage, rule=PUSHED) if damage else say("no_pushing", powers=powers)

    def _events(self, command: object) -> Sequence[object]:
        """Return the events the command would lead to at once, were it allowed."""
        decision = self._system.decide(self._state, command)
        if isinstance(decision, Rejected):
            waived = frozenset(violation.rule for violation in decision.violations)
            decision = self._system.decide(self._state, command, waived=waived)
        return decision.events if isinstance(decision, Accepted) else ()


def is_pushed(piece: Piece) -> bool:
    """Whether its next action is its second token (HC-TOKEN-05)."""
    return piece.tokens + 1 == MOST_TOKENS


def pushing_of(state: State, piece: Piece) -> int:
    """Return the damage that its next action would do to it by a second token."""
    return taken_of(state, piece, _pushed(piece)) if is_pushed(piece) else 0


def _pushed(piece: Piece) -> Blow:
    return Blow(piece.id, 1, DamageKind.PUSHING, PUSHED)


def answers_to(state: State, seat: Seat, targets: Sequence[PieceId]) -> tuple[str, ...]:
    """Return the powers by which an attack of that seat may be answered, each once."""
    return tuple(dict.fromkeys(_answers(state, seat, targets)))


def aim_of(declared: State) -> Iterator[Told]:
    """Tell an attack that is declared: each target with its line and numbers, then what a hit does."""
    attack, found = declared.attack, {one.target: one for one in odds(declared)}
    assert attack is not None
    for aim in attack.targets:
        line = joined(" ", say("line"), Word("verdict", aim.verdict))
        yield joined("", "→ ", joined(" · ", Name(aim.piece), *numbers_of(declared, found[aim.piece]), line))
    yield from (hit_of(declared, one) for one in found.values())


def numbers_of(state: State, found: Odds) -> tuple[Told, ...]:
    """The chance of a hit, beside its target, and the number the dice must reach with its terms."""
    assert state.attack is not None
    least, kept = found.least, [int(face) for face in kept_faces(state) if face != OTHER]
    if least is None:
        needs: Told = say("needs_more")
    elif kept:
        needs = say("needs_on_die", needed=least - sum(kept), lies=sum(kept))
    else:
        needs = say("needs", needed=least) if least < 12 else say("needs_12")
    sums = say("sums", attack=state.attack.attack, defense=found.defense)
    return say("chance", chance=found.chance), joined("", needs, " (", sums, ")")


def hit_of(state: State, found: Odds) -> Told:
    """The damage of a hit, and where the target's dial would come to stand; of damage that is shared out, how much."""
    attack, piece = state.attack, state.piece(found.target)
    assert attack is not None
    if attack.harmless:
        return say("hit_harmless")
    if found.dealt is None:
        return say("hit_shared", damage=attack.damage)
    key = "hit_die" if found.die else "hit_out" if is_out(state, piece, found.click) else "hit"
    terms: dict[str, object] = {"taken": found.taken, "click": piece.click, "then": found.click}
    if found.die:
        terms = {"most": found.most, "power": Name(found.die)}
    hit = say(key, damage=found.dealt, **terms)
    return joined(" · ", hit, *_spared(state, piece, found), average("click", found.expected or Fraction(0)))


def _spared(state: State, piece: Piece, found: Odds) -> Iterator[Told]:
    """Tell by what the target is spared damage of a hit, and what a die of it says."""
    rolled = dict(active(state, piece, ReduceByRoll))
    for power in found.spared:
        verb = rolled.get(power)
        if verb is None:
            yield Name(power)
        else:
            faces = tuple(face for face in FACES if face not in verb.faces)
            span = f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0])
            yield say("spared_by_die", power=Name(power), faces=span, less=verb.amount)


def way(state: State, move: cm.MoveFigure, drawing: GridDrawing) -> tuple[Way, ...]:
    """The squares it would go through, as the board draws them; nothing for a move that it cannot make."""
    mover, to = state.piece(move.piece), move.to[0]
    reach = reach_of(state, mover)
    if to not in reach.costs or not mover.spaces:
        return ()
    path = (mover.spaces[0], *reach.path_to(to))
    return (Way("move", tuple(map(drawing.middle, path))),) if len(path) > 1 else ()


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
