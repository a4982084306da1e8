"""The stories of the four games: a reader who was not there understands each line."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, RequestId, RuleId, Seat, SpaceId, ZoneId
from companion.core.procedure import Undertaken, Work
from companion.games.guardians import events as clash
from companion.games.heroquest import events as quest
from companion.games.heroquest.face.words import monster_of
from companion.text.catalogue import catalogue_of
from companion.text.placing import called
from companion.text.wording import Wording
from companion.text.wording import told as told_of
from tests.ui.stories import GAMES, Undrawn, lines, played
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.games import game_of
from ui.table.papers import report_of
from ui.table.preview import Moments, played_of

RAW = re.compile(r"[a-z]_[a-z]|\{\w+\}|\bevent\.|\b[a-z]+-\d\b")  # ids, blanks and keys that nobody reads


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_in_words(name: str, lang: str) -> None:
    told = lines(name, lang)
    assert [line for line in told if RAW.search(line) or "’" in line] == []
    assert [line for line in told if not line[:1].isupper() and not line[:1].isdigit()] == []
    assert [line for line in told if "?" in line] == [], "a question that was answered is told as its answer"
    throws = [line for line in told if "(machine)" in line]
    assert len(throws) > 3
    assert [line for line in throws if re.match(r"(Dice|Dés)\b|.* (throws|lance) ?: ", line)] == [], "for what?"


@pytest.mark.rule("HQ-MOVE-11")
def test_a_walk_is_a_line_and_leave_to_pass_is_none() -> None:
    told = lines("heroquest", "en")
    assert not any("pass?" in line for line in told)
    walks = [bool(re.fullmatch(r"\w+ goes to \w\d+\.", line)) for line in told]
    assert True in walks and not any(one and next_one for one, next_one in pairwise(walks))


def test_the_turn_of_the_master_is_one_heading() -> None:
    headings = [
        words
        for _, words, is_heading in Moments(played_of(played("heroquest")), "master").lines(Wording("en"))
        if is_heading
    ]
    assert {"The master's turn", "Round 2 · The heroes' turn · Brakka's turn"} <= set(headings)
    assert not any("goblin" in heading.lower() for heading in headings)


@pytest.mark.rule("HC-ATK-05")
def test_an_attack_says_the_defense_that_it_meets() -> None:
    attacks = [line for line in lines("heroclix", "en") if re.match(r"Attack \d+ ", line)]
    assert len(attacks) > 3
    assert all(re.search(r"(hit|miss) – [\w -]+, defense \d+", line) for line in attacks)


@pytest.mark.rule("HC-TOKEN-06")
def test_damage_that_is_not_taken_says_thanks_to_what() -> None:
    spared = [line for line in lines("heroclix", "en") if re.search(r"takes 0 of \d", line)]
    assert spared and all("thanks to " in line for line in spared)


@pytest.mark.rule("GO-T-MULTIPERS-01")
def test_a_villain_of_several_tiles_has_one_name() -> None:
    told = lines("gotham", "en")
    assert any("Jack-o'-Two" in line for line in told)
    assert not any("Jack-the-Other" in line and "tile" not in line for line in told)
    assert not any(line.endswith(("Wounds: 0.", "Defense: 0.")) for line in told)


@pytest.mark.rule("HQ-GEN-05", "GC-WOUND-01", "GO-BASE-FIG-05")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("heroquest", r"Silvane loses 2 Body Points: 5 of 7 left\."),
        ("guardians", r"Mistral takes 1 damage token: Health 3 of 4\."),
        ("guardians", r"Strokes of midnight: 1 of 7; at 7 the game ends\."),
        ("gotham", r"Jack-o'-Two's defense: 3 0 \(machine\), 3 successes: 7 wounds, 1 of 8 left to bear\."),
        ("gotham", r"Docker 1 has no defense dice: 8 wounds, with only 1 left to bear – Neutralised\."),
        ("gotham", r"Jack-o'-Two suffers 2 wounds, with only 1 left to bear – Neutralised\."),
        (
            "gotham",
            r".* have reached their objective: the task “The ledger” is done and Mother-of-Pearl is Neutralised\.",
        ),
        ("heroclix", r"Attack 10 \+ 12 on the dice = 22: hit .* A critical hit: 1 damage more\."),
    ],
)
def test_a_loss_says_what_is_left_and_an_end_which_one_came(name: str, says: str) -> None:
    assert any(re.fullmatch(says, line) for line in lines(name, "en"))


@pytest.mark.rule("HQ-COMBAT-BACK-01", "HQ-SEARCH-01", "HQ-CRIT-01", "GC-TURN-07")
@pytest.mark.parametrize(
    ("name", "lang", "says"),
    [
        ("heroquest", "en", r"Brakka searches the landing \(dice: coins, some; machine\): 20 gold pieces\."),
        ("heroquest", "fr", r"Attaque du gobelin 2 : dés de combat .* · D20 critique \(il faut 19\) \d+ \(machine\)\."),
        ("heroquest", "en", r"No skull: the attack on Silvane misses\."),
        ("heroquest", "fr", r"Silvane contre-attaque le gobelin 2 : 1 bouclier noir, autant de points à parer\."),
        (
            "guardians",
            "en",
            r"Mistral's attack: combat dice 1 0 · power die POW \(machine\); each POW .* adds a die: \w+\.",
        ),
        ("guardians", "en", r"Anvil chooses to stop here: 1 action stays unused\."),
    ],
)
def test_dice_and_turns_say_what_they_are_of(name: str, lang: str, says: str) -> None:
    assert any(re.fullmatch(says, line) for line in lines(name, lang))


@pytest.mark.rule("HQ-ATK-05", "HQ-ATK-07", "GC-ATK-05", "GC-TEST-04", "GO-CIRCULAR-03", "GO-PUSHLIMITS-01")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("heroquest", r"Silvane attacks goblin 1 \(shooting, sylvan bow\): 4 combat dice\."),
        ("heroquest", r"Goblin 1 stops nothing \(no white shield.*\): 2 skulls get through\."),
        ("heroquest", r"Silvane stops nothing \(.*dodge.*\): 2 skulls get through\."),
        (
            "guardians",
            r"Mistral attacks .* with 2 combat dice \(Attack 2\) \+ 1 power die \(Leap \+1\) against Defense 4\.",
        ),
        ("guardians", r".* \(Attack 4, power of Captain Cog \+1\) against Defense \d\."),
        (
            "guardians",
            r"Mistral's test of Mental, demanded by the Horologe: .* A failure would .* – Mistral: Speed -1\..*",
        ),
        ("gotham", r"Circular Strike: .* goes on to Docker 1 with the successes left over, no dice: 8 successes\."),
        (
            "gotham",
            r"The Ferrier uses Push Limits: 2 cubes become wounds and pay for the action; 8 of 10 wounds left .*",
        ),
        ("gotham", r"The throw at the Cold store fails, and the grenade goes off right there in the Office, level 2\."),
        ("gotham", r"The Marshal takes command of Warden 1 and Warden 2\."),
        ("heroclix", r"Wickmaster attacks Knucklebone from a distance\."),
        ("heroclix", r"Red, who does not play first, chooses area 1, at the top\."),
    ],
)
def test_a_line_says_where_its_numbers_come_from(name: str, says: str) -> None:
    assert any(re.fullmatch(says, line) for line in lines(name, "en"))


@pytest.mark.parametrize("name", GAMES)
def test_every_throw_is_of_somebody_for_something_and_is_followed_by_what_it_did(name: str) -> None:
    told = lines(name, "en")
    throws = [place for place, line in enumerate(told) if re.search(r"[(;] ?machine\)", line)]
    of = re.compile(
        r"[\w' -]+'s? [\w ,'()-]+: .+|.+ (comes from|fly at|falls|strikes|reaches|tries|throws|pays|searches) .+: .+"
    )
    assert [told[place] for place in throws if not of.match(told[place])] == []
    after = {told[place + 1] for place in throws if place + 1 < len(told)}
    assert all(line[:1].isupper() or line[:1].isdigit() for line in after)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_headings_never_stand_in_a_row_and_each_has_its_lines(name: str, lang: str) -> None:
    kinds = [is_heading for _, _, is_heading in Moments(played_of(played(name)), ONLOOKERS).lines(Wording(lang))]
    assert kinds.count(True) > 2
    assert not any(one and next_one for one, next_one in pairwise(kinds))


@pytest.mark.parametrize(
    ("lang", "end", "won"), [("en", "The game is over. ", " win. "), ("fr", "La partie", " gagnent. ")]
)
def test_an_end_tells_who_won_and_why(lang: str, end: str, won: str) -> None:
    last = lines("gotham", lang)[-1]
    assert last.startswith(end) and won in last and len(last.partition(won)[2]) > 20


def test_how_many_points_a_monster_has_left_is_no_line() -> None:
    losses = [line for line in lines("heroquest", "en") if re.match(r"(Goblin|Orc).* Body Point", line)]
    assert losses and not any(" left" in line for line in losses)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["guardians", "heroquest"])
def test_what_one_points_at_on_a_board_says_a_name(name: str, lang: str) -> None:
    """Not "engine", "rack-1"."""
    moments = Moments(played_of(played(name)))
    drawing = moments.drawn(moments.session_at(moments.last // 2), Wording(lang))[1]
    titles = re.findall("<title>([^<]*)", drawing)
    assert titles and [one for one in titles if re.search(r"^[a-z]+-\d+$|^(engine|van|gate|stand)$", one)] == []


@pytest.mark.rule("HQ-TRAP-03", "HQ-TRAP-23")
def test_a_trap_is_drawn_until_it_is_spent_and_never_in_the_dark() -> None:
    """Of all the traps of this quest that were found: a mark where one lies in wait, and a floor under it."""
    moments, waiting, gone = Moments(played_of(played("heroquest", 30))), 0, 0
    for version in range(0, moments.last, 150):
        session = moments.session_at(version)
        picture = game_of(session.system.id).adapter(session).picture(Look(ONLOOKERS, (), Wording("en")), frozenset())
        dark = {(tile.column, tile.row) for tile in picture.tiles if "unknown" in tile.kinds}
        marks = {thing.object for thing in picture.objects if thing.label == "!"}
        assert marks == {trap.id for trap in session.state.traps if trap.status == "revealed"}
        assert not any((thing.column, thing.row) in dark for thing in picture.objects)
        waiting, gone = waiting + len(marks), gone + sum(trap.status == "spent" for trap in session.state.traps)
    assert waiting and gone


@pytest.mark.rule("HQ-HERO-WARRIOR-01", "HQ-HERO-WARRIOR-02")
def test_rage_says_when_it_grows_and_when_it_ends() -> None:
    """A reader wondered at a yellow die that was gone after a wound."""
    told = [words for _, words, _ in Moments(played_of(played("heroquest", 12))).lines(Wording("en"))]
    raging = False
    for before, line in pairwise(told):
        if line.startswith("The kill feeds the rage of Brakka: "):
            assert before.endswith(" is dead.")
            raging = True
        elif line.startswith("The harm done ends the rage of Brakka: "):
            assert raging and before.startswith("Brakka loses ")
            raging = False
        elif line.startswith("Brakka attacks "):
            assert line.endswith("(rage).") is raging
    assert sum("rage of Brakka" in line for line in told) > 3


def test_nobody_is_called_it() -> None:
    """Of every line and question about a figure: heroes and villains are persons."""
    spoken = {key: " ".join(message.forms) for key, message in catalogue_of("en").messages.items()}
    figures = r"\{(piece|target|by|who|attacker|first)\}"
    about = {key: said for key, said in spoken.items() if key.startswith(("event.", "ask.", "initiative."))}
    called = {key for key, said in about.items() if re.search(figures, said) and re.search(r"\b(its?|itself)\b", said)}
    assert len(about) > 300 and called == {"event.FeatUsed"}, "a card is a thing"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_letters_stand_for_one_kind_in_the_words_of_the_language(name: str, lang: str) -> None:
    """Goblin and bugbear in French, weapon rack and wardrobe in English."""
    session, moments = played(name), Moments(played_of(played(name)), "master" if name == "heroquest" else ONLOOKERS)
    wording = Wording(lang)
    moments.lines(wording)  # with the names of its figures
    legend = moments.legend(session, wording)
    assert len({letters for letters, _ in legend}) == len(legend) > 5
    assert [pair for pair in legend if not set(pair[0]) <= set(f"{pair[1]}1".upper())] == []


@pytest.mark.rule("GO-BASE-ATK-09", "GO-BASE-ACT-04")
def test_a_wound_says_against_what_defense_and_a_hindrance_by_whom() -> None:
    told = lines("gotham", "en")
    defense = r"('s [Dd]efense: .*success.*| has no defense dice| pays for no defense): \d+ wounds?, "
    assert len([line for line in told if re.search(defense, line)]) > 5
    plainly = [before for before, line in pairwise(told) if " suffers " in line]
    assert plainly and not any("attack" in before for before in plainly), "of an explosion there is no defense"
    hindered = [line for line in told if "enemies in the way" in line]
    assert hindered and all(", facing " in line for line in hindered)


def test_the_last_body_point_of_a_monster_is_told_as_such() -> None:
    """More skulls got through than it had points; how many it has is told no sooner."""
    told = lines("heroquest", "en")
    deaths = [before for before, line in pairwise(told) if line.endswith(" is dead.") and " Body Point" in before]
    assert deaths and all(line.endswith(", the last.") or " left" in line for line in deaths)


@pytest.mark.rule("GO-BASE-TURN-02")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_who_declares_what_everybody_does_is_no_line_of_a_story(lang: str) -> None:
    """Four times “Active.” is no news; a heading that nothing stands under is that of the part that follows."""
    told = lines("gotham", lang)
    assert [line for line in told if re.search(r": Acti(ve|f)\.$", line)] == []
    first = next(line for line in told if re.match(r"Round 1 · ", line))
    assert first == {"en": "Round 1 · The heroes' turn", "fr": "Round 1 · Le tour des héros"}[lang]


@pytest.mark.rule("HQ-TRAP-03", "HQ-DOOR-01")
@pytest.mark.parametrize(
    ("lang", "parsed", "says"),
    [
        ("en", r"^(Door|Trap) \(", r"The door \w+–\w+ is open\."),
        ("fr", r"^(Porte|Piège) \(|se tourne \(", r"La porte \w+–\w+ est ouverte\."),
    ],
)
def test_doors_and_traps_and_turns_are_told_in_sentences(lang: str, parsed: str, says: str) -> None:
    told = lines("heroquest", lang)
    assert [line for line in told if re.search(parsed, line)] == []
    assert any(re.fullmatch(says, line) for line in told)
    changed = {key: catalogue_of(lang).messages[f"event.{key}"].forms[0] for key in ("TrapChanged", "DoorChanged")}
    assert [said for said in changed.values() if re.search(parsed, said)] == []


@pytest.mark.rule("HQ-TRAP-18", "HQ-GEN-02")
@pytest.mark.parametrize(
    ("lang", "found", "off", "stepped", "gold"),
    [
        ("en", "is found.", "The trap goes off", "steps on a trap: ", "Gold brought home: "),
        ("fr", "est découvert.", "Le piège se déclenche", "marche sur un piège\u00a0: ", "Or rapporté\u00a0: "),
    ],
)
def test_a_trap_is_stepped_on_and_gold_is_brought_home(
    lang: str, found: str, off: str, stepped: str, gold: str
) -> None:
    """No trap is found and goes off in the same breath; what of gold is left in the dungeon is nobody's."""
    whole = Undrawn(played_of(played("heroquest", 12)))
    told = [words for _, words, _ in whole.lines(Wording(lang))]
    assert any(stepped in one for one in told)
    assert [one for one, other in pairwise(told) if one.endswith(found) and other.startswith(off)] == []
    sheet = report_of(whole, Wording(lang)).sheet
    state = played("heroquest", 12).state
    home = ", ".join(f"{one.name} {one.gold}" for one in state.characters if one.is_hero and one.gold)
    assert any(line.rpartition(" [")[0].endswith(f"{gold}{home}.") for line in sheet), sheet


PARSED = re.compile(r"[^:«“]+ \([^()]*\) ?: [^:]+[.!]")  # “The Ferrier (Support): the first die again.”


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_an_answer_is_a_sentence(name: str, lang: str) -> None:
    """Nobody is told as a program lists it: who, in brackets what was asked, a colon, what was chosen."""
    numbers = r"\d|\((dice|dés|camera|machine)"
    assert [line for line in lines(name, lang) if PARSED.fullmatch(line) and not re.search(numbers, line)] == []


@pytest.mark.rule("GO-SUPPORT-01", "HQ-MOVE-01", "GC-TEST-04", "HC-DMG-03")
@pytest.mark.parametrize(
    ("name", "lang", "says"),
    [
        ("gotham", "en", r"The Ferrier throws the first die again, thanks to Support: \d \(machine\)\."),
        ("gotham", "fr", r"Le Ferronnier relance le premier dé, grâce à la Compétence Soutien : \d \(machine\)\."),
        (
            "gotham",
            "en",
            r"The Wren's Thought, facing .*: \d successes \(\d on the dice, .*\), against Difficulty 3: \w+\.",
        ),
        ("gotham", "en", r"Jack-o'-Two's defense: \d \d \(machine\), \d success(es)?: no wound\."),
        ("gotham", "en", r"The Ferrier uses Regeneration and heals 1 wound: \d of 10 left to bear\."),
        ("heroquest", "en", r"Brakka's movement: \d \d \(machine\), \d+ steps\."),
        ("heroquest", "fr", r"Déplacement de Brakka : \d \d \(machine\), \d+ pas\."),
        ("heroclix", "en", r"Press Gang takes \d damage \(attack\): click 1 → \d\."),
        ("heroclix", "en", r"Red, who does not play first, chooses area 1, at the top\."),
        ("guardians", "en", r"Mistral's test of Mental, demanded by the Horologe: \d \d \d \d \(machine\) make \d, .*"),
    ],
)
def test_what_is_one_event_is_one_line(name: str, lang: str, says: str) -> None:
    assert any(re.fullmatch(says, line) for line in lines(name, lang))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_no_line_says_again_what_the_one_before_says(name: str, lang: str) -> None:
    """A roll and what it made are one line, wherever the catalogue has words for both."""
    made = played_of(played(name))
    session = Moments(made).session_at(len(made.records) - 1)
    game = game_of(session.system.id).adapter(session)
    followed = {record.version: type(record.event).__name__ for record in made.records}
    told = Moments(made).lines(Wording(lang))
    apart = [
        (words, next_words)
        for (version, words, _), (next_version, next_words, is_heading) in pairwise(told)
        if not is_heading
        and next_version == version + 1
        and followed[version] in game.sequels.get(followed[next_version], ())
        and catalogue_of(lang).messages.get(f"event.{followed[next_version]}.then") is not None
        and words.removeprefix("The ").partition(" ")[0] == next_words.removeprefix("The ").partition(" ")[0]
    ]
    assert apart == []


def test_a_place_is_part_of_its_sentence_in_french_too() -> None:
    """« Mistral va au musée », as “Mistral moves to the museum”: no place stands alone behind a colon."""
    english, french = (catalogue_of(lang).messages for lang in ("en", "fr"))
    placed = {
        (key, field)
        for key, message in english.items()
        if key.startswith(("event.", "answered."))
        for field in re.findall(r"\b(?:to|at|in|on|onto|within|from) \{(to|at|zone|space|place)\}", message.forms[0])
    }
    assert len(placed) > 30
    assert sorted(key for key, field in placed if f" : {{{field}}}" in french[key].forms[0]) == []


def test_names_in_a_row_are_told_as_in_a_sentence() -> None:
    """A and B, wherever an event or an answer names several; without an article of their own."""
    names = {"a": "Charge", "b": "Fusée", "c": "The Eel"}
    for lang, says in (
        ("en", "Ann discards Charge, Fusée and the Eel."),
        ("fr", "Ann défausse : Charge, Fusée et Eel."),
    ):
        named = {key: called(name, lang) for key, name in names.items()}
        assert Wording(lang, named).say("event.CardsDiscarded", piece="Ann", cards=("a", "b", "c")) == says
    for name in GAMES:
        rows = [line for line in lines(name, "en") if re.search(r"(discards|gains|loses|command of) \D*,", line)]
        assert [line for line in rows if " and " not in line] == []


@pytest.mark.rule("HC-END-02", "GC-TURN-13", "HQ-GEN-02")
@pytest.mark.parametrize(
    ("name", "rounds", "lang", "says"),
    [
        ("gotham", 3, "fr", "Les héros ont atteint leur objectif : la tâche « Le grand livre » est accomplie et "),
        ("heroquest", 12, "en", " is slain: the quest is won."),
        ("heroclix", 12, "en", ", the last, is over: victory points decide. Red "),
        (
            "guardians",
            12,
            "en",
            "The objective “Strokes of midnight” (The MENACE) ended the game: the front pages decide. ",
        ),
    ],
)
def test_an_end_says_whose_aim_it_was_and_its_points(name: str, rounds: int, lang: str, says: str) -> None:
    told = [words for _, words, _ in Moments(played_of(played(name, rounds))).lines(Wording(lang))]
    assert says in told[-1], told[-1]
    assert ("decide" not in told[-1]) or re.search(r"\d points?, .* \d+ points?\.$", told[-1]), "a number of what?"


@pytest.mark.rule(
    "HQ-COMBAT-BACK-02",
    "HQ-CRIT-01",
    "HQ-DODGE-03",
    "HQ-TRAP-03",
    "HQ-TRAP-16",
    "HQ-SEARCH-09",
    "HQ-MOVE-11",
    "HQ-GEN-02",
)
@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", r"The attack on .*, D20 of surprise: \d+ \(machine\): only from 16 on there is no defense\."),
        ("fr", r"L'attaque prend .*, D20 de surprise : \d+ \(machine\) : la défense ne tombe qu'à partir de 16\."),
        ("en", r"\w+'s attack: combat d\w+ .* · critical D20 \(19 needed\) \d+ \(machine\)\."),
        ("fr", r"Attaque de \w+ : dés? de combat .* · D20 critique \(il faut 19\) \d+ \(machine\)\."),
        (
            "en",
            r"\w+ stops .* \(.*dodge.*\).*",
        ),
    ],
)
def test_a_throw_of_a_quest_says_what_it_needed_and_what_it_came_to(lang: str, says: str) -> None:
    told = [words for _, words, _ in Moments(played_of(played("heroquest", 12))).lines(Wording(lang))]
    assert any(re.fullmatch(says, line) for line in told)


def test_nobody_is_named_by_the_number_of_an_id_that_tells_how_many_are_hidden() -> None:
    """A monster that a search brought is the wandering orc; of two, the first and the second."""
    assert told_of(monster_of("wanderer-14", "orc"), Wording("en")) == "wandering orc"
    assert told_of(monster_of("orc-2", "orc"), Wording("fr")) == "orc 2"


@pytest.mark.rule("HQ-TRAP-02", "HQ-TRAP-03", "HQ-TRAP-16", "HQ-TRAP-20", "HQ-MOVE-11", "HQ-HERO-DWARF-06")
@pytest.mark.parametrize(
    ("lang", "pit", "out", "ends", "back", "stray", "fall"),
    [
        (
            "en",
            "Wend lies in the pit, and climbs out as the next turn begins.",
            "Wend climbs out of the pit.",
            "The fall ends Wend's turn.",
            "Wend walks about and comes back to F9.",
            "Wend loses 1 Body Point by the stray shot, one for each white shield: 2 of 5 left.",
            "Wend loses 1 Body Point by the fall: 2 of 5 left.",
        ),
        (
            "fr",
            "Wend gît dans l'oubliette, et en remontera au début de son prochain tour.",
            "Wend remonte de l'oubliette.",
            "La chute met fin au tour de Wend.",
            "Wend fait quelques pas et revient en F9.",
            "Wend perd 1 Point de Corps par le tir perdu, un par bouclier blanc : il en reste 2 sur 5.",
            "Wend perd 1 Point de Corps dans la chute : il en reste 2 sur 5.",
        ),
    ],
)
def test_a_pit_says_what_it_costs_and_a_walk_back_that_it_led_back(
    lang: str, pit: str, out: str, ends: str, back: str, stray: str, fall: str
) -> None:
    session, wording = played("heroquest"), Wording(lang)
    game = game_of(session.system.id).adapter(session)
    wording.names = dict(game.names(ONLOOKERS, lang))
    wend, rule = next(one.id for one in session.state.characters if one.name == "Wend"), RuleId("HQ-TRAP-02")
    hurt = session.state.changed(wend, body=2)

    def said(event: object) -> str:
        own = game.words(event, hurt, hurt, lang)
        return told_of(own, wording) if own is not None else wording.event(event)

    assert said(quest.Marked(wend, "in_pit", True, rule)) == pit
    assert said(quest.Marked(wend, "in_pit", False, rule)) == out
    assert said(quest.MovementStopped(wend, rule)) == ends
    assert said(quest.Stepped(wend, SpaceId("F9"), SpaceId("F9"), "N")) == back

    def came(rule: str, dice: tuple[str, ...], faces: tuple[str, ...]) -> str:
        asked = DiceRequest(RequestId("1"), dice, session.state.table.gm, RuleId(rule), wend)
        return told_of(game.meaning(asked, faces, session.state).came, wording)

    shield = {"en": "no harm", "fr": "aucun mal"}[lang]
    assert came("HQ-TRAP-16", ("combat",), ("white",)) == shield and came("HQ-TRAP-16", ("combat",), ("skull",)) == ""
    assert said(quest.Hurt(wend, 1, RuleId("HQ-COMBAT-FRIENDLY-03"))) == stray
    assert said(quest.Hurt(wend, 1, RuleId("HQ-TRAP-02"))) == fall
    held = {"en": "1–5 means stays held", "fr": "1–5 : reste pris"}[lang]
    assert came("HQ-TRAP-20", ("d6",), ("3",)) == held


@pytest.mark.rule("GO-TOXGAS-02", "GO-FROST-02", "GO-SMOKE-03", "GO-BREATH-02")
@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "en",
            "A Toxic Gas token is placed in the Office: until round 3 is over whoever comes in suffers a wound, "
            "the Marshal and {} excepted. Another one is placed in the Cold store.",
        ),
        ("en", "{} uses Breath: an explosion of level 1 in the Cold store, where nobody is hurt."),
        ("en", "A Frost token is placed in the Office: until round 2 is over it is harder to leave by a level."),
        (
            "fr",
            "Un pion Gaz toxique couvre le Bureau : jusqu'à la fin du round 3, qui y entre subit une Blessure, sauf le "
            "Maréchal et {}. Un autre couvre la Chambre froide.",
        ),
        ("fr", "Une explosion de niveau 1 secoue la Chambre froide : aucun blessé."),
        ("fr", "Une explosion de niveau 1 secoue le Quai : aucun blessé."),
        ("fr", "Un pion Givre couvre le Bureau : jusqu'à la fin du round 2, en sortir coûte un niveau de plus."),
    ],
)
def test_gas_frost_and_smoke_say_what_they_do_to_whom_and_how_long(lang: str, says: str) -> None:
    nacre = {"en": "Mother-of-Pearl", "fr": "Mère-de-Nacre"}[lang]
    assert says.format(nacre) in lines("gotham", lang)


@pytest.mark.rule("GC-ATK-12", "GC-MOVE-02")
@pytest.mark.parametrize(
    ("lang", "pushed", "within"),
    [
        ("en", "Mistral is pushed, and stays within the museum, hall.", "Mistral moves within the museum, hall."),
        ("fr", "Mistral recule sans quitter le musée, salle.", "Mistral bouge sans quitter le musée, salle."),
    ],
)
def test_who_is_put_within_a_zone_is_not_told_to_come_there(lang: str, pushed: str, within: str) -> None:
    """By whatever power or blow; into another zone it is."""
    session, wording = played("guardians"), Wording(lang)
    game = game_of(session.system.id).adapter(session)
    wording.names = dict(game.names(ONLOOKERS, lang))
    state = session.state
    mistral = next(one for one in state.in_play() if "mistral" in one.id)
    hall, other = (next(iter(state.ground.by_zone[zone])) for zone in (ZoneId("museum-hall"), ZoneId("museum-north")))
    before = state.changed(mistral.id, at=hall)

    def said(event: object) -> str:
        return told_of(game.words(event, before, before, lang), wording)

    assert said(clash.Pushed(mistral.id, hall, None)) == pushed
    assert said(clash.Moved(mistral.id, hall, 0, RuleId("GC-CARD-24"))) == within
    assert said(clash.Pushed(mistral.id, other, None)) not in (pushed, within)


@pytest.mark.rule("GC-ATK-14", "GC-ATK-05", "GC-OBJ-01")
@pytest.mark.parametrize(
    ("lang", "answers", "result", "throws"),
    [
        (
            "en",
            "Night Lantern answers with Shutter: Defense +1.",
            "5 successes against Defense 5 (4, Shutter +1): a hit.",
            "(Attack 3) + 2 power dice (Car +2) against",
        ),
        (
            "fr",
            "Lanterne de Nuit répond avec « Obturateur » : Défense +1.",
            "5 succès contre Défense 5 (4, Obturateur +1) : touché.",
            "(Attaque 3) + 2 dés de pouvoir (Voiture +2) contre",
        ),
    ],
)
def test_a_raised_defense_and_lent_dice_say_whence_they_come(lang: str, answers: str, result: str, throws: str) -> None:
    session, wording = played("guardians"), Wording(lang)
    game, begun = game_of(session.system.id).adapter(session), Undertaken("Attack", Seat("dusk"), ())
    wording.names = dict(game.names(ONLOOKERS, lang))
    briar, lantern = PieceId("briar"), PieceId("lantern")
    launched = clash.AttackLaunched(briar, lantern, "ranged", 3, 2, 4)
    answer = clash.PowerPlayed(lantern, "lantern-shutter", "brace")

    def said(event: object, *log: object) -> str:
        before = replace(session.state, work=Work(begun, log))
        return told_of(game.words(event, before, replace(before, work=Work(begun, (*log, event))), lang), wording)

    car = next(piece for piece in ("car", "car-1") if piece in wording.names)
    assert said(answer, launched) == answers
    assert said(clash.AttackResult(briar, lantern, 5, 5, True), launched, answer) == result
    assert throws in said(launched, clash.ObjectTried(briar, PieceId(car), "weapon"))


@pytest.mark.rule("HQ-MOVE-01")
@pytest.mark.parametrize(("lang", "stays"), [("en", " stays put."), ("fr", " reste sur place.")])
def test_who_throws_for_movement_walks_or_is_told_to_stay(lang: str, stays: str) -> None:
    throw = {"en": r"(.*)'s movement: .*", "fr": r"Déplacement (?:d'|du |de l'|de la |de )(.*?) : .*"}[lang]
    walk = {"en": r"(.*) (goes|walks|steps) .*", "fr": r"(?:L'|Le |La )?(.*?) (va|fait quelques pas|marche) .*"}[lang]
    over = rf"(?:L'|Le |La )?(.*)({re.escape(stays)}| is dead\.| meurt\.)"
    thrown, wrong = set[str](), list[str]()
    for _, line, is_heading in Moments(played_of(played("heroquest", 12)), "master").lines(Wording(lang)):
        if is_heading and line.startswith("Round"):
            wrong += sorted(thrown)
            thrown.clear()
        elif found := re.fullmatch(throw, line):
            thrown.add(found[1].lower())
        elif found := (re.fullmatch(walk, line) or re.fullmatch(over, line)):
            thrown.discard(found[1].lower())
    assert wrong == []
