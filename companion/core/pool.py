"""A pool of dice: thrown, thrown again in part, some kept, and what lies there in the end.

    throw ──exploding──> more dice        ──re-roll: forced, free or paid, one offer after another──> what counts

Chances are exact: ``chances`` counts faces, and never throws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.core.dice import Die, DieFace
from companion.core.events import ChoiceMade, DiceReported, DiceRequested
from companion.core.ids import PieceId, RequestId, Seat
from companion.core.procedure import S, Script, Teller

DIE = "die_"  # the option that names the die at a place, from 1


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that lie on the table: their kinds and their faces, place by place."""

    dice: tuple[str, ...]
    faces: tuple[str, ...]

    def read(self, kinds: Mapping[str, Die]) -> Iterator[DieFace]:
        """The faces as the dice have them."""
        for die, label in zip(self.dice, self.faces, strict=True):
            face = kinds[die].face(label)
            assert face is not None, f"{die} has no face {label}"
            yield face

    def count(self, mark: str, kinds: Mapping[str, Die]) -> int:
        """Count the faces that show a mark; a face may show several."""
        return sum(face.tags.count(mark) for face in self.read(kinds))

    def total(self, kinds: Mapping[str, Die]) -> int:
        """The sum of the numbers that lie up."""
        return sum(face.value or 0 for face in self.read(kinds))

    def kept(self, places: Sequence[int]) -> Thrown:
        """Return the pool with only the dice at these places, from 0."""
        return Thrown(tuple(self.dice[place] for place in places), tuple(self.faces[place] for place in places))

    def best(self, count: int, worth: Callable[[DieFace], int], kinds: Mapping[str, Die]) -> Thrown:
        """The ``count`` dice worth most, in their places; of equal ones the first."""
        values = [worth(face) for face in self.read(kinds)]
        order = sorted(range(len(values)), key=lambda place: (-values[place], place))
        return self.kept(sorted(order[:count]))

    def again(self, places: Sequence[int], faces: Sequence[str]) -> Thrown:
        """Return the pool with other faces at these places."""
        changed = dict(zip(places, faces, strict=True))
        return replace(self, faces=tuple(changed.get(place, face) for place, face in enumerate(self.faces)))


@dataclass(frozen=True, slots=True)
class Reroll:
    """The right (``forced``: the duty) of a seat to have up to ``at_most`` dice thrown again; ``price`` is told when it
    is used.

    ``again``: one after another, the same die too. ``places``: the dice it may be, from 0 (all of them for ``None``).
    """

    seat: Seat
    rule: str
    at_most: int
    price: tuple[object, ...] = ()
    forced: bool = False
    piece: PieceId | None = None
    again: bool = False
    places: tuple[int, ...] | None = None


def throw(
    t: Teller[S],
    dice: Sequence[str],
    seat: Seat,
    purpose: str,
    kinds: Mapping[str, Die],
    *,
    piece: PieceId | None = None,
    explodes: Callable[[DieFace], bool] | None = None,
    box: Mapping[str, int] | None = None,
) -> Script[Thrown]:
    """The dice as they lie: thrown in handfuls, where the ``box`` holds no more of a kind; for each face that
    ``explodes`` a die of its kind is thrown besides, again and again."""
    thrown, waiting = Thrown((), ()), tuple(dice)
    while waiting:
        handful, waiting = _handful(waiting, box or {})
        faces = yield from t.roll(handful, seat, purpose, piece)
        lying = Thrown(handful, faces)
        thrown = Thrown((*thrown.dice, *lying.dice), (*thrown.faces, *lying.faces))
        if explodes is not None:
            waiting += tuple(die for die, face in zip(handful, lying.read(kinds), strict=True) if explodes(face))
    return thrown


def _handful(dice: tuple[str, ...], box: Mapping[str, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The dice of one throw, no more of a kind than the box holds of it, and the rest."""
    now: list[str] = []
    rest: list[str] = []
    for die in dice:
        (rest if now.count(die) >= box.get(die, len(dice)) else now).append(die)
    return tuple(now), tuple(rest)


def reroll(
    t: Teller[S],
    thrown: Thrown,
    roller: Seat,
    purpose: str,
    offers: Callable[[Thrown], Sequence[Reroll]],
    *,
    piece: PieceId | None = None,
) -> Script[Thrown]:
    """The dice after everybody's re-rolls: the first offer is asked, and after every answer what is offered then.

    ``offers`` sees what lies there and leaves out what was used; an offer that is declined is not made again. With no
    choice of dice (all must be thrown again) nobody is asked which.
    """
    declined: set[Reroll] = set()
    done: dict[Reroll, int] = {}  # dice thrown again for an offer that may be used bit by bit
    while True:
        offer = next((offer for offer in offers(thrown) if offer not in declined), None)
        if offer is None:
            return thrown
        allowed = range(len(thrown.dice)) if offer.places is None else offer.places
        options = tuple(f"{DIE}{place + 1}" for place in allowed)
        answer: tuple[str, ...] | None = options
        left = offer.at_most - (done.get(offer, 0) if offer.again else 0)
        if not (offer.forced and left >= len(options)):
            most = min(left, len(options))
            answer = yield from t.choose(
                offer.seat,
                offer.rule,
                options,
                offer.piece,
                optional=not offer.forced,
                at_least=most if offer.forced else 1,
                at_most=most,
            )
        if answer is None:
            declined.add(offer)
            continue
        places = sorted(int(option.removeprefix(DIE)) - 1 for option in answer)
        t.tell(*offer.price)
        faces = yield from t.roll([thrown.dice[place] for place in places], roller, purpose, piece)
        thrown = thrown.again(places, faces)
        done[offer] = done.get(offer, 0) + len(places)
        if not offer.price and not (offer.again and done[offer] < offer.at_most):
            declined.add(offer)  # a paid one may be offered again, and its price says whether it can be


def lying(events: Iterable[object]) -> tuple[Thrown, tuple[int, ...]]:
    """The dice of the last throw as they lie by the record; the places, from 0, of those that are taken up again."""
    asked: dict[RequestId, tuple[str, ...]] = {}
    thrown, chosen = Thrown((), ()), tuple[int, ...]()
    for event in events:
        match event:
            case DiceRequested(request, others):
                asked = {one.id: one.dice for one in (request, *others)}
            case DiceReported(result) if result.request in asked:
                whole = Thrown(asked[result.request], result.faces)
                thrown, chosen = thrown.again(chosen, result.faces) if chosen else whole, ()
            case ChoiceMade(options=options) if options and all(option.startswith(DIE) for option in options):
                places = tuple(sorted(int(option.removeprefix(DIE)) - 1 for option in options))
                chosen = places if places[-1] < len(thrown.dice) else ()
    return thrown, chosen


def again_places(events: Sequence[object]) -> tuple[int, ...] | None:
    """Return the places, from 0, of the dice that were thrown again last; none of dice thrown besides those that lay;
    ``None`` where somebody chose something else since then.
    """
    chosen: tuple[int, ...] | None = ()
    for event in events[:-1]:
        match event:
            case DiceReported():
                chosen = ()
            case ChoiceMade(options=options):
                is_dice = options and all(option.startswith(DIE) for option in options)
                chosen = tuple(sorted(int(option.removeprefix(DIE)) - 1 for option in options)) if is_dice else None
    return chosen


def chances(dice: Sequence[Die], worth: Callable[[DieFace], int]) -> dict[int, Fraction]:
    """Return the exact chance of each sum of the faces' worths."""
    sums = {0: Fraction(1)}
    for die in dice:
        share = Fraction(1, len(die.faces))
        after: dict[int, Fraction] = {}
        for so_far, chance in sums.items():
            for face in die.faces:
                value = so_far + worth(face)
                after[value] = after.get(value, Fraction(0)) + chance * share
        sums = after
    return dict(sorted(sums.items()))
