"""The notes of a demonstration beside its record, and what is said aloud: pictures, questions, failures, lights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, PictureSeen
from companion.table.proposal import Question
from companion.text.wording import Wording
from ui.presenters.devices import question_words, why_of
from ui.table.bootstrap import Table


@dataclass(frozen=True, slots=True)
class Note:
    """One thing beside the record, noted at a version of it."""

    version: int
    kind: str  # photo, dice, question, reading, answer, errand, device, lights
    words: str = ""
    picture: str | None = None
    ring: tuple[tuple[int, int, int], ...] = ()


@dataclass
class Diary:
    """The notes of one demonstration, and what was counted."""

    notes: list[Note] = field(default_factory=list)
    agreed: int = 0  # looks at the table that found everybody where the record has them
    asked: int = 0  # times a person was asked
    corrected: int = 0  # readings a person had to put right
    died: list[str] = field(default_factory=list)  # devices that went away
    left_out: list[str] = field(default_factory=list)  # devices that were never there, and why


class Watch:
    """The watch over a table: all that its sensors say goes through here once, to the table and into the diary."""

    def __init__(self, table: Table, wording: Wording, tell: Callable[[str], None]) -> None:
        self.table, self.follower = table, table.follower
        self.diary = Diary()
        self.wording = wording
        self.tell = tell
        self._last_question: Question | None = None
        self._met = set[str]()  # devices that were there

    def see(self, observations: Sequence[Observation]) -> None:
        """Let the table take them in; a new question is counted and said."""
        for observation in observations:
            self.table.gate.put(observation)
            self.table.step()
            self._note(observation)
        question = self.follower.question
        if question and question is not self._last_question:
            self._last_question = question
            asked = question_words(self.follower, question, self.wording).replace("\n", " ")
            if not question.read:  # else only other dice are left to be told
                self.diary.asked += 1
                self.note("question", asked)
            self.tell(f"?? {asked}")

    def answer(self, key: str, **words: object) -> None:
        """Note the players' answer: a word of the report."""
        self.note("answer", self.wording.say(f"report.{key}", **words))

    def note(
        self, kind: str, words: str = "", picture: str | None = None, ring: tuple[tuple[int, int, int], ...] = ()
    ) -> None:
        """Keep a note beside the record as it is now."""
        self.diary.notes.append(Note(self.follower.session.version, kind, words, picture, ring))

    def _note(self, observation: Observation) -> None:
        match observation:
            case PictureSeen():
                self.note("photo", "", observation.picture)
            case DiceSeen():
                self.note("dice", observation.why or "", observation.picture)
            case LinkSeen(source, _, state, why):
                told = self.wording.say(f"screen.link_{state.value}")
                told += f" · {why_of(why, self.wording)}" if why else ""
                is_lost = state is LinkState.OFFLINE and source in self._met
                if is_lost or (
                    state is LinkState.ONLINE and source in self.diary.died
                ):  # else it is no part of a story
                    self.note("device", self.wording.pair(self.wording.word("device", source), told))
                if state is LinkState.OFFLINE and source not in self._met:
                    self.diary.left_out.append(f"{source}: {why}")
                elif state is LinkState.OFFLINE:
                    self.diary.died.append(source)
                    self.tell(f"!! {source}: {why}")
                else:
                    self._met.add(source)
