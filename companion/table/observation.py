"""Observations of sensors: "seen", never "moved".

    camera ──> PictureSeen   one settled picture: which tags and which untagged figures stand on which space
           ──> DiceSeen      one dice picture: each die, read or not
    tower  ──> TowerSeen     armed, rolling, settled, disturbed, cocked, empty
    mat    ──> ReaderSeen    a tag came into a zone, or left it
    any    ──> LinkSeen      the state of the device itself

Every observation names its ``source`` and the monotonic time ``at_s`` it was made. Detections carry the evidence
they were made from (``bits_corrected``, ``margin``), not an invented confidence. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.core.ids import RuleId, SpaceId

Evidence = Mapping[str, float]
LEANS = "leans"  # of a die's evidence: it leans so much that it may be cocked


class LinkState(StrEnum):
    """The state of a device."""

    OFF = "off"  # switched off by the players: not shown, not asked
    CONNECTING = "connecting"
    ONLINE = "online"
    DEGRADED = "degraded"
    OFFLINE = "offline"


class ReadVerdict(StrEnum):
    """Whether a dice picture may be used as it is."""

    READ = "read"  # every die on the picture is read with certainty
    ASK = "ask"  # at least one is not: the player is asked
    GONE = "gone"  # what was read lies there no more: a die moved before anybody confirmed it


class TowerPhase(StrEnum):
    """The phase a dice tower reports (hardware notes: the roll logic)."""

    EMPTY = "empty"
    ARMED = "armed"
    ROLLING = "rolling"
    SETTLED = "settled"
    DISTURBED = "disturbed"
    COCKED = "cocked"


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A tag found on a space; ``offset_mm`` is from the centre of the space, x right, y down."""

    tag: int
    space: SpaceId
    offset_mm: tuple[float, float] = (0.0, 0.0)
    evidence: Evidence = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FigureSeen:
    """A thing without a tag that stands on spaces; who it is, the table works out from the record and its likeness.

    ``likeness`` says how much it looks like what stood on a space when the table last settled, 0 (nothing alike) to 1:
    one entry for each space that was occupied then and may be where it comes from, its own space among them when
    something stood there before.
    """

    spaces: tuple[SpaceId, ...]
    offset_mm: tuple[float, float] = (0.0, 0.0)
    likeness: Mapping[SpaceId, float] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PictureSeen:
    """A settled picture of the table: every tag the camera could read, and the tags it saw twice or off the map."""

    source: str
    at_s: float
    pieces: tuple[PieceSeen, ...]
    doubtful: tuple[str, ...] = ()  # plain reasons why what was seen may be wrong: such a picture is asked about
    hidden: tuple[str, ...] = ()  # tags that were there before and cannot be read now: their pieces keep their squares
    picture: str | None = None  # where the picture is kept, for the record and the report
    figures: tuple[FigureSeen, ...] | None = None  # what stands there without a tag; ``None``: it was not looked for
    unsure: tuple[SpaceId, ...] = ()  # spaces of which the camera cannot say whether something stands there


@dataclass(frozen=True, slots=True)
class DieSeen:
    """A die: its face, or ``None`` when it could not be read; centre and size in pixels of the file as given.

    ``kind`` is the die's, where the camera tells one kind from another.
    """

    face: str | None
    x: float
    y: float
    width: float
    height: float
    evidence: Evidence = field(default_factory=dict)
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DiceSeen:
    """A picture of dice with its verdict; ``why`` says in words what stopped a reading."""

    source: str
    at_s: float
    verdict: ReadVerdict
    dice: tuple[DieSeen, ...]
    why: str | None = None
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class BoxSeen:
    """A box of a player's screen: how many cubes lie on it; or ``None`` and how many they may be."""

    box: str
    count: int | None
    may_be: tuple[int, ...] = ()
    evidence: Evidence = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScreenSeen:
    """A photograph of a player's screen: every box; ``why`` says what is wrong with all of it."""

    source: str
    at_s: float
    screen: str
    boxes: tuple[BoxSeen, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class TowerSeen:
    """A report of the dice tower, keyed by ``(node, epoch, seq)`` so that a resend is never a second roll.

    ``err_s`` is how far ``at_s`` may be off; ``is_verified`` says that the device signed it with a key we know.
    """

    source: str
    at_s: float
    phase: TowerPhase
    node: str
    epoch: int
    seq: int
    count: int = 0  # dice counted out of the tower
    replayed: bool = False
    err_s: float = 0.0
    is_verified: bool = False


@dataclass(frozen=True, slots=True)
class ReaderSeen:
    """A tag that came into a zone of a reader mat, or left it; keyed and timed like a ``TowerSeen``.

    The UID is a name, no proof: which figure wears it, the players said when they paired it.
    """

    source: str
    at_s: float
    zone: str
    uid: str
    is_there: bool
    node: str
    epoch: int
    seq: int
    replayed: bool = False
    err_s: float = 0.0
    is_verified: bool = False


@dataclass(frozen=True, slots=True)
class LinkSeen:
    """The state of a device, with a reason a player can act on (``cable``, ``no-power``, ``picture-dark`` …)."""

    source: str
    at_s: float
    state: LinkState
    why: str = ""


@dataclass(frozen=True, slots=True)
class RulingHeard:
    """A judge of an event ruled about this game: by which rules, in which words, and back to which version.

    ``allows``: what was refused when the judge was called is carried out all the same.
    """

    source: str
    at_s: float
    judge: str
    rules: tuple[RuleId, ...]
    words: str
    back_to: int | None = None
    allows: bool = False


@dataclass(frozen=True, slots=True)
class CallSeen:
    """A call for a judge to this table, and what became of it; ``is_sent``: the event has it."""

    kind: str
    judge: str = ""  # who comes
    is_open: bool = True
    is_sent: bool = True


@dataclass(frozen=True, slots=True)
class CallsSeen:
    """The calls of this table at an event, and about what a judge can be called there; ``advice``: whether its
    organiser lets players have attacks counted.
    """

    source: str
    at_s: float
    kinds: tuple[str, ...] = ()
    calls: tuple[CallSeen, ...] = ()
    advice: bool = False


Observation = PictureSeen | DiceSeen | TowerSeen | ReaderSeen | LinkSeen | RulingHeard | CallsSeen
