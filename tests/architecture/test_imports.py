"""The arrows of the house: who may import whom. A new arrow is a line here, with its reason, or a failure.

core ◄── board ◄── games          core ◄── storage, table, tournament
ports ◄── vision, firmware_bridge (never each other)      ui.presenters ◄── ui.table ◄── ui.tablet ◄── ui.cli
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import pytest

from tests.architecture.house import PACKAGES, SOURCES, Source, within

DEVICE = ("companion.core.ids", "companion.errors", "companion.ports", "companion.table.observation")

SCREEN = ("companion.board", "companion.core", "companion.text", "ui.presenters")
# a new game set up by touch reads and draws what the library keeps
NEW_GAME = (
    *SCREEN,
    "companion.documents",
    "companion.errors",
    "companion.interchange",
    "companion.painting",
    "ui.library",
    "ui.qr",
)

FACE = ("board", "face", "facts", "foretell", "offers", "setup", "sight", "view", "words")  # of every game, and more


def face_of(game: str) -> tuple[str, ...]:
    """The room of a game's face."""
    return (f"companion.games.{game}.face",)


# room -> what it may import of ours (longest prefix wins on both sides; a room may import itself)
ARROWS: dict[str, tuple[str, ...]] = {
    "companion": (),
    "companion.__main__": ("ui.cli",),  # the one arrow up: ``python -m companion`` opens the front door
    "companion.errors": (),
    "companion.documents": ("companion.errors",),  # reading documents with places: below every parser
    "companion.rows": ("companion.documents",),  # rows of content by the fields of their classes: any game's
    "companion.files": ("companion.errors",),  # writing files whole: beside documents
    "companion.sqlite_pages": (),  # rows of damaged files, whoever's they are
    "companion.core": ("companion.errors",),
    "companion.system": ("companion.core",),
    "companion.board": ("companion.core", "companion.documents", "companion.errors"),
    "companion.casebook": (
        "companion.board",
        "companion.core",
        "companion.documents",
        "companion.errors",
    ),  # any game's cases; names none: of the board it knows how squares are written
    "companion.games": (
        "companion.board",
        "companion.casebook",
        "companion.core",
        "companion.documents",
        "companion.errors",
        "companion.rows",
    ),  # the casebook for their case languages alone: a test below sees to it
    "companion.table": ("companion.board", "companion.core"),
    "companion.ports": ("companion.core", "companion.table"),
    "companion.tournament": ("companion.core", "companion.text"),  # an event is decided, folded and sealed as a game is
    "companion.storage": ("companion.core", "companion.errors", "companion.files", "companion.sqlite_pages"),
    "companion.text": ("companion.core", "companion.errors"),
    "companion.painting": ("companion.board", "companion.errors"),
    "companion.painting.paper": ("companion.errors", "companion.painting", "companion.text.letters"),
    "companion.painting.report": ("companion.painting", "companion.text"),  # a page of words
    "companion.interchange": (
        "companion.board",
        "companion.core",
        "companion.documents",
        "companion.errors",
        "companion.files",
        "companion.games",
    ),
    # a layout is a document like any other; pictures are written whole
    "vision": ("companion.board", "companion.documents", "companion.files", *DEVICE),
    "vision.trays": ("companion.documents", "companion.files", *DEVICE, "vision"),  # keeps what it learns by itself
    # the list of devices is a document
    "firmware_bridge": ("companion.documents", "companion.files", "companion.sqlite_pages", *DEVICE),
    "ui": (),
    "ui.gate": (),
    "ui.qr": (),
    "ui.library": ("companion.documents", "companion.errors", "companion.files"),
    "ui.presenters": (
        "companion.board",
        "companion.core",
        "companion.errors",
        "companion.table",
        "companion.text",
        "ui.library",
    ),
    # every game's rules in words, and the search over them: rules of no game are asked
    "ui.presenters.rules": (
        "companion.core",
        "companion.games.HOUSE",
        "companion.games.SYSTEMS",
        "companion.games.editions_with",  # by the ids of their catalogues: which rules are those of another edition
        "companion.games.rulebook",
        "companion.games.search_of",
        "companion.text",
        "ui.presenters.models",  # what a sheet names, in words
        "ui.presenters.pages",
    ),
    "ui.presenters.covers": ("companion.painting", "ui.presenters.pages"),  # each game's cover, drawn
    # an adapter reads its game's face, and nothing else of its rules
    "ui.presenters.heroclix": (*NEW_GAME, *face_of("heroclix"), "companion.games.editions_of"),
    "ui.presenters.heroquest": (*NEW_GAME, *face_of("heroquest")),
    "ui.presenters.guardians": (*NEW_GAME, *face_of("guardians"), "companion.painting.newspaper"),  # front pages
    "ui.presenters.gotham": (*NEW_GAME, *face_of("gotham")),
    "ui.web": (
        "companion.board.picture",
        "companion.core",
        "companion.errors",
        "companion.files",
        "companion.painting",
        "companion.storage",
        "companion.table.follow",
        "companion.table.observation",
        "companion.text",
        "ui.gate",
        "ui.presenters",
    ),  # carries models to pages and taps back: no Kivy, no game
    "ui.table": (
        "companion",
        "firmware_bridge",
        "hardware.update",
        "ui.gate",
        "ui.library",
        "ui.presenters",
        "ui.qr",
        "ui.web",
        "vision",
    ),  # opens a table: everything but Kivy
    "ui.tablet": (
        "companion.board.picture",
        "companion.core.ids",
        "companion.errors",
        "companion.painting",
        "companion.text.letters",
        "ui.gate",
        "ui.library",
        "ui.presenters",
        "ui.table",
    ),  # draws what presenters say
    "ui.tablet.navigation": ("companion", "ui.library", "ui.presenters", "ui.table"),  # which page, which table
    "ui.venue": (
        "companion.casebook.writing",
        "companion.core",
        "companion.documents",
        "companion.errors",
        "companion.files",
        "companion.interchange.entries",
        "companion.painting",
        "companion.storage",
        "companion.text",
        "companion.tournament",
        "ui.presenters.games",
        "ui.presenters.models",
        "ui.presenters.rules",
        "ui.web.design",
        "ui.web.door",
        "ui.web.address",
        "ui.web.authority",
        "ui.web.guard",
        "ui.web.limits",
        "ui.web.rules",
        "ui.web.security",
        "ui.web.slow",
        "ui.web.waiting",
    ),  # an event's pages: no game
    "ui.venue.watching": ("companion", "ui.presenters"),  # a table's game, told again for a judge
    "ui.bench": PACKAGES,  # measures every room; a test below sees to it that only the front door opens it
    "ui.cli": PACKAGES,  # the front door opens every room, lazily
    "ui.android": ("ui.library", "ui.table", "ui.tablet"),
}

# what only one room may import from outside
OUTSIDE = {
    "cv2": ("vision",),
    "rustworkx": ("companion.tournament.pairing",),
    "torch": ("vision.lab.training",),  # trains the dice reader's networks; OpenCV runs them
    "kivy": ("ui.tablet",),
    "serial": ("firmware_bridge.ports_found", "firmware_bridge.serial_link"),  # listing ports, and opening one
    "paho": ("firmware_bridge.mqtt_link",),
    "resvg_py": ("companion.painting.png",),
    "font_lato": ("companion.painting.font",),
    "fpdf": ("companion.painting.paper", "vision.prints"),
    "msgspec": (
        "companion.storage",
        "ui.cli",
        "ui.table.clock",
        "ui.table.hands",
        "ui.venue.doors",
        "ui.venue.hall",
        "ui.web",
    ),
    "starlette": ("ui.venue", "ui.web.design", "ui.web.guard", "ui.web.server", "ui.web.wire"),
    "sqlalchemy": ("companion.storage",),
    "uvicorn": (
        "ui.cli.venue",
        "ui.venue.trust",
        "ui.venue.wire",
        "ui.web.host",
        "ui.web.plain_wire",
        "ui.web.waiting",
    ),
    "segno": ("ui", "ui.cli.share_options"),
}

# the rules core is the standard library only (numpy in a board accelerator, when there is one)
PURE = (
    "companion.core",
    "companion.board",
    "companion.casebook",
    "companion.games",
    "companion.table",
    "companion.ports",
    "companion.errors",
)
IMPURE_MODULES = {"time", "random", "datetime", "socket", "threading", "subprocess"}
CLOCKLESS = (
    "companion.core",
    "companion.board",
    "companion.casebook",
    "companion.games",
    "companion.table",
    "companion.storage",
    "companion.text",
)


Wrong = Callable[[str, str], bool]  # a module, and a name it imports


def room_of(module: str) -> str:
    return max((room for room in ARROWS if within(module, room)), key=len)


def imports_of(sources: Iterable[Source], wrong: Wrong) -> list[str]:
    """Every import that is wrong, with its place."""
    return [
        f"{source.shown}:{line}: {name}"
        for source in sources
        for name, line in source.imports
        if wrong(source.module, name)
    ]


def in_rooms(*rooms: str) -> list[Source]:
    return [source for source in SOURCES if any(within(source.module, room) for room in rooms)]


def test_arrows() -> None:
    def wrong(module: str, name: str) -> bool:
        room = room_of(module)
        allowed = (room, *ARROWS[room])
        return name.split(".")[0] in PACKAGES and not any(within(name, other) for other in allowed)

    assert imports_of(in_rooms(*PACKAGES), wrong) == []


def test_only_the_front_door_measures() -> None:
    others = [source for source in SOURCES if not within(source.module, "ui.cli")]
    assert imports_of(others, lambda module, name: within(name, "ui.bench") > within(module, "ui.bench")) == []


def test_only_case_languages_know_the_casebook() -> None:
    others = [source for source in in_rooms("companion.games") if source.module.split(".")[3:4] not in ([], ["cases"])]
    assert imports_of(others, lambda _, name: within(name, "companion.casebook")) == []


def test_one_game_never_imports_another() -> None:
    games = [source for source in in_rooms("companion.games") if source.module != "companion.games"]
    assert (
        imports_of(games, lambda module, name: within(name, "companion.games") and not within(name, game_of(module)))
        == []
    )


def game_of(module: str) -> str:
    return ".".join(module.split(".")[:3])


@pytest.mark.parametrize("game", ["heroclix", "heroquest", "guardians", "gotham"])
def test_a_face_has_the_same_parts_in_every_game(game: str) -> None:
    """``areas`` are HeroClix's board: its squares are drawn by the board itself."""
    faces = {source.module.rpartition(".")[2] for source in in_rooms(f"companion.games.{game}.face")}
    missing = {*FACE} - faces - ({"board", "sight"} if game == "heroclix" else set())
    assert missing == set()


def test_screens_pages_and_papers_know_a_game_by_its_face_alone() -> None:
    """Of ``ui`` the front door alone, and the bench, connect the rules themselves."""
    screens = [
        source for source in in_rooms("ui") if not any(within(source.module, room) for room in ("ui.bench", "ui.cli"))
    ]

    def wrong(module: str, name: str) -> bool:
        parts = name.split(".")
        return within(name, "companion.games") and len(parts) > 3 and parts[3] != "face"

    assert imports_of(screens, wrong) == []


def test_rules_do_not_know_their_face() -> None:
    """The view, what a seat hears and the summary are asked for by the system; cases read its facts."""
    doors = ("system", "cases", "face")
    rules = [
        source
        for source in in_rooms("companion.games")
        if source.module.split(".")[3:4] not in ([], *([one] for one in doors))
    ]
    assert imports_of(rules, lambda _, name: within(name, "companion.games") and ".face." in name) == []


def test_concrete_games_stay_out_of_table_storage_and_core() -> None:
    rooms = in_rooms(*(f"companion.{room}" for room in ("board", "casebook", "core", "storage", "table", "text")))
    assert imports_of(rooms, lambda _, name: within(name, "companion.games")) == []


@pytest.mark.parametrize("library", sorted(OUTSIDE))
def test_outside_libraries_stay_in_their_room(library: str) -> None:
    rooms = in_rooms(*OUTSIDE[library])
    others = [source for source in SOURCES if source not in rooms]
    assert imports_of(others, lambda _, name: within(name, library)) == []


def test_the_rules_core_is_the_standard_library() -> None:
    allowed = {*sys.stdlib_module_names, *PACKAGES}
    assert imports_of(in_rooms(*PURE), lambda _, name: name.split(".")[0] not in allowed) == []


def test_no_clock_no_chance_no_threads_in_the_core() -> None:
    assert imports_of(in_rooms(*CLOCKLESS), lambda _, name: name.split(".")[0] in IMPURE_MODULES) == []
