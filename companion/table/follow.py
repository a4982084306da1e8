"""Following a session with sensors: readings, proposals, questions, errands, link states.

    observations ──> Follower ──> Proposal ──(a player confirms)──> session.submit
                              ├─> Question ──(a player answers)──┘
                              └─> errands, link states

It writes nothing: ``confirm`` is called by whoever speaks for the players. What several sensors say of one fact is one
proposal with all of them named (``evidence``); where they contradict each other, a person is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.events import Recorded
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.pool import Thrown, lying
from companion.core.rules import Accepted, Decision, Rejected
from companion.core.session import Session
from companion.table.evidence import Sightings, evidence_of
from companion.table.guidance import Errand, errands
from companion.table.looks import Looks
from companion.table.lying import Lying
from companion.table.observation import (
    CallsSeen,
    DiceSeen,
    LinkSeen,
    LinkState,
    Observation,
    PictureSeen,
    ReaderSeen,
    ReadVerdict,
    RulingHeard,
    TowerPhase,
    TowerSeen,
)
from companion.table.picture import Picture, Roster, picture_from
from companion.table.proposal import Proposal, Question, propose_dice
from companion.table.reconcile import (
    Agrees,
    Behind,
    Difference,
    Explained,
    Reading,
    SetUp,
    Together,
    Unexplained,
    read_picture,
    unseen,
)
from companion.table.sighting import (
    counted_otherwise,
    dice_sighting,
    of_the_move,
    other_figure,
    picture_sighting,
    reader_sighting,
    tower_sighting,
)


class Follower:
    """A session followed by its sensors, one observation at a time. Belongs to the session's thread."""

    def __init__(self, session: Session, roster: Roster, figures: Mapping[str, PieceId] | None = None) -> None:
        self.session, self.roster = session, roster
        self.figures = dict(figures or {})  # which tag of the reader mats stands for which piece
        self.sightings = Sightings(one.key for record in session.records for one in record.evidence)
        self.picture: Picture | None = None
        self.reading: Reading | None = None
        self.proposals: list[Proposal] = []  # several when pieces were set up, or moved, together
        self.question: Question | None = None
        self.links: dict[str, LinkSeen] = {}
        self.calls: CallsSeen | None = None  # for a judge, where the table reports to an event
        self.disputed: tuple[Any, Sequence[RuleId]] | None = None  # refused, by which rules, when a judge was called
        self.tower: TowerPhase | None = None
        self._looks, self.lying = Looks(), Lying()
        self._tray: DiceSeen | None = None  # all that lay there when the proposed throw was read
        self._known: dict[PieceId, tuple[SpaceId, ...]] = {}  # where the last picture has whom beyond doubt
        self._owed: dict[PieceId, tuple[SpaceId, ...]] = {}  # where the hands still have what the rules moved
        self._positions = dict(session.system.positions(session.state))
        session.listen(self._recorded)

    @property
    def proposal(self) -> Proposal | None:
        """The proposal that waits for a confirmation, the first when there are several."""
        return self.proposals[0] if self.proposals else None

    def see(self, observation: Observation) -> None:
        """Take one observation in; ``proposal``, ``question`` and ``errands`` tell what it led to."""
        match observation:
            case PictureSeen():
                self._see_picture(observation)
            case DiceSeen():
                self._see_dice(observation)
            case TowerSeen():
                self._see_tower(observation)
            case ReaderSeen():
                self.sightings.note(reader_sighting(observation, self.figures))
            case LinkSeen(source=source):
                self._see_link(source, observation)
            case RulingHeard(judge=judge, rules=rules, words=words, back_to=back_to):
                self.session.rule(rules, judge, words, back_to=back_to)
                if observation.allows and self.disputed is not None:
                    (command, refused), self.disputed = self.disputed, None
                    self.session.overrule(command, refused, (), judge)
            case CallsSeen():
                self.calls = observation

    def errands(self) -> tuple[Errand, ...]:
        """The errands left for the hands by the last picture; what nobody can explain is to be put back."""
        match self.reading:
            case Behind(differences) | Unexplained(differences, why=()):
                return errands(differences)
        return ()

    def unseen(self) -> tuple[PieceId, ...]:
        """The pieces that the last picture did not show; they keep their squares."""
        return unseen(self.session.system.positions(self.session.state), self.picture) if self.picture else ()

    def owed(self) -> tuple[Errand, ...]:
        """The errands left for the hands since the last picture, by the record: without looking again."""
        now = self.session.system.positions(self.session.state)
        behind = [Difference(piece, now.get(piece, ()), hands) for piece, hands in sorted(self._owed.items())]
        return errands([one for one in behind if one.recorded != one.seen])

    def confirm(self, command: Any = None) -> Decision:
        """The decision on the proposal (or on one of its rivals); raises ``LookupError`` when there is none."""
        if self.proposal is None:
            raise LookupError("there is no proposal to confirm")
        proposal = self.proposals.pop(0)
        told = proposal.command if command is None else command
        decision = self.session.submit(told, proposal.source, evidence_of(proposal.parts) if proposal.parts else ())
        if self._tray is not None and isinstance(told, ReportDice) and isinstance(decision, Accepted):
            self.lying.keep(self._tray)
        if isinstance(decision, Rejected):
            self.proposals.clear()
        elif proposal.parts:
            self.sightings.use(proposal.parts, proposal.parts[-1].at_s)
        return decision

    def dismiss(self, *, trust_record: bool = False) -> None:
        """Drop the proposal and the question; ``trust_record``: everybody is who the record says."""
        self.proposals.clear()
        self.question = None
        self._looks.clear()
        if trust_record:
            self._known.clear()
            self.reading = Agrees()

    def is_only_who(self) -> bool:
        """Whether the picture shows the recorded squares occupied, and only doubts who stands on which."""
        if not isinstance(self.reading, Unexplained) or self.reading.why:
            return False
        recorded = [place for difference in self.reading.differences for place in difference.recorded]
        seen = [place for difference in self.reading.differences for place in difference.seen]
        return sorted(recorded) == sorted(seen)

    def answer_dice(self, faces: Sequence[str]) -> Decision:
        """The decision on dice that a person reads out; raises ``LookupError`` when no roll is open."""
        request = self.open_roll()
        if request is None:
            raise LookupError("no roll is asked for")
        self.dismiss()
        self.lying.forget()
        return self.session.submit(ReportDice(request.roller, DiceResult(request.id, tuple(faces), Source.HAND)))

    def open_roll(self) -> DiceRequest | None:
        """The roll that is asked for, the first when several are."""
        return next((one for one in self.session.state.flow.open if isinstance(one, DiceRequest)), None)

    def thrown(self) -> tuple[Thrown, tuple[int, ...]]:
        """The dice of the last throw, by the record, and the places of those that are to be thrown again."""
        return lying(record.event for record in self.session.standing())

    def beside(self) -> tuple[str, ...]:
        """The kinds of the dice that may lie beside those of the roll that is asked for: they are not thrown again."""
        before, chosen = self.thrown() if self.lying.is_known else (Thrown((), ()), ())
        return tuple(kind for place, kind in enumerate(before.dice) if place not in chosen) if chosen else ()

    def _see_picture(self, seen: PictureSeen) -> None:
        self.picture = picture_from(seen, self.roster, self._hands(), self._may)
        self._known = {
            piece: place
            for piece, place in self.picture.pieces.items()
            if all(way.get(piece) == place for way in self.picture.rivals)
        }
        step = self.session.undo_step()
        before = (step.to, self.session.state_at(step.to)) if step else None
        self.reading = read_picture(
            self.session.system, self.session.state, self.picture, owed=self._owed, before=before
        )
        if self.question and self.question.about == "picture":
            self.question = None
        self.proposals.clear()
        match self.reading:
            case Explained() as one:
                self.proposals = [_proposal(one, seen)]
            case SetUp(several) | Together(several):
                self.proposals = [_proposal(one, seen) for one in several]
            case Unexplained(found, why):
                words = "; ".join(why) or ", ".join(_difference_in_words(one) for one in found)
                self.question = Question(self._seat(), "picture", words, seen.picture)
        moved = {getattr(proposal.command, "piece", "") for proposal in self.proposals}
        joined = [self.sightings.joined(picture_sighting(seen, proposal)) for proposal in self.proposals]
        self.proposals = [
            replace(proposal, parts=of_the_move(parts, proposal, moved))
            for proposal, parts in zip(self.proposals, joined, strict=True)
        ]
        self._doubt_readers(seen)
        if not isinstance(self.reading, Behind | Unexplained):
            self._owed.clear()

    def _hands(self) -> dict[PieceId, tuple[SpaceId, ...]]:
        """Return every piece's spaces on the table as far as known: as last seen, else as recorded or still owed."""
        return {**self.session.system.positions(self.session.state), **self._owed, **self._known}

    def _may(self, piece: PieceId, spaces: tuple[SpaceId, ...]) -> bool:
        """Whether the piece may stand there: the record has it there already, or a legal command puts it there."""
        system, state = self.session.system, self.session.state
        return system.positions(state).get(piece) == spaces or any(system.commands_placing(state, piece, spaces))

    def _see_dice(self, seen: DiceSeen) -> None:
        request = self.open_roll()
        if request is None:
            return  # dice that nobody asked for are nobody's roll
        is_told = isinstance(getattr(self.proposal, "command", None), ReportDice) or (
            self.question and self.question.read
        )
        if seen.verdict is ReadVerdict.GONE and not is_told:
            return  # the throw before this one is picked up
        self._tray, seen = seen, self.lying.parted(seen, *self.thrown())
        own = dice_sighting(seen)
        seen, others = self._looks.joined(request, seen)
        result = propose_dice(request, seen, self.session.system.dice_of(self.session.state))
        parts = (*others, *self.sightings.joined(own))
        if not isinstance(result, Question) and (why := counted_otherwise(parts, len(request.dice))):
            result = Question(request.roller, "dice", why, seen.picture)
        if isinstance(result, Question):
            self.proposals, self.question = [], result
        else:
            self.question = None
            command = ReportDice(request.roller, result)
            self.proposals = [Proposal(command, Source.CAMERA, seen.source, seen.picture, parts=parts)]

    def _see_tower(self, seen: TowerSeen) -> None:
        sighting = tower_sighting(seen)
        if sighting.key in self.sightings.used:
            return  # the record rests on it already: sent again after a restart
        self.sightings.note(sighting)
        phase = self.tower = seen.phase
        if phase in (TowerPhase.COCKED, TowerPhase.DISTURBED) and self.open_roll():
            self.proposals.clear()  # what was read before is not what lies there now
            self._looks.clear()
            self.question = Question(self._seat(), "dice", f"the tower says {phase.value}: throw again or read it out")

    def _doubt_readers(self, seen: PictureSeen) -> None:
        """Ask when a reader saw another figure leave or come than the one the camera saw move."""
        stood = self.session.system.positions(self.session.state)
        for proposal in self.proposals:
            piece = getattr(proposal.command, "piece", None)
            why = other_figure(proposal.parts, piece, stood.get(piece, ())) if piece else ""
            if why:
                self.proposals = []
                self.question = Question(self._seat(), "picture", why, seen.picture)
                return

    def _see_link(self, source: str, seen: LinkSeen) -> None:
        self.links[source] = seen
        if seen.state is LinkState.OFFLINE:
            self.question = Question(self._seat(), source, f"{source} is gone ({seen.why or 'no word from it'})")
        elif self.question and self.question.about == source:
            self.question = None

    def see_disk(self, why: str) -> None:
        """Show that this machine cannot keep what it should, and for what reason; empty: it can again."""
        self.links.pop("disk", None)
        if why:
            self.links["disk"] = LinkSeen("disk", 0.0, LinkState.DEGRADED, why)

    def _seat(self) -> Seat:
        request = self.open_roll()
        active: Mapping[Any, Any] | frozenset[Seat] = self.session.state.flow.active
        return request.roller if request else min(active, default=self.session.seats[0])

    def _recorded(self, batch: Sequence[Recorded]) -> None:
        """Remembers where pieces stood that this batch moved: until a picture shows otherwise, the hands lag behind."""
        now = dict(self.session.system.positions(self.session.state))
        seen = self.picture.pieces if self.picture else {}
        for piece, place in now.items():
            before = self._positions.get(piece, ())
            hands = seen.get(piece, before)  # where the hands have it, as far as anybody knows
            moved = place != before or (hands != before and not self.session.state.flow.open)
            if moved and hands != place:
                self._owed.setdefault(piece, hands)
        self._positions = now


def _proposal(one: Explained, seen: PictureSeen) -> Proposal:
    return Proposal(one.commands[0], Source.CAMERA, seen.source, seen.picture, one.commands[1:])


def _difference_in_words(one: Any) -> str:
    start, to = (one.recorded or ("-",))[0], (one.seen or ("-",))[0]
    return f"{one.piece}: {start} → {to}"
