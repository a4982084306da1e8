"""The beginning of a game: papers, missions, hands (GC-SETUP-04..10)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.cards import draw
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.guardians import events as ev
from companion.games.guardians.apply import less
from companion.games.guardians.commands import BeginGame, ChoosePaper
from companion.games.guardians.content.dice import COMBAT
from companion.games.guardians.content.kinds import CardSet, Kind, Rank
from companion.games.guardians.play import harm
from companion.games.guardians.play.turns import proceed, strategy
from companion.games.guardians.setup import PAPERS
from companion.games.guardians.state import Figure, Phase, State

SMALL_HAND = 3  # power cards besides the Weakness (GC-TEAMUP-03, GC-SOLO-04)
ROOKIE_CARDS = 2  # GC-RANK-05
MISSION, ROOKIE = "GC-SETUP-09", "GC-RANK-05"


def side_of(state: State, seat: Seat) -> str:
    """The side a seat plays on."""
    return next(camp for camp, seats in state.table.camps if seat in seats)


def paper_violations(state: State, command: ChoosePaper) -> Iterator[Violation]:
    if state.flow.phase != Phase.WAITING:
        yield violation("GC-SETUP-08", waivable=False)
        return
    if command.paper not in PAPERS:
        yield violation("GC-SETUP-08", waivable=False, papers=", ".join(PAPERS))
        return
    own = side_of(state, command.seat)
    if any(side.paper == command.paper and side.name != own for side in state.sides):
        yield violation("GC-SETUP-08", paper=command.paper)


def choose_paper(t: Teller[State], command: ChoosePaper) -> None:
    t.tell(ev.PaperChosen(side_of(t.state, command.seat), command.paper))


def begin_violations(state: State, command: BeginGame) -> Iterator[Violation]:
    """Why the game cannot begin so."""
    if state.flow.phase != Phase.WAITING:
        yield violation("GC-TURN-01", waivable=False)
        return
    heroes = list(state.heroes())
    if len(state.camps) > len(PAPERS):
        yield violation("GC-SETUP-05", waivable=False, sides=", ".join(state.camps))
        return
    if state.table.is_solo and not state.scenario.is_solo:
        yield violation("GC-SOLO-01")
    for hero in heroes:
        if hero.kind is Kind.TEAM_UP and state.table.is_solo:
            yield violation("GC-SOLO-07", hero.id)
            yield violation("GC-TEAMUP-12", hero.id)
        if any(other.hero == hero.hero and other.id < hero.id for other in heroes):
            yield violation("GC-SETUP-04", hero.id)
        if hero.at is None:
            yield violation("GC-SETUP-07", hero.id)
        yield from _rank_violations(state, hero)
    for seat in state.table.seats:
        mains = [hero for hero in heroes if hero.seat == seat and hero.is_main]
        if len(mains) > 1:
            yield violation("GC-SETUP-04", mains[1].id)
        if not mains and any(hero.seat == seat for hero in heroes):
            yield violation("GC-TEAMUP-01", next(hero.id for hero in heroes if hero.seat == seat))
    papers = [side.paper for side in state.sides if side.paper]
    if len(set(papers)) < len(papers):
        yield violation("GC-SETUP-08")


def _rank_violations(state: State, hero: Figure) -> Iterator[Violation]:
    """A higher rank evens out numbers: for the side with fewer heroes, if the other agrees (GC-RANK-02)."""
    recommended = state.scenario.camps[hero.side].heroes if hero.side in state.scenario.camps else 0
    is_full = bool(recommended) and sum(1 for _ in state.heroes(hero.side)) >= recommended
    if hero.rank is Rank.VETERAN and is_full and hero.side not in state.table.agreed:
        yield violation("GC-RANK-02", hero.id)


def begin(t: Teller[State], command: BeginGame) -> Script[None]:
    """Lay headers nobody chose, roll for missions, make hands, then begin the first turn."""
    for side in t.state.sides:
        if side.name in t.state.camps and not side.paper:
            taken = {one.paper for one in t.state.sides}
            t.tell(ev.PaperChosen(side.name, next(paper for paper in PAPERS if paper not in taken)))
    yield from _missions(t)
    for hero in t.state.heroes():
        yield from _rookie_hand(t, hero)
    yield from _small_hands(t)
    yield from strategy(t, t.state.flow.round + 1)
    yield from proceed(t)


def _missions(t: Teller[State]) -> Script[None]:
    """Have every main hero's player roll one combat die (GC-SETUP-09)."""
    heroes = [hero for hero in t.state.heroes() if hero.is_main and t.state.sheet(hero).missions and not hero.mission]
    if not heroes:
        return
    requests = [
        DiceRequest(t.next_id(place), (COMBAT,), hero.seat, RuleId(MISSION), hero.id)
        for place, hero in enumerate(heroes)
        if hero.seat is not None
    ]
    answers = yield DiceRequested(requests[0], tuple(requests[1:]))
    for hero, faces in zip(heroes, answers, strict=True):
        t.tell(ev.MissionDrawn(hero.id, (faces or ("0",))[0]))


def strong(state: State, hero: Figure) -> list[str]:
    """The power cards in hand but for the Weakness."""
    cards = state.content.cards
    return [card for card in hero.hand if card in cards and not cards[card].weakness]


def _rookie_hand(t: Teller[State], hero: Figure) -> Script[None]:
    """Take two random cards out for a Rookie, never the Weakness, and its two Rookie cards in (GC-RANK-05)."""
    if hero.rank is not Rank.ROOKIE or hero.removed or hero.seat is None:
        return
    rookies = tuple(card.id for card in t.state.content.deck_of(hero.hero, CardSet.ROOKIE))
    if not rookies or set(rookies) & set(hero.hand):
        return
    deck = strong(t.state, hero)
    allies = [seat for seat in harm.allied_seats(t.state, hero.side) if seat != hero.seat]
    gone = yield from draw(t, hero.seat, ROOKIE, deck, ROOKIE_CARDS, piece=hero.id, confidants=allies)
    t.tell(ev.HandMade(hero.id, (*less(hero.hand, gone), *rookies), gone, RuleId(ROOKIE)))


def _small_hands(t: Teller[State]) -> Script[None]:
    """Let TEAM-UP heroes, and everybody who plays alone, keep the Weakness and three cards of choice (GC-SOLO-04)."""
    requests: list[ChoiceRequest] = []
    asked: list[PieceId] = []
    for hero in t.state.heroes():
        others = strong(t.state, hero)
        if (t.state.table.is_solo or hero.kind is Kind.TEAM_UP) and len(others) > SMALL_HAND and hero.seat is not None:
            allies = tuple(seat for seat in harm.allied_seats(t.state, hero.side) if seat != hero.seat)
            rule = "GC-SOLO-04" if t.state.table.is_solo else "GC-TEAMUP-03"
            requests.append(
                t.choice(
                    hero.seat,
                    rule,
                    others,
                    hero.id,
                    at_least=SMALL_HAND,
                    at_most=SMALL_HAND,
                    secret=True,
                    confidants=allies,
                    ahead=len(requests),
                )
            )
            asked.append(hero.id)
    if not requests:
        return
    answers = yield ChoiceRequested(requests[0], tuple(requests[1:]))
    for piece, kept in zip(asked, answers, strict=True):
        hero = t.state.who(piece)
        rest = [card for card in hero.hand if card not in strong(t.state, hero)]
        hand = (*rest, *(kept or ()))
        rule = RuleId("GC-SOLO-04" if t.state.table.is_solo else "GC-TEAMUP-03")
        t.tell(ev.HandMade(piece, hand, less(hero.hand, hand), rule))
