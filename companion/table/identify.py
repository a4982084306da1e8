"""Identification of figures without tags, from where everybody stood, likeness, and legal moves.

    who stood where ─────────┐
    FigureSeen (likeness) ───┼─> every way it may have come about, the likeliest first ──> Hypothesis
    may it go there? (rules) ┘

A figure that looks like the one which stood on its spaces has stayed. The others are matched with the pieces that
left their spaces, in every way there is: the weight of a way is the product of its likenesses, and a step that no
legal command explains weighs little. Two look-alikes that changed places cannot be told from two that stayed; two
that do not look alike can, and are asked about unless one way is far likelier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.core.ids import PieceId, SpaceId
from companion.table.observation import FigureSeen

Places = Mapping[PieceId, tuple[SpaceId, ...]]
May = Callable[[PieceId, tuple[SpaceId, ...]], bool]

CLEARLY = 0.9  # share of all weight that one way must have to be taken without asking
_ALIKE = 0.5  # a figure at least so like the one that stood on its spaces may have stayed
_LIKER = 0.15  # unless it is so much more like one that stood elsewhere
_UNKNOWN = 0.5  # likeness of a piece the camera has not seen standing yet
_STRANGER = 0.002  # something that is no piece of this game (a cup, a rule book) where a piece might have come
_LIFTED = 0.3  # a piece that left the map: lifted to turn its dial, knocked out
_AGAINST_RULES = 0.05  # a step no legal command explains: people do err
_SHARPNESS = 3  # two figures that look half alike are hardly ever one: a swap must outweigh the rules against it
_MOST_LOOSE = 4  # figures that changed at once; with more, the ways are too many to mean anything


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which the figures may be the pieces, and its share of the weight of all ways."""

    pieces: Places
    share: float
    strangers: tuple[tuple[SpaceId, ...], ...] = ()


def hypotheses(
    stood: Places, figures: Sequence[FigureSeen], unsure: Sequence[SpaceId], may: May
) -> tuple[Hypothesis, ...]:
    """Every way the figures may be the pieces that ``stood`` there, likeliest first; empty when too much changed.

    ``may`` says whether a piece may stand there now by the rules or by what the record already has. A piece on a space
    of which the camera is unsure is left out: it is not seen, and keeps its space.
    """
    home = {space: piece for piece, spaces in stood.items() for space in spaces}
    stays: dict[PieceId, FigureSeen] = {}
    loose: list[FigureSeen] = []
    for figure in figures:
        owner = next((home[space] for space in figure.spaces if space in home), None)
        if owner is not None and owner not in stays and _stays(figure, stood[owner]):
            stays[owner] = figure
        else:
            loose.append(figure)
    if len(loose) > _MOST_LOOSE:
        return ()
    hidden = set(unsure)
    free = [piece for piece, spaces in stood.items() if piece not in stays and not hidden & set(spaces)]
    fixed = {piece: figure.spaces for piece, figure in stays.items()}
    weighed = [(weight, ways) for ways, weight in _ways(loose, sorted(free), stood, may)]
    total = sum(weight for weight, _ in weighed)
    made = [
        Hypothesis(
            {**fixed, **{piece: figure.spaces for figure, piece in ways if piece is not None}},
            weight / total,
            tuple(figure.spaces for figure, piece in ways if piece is None),
        )
        for weight, ways in sorted(weighed, key=lambda one: -one[0])
    ]
    return tuple(made)


def _stays(figure: FigureSeen, spaces: tuple[SpaceId, ...]) -> bool:
    own = max((figure.likeness.get(space, 0.0) for space in spaces), default=0.0)
    if not figure.likeness:
        return True  # nothing is known of its looks: it stands where one stood
    return own >= _ALIKE and own + _LIKER >= max(figure.likeness.values())


def _ways(
    loose: Sequence[FigureSeen], free: Sequence[PieceId], stood: Places, may: May
) -> Iterator[tuple[tuple[tuple[FigureSeen, PieceId | None], ...], float]]:
    """Every matching of the loose figures with pieces or strangers, with its weight."""
    if not loose:
        left = sum(1 for piece in free if stood[piece])
        yield (), _LIFTED**left
        return
    figure, rest = loose[0], loose[1:]
    for piece in free:
        weight = _weight(figure, piece, stood[piece], may)
        for ways, others in _ways(rest, [one for one in free if one != piece], stood, may):
            yield ((figure, piece), *ways), weight * others
    for ways, others in _ways(rest, free, stood, may):
        yield ((figure, None), *ways), _STRANGER * others


def _weight(figure: FigureSeen, piece: PieceId, spaces: tuple[SpaceId, ...], may: May) -> float:
    alike = max((figure.likeness[space] for space in spaces if space in figure.likeness), default=_UNKNOWN)
    looks = max(alike**_SHARPNESS, _STRANGER / 4)
    return looks * (1.0 if figure.spaces == spaces or may(piece, figure.spaces) else _AGAINST_RULES)
