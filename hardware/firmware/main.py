# The first file that runs, and the only one no update replaces: chooses the application, and catches its fall.
#
#     button held, asked for, or three starts that did not last ──> safe.py
#     otherwise ──> node.py of the chosen folder: a, b, or beside this file
#
# Copy this folder to the board; the file `kind` says what it is: tower (also without that file), mat or panel.
import sys
import time

from drivers import board
from slots import Slots

KINDS = ("tower", "mat", "panel")


def kind():
    """What this device is."""
    try:
        with open("kind") as file:
            word = file.read().strip()
    except OSError:
        return KINDS[0]
    return word if word in KINDS else KINDS[0]


def start():
    slots = Slots()
    why = slots.begin(board.held(), board.powered())
    if why:
        import safe

        safe.run(kind(), slots, why)
    if slots.folder:  # its files before ours, also those that are loaded already
        sys.path.insert(0, slots.folder)
        for name in ("slots", "sealed", "pins", "board_pico", "board_esp32s3", "drivers", "drivers.board"):
            sys.modules.pop(name, None)
    import node

    node.run(kind(), slots)


try:
    start()
except Exception as problem:  # noqa: BLE001 - last stand: write it down, start again
    with open("err.log", "w") as file:
        sys.print_exception(problem, file)
    sys.print_exception(problem)
    time.sleep_ms(500)
    board.reset()
