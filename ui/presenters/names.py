"""Names on the table screen: two letters for each figure; powers, abilities, teams and texts in its language."""

from __future__ import annotations

from typing import Any

from companion.core.ids import PieceId
from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.hand import texts_of
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.state.state import State
from companion.text.wording import language

__all__ = ["initials", "power_words", "text_names"]

# combat abilities, by the ids of their rows
_ABILITIES = {
    "capture": ("Capture", "Capture"),
    "carry": ("Carry", "Transport"),
    "colossal": ("Colossal Size", "Colosse"),
    "duo_attack": ("Duo Attack", "Attaque duo"),
    "flight": ("Flight", "Vol"),
    "giant": ("Giant Size", "Géant"),
    "giant_stride": ("Giant Stride / Giant Reach", "Pas de géant"),
    "indomitable": ("Indomitable", "Indomptable"),
    "move_and_attack": ("Move and Attack", "Se déplacer et attaquer"),
    "multiattack": ("Multiattack", "Multiattaque"),
    "sharpshooter": ("Sharpshooter", "Tireur d'élite"),
    "swim": ("Swim", "Nage"),
    "tiny": ("Tiny", "Minuscule"),
}
_SPECIAL = {
    "speed": ("Special power (speed)", "Pouvoir spécial (vitesse)"),
    "attack": ("Special power (attack)", "Pouvoir spécial (attaque)"),
    "defense": ("Special power (defense)", "Pouvoir spécial (défense)"),
    "damage": ("Special power (damage)", "Pouvoir spécial (dégâts)"),
}
_TRAITS = 6  # as many as any card has


def initials(names: dict[Any, str]) -> dict[PieceId, str]:
    """Two letters for each figure, different ones where two names begin alike."""
    labels: dict[PieceId, str] = {}
    for piece, name in sorted(names.items()):
        words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
        wanted = (words[0][0] + words[1][0]) if len(words) > 1 else name[:2]
        label, number = wanted.upper(), 2
        while label in labels.values():
            label, number = f"{wanted[0].upper()}{number}", number + 1
        labels[piece] = label
    return labels


def power_words(lang: str | None) -> dict[Any, str]:
    """The names of powers, abilities and team abilities by id, and those of texts by their key, in a language."""
    place = 1 if (lang or language()) == "fr" else 0
    names: dict[Any, str] = {key: one.french if place else one.english for key, one in team_abilities().items()}
    names |= {key: words[place] for key, words in _ABILITIES.items()}
    names |= {f"special.{slot}": _SPECIAL[slot][place] for slot in SLOTS}
    names |= {f"trait.{number}": f"{('Trait', 'Trait')[place]} {number}" for number in range(1, _TRAITS + 1)}
    return names | {key: power.in_language(lang or language()) for key, power in power_names().items()}


def text_names(state: State) -> dict[Any, str]:
    """The names of special powers and traits whose effects are used under an id of their own: those of the cards."""
    names: dict[Any, str] = {}
    for figure in state.table.figures:
        for click in figure.dial:
            for one in texts_of(figure, click.number):
                if one.special.effects and one.special.name:
                    names[f"{figure.id}/{one.key}"] = one.special.name
    return names
