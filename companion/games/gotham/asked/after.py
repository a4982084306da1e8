"""Immediately after an attack or an explosion: figures laid down, tokens put into zones."""

from __future__ import annotations

from companion.core.answers import YES
from companion.core.ids import PieceId, ZoneId
from companion.core.procedure import Script, Teller
from companion.games.gotham import events as ev
from companion.games.gotham.asked.reactions import numbers_to
from companion.games.gotham.content.skills import Row
from companion.games.gotham.figures import NOBODY
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.rows import Use


def lay_down(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """All or none who suffered at least X wounds of it, friend or foe, not oneself (GO-IMMOB-05, -06, GO-AMB-45)."""
    (piece, high), *_ = use.holders
    suffered = dict.fromkeys(who for who, _ in deed.suffered)
    total = {who: sum(count for name, count in deed.suffered if name == who) for who in suffered}
    figures = [t.state.who(who) for who, count in total.items() if count >= high and who != piece]
    down = [one.id for one in figures if not (one.neutralised or one.lying or one.side == NOBODY)]
    if down:
        answer = yield from t.choose(t.state.who(piece).seat, use.row.rule, (YES,), piece, optional=True)
        for who in down if answer else ():
            t.tell(ev.LaidDown(who, use.row.rule))
    return deed


def tokens(t: Teller[State], deed: Deed, use: Use) -> Script[Deed]:
    """Lay up to X tokens into each zone concerned, hit or miss (GO-FLAME-01, -02, -06, GO-TOXGAS-01, GO-FROST-01).

    Smoke comes of explosions alone, and spares nobody (GO-SMOKE-01, -02, -05).
    """
    (piece, high), *_ = use.holders
    for zone in deed.zones:
        options = numbers_to(high)
        answer = yield from t.choose(t.state.who(piece).seat, use.row.rule, options, piece, optional=True)
        count = int((answer or ("0",))[0])
        for _ in range(count):
            yield from _place(t, piece, use.row, zone)
    return deed


def _place(t: Teller[State], piece: PieceId, row: Row, zone: ZoneId) -> Script[None]:
    """Lay one token into the zone; where the stock is out, move one from the board (GO-GEN-06)."""
    state, kind = t.state, row.of
    lying = [token.zone for token in state.tokens if token.kind == kind]
    if len(lying) >= state.settings.stock[kind]:
        places = tuple(dict.fromkeys(lying))
        if not places:
            return
        answer = None
        if len(places) > 1:
            answer = yield from t.choose(state.who(piece).seat, "GO-GEN-06", places, piece)
        t.tell(ev.TokenTaken(kind, ZoneId((answer or places)[0])))
    t.tell(ev.TokensPlaced(piece, kind, zone, 1, row.rule))
