"""The forces at hand: those that are kept on this machine and the shipped crews; one is picked, built, changed, shared.

names ──pick──> a seat of a new game          a force ──> its builder ──> kept
pasted text ──> a force, or where and why it is none
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path

from companion.core.ids import FigureId
from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.face import forces as force_rules
from companion.games.heroclix.face.figures import Figure, shipped
from companion.interchange.figure_library import FigureLibrary
from companion.interchange.force_list import ForceList, Listed
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Document, Library
from ui.presenters.games import Question
from ui.presenters.heroclix.force_editor import BuildDesk, force_fault
from ui.presenters.heroclix.force_papers import broken_words
from ui.presenters.heroclix.force_text import WHERE, passed_words, questions_of, read_force, unclear_words
from ui.presenters.pages import Field, Go, Leave, Page, PickDesk, Tile, Turn, Untyped

_CREW_NAMES = ("Lamplighters", "Undertow")  # as their figures' keywords call them


class Forces:
    """Forces by name, with the figures they are made of."""

    def __init__(self, library: Library) -> None:
        self.library = library

    @cached_property
    def index(self) -> FigureLibrary:
        """The figures one finds: those that were imported, else the shipped ones."""
        return FigureLibrary(self.library.figures)

    @cached_property
    def figures(self) -> Mapping[FigureId, Figure]:
        """Every figure a force may name."""
        if self.library.figures is None:
            return shipped()
        return ChainMap(_Lookup(self.index), dict(shipped()))

    def renew(self) -> None:
        """Look at the files again: there are others."""
        for kept in ("index", "figures"):
            self.__dict__.pop(kept, None)

    def documents(self) -> dict[str, Document]:
        """Every force at hand by name; one's own of the same name comes before a shipped one."""
        crews = {
            name: {"format": force_rules.FORMAT, "name": name, "figures": [{"figure": figure} for figure in crew]}
            for name, crew in zip(_CREW_NAMES, force_rules.shipped_crews(), strict=True)
        }
        return crews | self.library.forces()

    def force(self, name: str) -> force_rules.Force:
        """The force of that name; raises ``InputError`` with what is wrong in it."""
        documents = self.documents()
        if name not in documents:
            raise InputError(name, "", "a force that is not here", "one of the forces on this machine")
        return force_rules.read(Node(name, "", documents[name]), self.figures)

    def against(self, name: str, points: int, wording: Wording) -> list[str]:
        """Return what speaks against the force at that build total, each with its rule; empty when it is legal."""
        try:
            return [broken_words(one, wording) for one in force_rules.check(self.force(name), points).violations]
        except InputError as wrong:
            return [force_fault(wrong, self.documents().get(name, {}), self.figures, wording)]

    def fitting(self, totals: Iterable[int]) -> dict[int, int]:
        """Count the forces that are legal at each of the build totals."""
        at_hand = []
        for name, document in self.documents().items():
            with suppress(InputError):
                at_hand.append(force_rules.read(Node(name, "", document), self.figures))
        return {total: sum(force_rules.check(force, total).is_legal for force in at_hand) for total in totals}

    def about(self, name: str, points: int, wording: Wording) -> str:
        """The force in one line: its name, cost and figures; or what is wrong in it."""
        try:
            force = self.force(name)
        except InputError as wrong:
            return force_fault(wrong, self.documents().get(name, {}), self.figures, wording)
        figures = sum(member.count for member in force.members)
        return f"{name} · " + wording.say("evening.force_about", total=force.total, points=points, figures=figures)

    def picking(self, points: int, keep: Callable[[str], None]) -> ForcesDesk:
        """The forces, of which one is wanted."""
        return ForcesDesk(self, points, keep)


class ForcesDesk(Untyped):
    """The forces on this machine: to pick one where one is wanted, to build, change, copy or forget one."""

    def __init__(self, forces: Forces, points: int = 300, keep: Callable[[str], None] | None = None) -> None:
        self._forces, self._points, self._pick = forces, points, keep
        self._forgotten: dict[str, Document] = {}  # those that were here: each keeps its place, and may come back

    def page(self, wording: Wording) -> Page:
        """One row a force; what speaks against it stands in its row."""
        own = self._forces.library.forces()
        tiles = []
        there = self._forces.documents()
        shipped = [name for name in there if name not in own]
        for name in dict.fromkeys((*shipped, *sorted({*own, *self._forgotten}))):
            if name not in there:
                back = (f"undrop:{name}", wording.say("evening.bring_back"))
                tiles.append(Tile("", name, wording.say("evening.forgotten"), extra=(back,)))
                continue
            broken = self._forces.against(name, self._points, wording)
            about = self._forces.about(name, self._points, wording).removeprefix(f"{name} · ")
            can = {"edit": "evening.change", "copy": "evening.copy", "drop": "evening.forget"}
            if name not in own:
                can = {"copy": "evening.copy"}
            extra = tuple((f"{what}:{name}", wording.say(word)) for what, word in can.items())
            text = "\n".join(dict.fromkeys([about, *broken[:1]]))
            tiles.append(Tile(f"pick:{name}", name, text, tone="bad" if broken else "", extra=extra))
        buttons = [("build", wording.say("evening.build")), ("paste", wording.say("evening.paste"))]
        title = wording.say("evening.choose_force" if self._pick else "evening.forces")
        return Page(title, tiles=tuple(tiles), buttons=tuple(buttons))

    def press(self, action: str) -> Turn:
        """Pick, build, change, copy, forget, or paste."""
        what, _, name = action.partition(":")
        match what:
            case "pick":
                if self._pick is None:
                    return Go(self._builder(name))
                self._pick(name)
                return Leave.BACK
            case "build":
                return Go(self._builder(""))
            case "edit":
                return Go(self._builder(name))
            case "copy":
                self._forces.library.keep_force(self._free(name), {**self._forces.documents()[name]})
            case "drop" if name in self._forces.library.forces():
                self._forgotten[name] = self._forces.documents()[name]
                self._forces.library.drop_force(name)
            case "undrop" if name in self._forgotten:
                self._forces.library.add_force(name, self._forgotten.pop(name))
            case "paste":
                return Go(PasteDesk(self._forces))
        return None

    def _builder(self, name: str) -> BuildDesk:
        document = self._forces.documents().get(name, {"format": force_rules.FORMAT, "figures": []})
        forces = self._forces
        return BuildDesk(forces.library, forces.index, forces.figures, name or self._free(""), document, self._points)

    def _free(self, name: str) -> str:
        """A name that no force has yet."""
        taken = self._forces.documents()
        start = name.rstrip("0123456789 ") or "Force"
        return next(free for number in range(1, len(taken) + 2) if (free := f"{start} {number}") not in taken)


class PasteDesk:
    """A force as text, pasted or typed: what was read, what was not, and which of several is meant."""

    def __init__(self, forces: Forces) -> None:
        self._forces, self._text = forces, ""

    def page(self, wording: Wording) -> Page:
        """A field, what is understood of what stands in it, and what is wrong or asked."""
        notes: list[str] = []
        tiles: list[Tile] = []
        buttons: tuple[tuple[str, str], ...] = (("photograph", wording.say("evening.paste_photograph")),)
        if self._text.strip():
            try:
                found = self._read_text()
                questions = questions_of(found, wording)
                tiles = [_listed(one) for one in found.figures]
                tiles += [_asked(place, one) for place, one in enumerate(questions)]
                pieces = [unclear_words(one, wording) for one in found.unclear if one.is_piece]
                notes = [*pieces, *passed_words(found, wording)]
                if found.document["figures"]:
                    buttons = (("keep", wording.say("evening.keep")), *buttons)
            except InputError as wrong:
                notes = [self._fault(wrong, wording)]
        field = Field("text", wording.say("evening.paste_here"), self._text, is_long=True)
        text = wording.say("evening.paste_text")
        return Page(wording.say("evening.paste"), text, (field,), (), tuple(tiles), tuple(notes), buttons)

    def press(self, action: str) -> Turn:
        """Keep the force; say which is meant; or take the text from the photograph of its code."""
        what, _, place = action.partition(":")
        if what == "photograph":
            return Go(PickDesk("looks.which", self._photographs, self._read))
        found = self._read_text()
        if what == "which":
            question = questions_of(found, Wording("en"))[int(place)]
            return Go(PickDesk("looks.which", partial(_choices, question), partial(self._settle, question, found.text)))
        self._forces.library.add_force(found.name or str(found.document.get("name") or "Force"), found.document)
        return Leave.BACK

    def enter(self, field: str, text: str) -> None:
        """Take the text."""
        self._text = text

    def _settle(self, question: Question, text: str, choice: str) -> Turn:
        self._text = question.answered(text, choice)
        return None

    def _photographs(self, wording: Wording) -> list[Tile]:
        tiles = [Tile(str(path), path.name) for path in self._forces.library.photographs()]
        folders = ", ".join(map(str, self._forces.library.pictures))
        return tiles or [Tile("", wording.say("evening.no_photograph", folders=folders))]

    def _read(self, path: str) -> Turn:
        if path:
            self._text = self._forces.library.code_text(Path(path))
        return None

    def _fault(self, wrong: InputError, wording: Wording) -> str:
        try:
            found = read_force(self._text, self._forces.index)
        except InputError:
            return fault_words(wrong, wording)
        return force_fault(wrong, found.document, self._forces.figures, wording)

    def _read_text(self) -> ForceList:
        found = read_force(self._text, self._forces.index)
        force_rules.read(Node(WHERE, "", found.document), self._forces.figures)
        return found


def _choices(question: Question, wording: Wording) -> list[Tile]:
    return [Tile(choice, question.label(choice, wording)) for choice in question.choices]


def _listed(one: Listed) -> Tile:
    badge = f"{one.count} ×" if one.count > 1 else ""
    return Tile("", one.figure.name, f"{one.figure.id} · {one.cost}", badge)


def _asked(place: int, question: Question) -> Tile:
    """A line that is not taken: with choices, a tap settles it."""
    return Tile(f"which:{place}" if question.choices else "", question.part, question.words, tone="bad")


class _Lookup(dict[FigureId, Figure]):
    """The library's figures, each read when it is first asked for."""

    def __init__(self, library: FigureLibrary) -> None:
        super().__init__()
        self._library = library

    def __missing__(self, name: FigureId) -> Figure:
        self[name] = self._library[name]
        return self[name]

    def __contains__(self, name: object) -> bool:
        return name in self._library
