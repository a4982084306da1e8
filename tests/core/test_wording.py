"""Every refusal, question and event has words in both languages, with the same blanks."""

from __future__ import annotations

import ast
import re
import string
from dataclasses import fields
from pathlib import Path

import pytest

from companion.core.dice import DiceRequest, DiceResult
from companion.core.events import ChoiceMade
from companion.core.flow import ChoiceRequest, Outcome
from companion.core.house import HOUSE
from companion.core.ids import PieceId, RequestId, RuleId, Seat
from companion.core.rules import violation
from companion.games import systems
from companion.games.gotham.face.face import GothamFace
from companion.games.heroclix.events.attack import DamageDivided
from companion.games.heroquest.face.face import HeroQuestFace
from companion.text.catalogue import catalogue_of
from companion.text.letters import shown
from companion.text.wording import LANGUAGES, Wording, dice_words

ROOT = Path(__file__).parents[2]


def refusals() -> set[str]:
    """Every rule that code refuses with: the first argument of each call of ``violation``."""
    found = set()
    for path in [*(ROOT / "companion/games").rglob("*.py"), *(ROOT / "companion/core").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "violation":
                for constant in ast.walk(node.args[0]):
                    if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                        found.add(constant.value)
    return found


def keys(lang: str) -> dict[str, str]:
    return {key: " ".join(message.forms) for key, message in catalogue_of(lang).messages.items()}


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_words(lang: str) -> None:
    found = refusals()
    assert len(found) > 25
    assert {rule for rule in found if not Wording(lang).has(rule)} == set()
    assert {rule.id for rule in HOUSE.rules if not Wording(lang).has(rule.id)} == set(), "rules of the house"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_words(lang: str) -> None:
    for system in systems():
        assert {name for name in system.event_types if not Wording(lang).has(f"event.{name}")} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_that_is_named_by_a_field_is_told_where_that_is_empty_and_does_not_say_it(lang: str) -> None:
    """``event.AttackResult.hit`` tells a miss: what would say the field itself is named otherwise."""
    spoken, found = keys(lang), 0
    for kind in {kind for system in systems() for kind in system.event_types.values()}:
        for one in fields(kind):
            if (said := spoken.get(f"event.{kind.__name__}.{one.name}")) is not None:
                found += 1
                assert one.name not in blanks(said), f"{kind.__name__}.{one.name}: {said}"
    assert found > 20


# a question whose answers are yes, no, a number, or a name whose part in it is not said
BLIND = re.compile(r"(does|should|let|agree|accept|pay|push|cancel|how many|at whom)\b|.*(Do so|Count the points)\?$")
PLAIN = {"HQ-MON-CHAOS-06"}  # its dice say all of it


def test_a_question_of_yes_no_or_a_number_says_what_its_answers_do() -> None:
    english, thrown = keys("en"), re.compile("throws?|rolls?|die|dice")
    asked = {key.removeprefix("ask."): text for key, text in english.items() if key.startswith("ask.")}
    blind = {
        rule
        for rule, text in asked.items()
        if text.endswith("?") and BLIND.match(text.rpartition(": ")[2]) and not thrown.search(text)
    }
    lacking = {rule: asked[rule] for rule in blind if f"answers.{rule}" not in english and rule not in PLAIN}
    assert lacking == {}
    assert len(blind) > 20
    assert {key for key in english if key.startswith("answers.") and key.removeprefix("answers.") not in asked} == set()


def test_both_languages_say_the_same_things() -> None:
    english, french = keys("en"), keys("fr")
    assert english.keys() == french.keys()
    assert {key for key in english if blanks(english[key]) != blanks(french[key])} == set()
    assert sum(english[key] != french[key] for key in english) > 0.85 * len(english)


def test_no_number_of_french_stands_before_a_comma_and_another() -> None:
    """“0, 4 au plus” is read as a number with a fraction."""
    numbers = "total|value|count|needed|limit|sum|best|lies|most|left|amount"
    assert [key for key, text in keys("fr").items() if re.search(rf"\{{({numbers})\}}, \{{({numbers})\}}", text)] == []


def test_signs_are_bound_to_their_words() -> None:
    assert shown("« 36 % » : oui !") == "«\xa036\xa0%\xa0»\xa0: oui\xa0!"


def test_names_are_filled_in() -> None:
    broken = violation("HC-ATK-04", PieceId("b1"), attacker="r1")
    names = {"b1": "Gull", "r1": "Anchor"}
    assert Wording("en", names).violation(broken) == "Gull is not next to Anchor."
    assert Wording("fr", names).violation(broken) == "Gull n'est pas adjacent à Anchor."


def test_seats_are_words() -> None:
    broken = violation("HC-TURN-03", seat="blue", active="red")
    assert Wording("fr").violation(broken) == "C'est le tour de Rouge."


@pytest.mark.parametrize(
    ("lang", "lost", "said"),
    [
        ("en", 1, "A loses 1 Body Point."),
        ("en", 2, "A loses 2 Body Points."),
        ("en", 0, "A loses 0 Body Points."),
        ("fr", 1, "A perd 1 Point de Corps."),
        ("fr", 0, "A perd 0 Point de Corps."),
        ("fr", 3, "A perd 3 Points de Corps."),
    ],
)
def test_what_is_counted_has_its_plural(lang: str, lost: int, said: str) -> None:
    """English has one plural for all but one; French counts nought as one."""
    assert Wording(lang).say("event.Hurt", piece="A", lost=lost) == said


def test_the_counted_word_is_a_blank_of_its_message() -> None:
    for lang in LANGUAGES:
        messages = catalogue_of(lang).messages
        counted = {key: message.counted for key, message in messages.items() if message.counted}
        assert counted.keys() >= {"event.Hurt", "HC-RNG-06", "screen.steps"}
        unseen = {key for key, word in counted.items() if word not in blanks(Wording(lang).say(key))}
        # how many they are chooses the form, their names or numbers say it
        tiles = {"report.asked", "report.corrected", "report.read", "report.rolled"}  # below their number
        named = {"screen.i_am", "event.CommandTaken.brought", "event.StrikeDeclared", "event.StrikeDeclared.dice"}
        named |= {"ask.HQ-ATK-07", "ask.HQ-ATK-07.own"}  # the dice lie there
        named |= {*(f"struck.{did}" for did in ("attack", "back", "hit", "killed", "miss"))}
        assert unseen == {"outcome.winners", "evening.on_clicks", "evening.unknown_figures", *tiles, *named}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_catalogues_are_read_as_babel_reads_them(lang: str) -> None:
    """The oracle is the library: the same keys, the same forms, the same form for every number."""
    from babel.messages.pofile import read_po

    ours = catalogue_of(lang)
    with (ROOT / "companion" / "text" / f"{lang}.po").open("rb") as source:
        theirs = read_po(source)
    read = {}
    for message in theirs:
        if message.id:
            key, counted = message.id if message.pluralizable else (message.id, "")
            read[key] = (message.string if message.pluralizable else (message.string,), counted)
    assert {key: (message.forms, message.counted) for key, message in ours.messages.items()} == read
    assert [ours.form_of(number) for number in (0, 1, 2, 21)] == [int(n) for n in {"en": "1011", "fr": "0011"}[lang]]
    assert theirs.num_plurals == 2


def test_a_line_that_is_no_line_of_a_catalogue_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.text.catalogue.FOLDER", tmp_path)
    (tmp_path / "xx.po").write_text('msgid ""\nmsgstr "plural=0;"\n\nmsgid "a"\nmsgstr what\n')
    with pytest.raises(ValueError, match=r"xx\.po: line 5: msgstr what"):
        catalogue_of("xx")


@pytest.mark.parametrize(("asked", "spoken"), [("fr_FR.UTF-8", "fr"), ("en_GB.UTF-8", "en"), ("C", "en")])
def test_the_environment_says_the_language_whether_its_locale_is_installed_or_not(
    asked: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TABLEWRIGHT_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", asked)
    assert Wording().lang == spoken


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_thing_has_one_word(lang: str) -> None:
    """No message uses a word that the glossary beside its catalogue rules out."""
    glossary = (ROOT / "companion" / "text" / f"glossary-{lang}.txt").read_text(encoding="utf-8")
    lines = [line for line in glossary.splitlines() if not line.startswith("#")]
    banned = [words.strip().removesuffix(";") for line in lines for words in line.split("not: ")[1:]]
    assert len(banned) > 10
    broken = {key: words for key, text in keys(lang).items() for words in banned if words in text}
    assert broken == {}


@pytest.mark.parametrize(
    ("lang", "key", "who", "said"),
    [
        ("en", "screen.now_turn", "The villains", "The villains' turn"),
        ("en", "screen.now_turn", "Anna", "Anna's turn"),
        ("fr", "screen.now_turn", "Les Vilains", "Le tour des Vilains"),
        ("fr", "screen.now_turn", "Le maître", "Le tour du maître"),
        ("fr", "screen.asks_undo", "Le maître", "Le maître veut annuler son dernier ordre et tout ce qui a suivi."),
    ],
)
def test_a_name_runs_into_its_sentence(lang: str, key: str, who: str, said: str) -> None:
    assert Wording(lang).say(key, who=who) == said


@pytest.mark.parametrize(
    ("key", "words", "said"),
    [
        ("event.Killed", {"piece": "orc-2"}, "L'orc 2 meurt."),
        (
            "ask.HQ-COMBAT-OPP-04",
            {"who": "Bruno", "piece": "orc-2"},
            "Bruno : l'orc 2 peut frapper maintenant. Frapper ?",
        ),
        (
            "event.FigureWent",
            {"piece": "jack", "start": "stop", "to": "roof", "cost": 1},
            "Jack va de l'Arrêt au Toit : 1 point de mouvement.",
        ),
        ("event.AttackDeclared", {"attacker": "jack", "targets": "clock"}, "Jack attaque l'Horloge."),
        ("event.AttackDeclared", {"attacker": "eel", "targets": "jack"}, "Eel attaque Jack."),
        ("screen.now_turn", {"who": "eel"}, "Le tour d'Eel"),
        ("event.Reckoned", {"piece": "eel", "what": "Défense", "value": 2}, "Défense d'Eel : 2."),
        ("action.grenade", {"at": "street"}, "lance une grenade vers la Rue"),
        ("event.TokensPlaced", {"zone": "street", "kind": "Givre"}, "Un pion Givre couvre la Rue."),
        ("event.TakenBack.first", {"by": "jack", "first": "Orc"}, "Jack annule : Orc"),
        ("screen.errand_put", {"piece": "jack", "to": "roof"}, "Poser Jack au Toit"),
        ("screen.errand_put", {"piece": "jack", "to": "street"}, "Poser Jack à la Rue"),
        ("screen.errand_put", {"piece": "jack", "to": "A1"}, "Poser Jack en A1"),
    ],
)
def test_a_french_name_has_its_article_inside_a_sentence(key: str, words: dict[str, object], said: str) -> None:
    """Common nouns take one, and run together with what is before; a person's name does not, nor one in a list."""
    names = {
        "orc-2": "orc 2",
        "jack": "Jack",
        "eel": "The Eel",
        "stop": "Arrêt",
        "roof": "Toit",
        "clock": "L'Horloge",
        "street": "Rue",
    }
    assert Wording("fr", names).say(key, **words) == said


def test_an_english_place_has_its_article_inside_a_sentence_and_a_person_none() -> None:
    names = {"store": "Cold store", "hall": "museum, hall 5", "dock": "Dock", "chain": "Short Chain"}
    say = Wording("en", names | {"d": "Docker 1", "m": "Iron Mask"}).say
    assert say("event.FigureWent", piece="d", start="store", to="dock", cost=1) == (
        "Docker 1 goes from the Cold store to the Dock: 1 movement point."
    )
    assert say("event.Moved", piece="m", to="hall") == "Iron Mask moves to the museum, hall 5."
    assert say("event.TargetDesignated", attacker="d", target="m", how="") == "Docker 1 attacks Iron Mask."


def test_a_side_that_has_its_article_takes_no_other() -> None:
    words = Wording("en", {"heroes.side": "the heroes"})
    assert words.say("screen.cover_text", who="the heroes") == "Only for the heroes' eyes."


@pytest.mark.parametrize(
    ("players", "whose"),
    [
        ({}, "The Dusk League"),
        ({"dusk": "Zoe"}, "The Dusk League"),  # another seat is played at the tablet
        ({"dusk": "Zoe", "dusk-2": "Zoe"}, "Zoe"),
        ({"dawn": "Ann"}, "The Dusk League"),
    ],
)
def test_the_points_of_a_side_are_those_of_all_who_play_it(players: dict[str, str], whose: str) -> None:
    names = {"dawn": "The Dawn Watch", "dusk": "The Dusk League", "dusk-2": "The Dusk League 2"}
    wording = Wording("en", names)
    wording.players = players
    assert {wording.scorer("dusk"), wording.scorer("dusk-2")} == {whose}
    assert wording.scorer("dawn") == players.get("dawn", "The Dawn Watch")


def test_an_english_name_has_a_small_article_inside_a_sentence() -> None:
    wording = Wording("en", {"clerk": "The Old Clerk"})
    assert (
        wording.say("event.AttackDeclared", attacker="clerk", targets="clerk") == "The Old Clerk attacks the Old Clerk."
    )
    wording.players = {"red": "The Bold"}
    assert wording.say("screen.asks_undo", who="The Bold").startswith("The Bold ")


@pytest.mark.parametrize(
    ("lang", "rule", "dice", "faces", "growth", "said"),
    [
        (
            "en",
            "HQ-ATK-05",
            "combat d20",
            "skull 14",
            "",
            "The orc's attack: combat die skull · critical D20 14 (by hand).",
        ),
        (
            "fr",
            "HQ-SEARCH-01",
            "treasure_a treasure_b",
            "coins some",
            "",
            "Trésor de l'orc : pièces, quelques (à la main).",
        ),
        (
            "fr",
            "GC-ATK-05",
            "combat",
            "2",
            "more",
            "Attaque de l'orc, chaque POW vaut 1 succès et ajoute un dé : 2 (à la main).",
        ),
        ("en", "GO-BASE-ATK-01", "red red", "1 3", "again", "The orc's attack, thrown again: 1 3 (by hand)."),
        ("fr", "OWN-01", "d6", "2", "", "L'orc lance : 2 (à la main)."),
    ],
)
def test_dice_are_told_with_who_threw_them_for_what(
    lang: str, rule: str, dice: str, faces: str, growth: str, said: str
) -> None:
    asked = DiceRequest(RequestId("1"), tuple(dice.split()), Seat("red"), RuleId(rule), PieceId("orc-1"))
    wording = Wording(lang, {"orc-1": "orc", "attack": "Attack"})
    assert wording.throw(DiceResult(asked.id, tuple(faces.split())), asked, growth) == said


def test_every_throw_that_is_asked_for_says_what_it_is() -> None:
    """A roll that is called for has a noun for the log: "Wend's attack: …"."""
    asks = {key.removeprefix("ask."): text for key, text in keys("en").items() if key.startswith("ask.")}
    throws = {rule for rule, text in asks.items() if re.search(r"\b(throws?|roll|parries)\b", text) and "?" not in text}
    own = {rule for rule in throws if rule.startswith("power.") or rule.endswith(".own")}
    named = {rule.removesuffix(".throw") for rule in throws - own}
    assert len(named) > 20
    assert {rule for rule in named if f"throw.{rule}" not in keys("en")} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_decides_for_itself_is_named_once(lang: str) -> None:
    """Does Odrun counter-attack?, not Odrun: does Odrun counter-attack?; who is not named in it is still called."""
    wording, bare, called = Wording(lang, {"odrun": "Odrun"}), 0, 0
    for key, text in keys(lang).items():
        if key.startswith("ask.") and "?" in text and not blanks(text) - {"who", "seat", "piece"}:
            rule = RuleId(key.removeprefix("ask."))
            asked = ChoiceRequest(RequestId("1"), Seat("odrun"), rule, ("yes",), piece=PieceId("odrun"))
            said = wording.question(asked)
            is_called = said.startswith(wording.pair("Odrun", ""))
            assert not is_called or said.count("Odrun") == 1, said
            bare, called = bare + (not is_called), called + is_called
    assert bare > 20 and called > 5


def test_a_seat_is_not_called_by_the_player_of_its_neighbour() -> None:
    """Where Ann plays one hero of a side, the turn of the other is not hers."""
    wording = Wording("en", {"dusk": "The Dusk League", "dusk-2": "The Dusk League 2"})
    wording.players = {"dusk": "Ann"}
    assert (wording.side("dusk"), wording.side("dusk-2")) == ("Ann", "The Dusk League")


@pytest.mark.parametrize(
    ("options", "asked"),
    [(("anvil", "briar"), "Ann: cog acts. Against whom?"), (("hall.1", "hall.2"), "Ann: cog acts. Where?")],
)
def test_who_decides_for_a_villain_hears_what_for(options: tuple[str, ...], asked: str) -> None:
    wording = Wording("en")
    wording.players = {"dusk": "Ann"}
    request = ChoiceRequest(RequestId("1"), Seat("dusk"), RuleId("GC-VILL-11"), options, piece=PieceId("cog"))
    assert wording.question(request) == asked


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_attack_that_may_be_left_says_so(lang: str) -> None:
    """The question of a power that adds an attack names its attacker; the consequence of a no stands below it."""
    spoken = keys(lang)
    powers = ("charge", "running_shot", "flurry", "duo_attack", "street_fighter")
    assert all("?" in spoken[f"ask.power.{power}"] for power in powers)
    no = {"en": "No: ", "fr": "Non : "}[lang]
    assert all(no in spoken[f"answers.power.{power}"].replace("\N{NO-BREAK SPACE}", " ") for power in powers)


def test_who_plays_two_seats_of_a_side_wins_once() -> None:
    wording = Wording("en")
    wording.players = {"dawn": "Ann", "dawn-2": "Ann", "dusk": "Eva"}
    outcome = Outcome(
        (Seat("dawn"), Seat("dawn-2")),
        RuleId("GC-TURN-13"),
        ((Seat("dawn"), 3), (Seat("dawn-2"), 3), (Seat("dusk"), 1)),
    )
    assert wording.ending(outcome).startswith("The game is over. Ann wins. ")
    assert wording.ending(outcome).endswith(" Ann 3 points, Eva 1 point.")


def test_no_line_breaks_before_a_french_sign() -> None:
    assert shown("Prêt : « oui » ?").split(" ") == [
        "Prêt\N{NO-BREAK SPACE}:",
        "«\N{NO-BREAK SPACE}oui\N{NO-BREAK SPACE}»\N{NO-BREAK SPACE}?",
    ]


def test_an_answer_in_a_number_says_what_there_is_one_of() -> None:
    asked = ChoiceRequest(RequestId("1"), Seat("villains"), RuleId("GO-BIND-03"), ("1", "2"), piece=PieceId("Kite"))
    made = ChoiceMade(asked.seat, asked.id, ("1",))
    assert Wording("en").answer(made, asked) == "Bind tokens laid on Kite: 1."
    assert Wording("fr").answer(made, asked) == "Pions Entrave posés sur Kite : 1."


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_answer_is_told_as_the_question_that_it_answers(lang: str) -> None:
    """Each question that leaves a choice has a sentence for what was chosen, unless the line that follows tells it."""
    spoken = {key: " ".join(message.forms) for key, message in catalogue_of(lang).messages.items()}
    chosen = r"\{(who|seat)\}( :|:).*(\?|choose|which|divide|choisissez|répartissez)"
    thrown = r"\{(who|seat)\}( :|:) (throw|lance)"
    questions = {key for key, said in spoken.items() if key.startswith("ask.") and re.search(chosen, said)}
    questions = {key for key in questions if not re.search(thrown, spoken[key]) and f"{key}.own" not in spoken}
    bare = {key for key in questions if not key.startswith("ask.power.")}
    named = {key.split(".")[1] for key in spoken if key.startswith("answered.")}
    untold = {rule for rule, _ in (*GothamFace.unspoken, *HeroQuestFace.unspoken)}
    assert len(bare) > 50
    assert sorted(key for key in bare if key.removeprefix("ask.").removesuffix(".where") not in named | untold) == []
    assert [key for key, said in spoken.items() if key.startswith(("answered.", "told.")) and "?" in said] == []
    assert [key for key in spoken if key.startswith("option.die_") and f"told.{key[7:]}" not in spoken] == []


@pytest.mark.parametrize(
    ("lang", "says"),
    [("en", ["Ann", "Ann and Bob", "Ann, Bob and Cy"]), ("fr", ["Ann", "Ann et Bob", "Ann, Bob et Cy"])],
)
def test_several_are_named_in_a_row(lang: str, says: list[str]) -> None:
    assert [Wording(lang).listed(("Ann", "Bob", "Cy")[:many]) for many in (1, 2, 3)] == says


@pytest.mark.parametrize(("lang", "said"), [("en", "Damage dealt: A 3, B 1."), ("fr", "Dégâts infligés : A 3, B 1.")])
def test_damage_that_is_divided_is_told_share_by_share(lang: str, said: str) -> None:
    event = DamageDivided(((PieceId("A"), 3), (PieceId("B"), 1)))
    assert Wording(lang).event(event) == said


@pytest.mark.parametrize(
    ("lang", "dice", "told"),
    [
        ("en", ("d6", "d8"), "1 × six-sided die, 1 × eight-sided die"),
        ("fr", ("d6", "d8"), "1 × dé à six faces, 1 × dé à huit faces"),
        ("en", ("d6", "d6"), "2 × die"),
        ("en", ("combat", "combat", "yellow"), "2 × combat die, 1 × yellow die"),
        ("fr", ("yellow", "red", "red"), "1 × dé jaune, 2 × dé rouge"),
        ("fr", ("orange", "white"), "1 × dé orange, 1 × dé blanc"),
        ("en", ("black", "violet"), "1 × black die, 1 × violet die"),
    ],
)
def test_dice_are_called_dice_and_one_among_others_by_its_faces(lang: str, dice: tuple[str, ...], told: str) -> None:
    wording = Wording(lang)
    assert dice_words(dice, wording) == told
    assert [wording.die(die, "movement", dice) in told for die in dice] == [True] * len(dice)
