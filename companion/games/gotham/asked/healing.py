"""Regeneration: a hero's wounds become fatigue, a Life track goes up."""

from __future__ import annotations

from companion.core.lasting import Per, used
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.asked.reactions import numbers_to
from companion.games.gotham.content.settings import WOUNDS
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.rows import Use


def heal(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """Heal up to X cubes once a turn, as the hero likes (GO-REGEN-01); X steps at each activation of another.

    Never above the Life Points printed (GO-REGEN-02).
    """
    (piece, high), *_ = use.holders
    figure = t.state.who(piece)
    if not figure.is_hero:
        if steps := min(high, t.state.sheet(piece).life - figure.life):
            t.tell(ev.Regenerated(piece, steps, use.row.rule))
        return deed
    most = min(high, figure.cubes_at(WOUNDS))
    if most and not used(figure.uses, use.skill.id, Per.TURN, t.state.flow):  # GO-BASE-TURN-05
        answer = yield from t.choose(figure.seat, use.row.rule, numbers_to(most), piece, optional=True)
        if count := int((answer or ("0",))[0]):
            t.tell(ev.SkillUsed(piece, use.skill.id, use.row.rule), ev.Regenerated(piece, count, use.row.rule))
    return deed
