"""The names at a table: figures, objects, cards, powers, abilities, texts."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.labels import told_apart
from companion.core.face import Cue
from companion.core.phrases import Phrase, Told, Word, joined
from companion.games.heroclix.events.attack import AttackRolled
from companion.games.heroclix.face.cards import card_name
from companion.games.heroclix.figures.hand import read_text, texts_of
from companion.games.heroclix.figures.plain_changes import CHANGE
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.position.team_abilities import team_abilities
from companion.games.heroclix.state.state import State

FAMILIES = ("ability", "term")
SILENT = frozenset(  # bookkeeping that the next line says better
    {"GameSetUp", "DiceRequested", "ChoiceRequested", "ActionEnded", "PhaseBegan", "TurnEnded", "ActionGiven"}
    | {"Superseded", "FreeActionGiven", "PlacementRequested", "Undertaken", "Finished", "WindowOpened", "WindowClosed"}
)
HEADINGS = frozenset({"RoundBegan", "TurnBegan"})
SEQUELS = {  # told in one line with what came before
    "AreaTaken": frozenset({"ChoiceMade"}),
    "DialTurned": frozenset({"DamageDealt"}),
    "EffectBegan": frozenset({"EffectBegan"}),
    "KnockedOut": frozenset({"PowersChanged"}),
    "TokenPlaced": frozenset({"FigureMoved"}),
    "VictoryPointsScored": frozenset({"KnockedOut"}),
}
VALUES = dict.fromkeys(("speed", "attack", "defense", "damage"), "HC-DIAL-02")  # by which rule
DETAILS = frozenset({"KnockBackDue", "DamageClicked", "AttackResolved", "HitsSettled"})  # the lines beside say it
_TRAITS = 6  # as many as any card has


def names_of(state: State, lang: str) -> dict[str, Told]:
    """Everything on this table, in a language."""
    tactics = state.table.tactics
    names: dict[str, str] = {**told_apart({piece.id: state.figure(piece).name for piece in state.pieces})}
    names |= {item.id: item.name for item in tactics.objects}
    names |= {card.id: card.name for card in tactics.conditions} | {feat.id: feat.name for feat in tactics.feats}
    texts = dict(_text_names(state))
    lent = {power: texts[loan.source] for loan in state.table.lends for power in loan.powers if loan.source in texts}
    return {**names, **lent, **texts, **power_words(lang), **_change_words(state)}


def power_words(lang: str) -> dict[str, Told]:
    """Powers and team abilities by id, texts by their key; those of ``FAMILIES`` come from the catalogues."""
    names: dict[str, Told] = {
        key: team.french if lang == "fr" else team.english for key, team in team_abilities().items()
    }
    names |= {f"trait.{number}": Phrase("trait", {"number": number}) for number in range(1, _TRAITS + 1)}
    return names | {key: power.in_language(lang) for key, power in power_names().items()}


def _text_names(state: State) -> Iterator[tuple[str, Told]]:
    """The names of special powers and traits whose effects are used under an id of their own: those of the cards."""
    for figure in state.table.figures:
        for click in figure.dial:
            for text in texts_of(figure, click.number):
                if (text.special.effects or text.reading.effects) and text.special.name:
                    yield f"{figure.id}/{text.key}", card_name(figure.id, text)


def _change_words(state: State) -> dict[str, Told]:
    """The changes that texts make under a condition: ``attack+2`` is "attack +2"."""
    asked = {
        one
        for figure in state.table.figures
        for special in figure.specials
        for one in read_text(figure, special).asked
        if CHANGE.fullmatch(one)
    }
    return {one: joined(" ", Word("slot", one[:-2]), one[-2:]) for one in sorted(asked)}


def cue_of(event: object) -> Cue | None:
    """Whether an attack hit anybody."""
    if not isinstance(event, AttackRolled):
        return None
    return Cue.HIT if event.hits else Cue.MISS
