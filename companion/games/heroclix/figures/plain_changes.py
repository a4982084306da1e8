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

from companion.games.heroclix.figures.figure import SLOTS
from companion.games.heroclix.figures.powers_table import power_names
from companion.games.heroclix.figures.whom import IsOwn, Row, own_rows, shared_rows, whom_of

CHANGE = re.compile(r"(speed|attack|defense|damage|range)([+-]\d)")  # a change that is asked for

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
_AS_TAKEN = r"(?: equal to the damage taken)?"  # as it always is (HC-KB-04)
_THEIR = r"(?:his|her|its|their)"

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
    parts = re.split(rf",? and (?:he |she |it |they )?(?=(?:{_VERBS})\b)|, (?=(?:{_VERBS})\b)", found[2], flags=re.I)
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


def _powers_in(words: str, known: Sequence[str]) -> list[str] | None:
    """The ids of the powers that are listed, each of which must be among those known."""
    names = {power.english.casefold(): power.id for power in power_names().values()}
    parts = [part.strip().casefold() for part in re.split(r",? (?:and|or) |, ", words) if part.strip()]
    ids = [names.get(part, "") for part in parts]
    return ids if ids and all(one in known for one in ids) else None


_SPARED = ("mind_control", "incapacitate", "outwit", "telekinesis")  # that may not target it
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


def _kept(found: re.Match[str]) -> list[Row]:
    """The values that nobody changes, or no opponent, and the changes that are kept off."""
    against = dict.fromkeys(one for how, verb in _CHANGED.findall(found["changes"]) for one in _changes_of(how, verb))
    row: Row = {"verb": "keep_values"}
    values = list(dict.fromkeys(_values(found["values"])))
    if values and tuple(values) != SLOTS:  # combat values are all
        row["values"] = values
    if set(against) != {"raised", "lowered"}:
        row["against"] = list(against)
    return [row if found["by"] else {**row, "opponents": False}]


def _changes_of(how: str, verb: str) -> tuple[str, ...]:
    """The changes that such a verb names: ``positively modified`` is raised."""
    if verb.lower() == "modif":
        return {"positively": ("raised",), "negatively": ("lowered",)}.get(how.lower(), ("raised", "lowered"))
    changes = {"replac": ("replaced",), "chang": ("replaced", "raised", "lowered")}
    return changes.get(verb.lower(), ("raised",) if verb.lower() in ("increas", "rais") else ("lowered",))


_CHANGED = re.compile(
    r"(?:(positively|negatively|otherwise) )?\b(replac|modif|chang|increas|rais|reduc|decreas|lower)", re.I
)
_CHANGE = (
    r"(?:(?:positively|negatively|otherwise) )?(?:replac|modif|chang|increas|rais|reduc|decreas|lower)(?:y|e|ied|ed)?"
)
_CHANGES_MADE = rf"(?P<changes>{_CHANGE}(?:(?:, |,? (?:or|and|nor) ){_CHANGE})*)"
_KEPT = rf"(?P<values>values|{_VALUE}(?:(?:,? (?:and|or) |, |/){_VALUE})*)"
_CANNOT = r"(?:can't|cannot|can not|may not)"
_OPPONENTS = r"(?:opposing (?:characters?|players?|effects|powers)|(?:an |your |any )?opponents?)"


def _reduced(found: re.Match[str]) -> list[Row]:
    """A reduction of damage, by so much or to so much."""
    row: Row = {"verb": "reduce" if found["how"].lower() == "by" else "reduce_to", "amount": int(found["number"])}
    if any(words for name, words in found.groupdict().items() if name.startswith("even")):
        row["penetrating"] = True
    if found["pierces"]:
        row |= {"penetrating": True, "normal": False}
    kind = next((words.lower() for name, words in found.groupdict().items() if name.startswith("kind") and words), "")
    return [{**row, **({"attack": "ranged" if kind.startswith("rang") else kind} if kind else {})}]


def _even(number: int) -> str:
    """A part of a sentence that says that penetrating damage is meant, too."""
    return rf"(?P<even{number}>,? \(?(?:even|including)(?: if (?:it is|it's))? penetrating(?: damage)?\)?,?)?"


_DAMAGE = rf"(?:all |any )?(?P<pierces>penetrating )?damage{_even(1)}"
_BY_ATTACKS = rf"(?: (?:dealt )?(?:by|from|during|in) (?:an? )?(?:opposing )?(?P<kind>close|ranged?) {_ATTACKS})?"
_AND_PENETRATING = (
    r"(?P<even>,? \(?(?:(?:even|including)(?: if (?:it is|it's|that damage is))? penetrating(?: damage)?"
    r"|(?:and )?penetrating(?: damage)?,? (?:too|as well))\)?)?"
)


def _verb(**row: object) -> Callable[[re.Match[str]], list[Row]]:
    return lambda found: [dict(row)]


def _of_kind(name: str) -> Callable[[re.Match[str]], list[Row]]:
    """A verb that counts in attacks of the kind that is named, or in any."""

    def built(found: re.Match[str]) -> list[Row]:
        kind = (found.groupdict().get("kind") or "").lower()
        return [{"verb": name, **({"attack": "ranged" if kind.startswith("rang") else kind} if kind else {})}]

    return built


def _range(found: re.Match[str]) -> list[Row]:
    return [{"verb": "have_value", "value": "range", "amount": int(found["n"])}]


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
        (rf"{_WHO} (?:always )?modif(?:y|ies) (?:{_THEIR} )?{_VALUES} {_AMOUNT}{_KIND}", _modified),
        (rf"(?P<self>.+?) modif(?:y|ies) the {_VALUES} of {_WHO} {_AMOUNT}{_KIND}", _modified),
        (rf"{_OWNER} {_VALUES} (?:is|are) (?:modified )?{_AMOUNT}{_KIND}", _modified),
        (rf"{_WHO} (?:has|have|gets?|gains?) {_AMOUNT} (?:to )?(?:{_THEIR} )?{_VALUES}{_KIND}", _modified),
        (rf"{_WHO} ignores? (?:all )?knock ?back", shared_rows(_verb(verb="stand_firm"))),
        (rf"{_WHO} (?:can't be|cannot be|isn't|is not) knocked back", shared_rows(_verb(verb="stand_firm"))),
        (rf"{_WHO} ignores? pushing damage", shared_rows(_verb(verb="ignore_pushing"))),
        (rf"{_WHO} (?:isn't|is not) dealt pushing damage", shared_rows(_verb(verb="ignore_pushing"))),
        (
            rf"{_OWNER} powers(?: and abilities)? (?:can't|cannot) be countered(?: by Outwit)?",
            shared_rows(_verb(verb="beyond_counter")),
        ),
        (
            rf"the powers(?: and abilities)? of {_WHO} (?:can't|cannot) be countered",
            shared_rows(_verb(verb="beyond_counter")),
        ),
        (
            rf"{_WHO} (?:can't|cannot) be (?:the )?target(?:ed)? (?:of|with|by) (?:opposing )?(?P<powers>.+)",
            shared_rows(_spared),
        ),
        (
            rf"{_WHO} ignores? (?:(?:all )?damage (?:dealt )?(?:by|from) )?"
            r"(?:(?:other|opposing) characters?'s? |opposing |characters?' )?(?P<powers>.+)",
            own_rows(_ignored),
        ),
        (r"(?P<who>)protected: (?P<powers>.+)", lambda found, is_own: _spared(found)),
        (rf"{_WHO} has protected: (?P<powers>.+)", shared_rows(_spared)),
        (
            rf"{_WHO} ignores? (?:the effects of )?(?P<what>[a-z, ]+?) terrain (?P<purpose>(?:for|on|when) .+)",
            shared_rows(_terrain),
        ),
        (r"(?P<who>)improved (?P<kind>movement|targeting): (?P<what>.+)", lambda found, is_own: _improved(found)),
        (rf"{_WHO} (?:has|can use) improved (?P<kind>movement|targeting): (?P<what>.+)", shared_rows(_improved)),
        (
            rf"all (?:of )?{_OWNER} attacks (?:generate|cause) knock ?back{_AS_TAKEN}",
            shared_rows(_of_kind("knocks_back")),
        ),
        (
            rf"(?:all )?damage dealt by {_WHO} (?:causes|generates) knock ?back{_AS_TAKEN}",
            shared_rows(_of_kind("knocks_back")),
        ),
        (
            rf"(?:all )?damage dealt by {_OWNER} (?P<kind>close|ranged?) {_ATTACKS} (?:causes?|generates?) "
            rf"knock ?back{_AS_TAKEN}",
            shared_rows(_of_kind("knocks_back")),
        ),
        (rf"{_WHO} deals penetrating damage{_KIND}", shared_rows(_of_kind("pierce"))),
        (rf"(?:all )?damage dealt by {_WHO} is penetrating(?: damage)?", shared_rows(_of_kind("pierce"))),
        (rf"{_OWNER} (?P<kind>close|ranged?) {_ATTACKS} deal penetrating damage", shared_rows(_of_kind("pierce"))),
        (
            rf"{_DAMAGE} dealt to {_WHO}{_BY_ATTACKS}{_even(2)} is "
            rf"(?:always )?reduced (?P<how>by|to) (?P<number>\d){_AND_PENETRATING}",
            shared_rows(_reduced),
        ),
        (
            rf"{_DAMAGE}{_BY_ATTACKS} to {_WHO} is (?:always )?reduced (?P<how>by|to) (?P<number>\d)"
            rf"{_AND_PENETRATING}",
            shared_rows(_reduced),
        ),
        (
            rf"reduce {_DAMAGE} dealt to {_WHO}{_BY_ATTACKS} (?P<how>by|to) (?P<number>\d){_AND_PENETRATING}",
            shared_rows(_reduced),
        ),
        (
            rf"{_WHO} reduces? {_DAMAGE}(?: dealt)?(?: to (?:him|her|it|them)(?:self|selves)?)?{_BY_ATTACKS} "
            rf"(?P<how>by|to) (?P<number>\d){_AND_PENETRATING}",
            shared_rows(_reduced),
        ),
        (rf"{_WHO} (?:can |may |also )*reduces? penetrating damage", shared_rows(_verb(verb="reduce_penetrating"))),
        (
            rf"{_OWNER} (?:defense )?powers? (?:can |may |also )*reduces? penetrating damage",
            own_rows(_verb(verb="reduce_penetrating")),
        ),
        (
            rf"{_WHO} (?:can't|cannot|can never) (?:be dealt|take) more than (?P<most>\d) damage",
            own_rows(lambda found: [{"verb": "bound_damage", "most": int(found["most"])}]),
        ),
        (
            rf"{_WHO} ha(?:s|ve) a range(?: value)? of (?P<n>\d{{1,2}})",
            own_rows(_range),
        ),
        (rf"{_WHO} (?:can't|cannot) make ranged? {_ATTACKS}", own_rows(_verb(verb="forbid", ranged=True))),
        (rf"{_WHO} (?:can't|cannot) be healed", own_rows(_verb(verb="forbid", healed=True))),
        (
            rf"{_WHO} (?:can't|cannot) be (?:the )?target(?:ed)? (?:of|by|with) (?P<kind>close|ranged?) {_ATTACKS}",
            shared_rows(_barred),
        ),
        (
            rf"{_WHO} ignores? (?:all )?damage (?:dealt )?(?:by|from) (?P<kind>close|ranged?) {_ATTACKS}",
            own_rows(_of_kind("not_damaged")),
        ),
        (rf"{_WHO} {_CANNOT} be (?:placed|moved) by (?P<powers>telekinesis)", shared_rows(_spared)),
        (rf"{_WHO} (?:can't|cannot) be carried", own_rows(_verb(verb="forbid", carried=True))),
        (rf"{_OWNER} {_KEPT} {_CANNOT} be {_CHANGES_MADE}(?: by (?P<by>{_OPPONENTS}))?", shared_rows(_kept)),
        (rf"the {_KEPT} of {_WHO} {_CANNOT} be {_CHANGES_MADE}(?: by (?P<by>{_OPPONENTS}))?", shared_rows(_kept)),
        (rf"{_WHO} {_CANNOT} have {_THEIR} {_KEPT} {_CHANGES_MADE}(?: by (?P<by>{_OPPONENTS}))?", shared_rows(_kept)),
        (rf"(?P<by>{_OPPONENTS}) {_CANNOT} {_CHANGES_MADE} {_OWNER} {_KEPT}", shared_rows(_kept)),
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
