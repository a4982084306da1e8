"""What is wrong with a file is said in the players' language; in English it is the exception's own line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import InputError, MissingPart, StoreFault
from companion.text.faults import fault_words, phrase_words, seen_words, typed_words
from companion.text.wording import Wording

ROOT = Path(__file__).parents[2]
# whatever reads what players bring by touch, and keeps it
READERS = (
    "companion/documents.py",
    "companion/files.py",
    "companion/board/loading.py",
    "companion/interchange/figures.py",
    "companion/interchange/hcmaps.py",
    "companion/interchange/hcunits.py",
    "companion/interchange/hcunits_xml.py",
    "companion/interchange/forum_code.py",
    "companion/interchange/colour_json.py",
    "companion/interchange/importing.py",
    "companion/interchange/maps.py",
    "companion/games/heroclix/figures/files.py",
    "companion/storage/codec.py",
    "companion/games/heroclix/forces/files.py",
    "companion/games/heroclix/forces/enlisting.py",
    "companion/games/heroclix/opening/begin.py",
    "companion/storage/sqlite.py",
    "ui/library.py",
    "ui/tablet/navigation.py",
    "ui/table/devices.py",
    "ui/presenters/heroclix/imports.py",
    "ui/presenters/heroclix/forces.py",
    "companion/interchange/force_lists.py",
    "companion/interchange/force_texts.py",
    "companion/interchange/entries.py",
    "companion/interchange/area_position.py",
    "companion/interchange/position.py",
    "companion/casebook/loading.py",
    "vision/pictures.py",
    *(f"ui/cli/{path.name}" for path in sorted((ROOT / "ui" / "cli").glob("*.py"))),
)
# what is typed just so
WRITTEN = {"HERO=GIVE:TAKE", "HOST:PORT", "table-open (7)", "update-unsigned (7)", "7 x 7 pixels"}
WRITTEN |= {"postgresql://user:password@host/database"}
WRITTEN |= {"KIND=POINTS[/OTHER][:noted|force|none][:counts|apart]: 7"}
SAME = {
    "JSON",
    "TOML",
    "XML",
    "<resultset>",
    "first line",
    "header",
    "dial",
    "[dial] with [click]s",
    "7 and 7",
    *WRITTEN,
}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (
            InputError("own.json", "line 3 column 5", "the key 'x'", "one of the keys a, b"),
            "own.json, ligne 3 colonne 5 : la clé 'x' au lieu de : une des clés a, b",
        ),
        (
            InputError("yard.json", "rows[2].tiles", "13 tiles", "16 tiles, as width says"),
            "yard.json, rows[2].tiles : 13 cases au lieu de : 16 cases, comme le dit width",
        ),
        (
            InputError("x", "", "no such key", "the key 'format' with 'a'"),
            "x : aucune clé de ce nom au lieu de : la clé 'format' avec 'a'",
        ),
        (OSError(28, "No space left on device", "yard.json"), "yard.json: un disque plein"),
        (
            MissingPart("the package cv2", "install tablewright[camera]"),
            "Il manque le paquet cv2 : installez tablewright[camera]",
        ),
        (StoreFault("database or disk is full"), "un disque plein"),
        (
            InputError("x", "", "what nobody foresaw", "what nobody wrote"),
            "x : what nobody foresaw au lieu de : what nobody wrote",
        ),
    ],
)
def test_a_fault_is_told_in_french(wrong: Exception, says: str) -> None:
    assert fault_words(wrong, Wording("fr")) == says
    if not isinstance(wrong, OSError):
        assert fault_words(wrong, Wording("en")) == str(wrong)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "Invalid value for '--rounds': 77 is not in the range 1<=x<=30.",
            "Valeur impossible pour '--rounds' : 77 n'est pas dans l'intervalle 1<=x<=30.",
        ),
        ("No such option: --speed", "Aucune option de ce nom : --speed"),
        ("Missing argument 'RECORD'.", "Il manque l'argument 'RECORD'."),
        ("Got unexpected extra argument (more)", "Argument en trop (more)"),
    ],
)
def test_what_is_mistyped_is_told_in_french(line: str, says: str) -> None:
    assert typed_words(line, Wording("fr")) == says
    assert typed_words(line, Wording("en")) == line


def test_a_remark_of_an_import_is_told_in_french() -> None:
    assert phrase_words("found nothing, expected text", Wording("fr")) == "rien au lieu de : du texte"
    assert phrase_words("click 9 on a dial of 8", Wording("fr")) == "clic 9 sur un disque de 8"


def phrases() -> Iterator[str]:
    """What the sources have as ``found`` and ``expected``, and as remarks; ``7`` for what is filled in."""
    for reader in READERS:
        for call in ast.walk(ast.parse((ROOT / reader).read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            said = {"InputError": call.args[2:], "MissingPart": call.args, "refuse": call.args, "say": call.args[1:]}
            if name == "say" and "interchange" not in reader:
                continue
            for one in said.get(name, ()):
                parts = one.values if isinstance(one, ast.JoinedStr) else [one]
                words = [
                    "7" if isinstance(part, ast.FormattedValue) else part.value
                    for part in parts
                    if isinstance(part, ast.FormattedValue | ast.Constant)
                ]
                if len(words) == len(parts) and all(isinstance(word, str) for word in words):
                    yield "".join(map(str, words))


def test_every_phrase_of_the_files_players_bring_has_its_french() -> None:
    told = {phrase for phrase in phrases() if any(letter.isalpha() for letter in phrase.replace("7", ""))}
    assert len(told) > 90
    assert {phrase for phrase in told - SAME if phrase_words(phrase, Wording("fr")) == phrase} == set()


EYES = (
    *("vision/dice", "vision/numbers", "vision/symbols", "vision/cubes", "vision/plane/project.py"),
    *("vision/plane/calibration.py", "vision/plane/refine.py", "vision/plane/intrinsics.py"),
    *("vision/watch/tags.py", "vision/watch/tray.py"),
    *(f"companion/table/{name}.py" for name in ("looks", "lying", "proposal", "sighting")),
)
FILES = ("album.py", "film.py", "shown.py")  # of what players show: their lines are those of a file that is refused


def reasons() -> Iterator[str]:
    """What the eyes give as a reason to ask: texts of four words and more that are no docstring and raise nothing."""
    for file in (path for place in EYES for path in [ROOT / place, *(ROOT / place).glob("*.py")] if path.is_file()):
        if file.name in FILES:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        strings = [node for node in nodes if isinstance(node, ast.JoinedStr | ast.Constant)]
        docs = [node.value for node in nodes if isinstance(node, ast.Expr)]
        refused = [node for node in nodes if isinstance(node, ast.Raise) or _is_refusal(node)]
        raised = [part for node in refused for part in ast.walk(node)]
        parts = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]
        left_out = {*map(id, docs), *map(id, raised), *map(id, parts)}
        for one in strings:
            words = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "7"
                for part in (one.values if isinstance(one, ast.JoinedStr) else [one])
            )
            if id(one) not in left_out and words.count(" ") >= 3:
                yield words


def _is_refusal(node: ast.AST) -> bool:
    """Whether a document is refused there."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuse"


def test_every_reason_to_ask_has_its_french() -> None:
    told = set(reasons())
    assert len(told) > 55
    assert {reason for reason in told if seen_words(reason, Wording("fr")) == reason} == set()
    assert all(seen_words(reason, Wording("en")) == reason for reason in told)


@pytest.mark.parametrize(
    ("why", "says"),
    [
        (
            "only 1 corner markers are seen; missing: 0 (top left), 2 (bottom)",
            "seuls 1 marqueurs de coin se voient; manquent : 0 (en haut à gauche), 2 (en bas)",
        ),
        ("top right", "en haut à droite"),
        (
            "only 2 of the grid's 9 level lines are seen",
            "seules 2 des 9 lignes (horizontales) de la grille se voient",
        ),
    ],
)
def test_sides_of_a_map_are_told_in_french(why: str, says: str) -> None:
    assert seen_words(why, Wording("fr")) == says


def test_several_reasons_are_told_one_by_one() -> None:
    why = "3 dice are seen, 2 expected; a number may be 6 or 9: no line or dot tells which; nobody's words"
    assert seen_words(why, Wording("fr")) == (
        "dés vus : 3, attendus : 2; un nombre est 6 ou 9 : aucun trait ni point ne le dit; nobody's words"
    )
    told = "(anna: 5 2; bert: ? 3)"
    assert seen_words(f"the looks at this throw disagree {told}; no die is seen", Wording("fr")) == (
        f"les regards sur ce lancer ne s'accordent pas {told}; aucun dé en vue"
    )
