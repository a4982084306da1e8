"""Runs inside the MicroPython VM: every `test_` function of the file that is named, one line of result for each.

    micropython examine.py exam_mfrc522     ->     PASS test_a / FAIL test_b, with what went wrong behind it

The functions are ordinary tests; pytest reports each as its own (tests/hardware/test_on_vm.py). The same file runs on a
board with `mpremote run`, where the chips are real.
"""

import io
import sys


def same(got, wanted, about=""):
    """Nothing; AssertionError that shows both when they differ."""
    if got != wanted:
        raise AssertionError("%s\n   got    %r\n   wanted %r" % (about, got, wanted))


def refused(error, call, *args):
    """The error that `call(*args)` raised; AssertionError if it raised none of that kind."""
    try:
        call(*args)
    except error as problem:
        return problem
    raise AssertionError("not refused: %r" % (args,))


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
