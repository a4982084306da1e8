"""A zombie's bite: a mind point, and a disease of two turns (HQ-MON-ZOMBIE)."""

from __future__ import annotations

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.toll import hurt, lose_mind
from companion.games.heroquest.content.dice import SKULL, count
from companion.games.heroquest.state import State

__all__ = ["BITE", "bitten", "suffer_disease"]

BITE = "bite"
TURNS = 2  # HQ-MON-ZOMBIE-03


def bitten(t: Teller[State], piece: PieceId) -> Script[None]:
    """Nothing: a bite that was not parried costs a mind point and brings the disease at once (HQ-MON-ZOMBIE-02, -03);
    a new one begins the two turns anew (HQ-AMB-52)."""
    if t.state.find(piece) is None:
        return
    lose_mind(t, piece, "HQ-MON-ZOMBIE-02")
    t.tell(ev.Counted(piece, "diseased", TURNS, RuleId("HQ-MON-ZOMBIE-03")))
    yield from suffer_disease(t, piece)


def suffer_disease(t: Teller[State], piece: PieceId) -> Script[None]:
    """Nothing: one turn of the disease; nothing defends against it (HQ-MON-ZOMBIE-04, -05)."""
    one = t.state.who(piece)
    t.tell(ev.Counted(piece, "diseased", one.diseased - 1, RuleId("HQ-MON-ZOMBIE-03")))
    faces = yield from t.roll(("yellow",), t.state.table.gm, "HQ-MON-ZOMBIE-04", piece)
    yield from hurt(t, piece, count(faces, SKULL), "HQ-MON-ZOMBIE-04")
