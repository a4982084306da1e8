"""Corrections by hand: every number, every figure, every card, as the table says (GC-RANK-11), and what follows.

figure  damage · characteristics · actions · activated · out · achieved · article      place   its tests · passed
object  there      door  open      counter  count      objective  met                  side    its articles, as cards

Who is out then is out by the rules: with its article, its promotion, the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.core.by_hand import Adjust, CardPut, MoveCard, PutRight, PutThere, Relocate
from companion.core.correcting import MOST, YES_OR_NO, Correction, Corrections, Range
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.phrases import Told, Word, joined
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.guardians import events as ev
from companion.games.guardians.content.kinds import LEFT, RIGHT, STATS
from companion.games.guardians.play import goals, harm
from companion.games.guardians.play.turns import proceed
from companion.games.guardians.state import Figure, State

RULE = RuleId("GC-RANK-11")
OF_FIGURES = {"damage": (0, MOST), "out": YES_OR_NO}
TOKENS = dict.fromkeys(STATS, (-9, 9))  # one more token of that amount until the end of the turn (GC-CHAR-14)
OF_HEROES = {"activated": YES_OR_NO, "achieved": YES_OR_NO, "article": (-1, 1)}
OF_THE_FALLEN = ("damage", "out", "achieved", "article")
PILES = ("hand", LEFT, RIGHT, "discard", "removed")
PAGE = "page"  # the pile of a side: the articles of its paper


class Hands(Corrections[State]):
    """The numbers, places and cards of a game."""

    rule = RULE

    def figures(self, state: State) -> list[PieceId]:
        """Return every figure, on the board or off it."""
        return [figure.id for figure in state.figures]

    def things(self, state: State) -> list[PieceId]:
        """Return what lies on the table besides figures; the sides, for their articles."""
        scenario = state.scenario
        named = (*scenario.sites, *dict(state.objects), *dict(state.doors), *(one.id for one in scenario.objectives))
        return list(dict.fromkeys(map(PieceId, (*named, *goals.counters_of(state), *state.camps))))

    def ranges(self, state: State, piece: str) -> dict[str, Range]:
        """Return what can be put right about a figure or a thing, with the least and the most it may be."""
        figure = state.find(piece)
        if figure is not None:
            own = OF_HEROES | ({"actions": (0, 9)} if figure.id == state.active else {})
            return OF_FIGURES | (own if figure.is_hero else {}) | TOKENS
        found: dict[str, Range] = {}
        scenario = state.scenario  # a place, an objective and a counter may share a name
        if piece in scenario.sites:
            if not state.content.options.failure_tokens_per_hero:
                tests = (test for test in scenario.sites[piece].tests if not test.direct)
                found |= {test.stat: (0, test.difficulty) for test in tests}
            found["passed"] = YES_OR_NO
        found |= {"there": YES_OR_NO} if piece in dict(state.objects) else {}
        found |= {"open": YES_OR_NO} if piece in dict(state.doors) else {}
        found |= {"met": YES_OR_NO} if any(objective.id == piece for objective in scenario.objectives) else {}
        found |= {"count": (-MOST, MOST)} if piece in goals.counters_of(state) else {}
        return found

    def now(self, state: State, piece: str, what: str) -> int:
        """Return the number as it stands; of a characteristic 0, to which a token is added."""
        figure = state.find(piece)
        if figure is not None:
            if what in STATS:
                return 0
            if what == "article":
                return goals.HERO_ARTICLE.get(figure.article, 0)
            return int(getattr(figure, what))
        match what:
            case "there":
                return int(state.is_there(piece))
            case "open":
                return int(state.open_doors[piece])
            case "met":
                return int(piece in state.met)
            case "count":
                return state.counter(piece)
            case "passed":
                return int(state.site(piece).passed)
        return dict(state.site(piece).failures).get(what, 0)

    def adjust_violations(self, state: State, command: Adjust) -> Iterator[Violation]:
        """Why that number cannot be put right so: of who is out, little (GC-ACT-09)."""
        figure = state.find(command.piece)
        broken = list(super().adjust_violations(state, command))
        yield from broken
        if not broken and figure is not None and figure.out and command.what not in OF_THE_FALLEN:
            yield violation("GC-ACT-09", command.piece, waivable=False)

    def adjust(self, t: Teller[State], command: Adjust) -> Script[None]:
        """Put the number right, and carry out what follows from it."""
        change = command.value - self.now(t.state, command.piece, command.what)
        before = harm.healths(t.state)
        t.tell(PutRight(command.seat, command.piece, command.what, command.value, command.note))
        figure = t.state.find(command.piece)
        if figure is not None:
            yield from _adjust_figure(t, figure, command, change)
        else:
            _adjust_thing(t, command.piece, command)
        yield from _followed(t, before)

    def spaces(self, state: State) -> list[SpaceId]:
        """Return the spaces of the board."""
        return list(state.ground.spaces)

    def relocate_violations(self, state: State, command: Relocate) -> Iterator[Violation]:
        """Why that figure cannot be put there: a space holds one, and it must be free (GC-MAP-03)."""
        if command.to is None and state.who(command.piece).at is None:
            yield violation("GC-SETUP-07", command.piece, waivable=False)
        elif command.to is not None and (command.to not in state.ground.spaces or state.at(command.to) is not None):
            yield violation("GC-MAP-03", command.to, waivable=False)

    def relocate(self, t: Teller[State], command: Relocate) -> Script[None]:
        """Put it there; who was out of the game is in it again."""
        figure, before = t.state.who(command.piece), harm.healths(t.state)
        if figure.out:
            t.tell(PutRight(command.seat, figure.id, "out", 0, command.note))
        t.tell(PutThere(command.seat, figure.id, command.to, command.note))
        yield from _followed(t, before)

    def piles(self, state: State, piece: PieceId) -> Iterator[tuple[str, str]]:
        """Generate the cards of a hero, each with one pile it may go to; the articles that a side gains or loses."""
        figure = state.find(piece)
        if figure is None:
            yield from _articles_of(state, piece)
        seat = next((camp[0] for name, camp in state.table.camps if figure is not None and name == figure.side), None)
        if figure is None or seat is None:
            return
        for card in _cards_of(state, figure):
            free = [to for to in PILES if self.is_legal(state, MoveCard(seat, piece, card, to))]
            yield from ((card, to) for to in free[:1])

    def variations(self, state: State, command: object) -> Iterator[Correction]:
        """Generate the correction with another value, or another pile."""
        yield from super().variations(state, command)
        if isinstance(command, MoveCard) and state.find(command.piece) is not None:
            others = (replace(command, to=pile) for pile in ("", *PILES) if pile != command.to)
            yield from (one for one in others if self.is_legal(state, one))

    def pile_of(self, state: State, piece: PieceId, card: str, to: str) -> str:
        """Return the pile on which a card of the figure lies, or a side's article; nothing: on none.

        Of several copies (wound cards) the first that does not lie already where the card is to go; when all do,
        another comes from the deck.
        """
        figure = state.find(piece)
        if figure is None:
            return PAGE if any(card in side.articles for side in state.sides if side.name == piece) else ""
        held = [pile for pile in PILES if card in getattr(figure, pile)]
        alone = to if card in state.content.cards and to in held else ""
        return next((pile for pile in held if pile != to), alone)

    def card_violations(self, state: State, command: MoveCard) -> Iterator[Violation]:
        """Why that card cannot lie there: hands are for the own side to touch (GC-TURN-05), cards for their hero."""
        figure, card = state.find(command.piece), command.card
        if figure is None:
            yield from self._article_violations(state, command)
            return
        if figure.side not in [camp for camp, seats in state.table.camps if command.seat in seats]:
            yield violation("TW-ASK-02", figure.id, waivable=False, seat=command.seat, asked=figure.seat or "-")
            return
        row, wound = state.content.cards.get(card), state.content.wounds.get(card)
        if figure.out:
            yield violation("GC-ACT-09", figure.id, waivable=False)
        elif (row is None or row.hero != figure.hero) and wound is None:
            yield violation("GC-CARD-01", figure.id, waivable=False, card=card)
        elif wound is not None and not figure.is_main:
            yield violation("GC-WOUND-13", figure.id, waivable=False)
        elif command.to not in ("", *PILES) or command.to == (
            start := self.pile_of(state, figure.id, card, command.to)
        ):
            yield self.refusal(figure.id, *PILES)
        elif wound is not None and not start and card not in (*state.wounds, *state.spent_wounds):
            yield violation("GC-SETUP-02", figure.id, waivable=False, card=card)
        elif row is not None and command.to in (LEFT, RIGHT) and command.to not in row.uses:
            rule = "GC-CARD-26" if row.weakness else "GC-CARD-05"
            yield violation(rule, figure.id, waivable=False, card=card, side=command.to)
        elif wound is not None and command.to in (LEFT, RIGHT) and command.to not in wound.sides:
            yield violation("GC-WOUND-12", figure.id, waivable=False, source=card)

    def _article_violations(self, state: State, command: MoveCard) -> Iterator[Violation]:
        held = next((side.name for side in state.sides if command.card in side.articles), "")
        if command.piece not in state.camps:
            yield violation("TW-PIECE-01", command.piece, waivable=False)
        elif command.card not in state.scenario.articles or (command.to, held) not in ((PAGE, ""), ("", command.piece)):
            yield violation("GC-PRESS-04", waivable=False, card=command.card)

    def move_card(self, t: Teller[State], command: MoveCard) -> Script[None]:
        """Put the card there; a wound in the hand may be one too many (GC-WOUND-08, GC-AMB-46)."""
        start, before = self.pile_of(t.state, command.piece, command.card, command.to), harm.healths(t.state)
        t.tell(CardPut(command.seat, command.piece, command.card, start, command.to, command.note))
        if t.state.find(command.piece) is not None:
            yield from harm.check_wounds(t, command.piece)
        yield from _followed(t, before)

    def words(self, state: State, command: Correction) -> Told:
        """Tell a correction: of a characteristic the token that is added."""
        if isinstance(command, Adjust) and command.what in STATS and state.find(command.piece) is not None:
            return joined(" ", f"{command.value:+d}", Word("what", command.what))
        return super().words(state, command)


HANDS = Hands()


def _adjust_figure(t: Teller[State], figure: Figure, command: Adjust, change: int) -> Script[None]:
    match command.what:
        case "damage" if change > 0:
            t.tell(ev.Damaged(figure.id, change, None, RULE))
        case "damage" if change < 0:
            t.tell(ev.Healed(figure.id, -change, RULE))
        case "out" if change > 0:
            yield from harm.knock_out(t, figure.id, None, RULE)
        case "achieved" if change > 0:
            goals.achieve(t, figure)
        case stat if stat in STATS:
            t.tell(ev.ModifierPlaced(figure.id, stat, command.value))
    if command.what == "damage":
        yield from harm.check_health(t, figure.id)


def _adjust_thing(t: Teller[State], thing: PieceId, command: Adjust) -> None:
    match command.what, command.value:
        case "there", 0:
            t.tell(ev.ObjectRemoved(thing))
        case "open", value:
            t.tell(ev.DoorChanged(thing, "open" if value else "closed"))
        case "count", value:
            t.tell(ev.StoryCounted(thing, value))
        case "met", 1:
            goals.settle(t, by_hand=thing)


def _cards_of(state: State, figure: Figure) -> tuple[str, ...]:
    """Return the cards that may be a hero's: its own, those of its deck that it has not, and for a main hero wounds."""
    if not figure.is_hero:
        return ()
    held = [card for pile in PILES for card in getattr(figure, pile)]
    own = [card.id for card in state.content.cards.values() if card.hero == figure.hero]
    return tuple(dict.fromkeys((*held, *own, *(state.content.wounds if figure.is_main else ()))))


def _articles_of(state: State, side: str) -> Iterator[tuple[str, str]]:
    """Generate the articles that a side may be given, or lose, each with the pile it goes to."""
    held = {article for one in state.sides for article in one.articles}
    if side in state.camps:
        yield from ((article, "") for article in state.side(side).articles)
        yield from ((one, PAGE) for one, row in state.scenario.articles.items() if row.value and one not in held)


def _followed(t: Teller[State], before: Mapping[PieceId, int]) -> Script[None]:
    """Go on with the game as it stands now: who has less HEALTH than damage, who has won, whose turn it is."""
    yield from harm.check_weaker(t, before)
    if t.state.flow.round:
        yield from proceed(t)
