"""The tactics of one game: what the forces brought besides figures, and what became of it.

Tactics   never changes: objects, feats, alternate team abilities, conditions, themes, the event dial, sides
InPlay    changes: objects on the map and in hands, what was destroyed,
          conditions cancelled, re-rolls had, abilities copied, the score sheet
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.board.spaces import Edge
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.sides import Sides
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.forces.prerequisites import NOTHING, Needs

__all__ = [
    "Alternate",
    "Condition",
    "EventDial",
    "Feat",
    "HeldObject",
    "InPlay",
    "LyingObject",
    "MapObject",
    "ScoreLine",
    "Tactics",
    "Theme",
    "begin_with",
    "object_in_hand",
]


@dataclass(frozen=True, slots=True)
class MapObject:
    """An object of a team; ``weight`` is ``None`` where the source does not say (HC-OBJ-01, -02)."""

    id: PieceId
    seat: Seat
    name: str
    weight: Weight | None
    points: int = 0
    is_special: bool = False


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat of a team and the pieces it is assigned to: none for a feat of the whole team (HC-FEAT-02)."""

    id: str
    seat: Seat
    name: str
    points: int  # for each piece when ``per_character``, else for the feat
    pieces: tuple[PieceId, ...] = ()
    per_character: bool = False
    needs: Needs = NOTHING
    text: str = ""
    effects: tuple[str, ...] = ()  # rows naming verbs, as JSON texts


@dataclass(frozen=True, slots=True)
class Alternate:
    """An alternate team ability, and who was given it at this cost each (HC-TA-15..18)."""

    seat: Seat
    name: str
    ability: str
    points: int
    pieces: tuple[PieceId, ...]
    replaces: bool = False
    copied: bool = True


@dataclass(frozen=True, slots=True)
class Condition:
    """One copy of a battlefield condition (HC-BFC-01)."""

    id: str
    seat: Seat
    name: str
    text: str = ""
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    """A themed team: its keyword, how many characters it has, and its re-rolls (HC-THEME-05, -10)."""

    seat: Seat
    keyword: str
    count: int
    rerolls: int


@dataclass(frozen=True, slots=True)
class EventDial:
    """The event dial of the game (HC-EVENT-02, -06..08), what its colours do, and what its card changes."""

    name: str
    clicks: int
    green: tuple[int, ...]
    red: tuple[int, ...] = ()
    shows: tuple[tuple[str, ...], ...] = ()  # the coloured circles of each click (HC-EVENT-10)
    effects: tuple[tuple[str, str], ...] = ()  # colour, a row naming a verb as a JSON text
    text: str = ""
    turns: str = ""  # when it turns by itself: ``round`` or ``turn``, as each begins (HC-EVENT-09)
    wins_at: int | None = None  # a side with so many victory points wins at once (HC-EVENT-04, -09)


@dataclass(frozen=True, slots=True)
class Tactics:
    """What the forces brought. Sides are seats that play together; a seat in none plays for itself (HC-END-07)."""

    objects: tuple[MapObject, ...] = ()
    feats: tuple[Feat, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    conditions: tuple[Condition, ...] = ()
    themes: tuple[Theme, ...] = ()
    event: EventDial | None = None
    sides: tuple[tuple[Seat, ...], ...] = ()

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that play together with this one, itself included."""
        return Sides(self.sides).of(seat)

    def theme_of(self, seat: Seat) -> Theme | None:
        """The themed team of the seat, if it is one."""
        return next((theme for theme in self.themes if theme.seat == seat), None)

    def object(self, name: PieceId) -> MapObject | None:
        """The object of that id, or ``None``."""
        return next((one for one in self.objects if one.id == name), None)

    def feat(self, name: str) -> Feat | None:
        """The feat of that id, or ``None``."""
        return next((one for one in self.feats if one.id == name), None)


@dataclass(frozen=True, slots=True)
class LyingObject:
    """An object on the map that nobody holds."""

    object: PieceId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class HeldObject:
    """An object in the hands of a piece; ``falls`` is where a holder that left the map lets it fall (HC-OBJ-28)."""

    object: PieceId
    piece: PieceId
    falls: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet: who scored how much by which rule, and for what."""

    seat: Seat
    points: int
    rule: RuleId
    element: str


@dataclass(frozen=True, slots=True)
class InPlay:
    """What became of the tactics so far."""

    lying: tuple[LyingObject, ...] = ()
    held: tuple[HeldObject, ...] = ()
    debris: tuple[SpaceId, ...] = ()  # squares where a debris marker lies (HC-TERR-29, -39, HC-OBJ-17)
    fallen: tuple[Edge, ...] = ()  # wall sections that were destroyed
    removed: tuple[str, ...] = ()  # objects and feats that left the game, objects that were never placed
    cancelled: tuple[str, ...] = ()  # conditions
    rerolls: tuple[tuple[Seat, int], ...] = ()  # had so far
    copied: tuple[tuple[PieceId, str], ...] = ()  # the team ability each wild card uses now
    event_click: int = 0
    hurt: tuple[PieceId, ...] = ()  # pieces in the order in which opponents last hurt them
    sheet: tuple[ScoreLine, ...] = ()
    fresh: tuple[PieceId, ...] = ()  # switched its team ability since the last action (HC-TA-12, -13)
    rolled: tuple[str, ...] = ()  # conditions that were rolled for this turn (HC-BFC-05)
    marks: tuple[tuple[PieceId, str, int], ...] = ()  # markers on character cards: they stay (HC-POW-13)


def object_in_hand(play: InPlay, tactics: Tactics, piece: PieceId) -> MapObject | None:
    """The object the piece holds: one at most (HC-OBJ-25)."""
    found = next((one for one in play.held if one.piece == piece), None)
    return tactics.object(found.object) if found is not None else None


def begin_with(tactics: Tactics) -> InPlay:
    """What there is before the first event: an event dial shows its first green line (HC-SETUP-14, HC-EVENT-06)."""
    return InPlay(event_click=min(tactics.event.green) if tactics.event else 0)
