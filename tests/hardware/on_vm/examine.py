"""Runs inside the MicroPython VM: every `test_` function of the file that is named, one line of result for each.

    micropython examine.py exam_mfrc522     ->     PASS test_a / FAIL test_b, with what went wrong behind it

The functions are ordinary tests; pytest reports each as its own (tests/hardware/test_on_vm.py). The same file runs on a
board with `mpremote run`, where the chips are real.
"""

import io
import sys


def same(got, wanted, about=""):
    """AssertionError that shows both when they differ."""
    if got != wanted:
        raise AssertionError("%s\n   got    %r\n   wanted %r" % (about, got, wanted))


def refused(error, call, *args):
    """The error that `call(*args)` raised; AssertionError if it raised none of that kind."""
    try:
        call(*args)
    except error as problem:
        return problem
    raise AssertionError("not refused: %r" % (args,))


class SteppedTime:
    """MicroPython's time without waiting: a sleep moves it on, and so does looking at it, by 20 us."""

    us = 0

    def ticks_us(self):
        self.us += 20
        return self.us

    def ticks_ms(self):
        return self.ticks_us() // 1000

    def ticks_diff(self, one, other):
        return one - other

    def ticks_add(self, one, delta):
        return one + delta

    def sleep_ms(self, ms):
        self.us += 1000 * ms


def stepped(*modules):
    """From now on these modules live in one stepped time."""
    clock = SteppedTime()
    for module in modules:
        module.time = clock
    return clock


def lasting(call, *modules):
    """How long the call takes in a time of its own, ms: what it waits for, not how fast the machine is. ``modules``:
    everything that looks at a clock meanwhile, the driver and its chip: two times tear them apart.
    """
    kept = [module.time for module in modules]
    clock = stepped(*modules)
    try:
        call()
        return clock.ticks_ms()
    finally:
        for module, own in zip(modules, kept):
            module.time = own


def main(name, wanted):
    module = __import__(name)
    failed = 0
    for test in sorted(dir(module)):
        if test.startswith("test_") and (not wanted or test in wanted):
            try:
                getattr(module, test)()
                print("PASS", test)
            except Exception as problem:
                out = io.StringIO()
                sys.print_exception(problem, out)
                print("FAIL", test, repr(out.getvalue()))
                failed += 1
    print("DONE", failed)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
