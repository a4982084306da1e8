"""Forum code, the dials players post: one figure after another, each a few lines around one ``[dial]``.

zz001 R [b]Example Hero[/b]                        id, rarity, name
Team: [b]…|…[/b]  Range: [b]6 :bolt::bolt:[/b]  Points: [b]50[/b]  Keywords: [b]…, …[/b]
[dial][header]four icons[/header][click][slot=green]8[/slot]…[/click]…[/dial]
[b](Damage) Example Power: [/b]text                one line a special power
"""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.ids import FigureId
from companion.errors import InputError
from companion.games.heroclix.figures.figure import SLOTS, Click, Figure, SpecialPower, Symbols, Value
from companion.interchange.colour_json import split_id
from companion.interchange.colours import power_of_colour
from companion.interchange.hcunits import ImportedSet
from companion.interchange.printed import improved_ids, slot_of, team_ids
from companion.interchange.remarks import Remark

_HEAD = re.compile(r"^(\S+)\s+(?:([A-Za-z]{1,3})\s+)?\[b\](.+?)\[/b\]\s*$")
_FIELD = re.compile(r"^(Team|Range|Points|Keywords)\s*:\s*\[b\](.*?)\[/b\]\s*$", re.IGNORECASE)
_POWER = re.compile(r"^\[b\]\((\w+)\)\s*(.*?)\s*:?\s*\[/b\]\s*(.*)$")
_IMPROVED = re.compile(
    r"improved (movement|targeting)\s*:?\s*(.*?)(?=improved (?:movement|targeting)|$)", re.IGNORECASE
)
_SLOT = re.compile(r"\[slot=([a-z ]+)\](.*?)\[/slot\]", re.IGNORECASE)
_CLICK = re.compile(r"\[click\](.*?)\[/click\]", re.IGNORECASE | re.DOTALL)
_ICON = re.compile(r"\[icon\][a-z]-([a-z_-]+)\[/icon\]", re.IGNORECASE)
_RARITIES = {"C": "common", "U": "uncommon", "R": "rare", "SR": "super_rare", "CH": "chase", "LE": "limited_edition"}


def parse_forum_code(text: str, file: str) -> ImportedSet:
    """The figures posted in a text; a post in bad order becomes a remark."""
    result, post, start = ImportedSet(), list[str](), 1
    for number, line in enumerate([*text.splitlines(), "end [b]end[/b]"], 1):
        if _HEAD.match(line.strip()) and not _FIELD.match(line.strip()):
            if any(_HEAD.match(written) for written in post):
                result.found += 1
                _add(result, _Post(post, file, start))
            post, start = [], number
        post.append(line.strip())
    if not result.found:
        raise InputError(file, "", "no figure", "a line such as zz001 R [b]Name[/b] and a [dial]")
    return result


def _add(result: ImportedSet, post: _Post) -> None:
    try:
        result.figures.append(post.read())
        result.remarks += post.remarks
    except InputError as wrong:
        message = f"found {wrong.found}, expected {wrong.expected}"
        result.remarks.append(Remark(post.file, post.lines[0].split()[0], wrong.place, message, is_skipped=True))


class _Post:
    """One figure's lines."""

    def __init__(self, lines: list[str], file: str, start: int) -> None:
        self.lines, self.file, self.start = lines, file, start
        self.remarks: list[Remark] = []
        self.fields = {m[1].lower(): m[2] for line in lines if (m := _FIELD.match(line))}

    def refuse(self, what: str, found: str, expected: str) -> NoReturn:
        raise InputError(self.file, f"line {self.start}: {what}", found, expected)

    def read(self) -> Figure:
        head = _HEAD.match(self.lines[0])
        if head is None:
            self.refuse("first line", self.lines[0][:40], "zz001 R [b]Name[/b]")
        whole = "\n".join(self.lines)
        dial = self.read_dial(whole)
        icons = _ICON.findall(whole.partition("[/header]")[0])
        if len(icons) != len(SLOTS):
            self.refuse("header", f"{len(icons)} icons", "four: speed, attack, defense, damage")
        set_id, number = split_id(head[1])
        reach = self.fields.get("range", "0")
        teams, strange = team_ids(re.split(r"[|,]", self.fields.get("team", "")))
        for name in strange:
            self.remarks.append(Remark(self.file, head[1], "Team", f"a team ability that no rule here knows: {name}"))
        improved, specials = self.read_texts(head[1])
        words = [word.strip() for word in self.fields.get("keywords", "").split(",")]
        return Figure(
            id=FigureId(head[1]),
            name=head[3].strip(),
            set=set_id,
            collector_number=number,
            rarity=_RARITIES.get((head[2] or "").upper()),
            points=(self.number("Points", self.fields.get("points", "")),),
            dial=dial,
            dial_size=len(_CLICK.findall(whole)),
            range=self.number("Range", reach.split(":")[0].strip() or "0"),
            targets=reach.count(":bolt:") or 1,
            symbols=Symbols(*(icon.lower().replace("-", "_") for icon in icons)),
            team_abilities=teams,
            keywords=tuple(word for word in words if word),
            specials=specials,
            improved_movement=improved["movement"],
            improved_targeting=improved["targeting"],
        )

    def read_texts(self, figure: str) -> tuple[dict[str, tuple[str, ...]], tuple[SpecialPower, ...]]:
        """The improvements of the figure, and its special powers and traits."""
        improved: dict[str, tuple[str, ...]] = {"movement": (), "targeting": ()}
        specials = []
        for found in filter(None, map(_POWER.match, self.lines)):
            named = _IMPROVED.findall(f"{found[2]} {found[3]}") if found[1].lower() == "improved" else []
            if not named:
                specials.append(SpecialPower(slot_of(found[1]), found[2], found[3]))
            for kind, ignored in named:  # behind a title of its own, perhaps both in one line
                ids, strange = improved_ids(ignored)
                improved[kind.lower()] += ids
                for words in strange:
                    message = f"nothing known is ignored: {words}"
                    self.remarks.append(Remark(self.file, figure, f"Improved {kind.lower()}", message))
        return improved, tuple(specials)

    def read_dial(self, whole: str) -> tuple[Click, ...]:
        clicks: list[Click] = []
        for number, text in enumerate(_CLICK.findall(whole), 1):
            slots = _SLOT.findall(text)
            if len(slots) != len(SLOTS):
                self.refuse(f"click {number}", f"{len(slots)} slots", "four slots")
            if all(colour.lower() == "ko" for colour, _ in slots):
                break  # the dial ends there (HC-DIAL-14)
            pairs = zip(SLOTS, slots, strict=True)
            speed, attack, defense, damage = (self.value(number, slot, *pair) for slot, pair in pairs)
            clicks.append(Click(number, speed, attack, defense, damage, "green" if number == 1 else None))
        if not clicks:
            self.refuse("dial", "no click with values", "[dial] with [click]s")
        return tuple(clicks)

    def value(self, click: int, slot: str, colour: str, written: str) -> Value:
        try:
            power = power_of_colour(slot, colour)
        except KeyError:
            self.refuse(f"click {click} {slot}", repr(colour), f"a colour of the {slot} slot")
        return Value(0 if written.strip() == "." else self.number(f"click {click} {slot}", written), power)

    def number(self, what: str, words: str) -> int:
        if not words.strip().isdecimal() or len(words.strip()) > 4:
            self.refuse(what, repr(words), "a number")
        return int(words)
