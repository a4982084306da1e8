"""Every number of the vision room that somebody may want to turn: its unit in its name, its reason beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.lens import Lens, View


@dataclass(frozen=True, slots=True)
class MarkerSettings:
    """The search for markers (measured: two windows find what four do, in half the time)."""

    window_small_px: int = 7  # finds tags of 16-30 px a side
    window_large_px: int = 23  # finds tags of 30-100 px a side
    smallest_perimeter: float = 0.012  # of the picture's larger side; OpenCV's 0.03 misses tags below 24 px
    cell_px: int = 8  # a tag is read at this many pixels per cell; the default 4 loses small tags
    bit_threshold: float = 0.47  # OpenCV 5: a bit must be this clear; 0.49 alone cuts false identities to a ninth
    size_tolerance: float = 0.40  # a base tag may differ this much from its expected side: tilt, blur, quiet zone
    corner_size_spread: float = 0.5  # a corner marker below this share of the median side is clutter


@dataclass(frozen=True, slots=True)
class CalibrationSettings:
    """Limits of a picture of the corner markers that is good enough to measure with."""

    fewest_markers: int = 4  # three corners leave a homography without any check
    worst_residual_squares: float = 0.08  # beyond this a base near a line would be put in the wrong square
    lens_from_markers: int = 6  # with fewer, lens bending cannot be told from perspective: it is taken as zero
    usual_view_deg: float = 65.0  # horizontal view of a common webcam, used when the camera looks straight down
    view: View | None = None  # what the set-up stored: holds where the markers cannot be seen
    lens: Lens | None = None  # when it was measured; else its bending is fitted
    tilt_for_focal_deg: float = 12.0  # below this tilt the focal length cannot be measured from one plane


@dataclass(frozen=True, slots=True)
class GridSettings:
    """Limits of a printed grid that is seen well enough to make a calibration better."""

    line_share: float = 0.2  # of a line's square sides must show it; figures, walls and art hide the rest
    lines_share: float = 0.6  # of the lines in each direction must be seen so
    most_shift_squares: float = 0.35  # beyond this it may be the next line that was found
    most_residual_squares: float = 0.05  # a grid that fits worse is no grid
    good_residual_squares: float = 0.012  # markers that agree so well with the grid are left alone: it is no sharper
    outside_share: float = 0.5  # a line seen so much a square outside the map is a line of the map


@dataclass(frozen=True, slots=True)
class LensSettings:
    """Limits of photographs of a ChArUco board that measure a lens."""

    fewest_pictures: int = 4  # focal length, bending and middle need several sides
    fewest_corners: int = 8  # of the board's 24: the lens's edges need them, a half-seen board is welcome
    worst_error_px: float = 0.5  # reprojection, root mean square; a printed board that is not flat gives more
    least_cover: float = 0.65  # of the picture's width and height must be reached by the board's corners
    least_spread_deg: float = 12.0  # between the most different views; below this the focal length is a guess


@dataclass(frozen=True, slots=True)
class PlacingSettings:
    """Limits of a base that stands clearly in one square."""

    boundary_margin_mm: float = 3.0  # a base centre nearer to a line than this is asked about, not guessed


@dataclass(frozen=True, slots=True)
class StillnessSettings:
    """Limits of a table at rest (time is taken from the frames, never from a clock)."""

    settle_s: float = 0.4  # hold-still time; raise for shaky tables
    settle_frames: int = 5  # and at least so many frames, for slow cameras
    width_px: int = 240  # frames are compared at this width: noise averages out, a finger is still 4 px
    changed_level: int = 14  # grey levels; sensor noise after averaging stays below 4
    changed_share: float = 0.0008  # of the picture: about one base seen from a metre
    hand_share: float = 0.01  # a new skin-coloured patch this large that touches the border is a hand
    hand_share_most: float = 0.6  # larger than this it is the light that changed
    hand_patience_s: float = 8.0  # nobody thinks with a hand quite still on the board for longer


@dataclass(frozen=True, slots=True)
class VoteSettings:
    """The vote of settled frames on a picture."""

    frames: int = 5  # settled frames that vote; one glint cannot win
    agree_share: float = 0.8  # of the votes that must name the same square
    fewest: int = 3  # a rest cut short by the next hand still counts, if so many frames agree without exception
    stirred_colour: float = 0.18  # log ratio between two rests at which a pixel was touched, not only lit otherwise
    stirred_light: float = 0.80  # the same for brightness: a shadow that came or went takes less
    same_card: float = 0.25  # log ratio that 97 of 100 pixels of a square stay below when nobody touched its card
    unchanged_level: float = 10.0  # mean grey difference under which "nothing happened there"


@dataclass(frozen=True, slots=True)
class DarkSettings:
    """Limits of a picture that shows nothing."""

    mean_level: float = 14.0  # grey level 0-255; a lens cap gives 0-6, a lit room at night 40 and more
    spread_level: float = 5.0  # a covered lens may be bright but flat


@dataclass(frozen=True, slots=True)
class TraySettings:
    """Limits of a throw in the tray that is over, and how often it is read."""

    settle_s: float = 0.5  # a die that rocks on its edge comes to rest within half a second
    settle_frames: int = 4
    votes: int = 3  # readings that must agree, one after another
    again_s: float = 0.3  # between two readings after that: the next frames look like the last
    patience_s: float = 1.5  # after so long without agreement a person is asked
    empty_level: int = (
        12  # a tray whose every spot is so near to the empty one; a die of the felt's colour differs by 29
    )
    dark: DarkSettings = field(default_factory=DarkSettings)


@dataclass(frozen=True, slots=True)
class DifferenceSettings:
    """Limits of a pixel that is not the empty map's (logarithms of ratios: 0.7 is half or double)."""

    white_percent: float = 90.0  # the percentile of all levels that stands for white: how bright a picture is
    floor_share: float = 0.12  # of white, added to both pictures: ratios of almost black pixels are noise
    least_floor: float = 4.0  # grey levels: noise and rounding of the sensor, in however little light
    soften_px: float = 0.9  # registration wanders by about a pixel of 24 a square
    colour: float = 0.20  # a shadow changes the colour by less than 0.15: two lamps of unlike colour
    darker: float = 0.65  # a shadow of one of two lamps leaves half the light; a black figure a fifth
    texture: float = 0.12  # steeper steps of light per pixel are edges of a thing, not of a shadow
    brighter: float = 0.35  # light never rises within a frame, but for glints
    light_spread: float = 0.22  # squares that changed this much alike lie in the same light
    steady: float = 0.12  # the rim of a shadow differs by more, and is not learnt; a lamp that ages differs by less


@dataclass(frozen=True, slots=True)
class OccupancySettings:
    """Limits of a square that is occupied (lengths in squares of the map, where no other unit is named)."""

    foot_squares: float = 0.27  # radius of the disc in which a foot is looked for
    empty_below: float = (
        0.25  # share of the foot disc that is covered; a piece of the colour of its square: 0.27 and more
    )
    occupied_above: float = 0.55  # 0.80 at least on 944 occupied chess squares
    least_visible: float = 0.35  # share of the disc that no other figure may hide
    base_squares: float = 0.40  # radius of a base: 32 mm on 38.1 mm
    rim_squares: float = 0.06  # blur and the thin shadow under a base make it seem that much wider
    base_slack: float = 0.12  # lean, card corners, shadow rims around a base
    body_squares: float = 0.30  # half the width of a body
    card_squares: float = 0.80  # from the foot to the corner of a collar card, a turned one off its middle
    card_side_squares: float = 0.50  # half the side of a collar card: what is seen of a foot that stands on one
    foot_search: float = 0.42  # how far from the middle a foot may stand
    base_mm: float = 2.5  # half the height of a base: its outline is that much nearer to the camera
    tallest_mm: float = 65.0  # the tallest figure: what may be hidden behind one
    line_margin_mm: float = 3.0  # a foot nearer to a line than this is asked about, not guessed
    learn_below: float = 0.10  # an empty square is learnt only when so little of its foot disc is covered
    strange_squares: float = 0.10  # covered ground of this area that no figure explains: a fallen one, a die
    strange_deep: float = 0.15  # and that holds a disc of this radius: misplaced grid lines are thin


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """The likeness of two appearances by their overlap (fitted to rendered figures on other squares)."""

    even_overlap: float = 0.78  # Bhattacharyya overlap at which the same and another figure are equally probable
    steepness: float = 30.0  # per unit of overlap
    base_weight: float = 0.3  # of dark grey pixels: bases look alike whoever stands on them
    size_weight: float = 0.10  # overlap that a figure e times as large loses


@dataclass(frozen=True, slots=True)
class CollarSettings:
    """Limits of a collar that names its figure (chosen on rendered collars)."""

    least_levels: float = 40.0  # grey levels between the card's white and black cells
    corner_contrast: float = 0.55  # of the whole card's contrast: a corner below it is hidden
    least_score: float = 0.80  # correlation with the identity
    least_margin: float = 0.15  # by which it must beat the next identity; a wrong one was seen at 0.12
    farthest_mm: float = 3.5  # a card farther from its square's middle is another pattern; that wrong one was at 4.25
    refined: int = 3  # identities whose best pose is refined


@dataclass(frozen=True, slots=True)
class MovedSettings:
    """Limits of a camera that was bumped, and of a blurred picture."""

    every_s: float = 1.0  # between two checks: a bump is noticed within two seconds
    squares: float = 0.08  # a corner marker this far from its place: figures near a line would change squares
    fewest_markers: int = 3  # hands hide some; fewer say nothing
    search: float = 1.2  # how far around a marker it is looked for, in marker sides
    sharp_share: float = 0.35  # of the sharpest picture so far: below it, twice in a row, nothing is read


@dataclass(frozen=True, slots=True)
class SetUpSettings:
    """Limits of a picture with which the set-up wizard is content."""

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
    difference: DifferenceSettings = field(default_factory=DifferenceSettings)
    occupancy: OccupancySettings = field(default_factory=OccupancySettings)
    likeness: LikenessSettings = field(default_factory=LikenessSettings)
    collar: CollarSettings = field(default_factory=CollarSettings)
    moved: MovedSettings = field(default_factory=MovedSettings)
