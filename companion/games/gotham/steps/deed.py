"""A deed in progress, as the hooks of its steps see it and hand it on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId, RuleId, ZoneId
from companion.core.pool import Reroll, Thrown
from companion.core.reckoning import Contribution
from companion.games.gotham.content.settings import MANIPULATION, MELEE, RANGED, THOUGHT

MOVE, ARRIVAL, EXPLOSION = "move", "arrival", "explosion"
ATTACKS = (MELEE, RANGED)
ACTION = "action"  # any other way is the skill of a Free Action (GO-GEN-08)
COUNTER, RIPOSTE = "counter", "riposte"
NO_DICE = Thrown((), ())


@dataclass(frozen=True, slots=True)
class Follow:
    """A Free Action that a hook brought: its skill and rule, by whom, at whom, its level.

    ``die``: the colour of its dice; without one remaining successes are used (GO-CIRCULAR-03, GO-BURST-03).
    """

    way: str
    rule: RuleId
    piece: PieceId
    target: PieceId
    level: int
    die: str = ""
    cards: tuple[str, ...] = ()  # declared for it already


@dataclass(frozen=True, slots=True)
class Deed:
    """An attack, a Defense, a complex action, an explosion or one Movement on its way through the steps.

    ``kind``: what it is; ``way``: a Free Action's skill, or an action. ``against``: of a Defense, the kind of attack.
    ``zones``: where an explosion was, or from where to where one moves; ``parts``: terms of the number being made.
    """

    kind: str
    piece: PieceId
    target: PieceId | None = None
    way: str = ACTION
    cards: tuple[str, ...] = ()
    lent: tuple[tuple[PieceId, str], ...] = ()  # cards that others declared for it
    skills: tuple[str, ...] = ()  # that the mission lets help a complex action
    against: str = ""
    zones: tuple[ZoneId, ...] = ()
    level: int = 0  # of the jump, climb or fall
    binds: bool = False  # Bind was declared
    pool: tuple[str, ...] = ()
    thrown: Thrown = NO_DICE
    count: int = 0  # successes rolled, or carried over
    parts: tuple[Contribution, ...] = ()
    rerolls: tuple[Reroll, ...] = ()
    margin: int = 0  # successes of the attack above those of the Defense
    bound: bool = False  # tokens came instead of wounds
    pledged: tuple[tuple[PieceId, int], ...] = ()  # wounds others take in the target's place
    suffered: tuple[tuple[PieceId, int], ...] = ()  # wounds it caused
    remaining: int = 0  # successes left when the target fell (GO-BASE-ATK-07)
    is_rolled: bool = True  # or remaining successes of another attack are used
    follow: tuple[Follow, ...] = ()

    def cards_of(self, piece: PieceId) -> tuple[str, ...]:
        """The cards that the figure declared for it."""
        own = self.cards if piece == self.piece else ()
        return (*own, *(card for who, card in self.lent if who == piece))

    @property
    def is_attack(self) -> bool:
        return self.kind in ATTACKS

    @property
    def is_action(self) -> bool:
        """Whether dice thrown for it are thrown for an action, and not for a Defense (GO-IMAGFRIEND-02)."""
        return self.kind in (*ATTACKS, MANIPULATION, THOUGHT)

    @property
    def aim(self) -> PieceId:
        """The target of the attack."""
        assert self.target is not None
        return self.target
