"""The words of the table screen, English and French, beside the words of rules and events in ``companion.text``."""

from __future__ import annotations

__all__ = ["screen_words"]

_WORDS = {
    "actions": ("Actions left", "Actions restantes"),
    "all_agree": ("All agree", "Tous d'accord"),
    "asked": ("Please help", "À vous de dire"),
    "begin": ("Begin", "Commencer"),
    "break_away": ("It must break away first (4+).", "Il doit d'abord s'évader (4+)."),
    "by_hand": ("* left to the players", "* laissé aux joueurs"),
    "camera": ("Camera", "Caméra"),
    "clear_dice": ("Clear", "Effacer"),
    "click": ("Click", "Clic"),
    "confirm": ("Confirm", "Confirmer"),
    "dice_read": ("The camera reads", "La caméra lit"),
    "dismiss": ("No", "Non"),
    "end_turn": ("End turn", "Fin du tour"),
    "errand_move": ("Move {piece}: {start} → {to}", "Déplacer {piece} : {start} → {to}"),
    "errand_put": ("Put {piece} on {to}", "Poser {piece} en {to}"),
    "errand_take": ("Take {piece} off the map", "Retirer {piece} de la carte"),
    "immune": ("Immune in round 1 until it acts", "Immunisé au round 1 tant qu'il n'agit pas"),
    "ko": ("KO", "KO"),
    "language": ("Français", "English"),
    "line": ("line", "ligne"),
    "link_connecting": ("connecting", "connexion"),
    "link_degraded": ("doubtful", "incertain"),
    "link_off": ("off", "coupé"),
    "link_offline": ("gone", "absent"),
    "link_online": ("online", "en ligne"),
    "log": ("Log", "Journal"),
    "needs": ("needs {needed}+", "il faut {needed}+"),
    "needs_12": ("needs 6-6", "il faut 6-6"),
    "not_allowed": ("Not allowed", "Interdit"),
    "overrule": ("All agree: overrule", "Tous d'accord : passer outre"),
    "put_back": ("Put it back", "Remettre en place"),
    "range": ("Range", "Portée"),
    "ready": ("The table is ready", "La table est prête"),
    "roll": ("Roll for me", "Lancer pour moi"),
    "round": ("Round", "Round"),
    "squares": ("{cost} of {speed} squares", "{cost} cases sur {speed}"),
    "targets": ("targets", "cibles"),
    "tap_figure": ("Tap a figure", "Touchez une figurine"),
    "tower": ("Tower", "Tour à dés"),
    "understood": ("Understood", "Compris"),
    "unseen": ("Not seen: {pieces}", "Pas vu : {pieces}"),
    "undo": ("Undo", "Annuler"),
    "undo_consent": (
        "A die or a dial lies in between: everybody must agree.",
        "Un dé ou un cadran est passé par là : tous doivent être d'accord.",
    ),
}


def screen_words(lang: str) -> dict[str, str]:
    """Every word of the screen in ``fr`` or in English."""
    place = 1 if lang == "fr" else 0
    return {key: words[place] for key, words in _WORDS.items()}
