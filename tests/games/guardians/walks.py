"""Random games of Guardians' Chronicles: seeded, every choice legal, dice thrown by a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.documents import Node
from companion.games.guardians.campaign import Career, enlist, grown, promoted
from companion.games.guardians.content.content import default_document, parse_content
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.setup import GuardiansSetUp
from companion.games.guardians.state import State
from companion.games.guardians.system import Guardians
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.conftest import StoppedClock

SYSTEM = Guardians()
KINDS: Mapping[str, dict[str, Any]] = {
    "versus": {},
    "TEAM-UP": {"team_up": True},
    "together": {"name": "night-ferry", "difficulty": "hard"},
    "rookies": {"rank": "rookie"},
    "veterans": {"rank": "veteran", "players": 3},
    "alone": {"name": "night-ferry", "players": 1},
    "campaign": {"adventures": 4},
    "three a side": {"players": 3},
    "rookie alone": {"name": "night-ferry", "players": 1, "rank": "rookie", "difficulty": "easy"},
    "veterans together": {"name": "night-ferry", "rank": "veteran", "difficulty": "normal"},
}
CONTENT = parse_content(Node("shipped", "", default_document()))
MOST = 3000


def setup_of(seed: int) -> GuardiansSetUp:
    """Every kind of game in its turn, with heroes in another order each time."""
    kind = dict(list(KINDS.values())[seed % len(KINDS)])
    rng = random.Random(seed)
    heroes = ["lantern", "anvil", "mistral", "briar", "oriel", "dynamo"]
    rng.shuffle(heroes)
    most = kind.pop("adventures", None)
    careers = {hero: career(hero, rng.randint(0, most), rng) for hero in heroes} if most else {}
    return sample_setup(heroes=heroes, careers=careers, **kind)


def career(hero: str, adventures: int, rng: random.Random) -> Career:
    """How far a hero came in so many adventures; it takes the Veteran sheet as soon as it may."""
    so_far = enlist(hero, CONTENT, rng.sample)
    for _ in range(adventures):
        so_far = grown(so_far, CONTENT, rng.sample)
    return promoted(so_far)


Thrower = Callable[[State, DiceRequest], ReportDice]


def opened(setup: GuardiansSetUp, seed: int, thrown: Thrower | None = None) -> Session:
    """A session whose dice are ``thrown`` so, else by a generator."""
    dice = DiceGenerator(seed)
    return Session(
        SYSTEM,
        Ledger(MemoryRecorder(), JsonCodec(SYSTEM.event_types)),
        StoppedClock(),
        setup,
        seats=setup.seats,
        automatic={
            DiceRequest: thrown or (lambda state, one: ReportDice(one.roller, dice.roll(one, SYSTEM.dice_of(state))))
        },
    )


def played(seed: int) -> Session:
    """A whole game: kinds of commands are chosen first, so that rare ones come up."""
    setup, rng = setup_of(seed), random.Random(seed)
    session = opened(setup, seed)
    for _ in range(MOST):
        if session.state.flow.outcome is not None:
            return session
        offers = [command for seat in setup.seats for command in SYSTEM.legal_commands(session.state, seat)]
        assert offers, f"nobody may do anything: {session.state.flow}"
        kinds = sorted({type(offer).__name__ for offer in offers})
        kind = rng.choice([one for one in kinds if one != "EndActivation"] or kinds)
        command = rng.choice([offer for offer in offers if type(offer).__name__ == kind])
        decision = session.submit(command)
        assert isinstance(decision, Accepted), f"legal, yet refused: {command}: {decision}"
    raise AssertionError("a game that does not end")


def laws(state: State) -> None:
    """What is so at every moment, whatever was played."""
    standing = [figure.at for figure in state.figures if figure.at is not None and not figure.out]
    assert len(standing) == len(set(standing)), "two figures on a space (GC-MAP-03)"
    wounds = len(state.wounds) + len(state.spent_wounds)
    for figure in state.figures:
        assert figure.damage >= 0
        assert figure.actions >= 0
        cards = (*figure.hand, *figure.left, *figure.right, *figure.discard, *figure.removed)
        wounds += sum(card in state.content.wounds for card in cards)
        own = [card for card in cards if card in state.content.cards]
        assert len(own) == len(set(own)), "a card in two places"
        assert all(state.content.cards[card].hero == figure.hero for card in own), "another hero's card (GC-CARD-01)"
        if figure.out:
            assert figure.at is None
        if figure.kind.value not in ("hero", "team_up"):
            assert not own
    assert wounds == len(state.content.wound_deck), "wound cards come from the deck and go back"
