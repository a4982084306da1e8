"""Custody of events: in order, again until acknowledged, over a restart and a power cut, and when there is no room."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from firmware_bridge.protocol import REPLAYED, Message
from hardware.conformance.certificate import Line, Verdict, judged
from hardware.conformance.examined import PATIENCE_S, PULL, SOON_S, STATUS, WINDOW, DeviceUnderTest, content
from hardware.conformance.talk import NoAnswer

MADE, KEPT = 20, 12  # more than the window; within it
FEWEST, MOST = 100, 2000  # events: what an outbox must hold at least, and where we stop filling it
RESTART_S = 20.0
FAR = 1000  # numbers that were never given


def events(device: DeviceUnderTest) -> Iterator[Line]:
    """Numbers without a gap, sixteen at a time, again and again until acknowledged, and then no more."""
    device.drain()
    mark = device.mark
    device.make(MADE)
    device.wait(lambda: _twice(device, mark, device.events(mark), WINDOW))
    seen = device.events(mark)
    first = min(seen, default=0)
    ahead = [number for number in seen if number >= first + WINDOW]
    again = sum(len(copies) > 1 for copies in seen.values())
    yield judged("window", bool(seen) and not ahead, sent=len(seen), ahead=len(ahead))
    yield judged("resent", bool(seen) and again == len(seen), sent=len(seen), again=again)
    yield from _acknowledged(device, first)
    device.drain()
    yield _order(device.events(mark))


def _twice(device: DeviceUnderTest, mark: int, seen: dict[int, list[Message]], most: int) -> bool:
    wanted = most if device.kind == "tower" else 2
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


def _acknowledged(device: DeviceUnderTest, first: int) -> Iterator[Line]:
    # What it does with an acknowledgement that is not for it, with one for numbers it never gave, and with ours.
    if not first:
        raise NoAnswer("EVENT")
    epoch = device.hello.number("epoch")
    waiting = device.talk.telemetry().number("waiting")
    device.ack(first + 1, epoch=epoch ^ 1)
    device.ack(first + FAR)
    device.question()
    left = device.talk.telemetry().number("waiting")
    mark = device.mark
    goes_on = device.wait(lambda: first in device.events(mark), 4.0)
    yield judged("foreign", goes_on and left >= waiting, before=waiting, after=left)
    upto, last = first + 1, max(device.events(0))  # both of a press and release; the last that is known of
    device.ack(upto)
    device.question()  # what was under way before the acknowledgement has come by now
    waits = device.talk.telemetry().number("waiting")
    mark = device.mark
    device.wait(lambda: max((len(copies) for copies in device.events(mark).values()), default=0) > 1, 2.0)
    after = device.events(mark)
    late = sorted(number for number in after if number <= upto)
    grown = max(device.events(0)) - last  # of hands that pressed on meanwhile
    went_on = waits < left + grown or any(number >= first + WINDOW for number in after)
    yield judged("acknowledged", not late and went_on, late=len(late), before=left, after=waits)


def restart(device: DeviceUnderTest) -> Iterator[Line]:
    """Over an ordered restart nothing is lost, nothing is numbered anew, nothing that was taken comes back."""
    device.drain()
    old, made, hello, after = _over(device, lambda: ordered_restart(device))
    boots, epochs = ([one.number(name) for one in (old, hello)] for name in ("boot", "epoch"))
    same = epochs[0] == epochs[1] and boots[1] == boots[0] + 1
    yield judged("restart", same, epoch=epochs[0], then=epochs[1], boot=boots[0], next_boot=boots[1])
    yield _kept("kept", made, after)
    unmarked = sum(not copies[-1].flags & REPLAYED for number, copies in after.items() if number in made)
    wrongly = sum(bool(copies[-1].flags & REPLAYED) for number, copies in after.items() if number not in made)
    early = sum(bool(one.flags & REPLAYED) for one in made.values())
    right = bool(after) and not (unmarked or wrongly or early)
    yield judged("replayed", right, unmarked=unmarked, wrong=wrongly + early)
    device.drain()
    last = max([*made, *after], default=0)
    mark = device.mark
    again = ordered_restart(device)
    device.talk.greet()
    device.make(2)
    device.question()
    device.wait(lambda: bool(device.events(mark)), 2.0)
    low = sum(number <= last for number in device.events(mark))
    right = hello.number("next") > max(made, default=0) and again.number("next") > last and not low
    yield judged("numbers", right, last=last, next=again.number("next"), low=low)
    device.drain()


def ordered_restart(device: DeviceUnderTest) -> Message:
    """The HELLO after an order to start again; ``NoAnswer`` when it did not."""
    boot = device.hello.number("boot")
    status, _ = device.talk.order("RESTART", mode=0)
    if status != STATUS["DONE"]:
        raise NoAnswer("RESTART")
    return _restarted(device, boot, RESTART_S)


def _restarted(device: DeviceUnderTest, boot: int, within_s: float) -> Message:
    found = device.talk.until(lambda one: one.name == "HELLO" and one.number("boot") != boot, "HELLO", within_s)
    device.hello = found
    return found


def _over(
    device: DeviceUnderTest, begin: Callable[[], Message]
) -> tuple[Message, dict[int, Message], Message, dict[int, list[Message]]]:
    """HELLO before, the events made, HELLO after, and every event that came after it."""
    old, mark = device.hello, device.mark
    device.make(KEPT)
    device.question()
    device.wait(lambda: device.kind != "tower" or len(device.events(mark)) >= KEPT, 2.0)
    made = {number: copies[0] for number, copies in device.events(mark).items()}
    hello = begin()
    made |= {number: copies[0] for number, copies in device.events(mark).items() if number not in made}
    mark = device.mark
    device.talk.greet()
    device.wait(lambda: made.keys() <= device.events(mark).keys(), SOON_S)
    device.question()
    return old, made, hello, device.events(mark)


def _kept(name: str, made: dict[int, Message], after: dict[int, list[Message]]) -> Line:
    lost = sum(number not in after for number in made)
    changed = sum(content(after[number][0]) != content(one) for number, one in made.items() if number in after)
    return judged(name, bool(made) and not (lost or changed), made=len(made), lost=lost, changed=changed)


def power(device: DeviceUnderTest) -> Iterator[Line]:
    """The same when somebody pulls its plug; for this, hands are needed."""
    device.drain()

    def pulled() -> Message:
        boot = device.hello.number("boot")
        device.talk.leave()
        device.ask(PULL, 1)
        return _restarted(device, boot, PATIENCE_S)

    _, made, _, after = _over(device, pulled)
    yield _kept("power", made, after)
    device.drain()


def no_pull(_bench: DeviceUnderTest) -> Iterator[Line]:
    """What is left out without hands at the plug."""
    yield Line("power", Verdict.LEFT_OUT, why="hands")


def full(device: DeviceUnderTest) -> Iterator[Line]:
    """Filled until it refuses: the oldest stays, everything comes out in order, then there is room again."""
    if device.kind != "tower":
        yield Line("full", Verdict.LEFT_OUT, why="fill")
        return
    device.drain()
    mark, taken, refused = device.mark, 0, False
    while taken < MOST and not refused:
        refused = device.talk.order("ARM", dice=taken % 2)[0] == STATUS["REFUSED"]
        taken += not refused
    said = device.talk.telemetry().number("full")
    device.drain()
    every = device.events(mark)
    first, last = min(every, default=0), max(every, default=0)
    again = device.talk.order("ARM", dice=0)[0] == STATUS["DONE"] and not device.talk.telemetry().number("full")
    right = taken >= FEWEST and len(every) == taken == last - first + 1 and bool(said) == refused and again
    yield judged("full", right, taken=taken, came=len(every), refused=int(refused), told=said, room=int(again))
    device.drain()
