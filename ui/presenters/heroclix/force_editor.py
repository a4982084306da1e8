"""A force in the making: figures added and taken away by one tap each, its cost and what speaks against it beside it.

It is kept at every tap, so a flat battery loses nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.core.ids import FigureId
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.face import forces as force_rules
from companion.games.heroclix.face.figures import SLOTS, Figure, power_name
from companion.interchange.figure_library import FigureLibrary, first_click, printed
from companion.interchange.force_texts import written_list
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Document, Library, file_name
from ui.presenters.heroclix.figure_search import FigureDesk, FindDesk, values_words
from ui.presenters.heroclix.force_papers import broken_words, force_paper
from ui.presenters.pages import Field, Go, Leave, Page, PickDesk, Tile, Turn, Untyped
from ui.qr import qr_of

TOTALS = (100, 200, 300, 400, 500, 600, 800, 1000)  # build totals one chooses among


class BuildDesk:
    """The builder of one force."""

    def __init__(
        self,
        library: Library,
        index: FigureLibrary,
        figures: Mapping[FigureId, Figure],
        name: str,
        document: Document,
        points: int,
    ) -> None:
        self._library, self._figures = library, figures
        self._name, self._document, self._points = name, dict(document), points
        self._find = FindDesk(lambda: index, self._add, self._left, self._taken)

    def page(self, wording: Wording) -> Page:
        """The entries, the total, what speaks against it, and what may be added."""
        entries: list[Document] = self._document.get("figures", [])
        tiles, against, title, likely = [], [], "", "find"
        try:
            force = force_rules.read(Node(self._name, "", self._document), self._figures)
            check = force_rules.check(force, self._points)
            title = wording.say("evening.total", total=force.total, points=self._points)
            against = [broken_words(one, wording) for one in check.violations] if entries else []
            likely = "done" if force.total == self._points and not against else "find"
            for number, member in enumerate(force.members):
                about = _about(member.figure, member.cost, wording)
                extra = tuple((f"{what}:{number}", sign) for what, sign in (("less", "−"), ("more", "+")))
                badge = f"{member.count} ×" if member.count > 1 else ""
                tiles.append(Tile(f"figure:{number}", member.figure.name, about, badge, extra=extra))
            words = force.theme or (wording.say("evening.no_theme") if check.themes else "")
            if words:
                tiles.append(Tile("theme", wording.say("evening.theme"), words))
            weights = Counter(item.name for item in force.objects)
            brought = ", ".join(f"{count} × {name}" for name, count in sorted(weights.items()))
            tiles.append(Tile("objects", wording.say("evening.objects"), brought or wording.say("evening.none")))
        except InputError as wrong:
            against = [force_fault(wrong, self._document, self._figures, wording)]
            if not self._is_ours:
                return Page(self._name, notes=tuple(against), buttons=(("done", wording.say("evening.done")),))
            tiles = [self._entry(number, entry) for number, entry in enumerate(entries)]
        buttons = (
            ("find", wording.say("evening.add_figures")),
            ("points", wording.say("evening.points_are", points=self._points)),
            ("share", wording.say("evening.share")),
            ("done", wording.say("evening.done")),
        )
        field = Field("name", wording.say("evening.name"), self._name)
        page = Page(title or self._name, fields=(field,), tiles=tuple(tiles), notes=tuple(against), buttons=buttons)
        return replace(page, likely=likely)

    @property
    def _is_ours(self) -> bool:
        """Whether it is a force and its entries can be told apart: what is wrong with one can be mended here."""
        entries = self._document.get("figures", [])
        return (
            self._document.get("format") == force_rules.FORMAT
            and isinstance(entries, list)
            and all(isinstance(entry, dict) and isinstance(entry.get("figure"), str) for entry in entries)
        )

    def _entry(self, number: int, entry: Document) -> Tile:
        """An entry of a force in which something is wrong: it can be taken out."""
        figure = FigureId(entry["figure"])
        is_known = figure in self._figures
        name = self._figures[figure].name if is_known else entry["figure"]
        action = f"figure:{number}" if is_known else ""
        return Tile(action, name, tone="" if is_known else "bad", extra=((f"less:{number}", "−"),))

    def press(self, action: str) -> Turn:
        """Add, take away, look closer."""
        what, _, argument = action.partition(":")
        match what:
            case "find":
                return Go(self._find)
            case "more" | "less":
                self._count(int(argument), 1 if what == "more" else -1)
            case "figure":
                entry = self._document["figures"][int(argument)]
                return Go(FigureDesk(self._figures[FigureId(entry["figure"])]))
            case "theme":
                return Go(PickDesk("evening.theme", self._themes, self._take_theme))
            case "objects":
                return Go(PickDesk("evening.objects", self._objects, self._take_object))
            case "points":
                totals = [Tile(str(total), str(total), chosen=total == self._points) for total in TOTALS]
                return Go(PickDesk("evening.points", lambda _: totals, self._take_points))
            case "share":
                text = written_list({**self._document, "name": self._name}, self._figures)
                return Go(ShareDesk(self._name, text, self._print))
            case "done":
                return Leave.BACK
        return None

    def enter(self, field: str, text: str) -> None:
        """Rename the force."""
        if text.strip() and text.strip() != self._name:
            before, wanted = self._name, text.strip()
            self._name = self._library.add_force(wanted, self._named(wanted))  # passing another one's name takes it not
            if self._name != before:
                self._library.drop_force(before)

    def _add(self, figure: FigureId, points: int | None) -> None:
        entries: list[Document] = self._document.setdefault("figures", [])
        there = next((one for one in entries if (one["figure"], one.get("points")) == (figure, points)), None)
        if there is None:
            entries.append({"figure": figure} | ({"points": points} if points is not None else {}))
        else:
            there["count"] = there.get("count", 1) + 1
        self._keep()

    def _count(self, number: int, by: int) -> None:
        entries: list[Document] = self._document["figures"]
        count = entries[number].get("count", 1)
        count = count + by if isinstance(count, int) else 0  # what cannot be counted can be taken out
        if count > 0:
            entries[number]["count"] = count
        else:
            del entries[number]
        self._keep()

    def _taken(self, figure: FigureId) -> int:
        """Count the entries of that figure in the force."""
        entries: list[Document] = self._document.get("figures", [])
        return sum(one.get("count", 1) for one in entries if one["figure"] == figure)

    def _left(self) -> int:
        """The points that are left to spend."""
        try:
            force = force_rules.read(Node(self._name, "", self._document), self._figures)
        except InputError:
            return self._points
        return self._points - force.total

    def _themes(self, wording: Wording) -> list[Tile]:
        force = force_rules.read(Node(self._name, "", self._document), self._figures)
        names = force_rules.check(force, self._points).themes
        none = Tile("-", wording.say("evening.none" if names else "evening.no_theme"))
        return [none, *(Tile(name, name) for name in names)]

    def _take_points(self, total: str) -> None:
        self._points = int(total)

    def _take_theme(self, name: str) -> None:
        self._document.pop("theme", None)
        if name != "-":
            self._document["theme"] = name
        self._keep()

    def _objects(self, wording: Wording) -> list[Tile]:
        brought = self._document.get("objects", [])
        none = [Tile("-", wording.say("evening.none"))] if brought else []
        cards = force_rules.object_cards().items()
        return none + [Tile(key, card.name, wording.say("evening.each", points=card.points)) for key, card in cards]

    def _take_object(self, key: str) -> None:
        self._document["objects"] = [] if key == "-" else [*self._document.get("objects", []), key]
        self._keep()

    def _print(self, wording: Wording) -> Path:
        """The force on paper, in the folder of what one takes along."""
        force = force_rules.read(Node(self._name, "", self._document), self._figures)
        paper = force_paper(self._name, force, self._points, wording)
        return self._library.keep_paper(f"{file_name(self._name)}.pdf", paper)

    def _keep(self) -> None:
        self._library.keep_force(self._name, self._named(self._name))

    def _named(self, name: str) -> Document:
        return {**self._document, "name": name}


def force_fault(wrong: InputError, document: Document, figures: Mapping[FigureId, Figure], wording: Wording) -> str:
    """Say what is wrong with a force: figures that nobody brought in here are told as such."""
    entries = document.get("figures")
    named = [one.get("figure") for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
    strange = dict.fromkeys(name for name in named if isinstance(name, str) and FigureId(name) not in figures)
    if strange:
        return wording.say("evening.unknown_figures", figures=", ".join(strange), count=len(strange))
    return fault_words(wrong, wording)


def _about(figure: Figure, cost: int, wording: Wording) -> str:
    """Tell what the figure costs, its values where it starts for that, and below them its powers there."""
    values = values_words(printed(figure, cost), wording)
    here = (getattr(click, slot).power for click in first_click(figure, cost) for slot in SLOTS)
    powers = ", ".join(power_name(power, wording.lang) for power in here if power)
    return "\n".join(filter(None, (f"{wording.say('evening.each', points=cost)} · {values}", powers)))


class ShareDesk(Untyped):
    """The force as text, as a code that another tablet's camera reads, and on paper."""

    def __init__(self, name: str, text: str, write: Callable[[Wording], Path]) -> None:
        self._name, self._text, self._write = name, text, write
        self._wording, self._paper = Wording(), ""

    def page(self, wording: Wording) -> Page:
        """The text to copy, the code to photograph; where the paper is, once it was asked for."""
        self._wording = wording
        field = Field("text", wording.say("evening.share_text"), self._text, is_long=True)
        buttons = (("done", wording.say("evening.done")), ("print", wording.say("evening.print")))
        notes = (wording.say("evening.kept_in", folder=self._paper),) if self._paper else ()
        return Page(self._name, fields=(field,), picture=qr_of(self._text), buttons=buttons, notes=notes)

    def press(self, action: str) -> Turn:
        """Write the paper, or go back."""
        if action != "print":
            return Leave.BACK
        self._paper = str(self._write(self._wording))
        return None
