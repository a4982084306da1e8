"""Every number of the vision room that somebody may want to turn: its unit in its name, its reason beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.plane.lens import Lens
    from vision.plane.view import View

__all__ = [
    "CalibrationSettings",
    "DarkSettings",
    "GridSettings",
    "LensSettings",
    "MarkerSettings",
    "PlacingSettings",
    "SetUpSettings",
    "StillnessSettings",
    "VisionSettings",
    "VoteSettings",
]


@dataclass(frozen=True, slots=True)
class MarkerSettings:
    """How markers are looked for (measured: two windows find what four do, in half the time)."""

    window_small_px: int = 7  # finds tags of 16-30 px a side
    window_large_px: int = 23  # finds tags of 30-100 px a side
    smallest_perimeter: float = 0.012  # of the picture's larger side; OpenCV's 0.03 misses tags below 24 px
    cell_px: int = 8  # a tag is read at this many pixels per cell; the default 4 loses small tags
    bit_threshold: float = 0.47  # OpenCV 5: a bit must be this clear; 0.49 alone cuts false identities to a ninth
    size_tolerance: float = 0.40  # a base tag may differ this much from its expected side: tilt, blur, quiet zone
    corner_size_spread: float = 0.5  # a corner marker below this share of the median side is clutter


@dataclass(frozen=True, slots=True)
class CalibrationSettings:
    """When a picture of the corner markers is good enough to measure with."""

    fewest_markers: int = 4  # three corners leave a homography without any check
    worst_residual_squares: float = 0.08  # beyond this a base near a line would be put in the wrong square
    lens_from_markers: int = 6  # with fewer, lens bending cannot be told from perspective: it is taken as zero
    usual_view_deg: float = 65.0  # horizontal view of a common webcam, used when the camera looks straight down
    view: View | None = None  # what the set-up stored: holds where the markers cannot be seen
    lens: Lens | None = None  # when it was measured; else its bending is fitted
    tilt_for_focal_deg: float = 12.0  # below this tilt the focal length cannot be measured from one plane


@dataclass(frozen=True, slots=True)
class GridSettings:
    """When the printed grid is seen well enough to make a calibration better."""

    line_share: float = 0.2  # of a line's square sides must show it; figures, walls and art hide the rest
    lines_share: float = 0.6  # of the lines in each direction must be seen so
    most_shift_squares: float = 0.35  # beyond this it may be the next line that was found
    most_residual_squares: float = 0.05  # a grid that fits worse is no grid
    good_residual_squares: float = 0.012  # markers that agree so well with the grid are left alone: it is no sharper
    outside_share: float = 0.5  # a line seen so much a square outside the map is a line of the map


@dataclass(frozen=True, slots=True)
class LensSettings:
    """When photographs of a ChArUco board measure a lens."""

    fewest_pictures: int = 4  # focal length, bending and middle need several sides
    fewest_corners: int = 8  # of the board's 24: the lens's edges need them, a half-seen board is welcome
    worst_error_px: float = 0.5  # reprojection, root mean square; a printed board that is not flat gives more
    least_cover: float = 0.65  # of the picture's width and height must be reached by the board's corners
    least_spread_deg: float = 12.0  # between the most different views; below this the focal length is a guess


@dataclass(frozen=True, slots=True)
class PlacingSettings:
    """When a base stands clearly in one square."""

    boundary_margin_mm: float = 3.0  # a base centre nearer to a line than this is asked about, not guessed


@dataclass(frozen=True, slots=True)
class StillnessSettings:
    """When the table is at rest (time is taken from the frames, never from a clock)."""

    settle_s: float = 0.4  # hold-still time; raise for shaky tables
    settle_frames: int = 5  # and at least so many frames, for slow cameras
    width_px: int = 240  # frames are compared at this width: noise averages out, a finger is still 4 px
    changed_level: int = 14  # grey levels; sensor noise after averaging stays below 4
    changed_share: float = 0.0008  # of the picture: about one base seen from a metre
    hand_share: float = 0.01  # a new skin-coloured patch this large that touches the border is a hand
    hand_share_most: float = 0.6  # larger than this it is the light that changed


@dataclass(frozen=True, slots=True)
class VoteSettings:
    """How settled frames agree on a picture."""

    frames: int = 5  # settled frames that vote; one glint cannot win
    agree_share: float = 0.8  # of the votes that must name the same square
    unchanged_level: float = 10.0  # mean grey difference under which "nothing happened there"


@dataclass(frozen=True, slots=True)
class DarkSettings:
    """When a picture shows nothing."""

    mean_level: float = 14.0  # grey level 0-255; a lens cap gives 0-6, a lit room at night 40 and more
    spread_level: float = 5.0  # a covered lens may be bright but flat


@dataclass(frozen=True, slots=True)
class SetUpSettings:
    """When the set-up wizard is content."""

    dark_level: float = 45.0  # mean grey level; below it noise eats the tags' cells
    flat_level: float = 8.0  # standard deviation; a covered lens, or the table is not in the picture
    edge_px: float = 5.0  # from dark to light at the sharpest edges; a tag's cell has 4 px and more
    flicker_share: float = 0.03  # of the level between frames; lamps on a dimmer, or automatic exposure
    glare_share: float = 0.02  # of the whole picture
    glare_square_share: float = 0.25  # of a square that is washed out: a tag there cannot be read
    moves_squares: float = 0.02  # between the first and the last frame: the stand swings, or is held by hand
    most_tilt_deg: float = 35.0  # figures then hide their neighbours' squares
    least_square_px: float = 36.0  # figures without tags are told from the map at 24 px; the rest is for safety


@dataclass(frozen=True, slots=True)
class VisionSettings:
    """All of the above."""

    markers: MarkerSettings = field(default_factory=MarkerSettings)
    calibration: CalibrationSettings = field(default_factory=CalibrationSettings)
    grid: GridSettings = field(default_factory=GridSettings)
    set_up: SetUpSettings = field(default_factory=SetUpSettings)
    placing: PlacingSettings = field(default_factory=PlacingSettings)
    stillness: StillnessSettings = field(default_factory=StillnessSettings)
    vote: VoteSettings = field(default_factory=VoteSettings)
    dark: DarkSettings = field(default_factory=DarkSettings)
