"""The casebook: worked examples as files, played by the real rules. README.md describes the format for authors.

loading     files ─> Case: a set-up, steps, expectations, rule ids
language    the port: what a game offers so that cases can be written for it
spelling    commands written as tables, read by the fields of their classes
answers     dice and choices of a step, given to whoever asks
expectations · patterns     what should be so; what should have happened
running     Case ─> Result, on a real session
pending     the examples that no case tells yet
explaining  which rules an event names
"""

from companion.casebook.language import CaseLanguage, Check, Moment, Opening, Workshop
from companion.casebook.loading import Case, load_cases, parse_cases
from companion.casebook.running import Failure, Result, run_case

__all__ = [
    "Case",
    "CaseLanguage",
    "Check",
    "Failure",
    "Moment",
    "Opening",
    "Result",
    "Workshop",
    "load_cases",
    "parse_cases",
    "run_case",
]
