"""Names in a quest, as far as a side knows of it, and those of its commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.core.face import Cue
from companion.core.phrases import Name, Phrase, Told, Word, joined
from companion.games.heroquest.characters import Character
from companion.games.heroquest.events import StrikeRolled
from companion.games.heroquest.face.view import QuestView

FAMILIES = ("thing",)  # what the content ships: items, weapons, spells, kinds of furniture and traps
SILENT = frozenset(
    {"QuestSetUp", "DiceRequested", "ChoiceRequested", "PlacementRequested", "Undertaken", "Finished"}
    | {"WindowOpened", "WindowClosed", "ActionSpent", "Engaged", "Disengaged", "SquaresSeen", "Reacted", "LetBy"}
)
STEPS = frozenset({"Stepped"})
SHIFTED = "shifted_in"  # the bookkeeping of dice that go from attack to defense (HQ-MON-CHAOS-06)
RAGE = "kills"  # what a warrior's rage is counted by (HQ-HERO-WARRIOR-01)
DETAILS = frozenset({"Counted", "Listed"})  # told by what changed them
SEQUELS = {  # told in one line with what came before
    "MovementRolled": frozenset({"DiceReported"}),
    "MovementStopped": frozenset({"AmbushLaid", "BreakInFailed", "DoorChanged", "Noted", "Placed"}),
    "Searched": frozenset({"DiceReported"}),
    "TrapSprung": frozenset({"TrapChanged"}),
}
HEADINGS = frozenset({"RoundBegan", "TurnOpened", "PhaseBegan"})
CHANCES = ("HQ-COMBAT-OPP-04", "HQ-COMBAT-COUNTER-01", "HQ-COMBAT-ASSIST-01")  # to strike out of turn, or to help
VALUES = {"body": "HQ-GEN-05", "mind": "HQ-GEN-05", "attack": "HQ-ATK-02", "defense": "HQ-ATK-07"}  # by which rule
WANDERER = "wanderer-"  # of the id of a monster that a search brought
_IN_BRACKETS = ("ways", "with_", "number")
Names = Mapping[str, Mapping[str, str]]  # those of a quest: by what they name, then by language


def names_of(view: QuestView, told: Names, lang: str, dead: Iterable[Character] = ()) -> dict[str, Told]:
    """Characters and the known ``dead`` by their names; monsters always with the number that they wear, which the first
    of a kind would else get only when the second is seen, and the master before the heroes.

    Furniture and traps go by their kinds, doors by their sides, places by their names; ``told``: those of the quest.
    """
    known: dict[str, str] = {character.id: character.name for character in view.characters}
    known |= {character.id: character.name for character in dead}
    names = {piece: monster_of(piece, name) for piece, name in known.items()}
    came = sorted((piece for piece in known if piece.startswith(WANDERER)), key=lambda one: (len(one), one))
    for number, piece in enumerate(came, 1):  # their ids tell how many are hidden
        names[piece] = joined(" ", names[piece], str(number)) if len(came) > 1 else names[piece]
    names |= {place.id: told.get(place.id, {}).get(lang, place.name) for place in view.places}
    lying = {piece.id: piece.type for piece in view.furniture} | {trap.id: trap.type for trap in view.traps}
    names |= _numbered({thing: Word("thing", kind, plain("", thing)) for thing, kind in lying.items()})
    return names | {door.id: f"{door.a}–{door.b}" for door in view.doors}


def monster_of(piece: str, kind: str) -> Told:
    """Name a monster by its kind, or a hero, with the number that it wears; one that is about to come too."""
    name = Word("monster", kind, plain(kind, piece))
    return Phrase("wandering", {"kind": name}) if piece.startswith(WANDERER) else _with_number(piece, name)


def _with_number(piece: str, name: Word) -> Told:
    """Return the name with the number of the id, where that has one."""
    number = piece.rpartition("-")[2]
    return joined(" ", name, number) if number.isdecimal() else name


def _numbered(names: Mapping[str, Word]) -> dict[str, Told]:
    """Return names in which several of one name have the numbers of their ids."""
    often = Counter(names.values())
    return {piece: _with_number(piece, name) if often[name] > 1 else name for piece, name in names.items()}


def plain(name: str, piece: str) -> str:
    """A name without underscores; else the id as a name."""
    return name.replace("_", " ") or piece.replace("_", " ").replace("-", " ")


def command_words(command: object) -> Told:
    """Return the words of the button that gives the command; its fields by name where they have one."""
    fields = {name: getattr(command, name) for name in getattr(command, "__dataclass_fields__", ())}
    if fields.get("weapon") == "":
        return Phrase("command.ChangeWeapon.unarmed")
    spoken = {name: _named(value) for name, value in fields.items()}
    for name in ("facing", "towards"):
        if fields.get(name):
            spoken[name] = Word("facing", fields[name])
    if fields.get("ways"):
        spoken["ways"] = joined(", ", *(Word("manner", way, plain("", way)) for way in fields["ways"]))
    if fields.get("number"):
        spoken["number"] = Phrase("command.Cast.mana", {"count": fields["number"]})
    if fields.get("path"):
        spoken["to"] = fields["path"][-1]
    for name in _IN_BRACKETS:
        spoken[name] = joined("", " (", spoken[name], ")") if fields.get(name) else ""
    if "spell" in fields:
        spoken["target"] = joined("", " → ", spoken["target"]) if fields["target"] else ""
    kind = type(command).__name__
    faced = Word("faced", fields["facing"]) if fields.get("facing") and kind != "Turn" else ""
    here = ("command.Topple.here",) if kind == "Topple" and not fields["towards"] else ()
    return (
        joined("", Phrase(f"command.{kind}", spoken, here), faced) if faced else Phrase(f"command.{kind}", spoken, here)
    )


def _named(value: object) -> Told:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return joined(", ", *map(_named, value))
    return Name(str(value), str(value).replace("_", " "))


def cue_of(event: object) -> Cue | None:
    """Whether a strike obtained any skulls (HQ-ATK-05)."""
    if not isinstance(event, StrikeRolled):
        return None
    return Cue.HIT if event.skulls else Cue.MISS
