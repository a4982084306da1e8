"""The answers a choice allows: how many options, within which limits, and every combination of them.

one or two of (left-3, right-3, left-7), within Limit((left-3, right-3)), which is one of the pair at most:
    left-3 · right-3 · left-7 · left-3 + left-7 · right-3 + left-7
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations

from companion.core.flow import ChoiceRequest, Limit
from companion.core.rules import Violation, violation

MOST_LISTED = 1000  # answers listed of one request: lists are an aid; what is not listed may still be given


def choice_violations(request: ChoiceRequest, options: Sequence[str]) -> Iterator[Violation]:
    """Why these options are no answer: strange ones, one twice, too many or too few, or against a limit."""
    strange = any(option not in request.options for option in options)
    if strange or len(set(options)) < len(options) or not request.at_least <= len(options) <= request.at_most:
        expected = ", ".join(request.options)
        yield violation("TW-ASK-03", waivable=False, found=", ".join(options) or "-", expected=expected)
        return
    for limit in request.limits:
        count = _count(limit, options)
        if not limit.at_least <= count <= limit.at_most:
            bounds = str(limit.at_most) if limit.at_least == limit.at_most else f"{limit.at_least}..{limit.at_most}"
            of = ", ".join(limit.options)
            yield violation("TW-ASK-04", waivable=False, found=count, expected=bounds, options=of)


def legal_choices(request: ChoiceRequest) -> Iterator[tuple[str, ...]]:
    """Every answer, the shortest first, in the order of the options; at most ``MOST_LISTED`` of them."""
    return islice(_choices(request), MOST_LISTED)


def _choices(request: ChoiceRequest) -> Iterator[tuple[str, ...]]:
    arrange = permutations if request.ordered else combinations
    for count in range(request.at_least, min(request.at_most, len(request.options)) + 1):
        for options in arrange(request.options, count):
            if all(limit.at_least <= _count(limit, options) <= limit.at_most for limit in request.limits):
                yield options


def _count(limit: Limit, options: Sequence[str]) -> int:
    return sum(option in limit.options for option in options)
