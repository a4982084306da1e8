"""What a screen shows, as values: nothing here draws, and nothing here decides."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.ids import PieceId, SpaceId

__all__ = [
    "BoardModel",
    "CardModel",
    "DialModel",
    "DiceModel",
    "DoorModel",
    "FieldModel",
    "HandModel",
    "LineModel",
    "LinkModel",
    "LogLine",
    "ObjectModel",
    "Segment",
    "SlotModel",
    "TableModel",
    "TileModel",
    "TokenModel",
]


Segment = tuple[tuple[int, int], tuple[int, int]]  # two grid corners


@dataclass(frozen=True, slots=True)
class TileModel:
    """A square as drawn: where, which terrain, what is over it."""

    space: SpaceId
    column: int
    row: int
    terrain: str
    elevation: int
    reach: int | None = None  # squares to get there, when a figure is chosen


@dataclass(frozen=True, slots=True)
class TokenModel:
    """A figure as drawn."""

    piece: PieceId
    label: str
    name: str
    seat: str
    column: float
    row: float
    width: int
    height: int
    tokens: int
    chosen: bool
    target: bool  # a legal target of the chosen figure
    waiting: bool  # the hands have still to put it here
    done: bool
    may_be_lifted: bool = False  # a finger may drag it
    facing: str = ""  # N, E, S or W of the screen, in games that have facings


@dataclass(frozen=True, slots=True)
class DoorModel:
    """A door as drawn: the side of a square it stands in, and what it is now (closed, open, barricaded, hidden)."""

    at: Segment
    now: str


@dataclass(frozen=True, slots=True)
class ObjectModel:
    """An object as drawn: one letter, the ring of its weight; one that is held lies on the corner of its holder."""

    object: PieceId
    label: str
    column: int
    row: int
    weight: str
    special: bool
    held: bool


@dataclass(frozen=True, slots=True)
class LineModel:
    """A line as drawn, in squares from the top left corner of the board; the verdict ``close`` is a close attack's."""

    start: tuple[float, float]
    end: tuple[float, float]
    verdict: str
    crossed: tuple[tuple[int, int], ...]
    causes: tuple[tuple[int, int], ...]
    label: str = ""  # the verdict in words, and the range


FieldModel = tuple[tuple[int, int, str], ...]  # column, row, verdict of every square the overlay speaks of


@dataclass(frozen=True, slots=True)
class HandModel:
    """The figure in the player's hand as drawn: where it would stand, whether it may, what it would see."""

    piece: PieceId
    label: str
    seat: str
    places: tuple[tuple[int, int], ...]  # the squares under it; none over its own, or off the board
    is_legal: bool
    words: str  # what it costs to get there, or why it may not
    field: FieldModel | None = None
    line: LineModel | None = None


@dataclass(frozen=True, slots=True)
class BoardModel:
    """The board as drawn: ``columns`` × ``rows`` of the screen, which may be the map turned by a quarter."""

    columns: int
    rows: int
    tiles: tuple[TileModel, ...]
    walls: tuple[Segment, ...]
    rims: tuple[Segment, ...]  # where the level changes
    ramps: tuple[tuple[tuple[int, int], tuple[int, int]], ...]  # the two squares of each stair or ladder
    edge_labels: tuple[tuple[str, ...], tuple[str, ...]]  # along the top, down the side
    tokens: tuple[TokenModel, ...]
    line: LineModel | None = None
    field: FieldModel | None = None  # the overlay of the chosen figure
    hand: HandModel | None = None
    objects: tuple[ObjectModel, ...] = ()
    debris: tuple[tuple[int, int], ...] = ()  # squares where debris lies
    doors: tuple[DoorModel, ...] = ()


@dataclass(frozen=True, slots=True)
class SlotModel:
    """One value in the window."""

    slot: str
    label: str
    value: str
    power: str
    colour: str | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class DialModel:
    """A dial in its window."""

    name: str
    seat: str
    click: str
    slots: tuple[SlotModel, ...]
    range: str
    tokens: int
    notes: tuple[str, ...]
    change: str = ""


@dataclass(frozen=True, slots=True)
class DiceModel:
    """The dice row: how many dice are asked for, what is entered so far, and who throws."""

    question: str
    entered: tuple[str, ...]
    missing: int
    faces: tuple[str, ...]
    can_roll: bool
    roll_label: str = ""
    under_way: str = ""  # what the tower says while the dice fall


@dataclass(frozen=True, slots=True)
class CardModel:
    """A card that waits for a tap: a proposal, a choice, a refusal, a question."""

    kind: str
    title: str
    text: str
    buttons: tuple[tuple[str, str], ...]  # (action, label)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; what was taken back stays, struck out."""

    text: str
    heading: bool = False
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class LinkModel:
    """The state of a device, always on screen unless it is switched off."""

    name: str
    state: str
    words: str
    detail: str = ""  # what it sees, or why it is gone


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything the table screen shows."""

    title: str
    seat: str | None
    scores: tuple[tuple[str, str, int], ...]  # seat, word, points
    board: BoardModel
    dial: DialModel | None
    dice: DiceModel | None
    card: CardModel | None
    log: tuple[LogLine, ...]
    links: tuple[LinkModel, ...]
    errands: tuple[str, ...]  # what the hands have still to do, and what the camera does not see
    words: dict[str, str] = field(default_factory=dict)
    can_undo: bool = False
    can_end_turn: bool = False
    can_end_game: bool = False
    overlay: str = ""  # what the overlay's button says
