"""What the sensors of the virtual table say: told to the follower, noted beside the record, said aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.cli.demo.diary import Diary
from companion.table.follow import Follower
from companion.table.observation import DiceSeen, LinkSeen, LinkState, Observation, PictureSeen
from companion.table.proposal import Question
from companion.text.wording import Wording
from ui.presenters.devices import question_words

__all__ = ["Watch"]


class Watch:
    """Everything a demonstration sees goes through here once."""

    def __init__(self, follower: Follower, diary: Diary, wording: Wording, tell: Callable[[str], None]) -> None:
        self.follower, self.diary, self.wording, self.tell = follower, diary, wording, tell
        self._last_question: Question | None = None
        self._met = set[str]()  # devices that were there

    def see(self, observations: Sequence[Observation]) -> None:
        """Nothing: the follower takes them in; a new question is counted and said."""
        for one in observations:
            self.follower.see(one)
            self._note(one)
        question = self.follower.question
        if question and question is not self._last_question:
            self._last_question = question
            self.diary.asked += not question.read  # only other dice are left to be told
            asked = question_words(self.follower, question, self.wording).replace("\n", " ")
            self.diary.note(self.follower.session.version, "reading" if question.read else "question", asked)
            self.tell(f"?? {asked}")

    def answer(self, words: str) -> None:
        """Nothing: what the players did about it."""
        self.diary.note(self.follower.session.version, "answer", words)

    def _note(self, one: Observation) -> None:
        version = self.follower.session.version
        match one:
            case PictureSeen():
                self.diary.note(version, "photo", "", one.picture)
            case DiceSeen():
                self.diary.note(version, "dice", one.why or "", one.picture)
            case LinkSeen(source, _, state, why):
                self.diary.note(version, "device", f"{source}: {state.value} {why}".strip())
                if state is LinkState.OFFLINE and source in self._met:
                    self.diary.died.append(source)
                    self.tell(f"!! {source}: {why}")
                elif state is LinkState.OFFLINE:  # it was never there
                    self.diary.left_out.append(f"{source}: {why}")
                else:
                    self._met.add(source)
