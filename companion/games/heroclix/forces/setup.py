"""The set-up of a game of HeroClix: seats, forces, the map, agreements, and what forces bring besides.

Objects, feats, alternate team abilities, conditions, themes, the event dial, the sides that play together: they never
change; what becomes of them is ``state.play``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.ids import EditionId, PieceId, Seat, SystemId
from companion.core.sides import Sides
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import NOTHING, Needs, Weight


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
    """The tactics of all forces. Sides are seats that play together; a seat in none plays for itself (HC-END-07)."""

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
        return next((item for item in self.objects if item.id == name), None)

    def feat(self, name: str) -> Feat | None:
        """The feat of that id, or ``None``."""
        return next((feat for feat in self.feats if feat.id == name), None)


HEROCLIX = SystemId("heroclix")
NO_TACTICS = Tactics()


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A figure in a force: the piece it is on this table, and the starting line it was paid for (HC-DIAL-15)."""

    piece: PieceId
    seat: Seat
    figure: Figure
    start_click: int
    points: int


@dataclass(frozen=True, slots=True)
class GameSetUp:
    """The first line of every record. It carries the figures and the map, so that a record needs no other file."""

    edition: EditionId
    build_total: int
    seats: tuple[Seat, ...]  # clockwise
    forces: tuple[Enlisted, ...]
    map: dict[str, Any]  # a ``tablewright/map@1`` document
    round_limit: int | None = None  # HC-END-02, AMB-50: in rounds
    system: SystemId = HEROCLIX
    format: str = "tablewright/record@1"
    tactics: Tactics = NO_TACTICS
    other_maps: tuple[dict[str, Any], ...] = ()  # brought too: the first player chooses one of all (HC-SETUP-05)
