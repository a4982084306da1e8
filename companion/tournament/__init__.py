"""Rules of an event of people at real tables: who plays whom, who has won, and why; no server, no clock of its own.

Session(Tournament(), ledger, …) ──command──> decided by rules (TW-EV-…) ──> a sealed record, undo included

event       what may be ordered, and what then happens      pairing     Swiss rounds by matching
state       players, rounds, results                        standings   places, with every tiebreak
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
