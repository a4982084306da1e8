"""An event in the formats that players' sites read.

trf    the report file of FIDE (TRF16): a line a player, rounds side by side; read by rating sites and by programs
nrtm   the JSON of NRTM and Cobra: players, rounds, tables; read by sites that list events
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from companion.tournament.elimination import final_places
from companion.tournament.results import DRAW, WIN, Kind, Result, scores
from companion.tournament.standings import Standing
from companion.tournament.state import Bye, Pairing, Round, TournamentState

_UNPLAYED = (Kind.NO_SHOW, Kind.FORFEIT)
_LEFT_OVER, _GIVEN = "U", {WIN: "F", DRAW: "H"}  # signs of byes; one that is worth nothing has ``Z``


def report_file(state: TournamentState) -> str:
    """Return the event as a TRF16: the rounds of the Swiss, or of the round robin; colours are no part of these games.

    A player's numbers are the start numbers from 1 on; whoever is in no round of that number stands as ``0000 - Z``.
    """
    places = {line.player: place for place, line in enumerate(_lines(state), 1)}
    starts = {player.name: number for number, player in enumerate(state.players, 1)}
    rounds = [round_ for round_ in state.published if not round_.is_cut]
    lines = [f"012 {state.setup.name}", f"062 {len(state.players)}", f"XXR {len(rounds)}"]
    table = state.setup.table
    for player in state.players:
        points = sum(game.score for game in state.games(player.name)) / 2
        head = f"001 {starts[player.name]:4} {'':1}{'':3} {player.name[:33]:33} {'':4} {'':3} {'':11} {'':10} "
        cells = "".join(f"  {_cell(state, round_, player.name, starts)}" for round_ in rounds)
        lines.append(f"{head}{points:4.1f} {places[player.name]:4}{cells}")
    win = table[Kind.WIN].first / 2, table[Kind.DRAW].first / 2
    if win != (1.0, 0.5):
        lines.append(f"XXS W={win[0]:.1f} D={win[1]:.1f}")
    return "".join(f"{line}\n" for line in lines)


def _lines(state: TournamentState) -> Sequence[Standing]:
    return [line for _, line in final_places(state)]


def _cell(state: TournamentState, round_: Round, name: str, starts: dict[str, int]) -> str:
    pairing = round_.at_tables.get(name)
    if pairing is None:
        bye = next((one for one in round_.byes if one.player == name), None)
        return f"0000 - {_sign(state, round_, bye) if bye is not None else 'Z'}"
    place = pairing.players.index(name)
    return f"{starts[pairing.players[1 - place]]:4} - {_mark(pairing, place)}"


def _sign(state: TournamentState, round_: Round, bye: Bye) -> str:
    """Return the sign of a bye: of whoever was left over, or of one that was given, by what it is worth."""
    table = state.setup.table
    worth = {table[Kind.WIN].first: WIN, table[Kind.DRAW].first: DRAW}.get(table[bye.kind].first, 0)
    return _LEFT_OVER if bye == round_.bye and worth == WIN else _GIVEN.get(worth, "Z")


def _mark(pairing: Pairing, place: int) -> str:
    """Return the sign of the result for the player at that place: unplayed games have signs of their own."""
    result = pairing.result
    if result is None:
        return " "
    winner, is_unplayed = result.outcome.winner, result.ended in _UNPLAYED
    if winner is None:
        is_draw = result.ended in (Kind.DRAW, Kind.INTENTIONAL_DRAW)
        return "=" if is_draw else "-" if is_unplayed else "0"
    return ("+" if is_unplayed else "1") if winner == place else ("-" if is_unplayed else "0")


def listing_file(state: TournamentState) -> str:
    """Return the event as NRTM and Cobra export it: ids are the players' numbers, ``rank`` the final place."""
    ids = {player.name: player.number for player in state.players}
    players = [
        {
            "id": ids[line.player],
            "name": line.player,
            "rank": place,
            "matchPoints": line.score / 2,
            "strengthOfSchedule": _share(line, "opponents_match_win"),
            "extendedStrengthOfSchedule": _share(line, "opponents_opponents"),
        }
        for place, line in final_places(state)
    ]
    rounds = [[_table(state, round_, pairing, ids) for pairing in round_.pairings] for round_ in state.published]
    whole = {
        "name": state.setup.name,
        "cutToTop": len(state.cut),
        "preliminaryRounds": sum(not round_.is_cut for round_ in state.published),
        "tournamentOrganiser": {"nrtmId": "", "facebookId": ""},
        "players": players,
        "eliminationPlayers": [
            {"id": ids[line.player], "name": line.player, "rank": place, "seed": state.cut.index(line.player) + 1}
            for place, line in final_places(state)
            if line.player in state.cut
        ],
        "rounds": rounds,
        "uploadedFrom": "Tablewright",
        "links": [],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _share(line: Standing, column: str) -> float:
    value = line.tiebreaks.get(column)
    return round(float(value), 6) if value is not None else 0.0


def _table(state: TournamentState, round_: Round, pairing: Pairing, ids: dict[str, int]) -> dict[str, object]:
    one, other = _sides(state, pairing.result)
    return {
        "table": pairing.table,
        "player1": {"id": ids[pairing.players[0]], "combinedScore": one, "winner": _won(pairing, 0)},
        "player2": {"id": ids[pairing.players[1]], "combinedScore": other, "winner": _won(pairing, 1)},
        "intentionalDraw": pairing.result is not None and pairing.result.ended is Kind.INTENTIONAL_DRAW,
        "eliminationGame": round_.is_cut,
    }


def _sides(state: TournamentState, result: Result | None) -> tuple[float | None, float | None]:
    if result is None:
        return None, None
    one, other = scores(result, state.setup.table)
    return one / 2, other / 2


def _won(pairing: Pairing, place: int) -> bool:
    return pairing.result is not None and pairing.result.outcome.winner == place
