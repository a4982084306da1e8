"""Sentences of card texts that state a plain change, as rows that name verbs: in force as long as the text is.

Modify X's speed and attack values by +1.              modify_value, twice
X modifies his defense value by +1 against ranged …    modify_value, of the defense in ranged attacks
X ignores knock back. X's powers can't be countered.   stand_firm, beyond_counter
Adjacent friendly characters modify their …            modify_value, of others

Whom a sentence speaks of is told by its words: the figure by its name, "this character", or he, she, it behind a
sentence of its own. A condition, a moment, a choice makes a sentence no plain one; what fits no form whole is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.powers_table import power_names

CHANGE = re.compile(r"(speed|attack|defense|damage|range)([+-]\d)")  # a change that is asked for
Row = dict[str, Any]  # of JSON: a verb with its parameters
IsOwn = Callable[[str], bool]  # whether the words name the figure itself

_VALUE = r"(?:speed|attack|defense|damage|range|combat)(?: values?)?"
_VALUES = rf"(?P<values>{_VALUE}(?:(?:,? and |, |/){_VALUE})*)"
_AMOUNT = r"(?:by )?(?P<amount>[+-] ?\d)"
_ATTACKS = r"(?:combat )?attacks?"
_KIND = (
    r"(?: (?:against|when (?:attacked|targeted) by|(?:when|while) making|for|during|with) (?:an? |his |her |its )?"
    rf"(?P<kind>close|ranged?) {_ATTACKS})?"
)
_OWNER = r"(?P<who>[^,;:]+?)(?:'s|(?<=s)')"
_WHO = r"(?P<who>[^,;:]+?)"
_THEIR = r"(?:his|her|its|their)"

# what others a sentence speaks of: ``whom`` and within how many squares
_OTHERS = re.compile(
    r"(?P<own>.+ and )?(?:all |each |any )?(?P<other>other )?(?P<beside1>adjacent )?(?P<side>friendly|opposing) "
    r"(?P<beside2>adjacent )?characters?(?: (?:that are |who are )?(?P<beside3>adjacent to (?P<to>[^,]+?)))?"
    r"(?: within (?P<within>\d{1,2}) squares?(?: of (?P<of>[^,]+?))?)?(?: with the (?P<keywords>[^,]+?) keywords?)?",
    re.IGNORECASE,
)
_IMPROVED_MOVEMENT = {
    "hindering": "clear_hindering",
    "elevated": "clear_elevated",
    "water": "swim",
    "blocking": "clear_blocking",
    "outdoor blocking": "clear_outdoor_blocking",
    "characters": "past_opponents",
}


def plain_rows(words: str, is_own: IsOwn) -> list[Row] | None:
    """The rows of a sentence that states nothing but plain changes; ``None`` for another."""
    for form, build in _FORMS:
        found = form.fullmatch(words)
        if found is not None:
            rows = build(found, is_own)
            if rows is not None:
                return rows
    return None


def changes_by_tokens(words: str, is_own: IsOwn) -> list[Row] | None:
    """The rows of a change of values while the figure has so many action tokens: its state tells, nobody is asked."""
    found = _BY_TOKENS.fullmatch(words)
    if found is None or not is_own(found["who"]):
        return None
    rows = plain_rows(found["rest"], is_own)
    if not rows or any(row["verb"] != "modify_value" for row in rows):
        return None
    return [{**row, "verb": "modify_for", "tokens": list(_COUNTS[found["count"].lower()])} for row in rows]


def changes_in_attacks(words: str, is_own: IsOwn) -> list[Row] | None:
    """The rows of a change that is named before its attack: when X makes a close combat attack, modify his …"""
    found = _IN_ATTACKS.fullmatch(words)
    if found is None or any(found[key] and not is_own(found[key]) for key in ("who", "whom")):
        return None
    rows = plain_rows(found["rest"], is_own)
    kind = "ranged" if found["kind"].lower().startswith("rang") else "close"
    values = ("defense",) if found["target"] else ("attack", "damage")
    if not rows or any(row["verb"] != "modify_value" or row["value"] not in values or len(row) > 3 for row in rows):
        return None
    return [{**row, "attack": kind} for row in rows]


_COUNTS = {"no": (0,), "one": (1,), "1": (1,), "two": (2,), "2": (2,), "one or more": (1, 2), "any": (1, 2)}
_BY_TOKENS = re.compile(
    r"(?:when|while|if|as long as) (?P<who>[^,]+?) (?:has|have) (?P<count>no|one or more|one|1|two|2|any) "
    r"action tokens?, (?P<rest>.+)",
    re.IGNORECASE,
)
_IN_ATTACKS = re.compile(
    r"(?:when|while|whenever) (?:(?P<who>[^,]+?) (?:makes|is making)|making"
    r"|(?P<target>(?:(?P<whom>[^,]+?) is )?(?:attacked|targeted) (?:by|with)))"
    rf" an? (?P<kind>close|ranged?) {_ATTACKS}, (?P<rest>.+)",
    re.IGNORECASE,
)


def predicates(words: str) -> list[str]:
    """A sentence that says several things of one subject, as a sentence for each: X ignores A, and has B."""
    found = re.fullmatch(rf"(.+?) ((?:{_VERBS})\b.+)", words, re.IGNORECASE)
    if found is None:
        return [words]
    parts = re.split(rf",? and (?=(?:{_VERBS})\b)|, (?=(?:{_VERBS})\b)", found[2], flags=re.IGNORECASE)
    return [f"{found[1]} {part}" for part in parts]


_VERBS = "can use|may use|ignores?|has|have|is|are|isn't|can't|cannot|possess(?:es)?|modif(?:y|ies)|deals?"


def _values(words: str) -> Iterator[str]:
    """The values that are named; combat values are the four of the dial."""
    for name in re.findall(r"speed|attack|defense|damage|range|combat", words.lower()):
        yield from SLOTS if name == "combat" else (name,)


def _modified(found: re.Match[str], is_own: IsOwn) -> list[Row] | None:
    whom = whom_of(found["who"], is_own)
    if whom is None:
        return None
    return _changed(found, whom, int(found["amount"].replace(" ", "")))


def _raised(found: re.Match[str], is_own: IsOwn) -> list[Row] | None:
    whom = whom_of(found["who"], is_own)
    sign = 1 if found["by"].lower()[:3] in ("inc", "add") else -1
    return _changed(found, whom, sign * int(found["number"])) if whom is not None else None


def _changed(found: re.Match[str], whom: list[Row], amount: int) -> list[Row]:
    """The rows of the values that are named, for each whose they are."""
    kind = {"range": "ranged"}.get((found["kind"] or "").lower(), (found["kind"] or "").lower())
    rows = []
    for value in dict.fromkeys(_values(found["values"])):
        row: Row = {"verb": "modify_value", "value": value, "amount": amount}
        if kind:
            row["attack"] = kind
        rows += [{**row, **other, **({"verb": "modify_for"} if "keywords" in other else {})} for other in whom]
    return rows


def whom_of(words: str, is_own: IsOwn) -> list[Row] | None:
    """Return whom the words name, as parameters of the verb; ``None`` for somebody else, or where it is not sure."""
    if not words or is_own(words):
        return [{}]
    found = _OTHERS.fullmatch(words.strip())
    if found is None or any(found[key] and not is_own(found[key]) for key in ("to", "of")):
        return None
    if found["own"] and not is_own(found["own"].removesuffix(" and ")):
        return None
    beside = found["beside1"] or found["beside2"] or found["beside3"]
    if beside and found["within"]:
        return None
    side = "friends" if found["side"].lower() == "friendly" else "opponents"
    row: Row = {"whom": f"adjacent_{side}" if beside else f"{side}_within" if found["within"] else side}
    if found["within"]:
        row["within"] = int(found["within"])
    if found["keywords"]:
        row["keywords"] = re.split(r",? or |, ", found["keywords"])
    if side == "friends" and not beside and not found["other"]:  # it is its own player's, too (HC-TEAM-08)
        return [row, {"keywords": row["keywords"]} if "keywords" in row else {}]
    return [row, *([{}] if found["own"] else [])]


def _own(build: Callable[[re.Match[str]], list[Row] | None]) -> Callable[[re.Match[str], IsOwn], list[Row] | None]:
    """Rows of a sentence about the figure itself."""

    def built(found: re.Match[str], is_own: IsOwn) -> list[Row] | None:
        return build(found) if is_own(found["who"]) else None

    return built


def _powers_in(words: str, known: Sequence[str]) -> list[str] | None:
    """The ids of the powers that are listed, each of which must be among those known."""
    names = {power.english.casefold(): power.id for power in power_names().values()}
    parts = [part.strip().casefold() for part in re.split(r",? (?:and|or) |, ", words) if part.strip()]
    ids = [names.get(part, "") for part in parts]
    return ids if ids and all(one in known for one in ids) else None


_SPARED = ("mind_control", "incapacitate", "outwit")  # that may not target it
_IGNORED = ("shape_change", "stealth", "poison")


def _spared(found: re.Match[str]) -> list[Row] | None:
    powers = _powers_in(found["powers"], _SPARED)
    if powers is None:
        return None
    rows: list[Row] = [{"verb": "beyond_counter"}] if "outwit" in powers else []
    attacks = [one for one in powers if one != "outwit"]
    return rows + ([{"verb": "forbid", "spared": attacks}] if attacks else [])


def _ignored(found: re.Match[str]) -> list[Row] | None:
    powers = _powers_in(found["powers"], _IGNORED)
    return [{"verb": "forbid", "ignores": powers}] if powers else None


def _barred(found: re.Match[str]) -> list[Row]:
    return [{"verb": "forbid", "targeted": ["ranged" if found["kind"].lower().startswith("rang") else "close"]}]


def _terrain(found: re.Match[str]) -> list[Row] | None:
    """The terrain that is ignored in moving, for lines of fire, or both."""
    names = [part.strip() for part in re.split(r",? and |, ", found["what"].casefold())]
    purpose = found["purpose"].casefold()
    moves, aims = bool(re.search(r"mov", purpose)), "line" in purpose
    if (
        not (moves or aims)
        or any(name not in _IMPROVED_MOVEMENT for name in names)
        or (aims and names != ["hindering"])
    ):
        return None
    rows: list[Row] = [{"verb": "gait", "gait": _IMPROVED_MOVEMENT[name]} for name in names] if moves else []
    return rows + ([{"verb": "see_through_hindering"}] if aims else [])


def _improved(found: re.Match[str]) -> list[Row] | None:
    names = [part.strip().casefold() for part in re.split(r",| and ", found["what"]) if part.strip()]
    if found["kind"].casefold() == "targeting":
        return [{"verb": "see_through_hindering"}] if names == ["hindering"] else None
    if names and all(name in _IMPROVED_MOVEMENT for name in names):
        return [{"verb": "gait", "gait": _IMPROVED_MOVEMENT[name]} for name in names]
    return None


def _verb(**row: object) -> Callable[[re.Match[str]], list[Row]]:
    return lambda found: [dict(row)]


def _of_kind(name: str) -> Callable[[re.Match[str]], list[Row]]:
    """A verb that counts in attacks of the kind that is named, or in any."""

    def built(found: re.Match[str]) -> list[Row]:
        kind = (found.groupdict().get("kind") or "").lower()
        return [{"verb": name, **({"attack": "ranged" if kind.startswith("rang") else kind} if kind else {})}]

    return built


def _number(name: str, **more: object) -> Callable[[re.Match[str]], list[Row]]:
    return lambda found: [{"verb": name, "amount": int(found["number"]), **more}]


_Build = Callable[[re.Match[str], IsOwn], "list[Row] | None"]
_FORMS: tuple[tuple[re.Pattern[str], _Build], ...] = tuple(
    (re.compile(form, re.IGNORECASE), build)
    for form, build in (
        (rf"modify {_OWNER} {_VALUES} {_AMOUNT}{_KIND}", _modified),
        (rf"modify (?P<who>{_THEIR}) {_VALUES} {_AMOUNT}{_KIND}", _modified),
        (rf"(?P<who>)modify {_VALUES} {_AMOUNT}{_KIND}", _modified),  # of modern cards: the figure's own
        (rf"{_OWNER} {_VALUES} (?:is|are) (?P<by>increased|decreased|reduced) by (?P<number>\d){_KIND}", _raised),
        (rf"(?P<by>increase|decrease|reduce) {_OWNER} {_VALUES} by (?P<number>\d){_KIND}", _raised),
        (rf"(?P<by>add|subtract) (?P<number>\d) (?:to|from) {_OWNER} {_VALUES}{_KIND}", _raised),
        (rf"modify the {_VALUES} of {_WHO} {_AMOUNT}{_KIND}", _modified),
        (rf"{_WHO} (?:always )?modif(?:y|ies) {_THEIR} {_VALUES} {_AMOUNT}{_KIND}", _modified),
        (rf"(?P<self>.+?) modif(?:y|ies) the {_VALUES} of {_WHO} {_AMOUNT}{_KIND}", _modified),
        (rf"{_OWNER} {_VALUES} (?:is|are) (?:modified )?{_AMOUNT}{_KIND}", _modified),
        (rf"{_WHO} (?:has|have|gets?|gains?) {_AMOUNT} (?:to )?(?:{_THEIR} )?{_VALUES}{_KIND}", _modified),
        (rf"{_WHO} ignores? (?:all )?knock ?back", _own(_verb(verb="stand_firm"))),
        (rf"{_WHO} (?:can't be|cannot be|isn't|is not) knocked back", _own(_verb(verb="stand_firm"))),
        (rf"{_WHO} ignores? pushing damage", _own(_verb(verb="ignore_pushing"))),
        (rf"{_WHO} (?:isn't|is not) dealt pushing damage", _own(_verb(verb="ignore_pushing"))),
        (
            rf"{_OWNER} powers(?: and abilities)? (?:can't|cannot) be countered(?: by Outwit)?",
            _own(_verb(verb="beyond_counter")),
        ),
        (rf"the powers(?: and abilities)? of {_WHO} (?:can't|cannot) be countered", _own(_verb(verb="beyond_counter"))),
        (
            rf"{_WHO} (?:can't|cannot) be (?:the )?target(?:ed)? (?:of|with|by) (?:opposing )?(?P<powers>.+)",
            _own(_spared),
        ),
        (
            rf"{_WHO} ignores? (?:(?:all )?damage (?:dealt )?(?:by|from) )?"
            r"(?:(?:other|opposing) characters?'s? |opposing |characters?' )?(?P<powers>.+)",
            _own(_ignored),
        ),
        (r"(?P<who>)protected: (?P<powers>.+)", lambda found, is_own: _spared(found)),
        (rf"{_WHO} has protected: (?P<powers>.+)", _own(_spared)),
        (
            rf"{_WHO} ignores? (?:the effects of )?(?P<what>[a-z, ]+?) terrain (?P<purpose>(?:for|on|when) .+)",
            _own(_terrain),
        ),
        (r"(?P<who>)improved (?P<kind>movement|targeting): (?P<what>.+)", lambda found, is_own: _improved(found)),
        (rf"{_WHO} (?:has|can use) improved (?P<kind>movement|targeting): (?P<what>.+)", _own(_improved)),
        (rf"all (?:of )?{_OWNER} attacks (?:generate|cause) knock ?back", _own(_of_kind("knocks_back"))),
        (rf"(?:all )?damage dealt by {_WHO} (?:causes|generates) knock ?back", _own(_of_kind("knocks_back"))),
        (
            rf"(?:all )?damage dealt by {_OWNER} (?P<kind>close|ranged?) {_ATTACKS} (?:causes?|generates?) knock ?back",
            _own(_of_kind("knocks_back")),
        ),
        (rf"{_WHO} deals penetrating damage{_KIND}", _own(_of_kind("pierce"))),
        (rf"(?:all )?damage dealt by {_WHO} is penetrating(?: damage)?", _own(_of_kind("pierce"))),
        (rf"{_OWNER} (?P<kind>close|ranged?) {_ATTACKS} deal penetrating damage", _own(_of_kind("pierce"))),
        (rf"(?:all )?damage dealt to {_WHO} is reduced by (?P<number>\d)", _own(_number("reduce"))),
        (rf"reduce (?:all )?damage dealt to {_WHO} by (?P<number>\d)", _own(_number("reduce"))),
        (
            rf"{_WHO} reduces? (?:all )?damage dealt(?: to (?:him|her|it|them))? by (?P<number>\d)",
            _own(_number("reduce")),
        ),
        (rf"{_WHO} ha(?:s|ve) a range(?: value)? of (?P<number>\d{{1,2}})", _own(_number("have_value", value="range"))),
        (rf"{_WHO} (?:can't|cannot) make ranged? {_ATTACKS}", _own(_verb(verb="forbid", ranged=True))),
        (rf"{_WHO} (?:can't|cannot) be healed", _own(_verb(verb="forbid", healed=True))),
        (
            rf"{_WHO} (?:can't|cannot) be (?:the )?target(?:ed)? (?:of|by|with) (?P<kind>close|ranged?) {_ATTACKS}",
            _own(_barred),
        ),
        (
            rf"{_WHO} ignores? (?:all )?damage (?:dealt )?(?:by|from) (?P<kind>close|ranged?) {_ATTACKS}",
            _own(_of_kind("not_damaged")),
        ),
        (rf"{_WHO} (?:can't|cannot) be carried", _own(_verb(verb="forbid", carried=True))),
        (
            rf"{_OWNER} (?:combat )?values (?:can't|cannot) be modified by (?:opposing characters|opponents)",
            _own(_verb(verb="keep_values")),
        ),
    )
)


def asked_changes(words: str, is_own: IsOwn) -> list[str]:
    """The changes of the figure's own values that a sentence makes under a condition, to be asked for: ``attack+1``."""
    found: dict[str, None] = {}
    for form in _CHANGES:
        for one in form.finditer(words):
            who = one.groupdict().get("who")
            if who is None:
                is_meant = _speaks_of_itself(words[: one.start()], is_own)
            else:
                is_meant = is_own(re.split(r"\b(?:and|then)\b|, ", who)[-1].strip())
            if is_meant:
                amount = int(one["amount"].replace(" ", ""))
                found |= {f"{value}{amount:+d}": None for value in _values(one["values"])}
    return list(found)


def _speaks_of_itself(before: str, is_own: IsOwn) -> bool:
    """Whether he, she or it, behind these words, is the figure: it is named in them, and nobody else is."""
    named = [name for name in re.findall(r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*)*", before) if name not in _OPENERS]
    named = [re.sub(r"^(?:When|While|If|Once|As) ", "", name).removesuffix("'s") for name in named]
    return bool(named) and all(map(is_own, named)) and not _SOMEBODY_ELSE.search(before)


_OPENERS = ("When", "While", "If", "As", "At", "During", "After", "Once", "Until", "For", "Whenever", "Each", "This")
_SOMEBODY_ELSE = re.compile(r"\b(characters?|opponents?|opposing|friendly|target\w*|player)\b", re.IGNORECASE)
_CHANGES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"modify {_OWNER} {_VALUES} {_AMOUNT}",
        rf"modify {_THEIR} {_VALUES} {_AMOUNT}",
        rf"{_WHO} modif(?:y|ies) {_THEIR} {_VALUES} {_AMOUNT}",
        rf"{_OWNER} {_VALUES} (?:is|are) modified {_AMOUNT}",
    )
)
