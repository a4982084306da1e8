"""The names of players as people read them, where they are not those by which the record knows the players."""

from __future__ import annotations

from dataclasses import replace

from companion.tournament.state import Bye, Round, TournamentState, Why


def shown(state: TournamentState) -> TournamentState:
    """Return the event with every player under the name that people read, in rounds, results, calls and forces."""
    if "shown" not in state.kept:
        names = {player.name: player.called for player in state.players if player.shown}
        state.kept["shown"] = _renamed(state, names) if names else None  # not itself: a circle is let go late
    found: TournamentState | None = state.kept["shown"]
    return state if found is None else found


def _renamed(state: TournamentState, names: dict[str, str]) -> TournamentState:
    def of(name: str) -> str:
        return names.get(name, name)

    def bye(one: Bye) -> Bye:
        return replace(one, player=of(one.player)) if one.player in names else one

    def why(one: Why) -> Why:
        return replace(one, words=tuple((key, of(value)) for key, value in one.words))

    def round_of(round_: Round) -> Round:
        if not round_.names & names.keys():
            return round_
        pairings = tuple(
            replace(one, players=(of(one.players[0]), of(one.players[1])), why=why(one.why)) for one in round_.pairings
        )
        return replace(
            round_, pairings=pairings, bye=round_.bye and bye(round_.bye), others=tuple(map(bye, round_.others))
        )

    calls = tuple(
        replace(
            call, player=of(call.player), rulings=tuple(replace(one, player=of(one.player)) for one in call.rulings)
        )
        for call in state.calls
    )
    return replace(
        state,
        players=tuple(replace(one, name=one.called, shown="") for one in state.players),
        rounds=tuple(map(round_of, state.rounds)),
        calls=calls,
        claims=tuple(replace(one, player=of(one.player)) for one in state.claims),
        forces=tuple(replace(one, player=of(one.player)) for one in state.forces),
        notes=tuple(replace(one, player=of(one.player)) for one in state.notes),
        prizes=tuple(replace(one, player=of(one.player)) for one in state.prizes),
        asked_byes=tuple((number, bye(one)) for number, one in state.asked_byes),
        checked=tuple((number, tuple(map(of, drawn))) for number, drawn in state.checked),
        cut=tuple(map(of, state.cut)),
    )
