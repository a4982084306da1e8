"""The attacks that an order or an answer leads to, counted before it is given.

order ──rules──> an attack declared · a way and a question of its own seat ──each answer──> an attack declared
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from companion.core.commands import Choose, Pass
from companion.core.consequences import step, ways
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, ChoiceRequested
from companion.core.face import Counsel, Game
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.phrases import Name, Told, Word, average, joined, say
from companion.core.rules import Command, RulesSystem
from companion.games.heroclix.attack.odds import Odds, odds
from companion.games.heroclix.damage.dial import is_out
from companion.games.heroclix.events.damage import DamageDealt
from companion.games.heroclix.face.foretell import aim_of
from companion.games.heroclix.face.roster import standing
from companion.games.heroclix.state.attack import Attack
from companion.games.heroclix.state.state import Phase, State


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack as it is counted: who is hit soonest, how likely, the clicks of all on average, and what it takes."""

    target: PieceId
    chance: Fraction
    clicks: Fraction
    spoils: Fraction

    @property
    def means(self) -> Told:
        """Tell the clicks on average."""
        return average("click", self.clicks)


class Strikes:
    """The attacks of a game as it stands; ``keep`` keeps what was counted of it."""

    def __init__(self, game: Game, keep: Callable[[Hashable, Callable[[], Any]], Any]) -> None:
        self._game, self._keep = game, keep

    @property
    def _state(self) -> State:
        return cast(State, self._game.state)

    def of(self, command: Command) -> Strike | None:
        """Return the attack that takes most of those a command leads to, the first of those alike."""

        def make() -> Strike | None:
            found = map(self.counted, declared(self._game.system, self._state, command))
            return max(found, key=lambda one: one.spoils, default=None)

        strike: Strike | None = self._keep(("strike", command), make)
        return strike

    def counted(self, after: State) -> Strike:
        """Count the attack that is declared there; wherever it is made from, once."""
        assert after.attack is not None
        strike: Strike = self._keep(placeless(after.attack), lambda: counted(after))
        return strike

    def after(self, request: ChoiceRequest, option: str) -> State | None:
        """Return the state with the best attack that an answer leads to, as after a run; ``None``: it leads to none."""
        if self._state.attack is not None or request.piece is None or self._state.flow.phase != Phase.PLAY:
            return None

        def make() -> State | None:
            found = declared(self._game.system, self._state, Choose(request.seat, request.id, (option,)))
            return max(found, key=lambda one: self.counted(one).spoils, default=None)

        aimed: State | None = self._keep(("aimed", request.id, option), make)
        return aimed

    def counsel(self, request: ChoiceRequest) -> Counsel | None:
        """Return the answer after which an attack takes most: where attacks follow, or a die decides the damage."""
        if self._state.attack is not None and request.optional and request.at_most == 1:
            return self._gambled(request)
        aimed = {option: self.after(request, option) for option in request.options if request.at_most == 1}
        found = {option: self.counted(state).spoils for option, state in aimed.items() if state is not None}
        best = max(found, key=lambda option: found[option], default=None)
        return Counsel((best,), "") if best is not None and found[best] > 0 else None

    def _gambled(self, request: ChoiceRequest) -> Counsel | None:
        """Return whether a die is thrown for the damage: where it takes more on average (HC-DMG-01)."""
        taken = {option: self._dealt(request, option) for option in (*request.options, "")}
        found = {option: clicks for option, clicks in taken.items() if clicks is not None}
        if len(found) < len(taken) or len({*found.values()}) == 1:
            return None
        best = max(found, key=lambda option: found[option])
        return Counsel((best,) if best else (), average("click", found[best]))

    def _dealt(self, request: ChoiceRequest, option: str) -> Fraction | None:
        """Return the clicks on average that foes take by an answer, empty for a refusal; ``None``: more is asked."""
        answer = Choose(request.seat, request.id, (option,)) if option else Pass(request.seat, request.id)
        after, events, asked = step(self._game.system, self._state, answer)
        if asked is None:
            return Fraction(self._taken(events, request.seat))
        if not isinstance(asked, DiceRequest) or len(asked.dice) > 1:
            return None
        faces = self._game.system.dice_of(after)[asked.dice[0]].faces
        each = [(place, (face.label,), Fraction(1, len(faces))) for place, face in enumerate(faces)]
        found = ways(self._game.system, after, asked, each)
        return sum((way.chance * self._taken(way.events, request.seat) for way in found), Fraction(0))

    def _taken(self, events: Iterable[object], seat: Seat) -> int:
        dealt = (event for event in events if isinstance(event, DamageDealt))
        return sum(one.taken for one in dealt if not self._state.is_friend(seat, self._state.piece(one.piece).seat))

    def option(self, request: ChoiceRequest, option: str) -> Told:
        """Tell an answer that an attack follows on: whom it is on, its chance, the clicks; empty of any other."""
        if (aimed := self.after(request, option)) is None:
            return ""
        found = self.counted(aimed)
        whom = () if found.target == option else (Name(found.target),)
        return joined(" · ", self._named(option), *whom, say("chance", chance=found.chance), found.means)

    def asked(self, request: ChoiceRequest) -> Iterator[Told]:
        """Tell what such a question is about: the way that was chosen before, the terms of each attack."""
        if request.at_most > 1 or request.piece is None:
            return
        if taken := self._taken_before(request):
            yield say("way_taken", way=self._named(taken))
        for option in request.options:
            if (aimed := self.after(request, option)) is not None:
                if self._state.find(PieceId(option)) is None:
                    yield self._named(option)
                yield from aim_of(aimed)

    def _named(self, option: str) -> Told:
        """Return the words of an answer: whom the attack is on, or how it is made."""
        is_named = self._state.find(PieceId(option)) is not None or option in self._state.edition.powers
        return Name(option) if is_named else Word("option", option)

    def _taken_before(self, request: ChoiceRequest) -> str:
        """Return the answer to the same question just before: how the attack is made."""
        log = self._state.work.log if self._state.work is not None else ()
        requests = (one.request for one in log if isinstance(one, ChoiceRequested))
        asked = {one.id for one in requests if one.purpose == request.purpose}
        made = [one.options[0] for one in log if isinstance(one, ChoiceMade) and one.request in asked and one.options]
        return made[-1] if made and self._state.find(PieceId(made[-1])) is None else ""


def declared(system: RulesSystem[State], state: State, command: Command) -> Iterator[State]:
    """Generate the states with an attack declared that a command leads to; none where dice come before it."""
    after, _, asked = step(system, state, command)
    if after.attack is not None and after.attack.targets:
        yield after
    elif isinstance(asked, ChoiceRequest) and asked.seat == command.seat:
        for option in asked.options:
            yield from declared(system, after, Choose(asked.seat, asked.id, (option,)))


def placeless(attack: Attack) -> Attack:
    """Return the attack as it is counted: its numbers, wherever it is made from."""
    aims = (replace(one, start=SpaceId(""), end=SpaceId(""), verdict="") for one in attack.targets)
    return replace(attack, targets=tuple(aims))


def counted(state: State) -> Strike:
    """Count the attack that is declared: clicks of friends count against it, and the points of a knock-out (HC-VP-01)
    as the clicks that they bought.
    """
    attack = state.attack
    assert attack is not None
    by, found = state.piece(attack.attacker).seat, odds(state)
    best = max(found, key=lambda one: one.chance)
    clicks = spoils = Fraction(0)
    for one in found:
        sign = -1 if state.is_friend(by, state.piece(one.target).seat) else 1
        clicks, spoils = clicks + sign * (one.expected or 0), spoils + sign * _taken(state, one)
    return Strike(best.target, best.chance, clicks, spoils)


def _taken(state: State, found: Odds) -> Fraction:
    piece, clicks = state.piece(found.target), found.expected or Fraction(0)
    if not found.taken or found.die or not is_out(state, piece, found.click):
        return clicks
    return clicks + clicks / (found.click - piece.click) * _clicks_for(state, piece.points)


def _clicks_for(state: State, points: int) -> Fraction:
    """Return how many clicks those points buy, as all the figures of the game were bought."""
    rows = [standing(state, one) for one in state.pieces]
    return points * Fraction(sum(one.most or 0 for one in rows), sum(one.points or 0 for one in rows) or 1)
