"""Both languages say everything, switch at run time, and use only letters the window's font has."""

from __future__ import annotations

import ast
import re
import string
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.core.ids import PieceId, RuleId
from companion.core.rules import violation
from companion.games.gotham.legal import BOXES
from companion.games.guardians.content.kinds import LEFT, RIGHT
from companion.games.guardians.play.trials import AGGRESSIVE, CLASSIC
from companion.games.heroclix.events.powers import TextUsed
from companion.games.heroclix.face.overlay import OVERLAYS
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.sample import sample_setup
from companion.games.heroquest.actions import FREE
from companion.games.heroquest.attack.legality import WAYS
from companion.games.heroquest.events import SurpriseRolled
from companion.system import DiceGenerator
from companion.table.guidance import ErrandKind
from companion.table.observation import LinkState, TowerPhase
from companion.table.reconcile import Reading
from companion.text.catalogue import catalogue_of
from companion.text.letters import shown
from companion.text.wording import FAMILY_OF, LANGUAGES, Wording
from tests.ui.scenes import table
from ui.cli.demo.playable import play_opening
from ui.presenters.table import WORDS as TABLE_WORDS
from ui.table.bootstrap import open_table
from ui.table.settings import TableConfig

ROOT = Path(__file__).parents[2]


MANUAL = (ROOT / "firmware_bridge" / "README.md").read_text()
ROWS = re.findall(r"^\| (`[^|]*) \| (?:offline|degraded)", MANUAL, re.MULTILINE)  # of its table of reasons
REASONS = [word for row in ROWS for word in re.findall(r"`(.*?)`", row)]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_text_without_a_power_is_told_without_a_colon(lang: str) -> None:
    assert not Wording(lang).event(TextUsed(PieceId("Brine"), "trait-1", "")).rstrip(" .").endswith(":")


def test_both_languages_have_the_same_words_and_places() -> None:
    english, french = (Wording(lang).family("screen") for lang in ("en", "fr"))
    assert english.keys() == french.keys()
    assert [key for key in english if not english[key].strip() or not french[key].strip()] == []
    assert {key for key in english if places(english[key]) != places(french[key])} == set()


def test_every_refusal_brings_the_words_of_its_sentence() -> None:
    """Where the rule stands in the call: no sentence is told with a hole, as in "It is not 's turn"."""
    lacking = []
    for source in sorted((ROOT / "companion").rglob("*.py")):
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "violation":
                words = {keyword.arg for keyword in call.keywords}
                words |= {"at"} if len(call.args) > 1 or "seat" in words else set()  # of no piece, the seat's
                for rule in (
                    re.findall(r"'([A-Z]+-[A-Z0-9-]+)'", ast.unparse(call.args[0])) if None not in words else ()
                ):
                    message = catalogue_of("en").messages.get(rule)
                    missing = {place for form in message.forms for place in places(form)} - words if message else ()
                    lacking += [f"{source.name}:{call.lineno} {rule} {place}" for place in missing]
    assert lacking == []


def spoken_in_refusals() -> dict[str, set[str]]:
    """The words that sentences of refusals have places for, with where they come from."""
    found: dict[str, set[str]] = {}
    for source in sorted((ROOT / "companion" / "games").rglob("*.py")):
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "violation":
                for rule in re.findall(r"'([A-Z]+-[A-Z0-9-]+)'", ast.unparse(call.args[0])):
                    message = catalogue_of("en").messages.get(rule)
                    spoken = {place for form in message.forms for place in places(form)} if message else set()
                    for keyword in call.keywords:
                        if keyword.arg in spoken:
                            found.setdefault(str(keyword.arg), set()).add(f"{source.name} {rule}")
    return found


COUNTED = "bolts cost dice distance expected figures found level mana most points range reach speed squares total zones"
CALLED = (  # ids of what has a name at the table
    "ability attacker because by card element feat held object obstacle piece power site skill source start state "
    "target targets task thing tile to wall weapon zone"
)


def test_every_word_of_a_refusal_is_a_number_a_name_or_of_a_family_with_words() -> None:
    """No key of the engine is read out: "A has already done that this turn (seek)"."""
    known = {*COUNTED.split(), *CALLED.split(), *FAMILY_OF}
    assert {word: where for word, where in spoken_in_refusals().items() if word not in known} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_turn_spends_and_how_one_strikes_have_words_in_refusals(lang: str) -> None:
    spent = {"attack", "barricade", "disarm_trap", "help", "move", "search", "seek", *FREE}
    keys = {"entry": spent, "manner": WAYS, "slot": BOXES.values(), "use": (CLASSIC, AGGRESSIVE), "pile": (LEFT, RIGHT)}
    words = Wording(lang)
    assert [
        (family, key) for family, values in keys.items() for key in values if not words.has(f"{family}.{key}")
    ] == []


def test_several_keys_in_a_refusal_are_said_one_by_one() -> None:
    broken = violation("GC-TEST-03", tests="mental, attack")
    assert Wording("fr").violation(broken) == "Ce test n'existe pas. Choisissez parmi Mental, Attaque."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_a_device_has_its_words_on_its_plate_and_on_the_page_of_devices(lang: str) -> None:
    words = Wording(lang)
    assert "wifi-password" in REASONS, REASONS
    assert [(kind, why) for why in REASONS for kind in ("why", "reason") if not words.has(f"{kind}.{why}")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_the_screen_asks_for_is_there(lang: str) -> None:
    words = Wording(lang).family("screen")
    asked = {f"link_{state.value}" for state in LinkState} | {f"tower_{phase.value}" for phase in TowerPhase}
    asked |= {f"errand_{kind.value}" for kind in ErrandKind}
    asked |= {f"reading_{reading.__name__.lower()}" for reading in Reading.__args__}
    asked |= {f"overlay_{mode}" for mode in OVERLAYS} | set(TABLE_WORDS)
    for text in sources():
        spoken = r"\bsay" if re.search(r"^from companion\.core\.phrases import .*\bsay\b", text, re.M) else r"look\.say"
        asked |= set(re.findall(spoken + r"""\(\s*["'](\w+)["']""", text))
        asked |= set(re.findall(r"""["']screen\.(\w+)["']""", text))
        asked |= set(re.findall(r"""words\[["'](\w+)["']\]""", text))
    assert len(asked) > 90
    assert asked - words.keys() == set()


def test_whatever_is_said_by_its_whole_key_has_words() -> None:
    files = (path for room in ("ui", "companion", "vision", "hardware") for path in (ROOT / room).rglob("*.py"))
    asked = {key for path in files for key in re.findall(r"""wording\.say\(\s*"([\w.-]+)\"""", path.read_text("utf-8"))}
    assert len(asked) > 90
    assert [key for key in asked if not Wording("en").has(key)] == []


def test_no_word_is_left_over() -> None:
    text = "".join(sources())
    families = (
        "link_",
        "tower_",
        "errand_",
        "reading_",
        "overlay_",
        "hint_",
        "dice_more",
        "dice_again",
        "brief_",
        "gathered_",
        "presence_",
        "area_",
        "standing_",
    )
    left = {key for key in Wording("en").family("screen") if not key.startswith(families)}
    assert {key for key in left if not re.search(rf"""["'](screen\.)?{key}["']""", text)} == set()


def sources() -> list[str]:
    """Whatever speaks on a screen: the screens' own rooms, and the faces of the games."""
    rooms = [ROOT / "ui" / room for room in ("presenters", "table", "tablet", "web", "venue")]
    rooms += (ROOT / "companion" / "games").glob("*/face")
    core = [ROOT / "companion" / "core" / f"{name}.py" for name in ("phrases", "face", "prizes", "harms")]
    files = [*core, *(path for room in rooms for path in room.rglob("*.py"))]
    return [path.read_text(encoding="utf-8") for path in files]


@pytest.mark.rule("HQ-COMBAT-BACK-02")
@pytest.mark.parametrize(
    ("lang", "line"), [("en", "elf is surprised: no defense."), ("fr", "Surprise pour elf : pas de défense.")]
)
def test_what_the_die_of_a_surprise_says_is_told(lang: str, line: str) -> None:
    """A result that is a word is none of dice."""
    assert Wording(lang).event(SurpriseRolled(PieceId("elf"), "none", RuleId("HQ-COMBAT-BACK-02"))) == line


def test_the_language_changes_at_run_time(clock: Any) -> None:
    made = table(clock)
    made.tap_piece(PieceId("r1"))
    english = made.model()
    made.press("language")
    french = made.model()
    assert (english.title, french.title) == (
        "Round 1 · Red · Actions left: 3",
        "Round 1 · Rouge · Actions restantes : 3",
    )
    assert english.dial is not None and french.dial is not None
    assert [slot.label for slot in french.dial.slots] == ["Vitesse", "Attaque", "Défense", "Dégâts"]
    assert (english.words["language"], french.words["language"]) == ("Français", "English")
    chosen = [
        next(line.text for line in one.log if "bottom" in line.text or "en bas" in line.text)
        for one in (english, french)
    ]
    assert chosen == [
        "Blue, who does not play first, chooses area 2, at the bottom.",
        "Bleu, qui ne joue pas en premier, choisit la zone 2, en bas.",
    ]
    made.press("language")
    assert made.model() == english


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_no_letter_is_missing_from_the_font(weight: str) -> None:
    import importlib.util

    from fontTools.ttLib import TTFont

    found = importlib.util.find_spec("kivy")
    assert found is not None and found.submodule_search_locations
    with TTFont(Path(found.submodule_search_locations[0]) / "data" / "fonts" / f"Roboto-{weight}.ttf") as font:
        letters = {chr(code) for code in font.getBestCmap()} | {"\n"}
    texts = [(files("companion.text") / f"{lang}.po").read_text(encoding="utf-8") for lang in LANGUAGES]
    texts += [name for power in power_names().values() for name in (power.english, power.french)]
    texts += sources()
    drawn = _quoted_apart(texts)
    assert {letter for text in drawn for letter in shown(text)} - letters == set()


def _quoted_apart(texts: list[str]) -> list[str]:
    """The texts without the drawings in docstrings, which nobody sees on the screen."""
    return [re.sub(r'""".*?"""', "", text, flags=re.DOTALL) for text in texts]


@pytest.mark.parametrize(
    ("name", "says"),
    [("Odrun", "Le tour d'Odrun"), ("Brakka", "Le tour de Brakka"), ("Éole", "Le tour d'Éole")],
)
def test_french_runs_into_a_vowel(name: str, says: str) -> None:
    assert Wording("fr").say("screen.now_turn", who=name) == says


def test_the_cards_of_shipped_crews_speak_french_in_french() -> None:
    """A trait on the sheet, and on the card of what is left to the players."""
    shown = open_table(TableConfig(lang="fr"), sample_setup())
    play_opening(shown.session, DiceGenerator(1))
    shown.presenter.tap_piece(PieceId("red-1"))
    dial = shown.presenter.model().dial
    assert dial is not None and dial.notes[-2:] == ("Gardien du Quai *", "* non automatique : les joueurs l'appliquent")
    shown.presenter.press("pick:+")
    told = shown.presenter.model().card
    assert told is not None and told.text.startswith("Gardien du Quai : Au début de la partie")
