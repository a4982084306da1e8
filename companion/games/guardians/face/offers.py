"""Offers to a side, by their target, with the tests that orders bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.core.face import AT_ONCE, IN_TURN, Command, fields_of
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import Name, Told, Word, say
from companion.games.guardians import commands as cm
from companion.games.guardians.content.kinds import Test
from companion.games.guardians.face.foretell import blow_of, foretold, object_test, pool
from companion.games.guardians.play import trials
from companion.games.guardians.state import State

BY_TAP = (cm.Move,)
ENDS = (cm.EndActivation,)
PROPOSED = (cm.Attack,)  # are shown before they are done

WORTHS: Mapping[type, int] = {
    **dict.fromkeys((cm.BeginGame, cm.Attack, cm.TakeTest, cm.UsePower), AT_ONCE),  # of powers, attacks
    cm.UseObject: IN_TURN,
}


def about(command: object) -> list[str]:
    """Return the targets of the command."""
    return fields_of(command, ("target", "object", "site"))


def begun_once(offers: Sequence[Command]) -> Sequence[Command]:
    """The offers; beginning needs to be said once."""
    begin = [offer for offer in offers if isinstance(offer, cm.BeginGame)]
    return begin[:1] or offers


def moves(offers: Iterable[Command]) -> dict[SpaceId, Command]:
    """The moves among the offers, by where they end."""
    return {offer.to: offer for offer in offers if isinstance(offer, cm.Move)}


def targets(offers: Iterable[Command]) -> set[PieceId]:
    """Return the targets of the attacks among the offers."""
    return {offer.target for offer in offers if isinstance(offer, cm.Attack)}


def strikes(offers: Sequence[Command]) -> dict[PieceId, Command]:
    """The plain attacks among the offers, by their target."""
    return {offer.target: offer for offer in reversed(offers) if isinstance(offer, cm.Attack) and not offer.manner}


def not_from_afar(state: State, offers: Sequence[Command]) -> Iterator[Told]:
    """Tell of a place whose test may be taken from afar which of its tests are taken on its space alone (GC-TEST-02,
    GC-TEST-11).
    """
    tests = [offer for offer in offers if isinstance(offer, cm.TakeTest)]
    for name in dict.fromkeys(offer.site for offer in tests):
        site, own = state.scenario.sites[name], [one for one in tests if one.site == name]
        if all(state.who(one.piece).at != site.at for one in own):
            missing = (test.stat for test in site.tests if test.stat not in {one.stat for one in own})
            yield from (say("test_on_space", what=Word("slot", stat), where=Name(name)) for stat in missing)


def odds_of(state: State, offer: object) -> Told:
    """Tell the offer's dice, what is needed, the chance; nothing for what needs none (GC-TEST-14)."""
    if isinstance(offer, cm.TakeTest | cm.UseObject):
        test, site = _test(state, offer)
        if test is not None:
            odds = trials.odds(state, state.who(offer.piece), test, site)
            both = foretold(state, offer).lines  # of a weapon its test and its attack
            return both[0] if both else say("odds", dice=odds.dice, limit=odds.limit, chance=odds.chance)
    blow = (offer, 0) if isinstance(offer, cm.Attack) else None
    if isinstance(offer, cm.UsePower):
        blow = blow_of(state, offer)
    return pool(state, *blow)[0] if blow is not None else ""


def _test(state: State, offer: cm.TakeTest | cm.UseObject) -> tuple[Test | None, str]:
    """The test that the order brings, and the place whose tokens count in it."""
    if isinstance(offer, cm.TakeTest):
        return trials.test_of(state.scenario.sites[offer.site], offer.stat), offer.site
    return object_test(state, offer), ""
