"""The law of the screens: whatever the rules accept can be said at a screen, by its offers and what they ask; nothing
is offered that is refused, or that uses something up for nothing.

Orders are drawn by a generator of each game (``drawn``), never from its own list of offers. A game comes under the law
by a row in ``GAMES``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ids import EditionId, SystemId
from companion.core.ledger import Ledger
from companion.core.offers import leads_to
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games import find_system, systems
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.conformance.drawn import gotham, guardians, heroclix, heroquest
from tests.conftest import StoppedClock
from tests.thinned import thinned
from ui.presenters.adapter import Aimed, Group, Look, Meant, Menu, Offer
from ui.presenters.games import game_of
from ui.presenters.own_offers import ending_for, offered_to


@dataclass(frozen=True)
class Drawn:
    """A game under the law: a set-up, what has happened since, and orders drawn for a state.

    ``is_whole``: whether the order says all that a player would say, and no more; ``wasted``: what it uses up in vain.
    """

    setup: Callable[[], Any]
    orders: Callable[[Any, random.Random, int], Iterator[Any]]
    is_whole: Callable[[Any, Any], bool] = lambda state, order: True
    wasted: Callable[[Any, Any], list[str]] = lambda state, order: []
    edition: str = ""
    opening: Callable[[], list[Any]] = list


def of_clix(edition: str) -> Drawn:
    system = find_system(SystemId("heroclix"), EditionId(edition), "")

    def setup() -> Any:
        return replace(heroclix.setup(), edition=edition)

    def is_whole(state: Any, order: Any) -> bool:
        return heroclix.is_whole(state, order, system)

    return Drawn(setup, heroclix.orders, is_whole, edition=edition, opening=heroclix.opening)


GAMES = {
    "heroclix-core": of_clix("core"),
    "heroclix-newer": of_clix("newer"),
    "heroquest": Drawn(heroquest.setup, heroquest.orders, heroquest.is_whole, heroquest.wasted),
    "gotham": Drawn(gotham.setup, gotham.orders, gotham.is_whole, gotham.wasted),
    "guardians": Drawn(guardians.setup, guardians.orders, guardians.is_whole, guardians.wasted),
}


def opened(game: str, seed: int) -> Session:
    law = GAMES[game]
    rows = (one for one in systems() if one.id == game.partition("-")[0])
    system = next(one for one in rows if law.edition in ("", one.edition.id))
    setup, dice = law.setup(), DiceGenerator(seed)
    session = Session(
        system,
        Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
        StoppedClock(),
        setup,
        seats=setup.seats,
        automatic={DiceRequest: lambda state, one: ReportDice(one.roller, dice.roll(one, system.dice_of(state)))},
    )
    if begun := law.opening():
        session._record(begun, session.records[0].source)
    return session


def offered(menu: Menu | None, look: Look) -> Iterator[Any]:
    """The commands of a menu that the looker's device may give, those of its groups too."""
    own = offered_to(menu, look.seats)
    for entry in own.entries if own is not None else ():
        for offer in entry.offers if isinstance(entry, Group) else (entry,):
            if isinstance(offer, Offer) and offer.command is not None:
                yield offer.command


def shown(adapter: Any, look: Look, is_accepted: Callable[[Any], bool]) -> Iterator[Any]:
    """Every command that one tap gives or proposes, with a figure chosen as the look has it; with each card open that
    stays open while the board is tapped. A tap on the board may also ask why something is forbidden: that is no offer.
    """
    menu = adapter.menu(look)
    yield from offered(menu, look)
    yield from offered(Menu("", "", "", tuple(adapter.endings(look))), look)
    if (ending := ending_for(adapter, look)) is not None and ending.command is not None:
        yield ending.command
    picture = adapter.picture(look, frozenset())
    spaces = list(dict.fromkeys(tile.space for tile in picture.tiles))
    opened = [entry.key for entry in (menu.entries if menu else ()) if isinstance(entry, Group) and entry.stays]
    looks = [look, *(replace(look, picked=key) for key in opened)]
    taps = [adapter.tap(one, space) for one in looks for space in spaces]
    for token in picture.tokens:
        tap = adapter.tap_piece(look, token.piece)
        taps.append(tap)
        if isinstance(tap, Aimed):
            yield from offered(adapter.menu(replace(look, aimed=tap.piece)), look)
    meant = (tap.command for tap in taps if isinstance(tap, Meant) and tap.command.seat in look.seats)
    yield from (command for command in meant if is_accepted(command))


def look_of(adapter: Any, seat: Any, piece: Any = None) -> Look:
    side = next(side for side, seats in adapter.sides.items() if seat in seats)
    return Look(side, (seat,), Wording("en", adapter.names(side, "en")), chosen=piece)


def about(order: Any) -> Any:
    """The figure or the thing that is chosen before the order is given."""
    return getattr(order, "piece", None) or getattr(order, "attacker", None)


def check(game: str, session: Session, rng: random.Random, count: int) -> int:
    """Draw orders for the game as it stands, and look for each that is accepted at the screen; return how many there
    were."""
    law, adapter, state = GAMES[game], game_of(session.system.id).adapter(session), session.state
    screens: dict[tuple[Any, Any], list[Any]] = {}

    def is_accepted(order: Any) -> bool:
        return isinstance(session.system.decide(state, order), Accepted)

    def screen(seat: Any, piece: Any) -> list[Any]:
        if (seat, piece) not in screens:
            screens[seat, piece] = list(shown(adapter, look_of(adapter, seat, piece), is_accepted))
        return screens[seat, piece]

    def varied(order: Any) -> Iterator[Any]:
        look = look_of(adapter, order.seat, about(order))
        return offered(adapter.proposal(look, order), look)

    found, looked_at = 0, set[Any]()
    for order in law.orders(state, rng, count):
        if not law.is_whole(state, order) or not isinstance(session.system.decide(state, order), Accepted):
            continue
        found += 1
        assert law.wasted(state, order) == [], order
        at_screen = screen(order.seat, about(order))
        assert leads_to(at_screen, varied, order), f"cannot be said: {order}"
    for (seat, _), found_there in screens.items():
        offers = [one for one in found_there if one not in looked_at]
        looked_at |= set(offers)
        more = (other for one in rng.sample(offers, min(3, len(offers))) for other in varied(one))
        for order in (*offers, *more):
            assert isinstance(session.system.decide(state, order), Accepted), f"offered, and refused: {order}"
            assert order.seat == seat and law.wasted(state, order) == [], order
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", thinned(range(2), 2))
@pytest.mark.parametrize("game", GAMES)
def test_what_the_rules_accept_can_be_said_at_a_screen(game: str, seed: int) -> None:
    rng, found = random.Random(seed), 0
    session = opened(game, seed)
    for step in range(24):
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        if not offers:
            break
        if not session.state.flow.open and step % 4 == 0:
            found += check(game, session, rng, 100)
        lively = [one for one in offers if not type(one).__name__.startswith("End") or rng.random() < 0.05]
        decision = session.submit(rng.choice(lively or offers))
        assert isinstance(decision, Accepted), decision
    assert found > 10
