"""Skills and traits as rows: which step each hooks, whose it is there, when it may be used, what it does.

[skills.martial_arts]
hooks = [{ step = "successes", when = ["melee", "success"], verb = "add", rule = "GO-MARTIAL-01", order = 10 }]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from companion.core.ids import RuleId
from companion.documents import Node
from companion.games.gotham.content.words import Step, Verb, Who

TRAIT, SKILL = "traits", "skills"
CATEGORIES = ("movement", "melee", "ranged", "modifier", "defense", "manipulation", "thought", "misc", "trait")
MOST = 99  # the largest number a row may hold; more is taken for a slip of the pen


@dataclass(frozen=True, slots=True)
class Row:
    """One hook of a skill; ``order`` sorts the rows of a step."""

    step: Step
    who: Who
    verb: Verb
    rule: RuleId
    when: tuple[str, ...] = ()
    order: int = 0
    of: str = ""  # the rule whose term is reduced; the kind of token; the die
    count: int | None = None  # instead of the level


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill or a trait. A ``threshold`` is a level that makes the skill harder for its user (GO-GEN-10)."""

    id: str
    category: str
    rows: tuple[Row, ...]
    threshold: bool = False
    aliases: tuple[str, ...] = ()

    @property
    def is_trait(self) -> bool:
        return self.category == "trait"


def parse_skills(node: Node, conditions: Collection[str]) -> Mapping[str, Skill]:
    """The skills and traits of a document by id; an unknown step, condition or verb is refused with its place."""
    node.table((), {"format", SKILL, TRAIT})
    return {skill.id: skill for key in (SKILL, TRAIT) if key in node for skill in _skills(node[key], key, conditions)}


def _skills(node: Node, key: str, conditions: Collection[str]) -> Iterator[Skill]:
    for name, entry in sorted(node.entries(), key=lambda row: row[0]):
        must = {"hooks"} if key == TRAIT else {"category", "hooks"}
        entry.table(must, {"threshold", "aliases", "category"})
        yield Skill(
            name,
            "trait" if key == TRAIT else entry["category"].word(CATEGORIES[:-1]),
            tuple(_row(hook, conditions) for hook in entry["hooks"].items()),
            entry["threshold"].flag() if "threshold" in entry else False,
            tuple(alias.text() for alias in entry["aliases"].items()) if "aliases" in entry else (),
        )


def check_rows(node: Node, skills: Mapping[str, Skill], dice: Collection[str], tokens: Collection[str]) -> None:
    """Refuse rows about dice or tokens that there are not."""
    kinds = {Verb.DICE: dice, Verb.STRIKE_BACK: dice, Verb.TOKENS: tokens, Verb.TOKENLESS: tokens}
    kinds[Verb.STRIKE_AGAIN] = (*dice, "")  # of one's own kind
    for skill in skills.values():
        for number, row in enumerate(skill.rows):
            known = kinds.get(row.verb)
            if known is not None and row.of not in known:
                place = node[TRAIT if skill.is_trait else SKILL][skill.id]["hooks"][number]
                place["of"].refuse(f"one of {', '.join(filter(None, known))}")


def _row(node: Node, conditions: Collection[str]) -> Row:
    node.table({"step", "verb", "rule"}, {"who", "when", "order", "of", "count"})
    when = tuple(entry.word(conditions) for entry in node["when"].items()) if "when" in node else ()
    return Row(
        Step(node["step"].word([*Step])),
        Who(node["who"].word([*Who])) if "who" in node else Who.SELF,
        Verb(node["verb"].word([*Verb])),
        RuleId(node["rule"].text()),
        when,
        node["order"].number(-MOST, MOST) if "order" in node else 0,
        node["of"].text() if "of" in node else "",
        node["count"].number(0, MOST) if "count" in node else None,
    )


def spelled(skills: Mapping[str, Skill], node: Node, word: str | None = None) -> Skill:
    """The skill a word names, by its id or another spelling (GO-AMB-02)."""
    name = node.text() if word is None else word
    plain = name.strip().lower().replace(" ", "_").replace("-", "_").replace("'", "_")
    meant = next((skill for skill in skills.values() if plain == skill.id or plain in skill.aliases), None)
    if meant is None:
        node.refuse(f"a skill or trait: {', '.join(sorted(skills))}", None if word is None else f"the key {name!r}")
    return meant
