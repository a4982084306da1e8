"""Custody of events: in order, again until acknowledged, over a restart and a power cut, and when there is no room."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from firmware_bridge.protocol import REPLAYED, Message
from hardware.bench.certificate import Line, Verdict, judged
from hardware.bench.examined import PATIENCE_S, PULL, SOON_S, STATUS, WINDOW, Bench, content
from hardware.bench.talk import NoAnswer

MADE, KEPT = 20, 12  # more than the window; within it
FEWEST, MOST = 100, 2000  # events: what an outbox must hold at least, and where we stop filling it
RESTART_S = 20.0
FAR = 1000  # numbers that were never given


def events(bench: Bench) -> Iterator[Line]:
    """Numbers without a gap, sixteen at a time, again and again until acknowledged, and then no more."""
    bench.drain()
    mark = bench.mark
    bench.make(MADE)
    bench.wait(lambda: _twice(bench, mark, bench.events(mark), WINDOW))
    seen = bench.events(mark)
    first = min(seen, default=0)
    ahead = [number for number in seen if number >= first + WINDOW]
    again = sum(len(copies) > 1 for copies in seen.values())
    yield judged("window", bool(seen) and not ahead, sent=len(seen), ahead=len(ahead))
    yield judged("resent", bool(seen) and again == len(seen), sent=len(seen), again=again)
    yield from _acknowledged(bench, first)
    bench.drain()
    yield _order(bench.events(mark))


def _twice(bench: Bench, mark: int, seen: dict[int, list[Message]], most: int) -> bool:
    wanted = most if bench.kind == "tower" else 2
    return len(seen) >= wanted and all(len(copies) > 1 for copies in seen.values())


def _order(seen: dict[int, list[Message]]) -> Line:
    numbers = list(seen)  # as they came first
    gaps = (max(seen) - min(seen) + 1 - len(seen)) if seen else 0
    swapped = sum(later < earlier for earlier, later in itertools.pairwise(numbers))
    doubled = sum(len({content(one) for one in copies}) > 1 for copies in seen.values())
    stamps = [(one[0].number("boot"), one[0].number("t_ms")) for _, one in sorted(seen.items())]
    back = sum(later < earlier for earlier, later in itertools.pairwise(stamps))
    right = bool(seen) and not (gaps or swapped or doubled or back)
    return judged("order", right, events=len(seen), gaps=gaps, swapped=swapped, doubled=doubled, back=back)


def _acknowledged(bench: Bench, first: int) -> Iterator[Line]:
    # What it does with an acknowledgement that is not for it, with one for numbers it never gave, and with ours.
    if not first:
        raise NoAnswer("EVENT")
    epoch = bench.hello.number("epoch")
    waiting = bench.talk.telemetry().number("waiting")
    bench.ack(first + 1, epoch=epoch ^ 1)
    bench.ack(first + FAR)
    bench.question()
    left = bench.talk.telemetry().number("waiting")
    mark = bench.mark
    goes_on = bench.wait(lambda: first in bench.events(mark), 4.0)
    yield judged("foreign", goes_on and left >= waiting, before=waiting, after=left)
    upto = first + 1  # both of a press and release
    bench.ack(upto)
    bench.question()  # what was under way before the acknowledgement has come by now
    waits = bench.talk.telemetry().number("waiting")
    mark = bench.mark
    bench.wait(lambda: max((len(copies) for copies in bench.events(mark).values()), default=0) > 1, 2.0)
    late = sorted(number for number in bench.events(mark) if number <= upto)
    yield judged("acknowledged", not late and waits < left, late=len(late), before=left, after=waits)


def restart(bench: Bench) -> Iterator[Line]:
    """Over an ordered restart nothing is lost, nothing is numbered anew, nothing that was taken comes back."""
    bench.drain()
    old, made, hello, after = _over(bench, lambda: ordered_restart(bench))
    boots, epochs = ([one.number(name) for one in (old, hello)] for name in ("boot", "epoch"))
    same = epochs[0] == epochs[1] and boots[1] == boots[0] + 1
    yield judged("restart", same, epoch=epochs[0], then=epochs[1], boot=boots[0], next_boot=boots[1])
    yield _kept("kept", made, after)
    unmarked = sum(not copies[-1].flags & REPLAYED for number, copies in after.items() if number in made)
    wrongly = sum(bool(copies[-1].flags & REPLAYED) for number, copies in after.items() if number not in made)
    early = sum(bool(one.flags & REPLAYED) for one in made.values())
    right = bool(after) and not (unmarked or wrongly or early)
    yield judged("replayed", right, unmarked=unmarked, wrong=wrongly + early)
    bench.drain()
    last = max([*made, *after], default=0)
    mark = bench.mark
    again = ordered_restart(bench)
    bench.talk.greet()
    bench.make(2)
    bench.question()
    bench.wait(lambda: bool(bench.events(mark)), 2.0)
    low = sum(number <= last for number in bench.events(mark))
    right = hello.number("next") > max(made, default=0) and again.number("next") > last and not low
    yield judged("numbers", right, last=last, next=again.number("next"), low=low)
    bench.drain()


def ordered_restart(bench: Bench) -> Message:
    """The HELLO after an order to start again; ``NoAnswer`` when it did not."""
    boot = bench.hello.number("boot")
    status, _ = bench.talk.order("RESTART", mode=0)
    if status != STATUS["DONE"]:
        raise NoAnswer("RESTART")
    return _restarted(bench, boot, RESTART_S)


def _restarted(bench: Bench, boot: int, within_s: float) -> Message:
    found = bench.talk.until(lambda one: one.name == "HELLO" and one.number("boot") != boot, "HELLO", within_s)
    bench.hello = found
    return found


def _over(
    bench: Bench, begin: Callable[[], Message]
) -> tuple[Message, dict[int, Message], Message, dict[int, list[Message]]]:
    """HELLO before, the events made, HELLO after, and every event that came after it."""
    old, mark = bench.hello, bench.mark
    bench.make(KEPT)
    bench.question()
    bench.wait(lambda: bench.kind != "tower" or len(bench.events(mark)) >= KEPT, 2.0)
    made = {number: copies[0] for number, copies in bench.events(mark).items()}
    hello = begin()
    made |= {number: copies[0] for number, copies in bench.events(mark).items() if number not in made}
    mark = bench.mark
    bench.talk.greet()
    bench.wait(lambda: made.keys() <= bench.events(mark).keys(), SOON_S)
    bench.question()
    return old, made, hello, bench.events(mark)


def _kept(name: str, made: dict[int, Message], after: dict[int, list[Message]]) -> Line:
    lost = sum(number not in after for number in made)
    changed = sum(content(after[number][0]) != content(one) for number, one in made.items() if number in after)
    return judged(name, bool(made) and not (lost or changed), made=len(made), lost=lost, changed=changed)


def power(bench: Bench) -> Iterator[Line]:
    """The same when somebody pulls its plug; for this, hands are needed."""
    bench.drain()

    def pulled() -> Message:
        boot = bench.hello.number("boot")
        bench.ask(PULL, 1)
        return _restarted(bench, boot, PATIENCE_S)

    _, made, _, after = _over(bench, pulled)
    yield _kept("power", made, after)
    bench.drain()


def no_pull(_bench: Bench) -> Iterator[Line]:
    """What is left out without hands at the plug."""
    yield Line("power", Verdict.LEFT_OUT, why="hands")


def full(bench: Bench) -> Iterator[Line]:
    """Filled until it refuses: the oldest stays, everything comes out in order, then there is room again."""
    if bench.kind != "tower":
        yield Line("full", Verdict.LEFT_OUT, why="fill")
        return
    bench.drain()
    mark, taken, refused = bench.mark, 0, False
    while taken < MOST and not refused:
        refused = bench.talk.order("ARM", dice=taken % 2)[0] == STATUS["REFUSED"]
        taken += not refused
    said = bench.talk.telemetry().number("full")
    bench.drain()
    every = bench.events(mark)
    first, last = min(every, default=0), max(every, default=0)
    again = bench.talk.order("ARM", dice=0)[0] == STATUS["DONE"] and not bench.talk.telemetry().number("full")
    right = taken >= FEWEST and len(every) == taken == last - first + 1 and bool(said) == refused and again
    yield judged("full", right, taken=taken, came=len(every), refused=int(refused), told=said, room=int(again))
    bench.drain()
