"""The words of a quest's screen, English and French: what a character may do, and what its sheet says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["command_words", "quest_words"]

_WORDS = {
    "attack": ("Attack", "Attaque"),
    "award": ("Give a point of experience", "Donner un point d'expérience"),
    "body": ("Body", "Corps"),
    "correct": ("The master corrects …", "Le maître corrige…"),
    "correct_text": ("Tap a square to put it there.", "Touchez une case pour l'y placer."),
    "correcting": ("{piece}, as the master says", "{piece}, selon le maître"),
    "cover": ("Hand the tablet over", "Passez la tablette"),
    "cover_text": ("Only {who} may look.", "Seul {who} peut regarder."),
    "defense": ("Defense", "Défense"),
    "end_phase": ("End the phase", "Fin de phase"),
    "end_turn": ("End turn", "Fin du tour"),
    "facing": ("Faces {facing}", "Face : {facing}"),
    "gold": ("Gold {gold}", "Or {gold}"),
    "hand_to": ("The tablet goes to {who}", "La tablette passe à {who}"),
    "heroes": ("the heroes", "les héros"),
    "i_am": ("I am {who}", "Je suis {who}"),
    "interrupted": ("Interrupted: {who} [{rule}]", "Interrompu : {who} [{rule}]"),
    "items": ("Carries {items}", "Porte {items}"),
    "mana": ("Mana {mana}", "Mana {mana}"),
    "master": ("the master", "le maître"),
    "mind": ("Mind", "Esprit"),
    "more": ("More ({count})", "Suite ({count})"),
    "open_door": ("Tap the door's far side.", "Touchez de l'autre côté de la porte."),
    "spell_points": ("Spell points {points}", "Points de sort {points}"),
    "steps": ("{steps} steps left", "{steps} pas restants"),
    "tap_hero": ("Tap a figure to see what it may do", "Touchez une figurine pour voir ce qu'elle peut faire"),
    "trap_pieces": ("Trap pieces {pieces}", "Pièces de piège {pieces}"),
    "unarmed": ("unarmed", "sans arme"),
    "waits": ("Asked: {who}", "À répondre : {who}"),
    "what_now": ("What does {piece} do?", "Que fait {piece} ?"),
}
_FACINGS = {"N": ("north", "nord"), "E": ("east", "est"), "S": ("south", "sud"), "W": ("west", "ouest")}
# by the class of the command; a word in braces is one of its fields
_COMMANDS = {
    "Ambush": ("Lie in ambush {door}{corner}", "Se mettre en embuscade {door}{corner}"),
    "Attack": ("Attack {target}{ways}", "Attaquer {target}{ways}"),
    "Barricade": ("Barricade the door {door}", "Barricader la porte {door}"),
    "BeginQuest": ("Begin the quest", "Commencer la quête"),
    "BreakIn": ("Break the door in {door}", "Enfoncer la porte {door}"),
    "BuildTrap": ("Build a trap on {at}", "Poser un piège en {at}"),
    "Cast": ("Cast {spell}{target}{number}", "Lancer {spell}{target}{number}"),
    "ChangeWeapon": ("Take {weapon} in hand", "Prendre {weapon} en main"),
    "Climb": ("Climb to {to}", "Grimper en {to}"),
    "CommitAttack": ("Wait to strike {target} together", "Attendre pour frapper {target} ensemble"),
    "Detect": ("Feel for spellcasters {door}", "Sentir les lanceurs de sorts {door}"),
    "DisarmOpponent": ("Disarm {target}", "Désarmer {target}"),
    "DisarmTrap": ("Take {trap} apart", "Désamorcer {trap}"),
    "DrinkPotion": ("Drink {item}", "Boire {item}"),
    "EndPhase": ("End the phase", "Fin de phase"),
    "EndTurn": ("End turn", "Fin du tour"),
    "Heal": ("A mind point into a body point", "Un point d'esprit en point de corps"),
    "HelpFree": ("Free {friend}", "Libérer {friend}"),
    "HelpOver": ("Help {friend} over to {to}", "Aider {friend} à passer en {to}"),
    "Jump": ("Jump to {to}", "Sauter en {to}"),
    "Listen": ("Listen at the door {door}", "Écouter à la porte {door}"),
    "OpenDoor": ("Open the door {door}", "Ouvrir la porte {door}"),
    "Relocate": ("Stand {piece} on {to}", "Placer {piece} en {to}"),
    "RollMovement": ("Move: throw the dice", "Se déplacer : lancer les dés"),
    "Scan": ("Look down the corridor", "Scruter le couloir"),
    "SearchFurniture": ("Search {furniture}", "Fouiller {furniture}"),
    "SearchPassages": ("Search for secret passages", "Chercher des passages secrets"),
    "SearchRoom": ("Search the room", "Fouiller la pièce"),
    "SearchTraps": ("Search for traps", "Chercher des pièges"),
    "Shove": ("Push {target}{with_}", "Pousser {target}{with_}"),
    "TakeTurn": ("{piece} has its turn", "C'est le tour de {piece}"),
    "Teleport": ("Teleport to {to}", "Se téléporter en {to}"),
    "ThrowFurniture": ("Throw {furniture} at {squares}", "Jeter {furniture} en {squares}"),
    "Topple": ("Topple {furniture} to the {towards}", "Renverser {furniture} vers : {towards}"),
    "Turn": ("Turn to the {facing}", "Se tourner : {facing}"),
    "Walk": ("Go to {to}", "Aller en {to}"),
}
_UNARMED = ("Fight unarmed", "Se battre sans arme")


def quest_words(lang: str) -> dict[str, str]:
    """Every word of the screen in ``fr`` or in English."""
    place = 1 if lang == "fr" else 0
    return {key: words[place] for key, words in _WORDS.items()}


def command_words(command: Any, lang: str, names: Mapping[str, str]) -> str:
    """What a button says that gives the command; its fields by name where they have one."""
    place = 1 if lang == "fr" else 0
    fields = {name: getattr(command, name) for name in type(command).__dataclass_fields__}
    words = {name: _named(value, names) if value is not None else "" for name, value in fields.items()}
    if fields.get("weapon") == "":
        return _UNARMED[place]
    for name in ("facing", "towards"):
        if fields.get(name):
            words[name] = _FACINGS[fields[name]][place]
    if fields.get("path"):
        words["to"] = fields["path"][-1]
    for name in ("ways", "with_"):
        words[name] = f" ({words[name]})" if fields.get(name) else ""
    if type(command).__name__ == "Cast":
        words["target"] = f" → {words['target']}" if fields["target"] else ""
        words["number"] = f" ({words['number']})" if fields["number"] else ""
    return _COMMANDS[type(command).__name__][place].format_map(words)


def _named(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, tuple):
        return ", ".join(_named(one, names) for one in value)
    return names.get(str(value), str(value).replace("_", " "))
