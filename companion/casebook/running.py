"""A case played on a real session: every command through ``decide``, every event into a ledger.

Case ──language.open──> set-up and prelude, recorded ──> Session ──steps──> Result(verdict, failures, trace)
      what cannot be read is refused before the first step; what is not as expected is a failure
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from companion.casebook.expectations import read_expectations, read_viewer
from companion.casebook.language import CaseContext, Check, Happened, Moment, Opening, Viewer
from companion.casebook.loading import Case
from companion.casebook.patterns import happened
from companion.casebook.recorded import open_recorded
from companion.casebook.refusals import Refusal, refusal_told, refused_otherwise
from companion.casebook.steps import Answers, Step, read_step
from companion.casebook.twins import Outlook, Told, difference, outlook
from companion.core.dice import DiceRequest, Source
from companion.core.events import Recorded
from companion.core.flow import ChoiceRequest
from companion.core.ids import CommandId, RuleId
from companion.core.rules import Accepted, Decision, Violation
from companion.core.session import Session
from companion.core.telling import heard
from companion.errors import InputError


@dataclass(frozen=True)
class Failure:
    """A difference between what the case expects and what was found."""

    place: str
    expected: str
    found: str
    violations: tuple[Violation, ...] = ()  # the refusals that were found: their words tell more


@dataclass
class Played:
    """The result of a step."""

    place: str
    label: str
    verdict: str = "done"  # done, refused, overruled
    violations: tuple[Violation, ...] = ()
    events: list[Happened] = field(default_factory=list)


@dataclass(frozen=True)
class Result:
    """The result of a case: ``passed``, ``failed``, or ``refused`` because it cannot be read or played."""

    case: Case
    verdict: str
    failures: tuple[Failure, ...] = ()
    error: InputError | None = None
    trace: tuple[Played, ...] = ()


def run_case(case: Case, context: CaseContext) -> Result:
    """The result of a case. Answers that do not fit after something has failed are a consequence, not bad input."""
    trace: list[Played] = []
    failures: list[Failure] = []
    try:
        play = _Play(case, context, trace, failures)
        play.run()
        if play.twin is not None and not failures:
            _compare_twin(case, context, play, failures)
    except InputError as wrong:
        if not failures:
            return Result(case, "refused", (), wrong, tuple(trace))
        failures.append(Failure(wrong.place, wrong.expected, wrong.found))
    return Result(case, "failed" if failures else "passed", tuple(failures), None, tuple(trace))


def _compare_twin(case: Case, context: CaseContext, play: _Play, failures: list[Failure]) -> None:
    """Play the twin by the same steps, and note the first at which the seat could tell the two worlds apart."""
    twin = _Play(replace(case, setup=case.twin_setup), context, [], [])
    if twin.opened == play.opened:
        case.twin["setup"].refuse("another world", "the same one")
    twin.run()
    for place, (here, there) in enumerate(zip(play.outlooks, twin.outlooks, strict=False)):
        told = difference(here, there)
        if told:
            step = case.steps[place - 1].place if place else case.setup.place
            failures.append(Failure(f"{case.twin.place} after {step}", f"the same to {case.twin['of'].value}", told))
            return
    if len(play.outlooks) != len(twin.outlooks):
        failures.append(Failure(case.twin.place, f"{len(play.outlooks) - 1} steps", f"{len(twin.outlooks) - 1} steps"))


class _StoppedClock:
    def now_ms(self) -> int:
        return 0


class _Play:
    def __init__(self, case: Case, context: CaseContext, trace: list[Played], failures: list[Failure]) -> None:
        self.case, self.say = case, context.say
        self.trace, self.failures = trace, failures
        language = case.language
        if "record" in case.setup:
            self.opening = open_recorded(case.setup, language, context)
        else:
            self.opening = language.open(case.setup, case.edition, context)
        viewer = read_viewer(case.as_seen_by, self.opening) if case.as_seen_by.value is not None else None
        self.steps = [read_step(node, self.opening, language, viewer) for node in case.steps]
        self.final: list[Check] = []
        if case.expect.value is not None:
            self.final = read_expectations(case.expect, self.opening, language, viewer)
        self.twin = read_viewer(case.twin.table({"of", "setup"})["of"], self.opening) if case.twin.value else None
        is_checked = any(step.checks or step.refused is not None for step in self.steps)
        if not (self.final or self.twin or is_checked):
            case.setup.refuse("a case that expects something", "a case without 'expect' and without 'refused'")
        self.session = open_session(self.opening, context)
        self.session.listen(self._hear)
        self.opened = self.session.state
        self.outlooks: list[Outlook] = []
        self._remember(())

    def _remember(self, violations: Sequence[Violation]) -> None:
        """Keep what the seat of the twin knows now."""
        if self.twin is not None:
            events = self.trace[-1].events if self.trace else ()
            self.outlooks.append(outlook(self.session, self.twin, Told(events, violations)))

    def run(self) -> None:
        """Play the steps and look at what is expected; failures and trace are filled."""
        for place, step in enumerate(self.steps):
            goes_on = self._play(step, self._leaves(place, step))
            self._remember(self.trace[-1].violations)
            if not goes_on:
                return  # what comes after would be told of another game
            self._refuse_silence(place, step)
            self._look(step.checks, self.trace[-1].events)
        self._look(self.final, [event for played in self.trace for event in played.events])

    def _leaves(self, place: int, step: Step) -> Callable[[ChoiceRequest], bool]:
        """Return which choices of one answer alone stay open after a step: those it names, or the next one answers."""
        rest = self.steps[place + 1 :]
        ends = [
            step.node,
            *([step.node["expect"]] if "expect" in step.node else []),
            *([] if rest else [self.case.expect]),
        ]
        named = [end.mapping["asks"] for end in ends if isinstance(end.value, dict) and "asks" in end]
        if named:
            return lambda request: any(_names(asks, request) for asks in named)
        if not rest or rest[0].order is not None or rest[0].takes_back:
            return lambda request: False
        answers = Answers(rest[0].node, self.opening, self.case.language, rest[0].by)
        return lambda request: rest[0].refused is not None or answers.begins_with(request)

    def _play(self, step: Step, leaves: Callable[[ChoiceRequest], bool]) -> bool:
        """Whether the game went on as the step says."""
        played = Played(step.node.place, step.label)
        self.trace.append(played)
        answers = Answers(step.node, self.opening, self.case.language, step.by, gives_order=step.order is not None)
        if step.order is not None or step.takes_back:
            decision = self._noted(played, self._command(step), step)
            if step.refused is not None or not isinstance(decision, Accepted):
                return self._is_as_told(decision, step, "do")
        whatever = step.refused is not None
        while (command := answers.next_for(self.session.state.flow, leaves, whatever=whatever)) is not None:
            decision = self._noted(played, self.session.submit(command), step)
            if not isinstance(decision, Accepted):
                if step.refused is None:
                    _refuse_faces(step, decision)
                return self._is_as_told(decision, step, "dice" if hasattr(command, "result") else "choose")
        answers.refuse_rest(self.session.state.flow)
        if step.refused is not None:
            self._fail(f"{step.node.place}.refused", refusal_told(step.refused), "accepted")
        return step.refused is None

    def _command(self, step: Step) -> Decision:
        session = self.session
        if step.order is None:
            assert step.by is not None
            agreed = step.agreed if "agreed" in step.node else ()
            return session.take_back(step.by, agreed, step.judge, step=session.undo_step())
        command = step.order(session.state)
        if not step.overruled:
            return session.submit(command)
        decision = session.system.decide(session.state, command)
        self._compare(step, "overrule", decision, step.overruled)
        return session.overrule(
            command, [RuleId(rule) for one in step.overruled for rule in one.rules], step.agreed, step.judge
        )

    def _hear(self, records: Sequence[Recorded]) -> None:
        before = self.session.state_at
        rules = self.case.language.rules
        self.trace[-1].events += [happened(one.event, rules, before(one.version - 1)) for one in records]

    def _noted(self, played: Played, decision: Decision, step: Step) -> Decision:
        if isinstance(decision, Accepted):
            played.verdict = "overruled" if step.overruled else "done"
        else:
            played.verdict, played.violations = "refused", decision.violations
        return decision

    def _is_as_told(self, decision: Decision, step: Step, key: str) -> bool:
        """Whether the game can go on: after the refusal the step tells of, whichever rule it was."""
        if step.refused is None:
            assert not isinstance(decision, Accepted)
            found = refused_otherwise(decision, (Refusal(("none",), {}),), self.say)
            self._fail(f"{step.node.place}.{key}", "accepted", found or "", decision.violations)
            return False
        self._compare(step, "refused", decision, step.refused)
        return not isinstance(decision, Accepted)

    def _compare(self, step: Step, key: str, decision: Decision, wanted: Sequence[Refusal]) -> None:
        """Note it when the refusals that are wanted did not come."""
        found = refused_otherwise(decision, wanted, self.say)
        if found is not None:
            violations = () if isinstance(decision, Accepted) else decision.violations
            self._fail(f"{step.node.place}.{key}", refusal_told(wanted), found, violations)

    def _fail(self, place: str, expected: str, found: str, violations: tuple[Violation, ...] = ()) -> None:
        self.failures.append(Failure(place, expected, found, violations))

    def _refuse_silence(self, place: int, step: Step) -> None:
        """Refuse a question that neither the step names nor the next one answers: an answer is missing."""
        waiting = self.session.state.flow.open
        rest = self.steps[place + 1 :]
        is_last = not rest
        named = step.names_question or (is_last and "asks" in (self.case.expect.value or ()))
        is_usual = all(request.purpose in step.language.standing for request in waiting)
        if not waiting or named or is_usual or (rest and rest[0].may_answer):
            return
        request = waiting[0]
        if isinstance(request, DiceRequest):
            step.node.refuse(f"'dice': {len(request.dice)} more for {request.purpose}, or 'asks'", "no more dice")
        options = ", ".join(getattr(request, "options", ()) or getattr(request, "spaces", ()))
        step.node.refuse(f"'choose' for {request.purpose} ({options}), or 'asks'", "no answer")

    def _look(self, checks: Sequence[Check], events: Sequence[Happened]) -> None:
        moments: dict[Viewer | None, Moment] = {}
        for check in checks:
            if check.viewer not in moments:
                moments[check.viewer] = self._moment(check.viewer, events)
            found = check.look(moments[check.viewer])
            if found is not None:
                self._fail(check.place, check.expected, found)

    def _moment(self, viewer: Viewer | None, events: Sequence[Happened]) -> Moment:
        """Return the moment as far as the viewer may know it."""
        if viewer is not None:
            system, rules = self.opening.system, self.case.language.rules
            told = ((heard(system, one.before, one.event, viewer.seat), one.before) for one in events)
            events = [happened(event, rules, before) for event, before in told if event is not None]
        return Moment(self.opening, self.session.state, tuple(events), self.say, viewer)


def _names(asks: object, request: ChoiceRequest) -> bool:
    """Whether what a step expects to be asked may be that."""
    rule = asks.get("rule", request.purpose) if isinstance(asks, dict) else request.purpose
    return asks is not False and rule == request.purpose


def _refuse_faces(step: Step, decision: Decision) -> None:
    """Refuse dice that cannot lie so: they are bad input."""
    if any(broken.rule == "TW-DICE-02" for broken in getattr(decision, "violations", ())):
        step.node["dice"].refuse("faces of the dice asked for")


def open_session(opening: Opening, context: CaseContext) -> Session:
    """A session that goes on from the opening, recorded as its first lines."""
    ledger = context.new_ledger(opening.system)
    events = (opening.setup, *opening.prelude)
    ledger.append([Recorded(n, event, CommandId("set-up"), 0, Source.HAND) for n, event in enumerate(events)])
    return Session(opening.system, ledger, _StoppedClock(), seats=opening.seats)
