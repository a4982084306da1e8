"""The lines of a list that name no figure: headings, sections, totals, comments, and what they say besides."""

from __future__ import annotations

import re

ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
TRAILING = re.compile(r"(?<=\S)\s+(?://|#\s).*$")  # a comment behind an entry
TITLES = re.compile(  # of the columns of a table
    r"\W*(?:(?:id|name|figure|unit|set|number|no|cost|points?|pts|qty|quantity|count|rarity|nom|figurine|coût|quantité)"
    r"\b\W*){2,}",
    re.IGNORECASE,
)
COMMENT = re.compile(r"(?://|;|<!--).*|[\W_]+")
HEADING = re.compile(r"#+\s+(.*)|=+\s*(\w.*?)\s*=+")
_TAGS = re.compile(  # of forums, with their end: a set may be called b, too
    r"\[(b|i|u|s|color|size|url|list|quote|code)(?:=[^\]]*)?\](.*?)\[/\1\]|\[\*\]|\*\*|__|`", re.IGNORECASE
)
TOTAL = re.compile(
    r"(?:(?:team|force|grand|build|army|points?|pts|équipe)\s+)?(?:total|points?|pts|somme|sum|cost|coût)\b[^\d]{0,20}"
    r"([1-9]\d{0,4}|0)(?:\s*/\s*\d{1,5})?\W*(?:points?|pts)?\W*|=\s*(\d{1,5})\W*(?:points?|pts)?\W*",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\W*(\d{1,5})(?:\s*/\s*\d{1,5})?\s*(?:points?|pts?)?\.?(?:\s*total)?\W*", re.IGNORECASE)
KEY = re.compile(r"([^\W\d_][\w ]{0,19}?)\s*:\s*(\S.*)")
SECTIONS = re.compile(
    r"(?:(?:main|starting|my|the|votre|mon)\s+)?(?P<what>characters?|figures?|figurines?|personnages?|force|team|équipe"
    r"|roster|units?|units? in hand|sideline|side ?lined?|réserve|bystanders?|passants?|équipements?|equipment"
    r"|objects?|objets?|feats?|maps?|cartes?|relics?|resources?|id cards?|tactics"
    r"|attachments?|tarot(?: cards)?|mystery cards?|others?)"
    r"\W*(?:\d{1,5}\W*)?(?:points?|pts)?\W*",
    re.IGNORECASE,
)
FIGURES = re.compile(r"char|fig|pers|force|team|équipe|roster|unit", re.IGNORECASE)
BESIDE = ("sideline", "side line", "sidelined", "side lined", "réserve")  # not part of the force yet
KEYS = {
    "name": ("name", "nom", "force", "team", "équipe"),
    "theme": ("theme", "thème", "keyword"),
    "objects": ("objects", "objets", "object", "objet"),
    "feats": ("feat", "exploit"),
    "alternates": ("alternate",),
    "conditions": ("condition",),
    "event": ("event",),
}
ABOUT = (
    "player",
    "joueur",
    "format",
    "date",
    "store",
    "magasin",
    "record",
    "venue",
    "by",
    "par",
    "age",
    "build total",
)
CARD = re.compile(r"(\S+)(?: (?:to|à) (.+))?")
AS = re.compile(r"\s*<([^<>]+)>\s*$")


def unscripted(line: str) -> str:
    """The line without the marks by which forums and chats make words bold, or a list's."""
    before = ""
    while before != line:
        before, line = line, _TAGS.sub(lambda found: f" {found[2] or ''} ", line)
    return line
