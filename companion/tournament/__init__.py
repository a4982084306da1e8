"""Rules of an event of people at real tables: who plays whom, who has won, and why; no server, no clock of its own.

Session(Tournament(), ledger, …) ──command──> decided by rules (TW-EV-…) ──> a sealed record, undo included

state      players, rounds, results (``results``, ``judging``: their values)     names      as people read them
event      settled before the first round     people     who takes part     rounds · byhand     paired, put right
clock · claims · calls     the floor          forces · clicks · featured · notes     beside the games
drafting · pairing         the next round     standings · elimination · brackets     places, with every tiebreak
orders · revising · log    the order that entries stand for; one taken back without harm to the others; all in words
papers · exchange · season · telling          sheets and tables, other programs' files, many events, words
"""

from companion.tournament.results import Outcome
from companion.tournament.standings import Standing, standings
from companion.tournament.state import ORGANISER, EventOpened, Pairing, Player, Round, TournamentState
from companion.tournament.system import Tournament

__all__ = [
    "ORGANISER",
    "EventOpened",
    "Outcome",
    "Pairing",
    "Player",
    "Round",
    "Standing",
    "Tournament",
    "TournamentState",
    "standings",
]
