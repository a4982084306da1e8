"""The casebook: worked examples as files, played by the real rules. README.md describes the format for authors.

loading       files ─> Case: a set-up, steps, expectations, rule ids; the examples still to come
language      what a game offers so that cases can be written for it: a value
spelling      commands written as tables, read by the fields of their classes
patterns      what should have happened
facts         what expectations are made of · squares: how they are written
expectations  what any game's cases may expect · asking: of questions · refusals
steps         a step read, and the answers it gives to whoever is asked
running       Case ─> Result, on a real session
"""

from companion.casebook.language import CaseContext, CaseLanguage, Check, Moment, Opening
from companion.casebook.loading import Case, Pending, load_cases, load_pending, parse_cases
from companion.casebook.running import Failure, Played, Result, run_case

__all__ = [
    "Case",
    "CaseContext",
    "CaseLanguage",
    "Check",
    "Failure",
    "Moment",
    "Opening",
    "Pending",
    "Played",
    "Result",
    "load_cases",
    "load_pending",
    "parse_cases",
    "run_case",
]
