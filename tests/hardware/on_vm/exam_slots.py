"""Which application runs after what: starts as a table. Written from the drawing in slots.py and from the policy (three
starts that did not last; no WELCOME in 60 s; never start a folder without a manifest)."""

import os
import sys

from examine import same
from node import FORGOTTEN_MS, LASTS_MS, TRIAL_MS, Proof, Updates, restart_handler
from pins import BY_AIR
from slots import Slots

PATH = "slots-here"


def fresh(*folders):
    """An empty flash with these updates on it."""
    for name in (PATH, "safe-once"):
        try:
            os.remove(name)
        except OSError:
            pass
    for folder in ("a", "b"):
        try:
            os.mkdir(folder)
        except OSError:
            pass
        try:
            os.remove(folder + "/manifest")
        except OSError:
            pass
    for folder in folders:
        with open(folder + "/manifest", "w") as file:
            file.write("x")


def starts(count, held=False, powered=False):
    """(folder or reason, ...) of so many starts, none of which lasts."""
    found = []
    for _ in range(count):
        slots = Slots(PATH)
        why = slots.begin(held, powered)
        found.append(why or slots.folder or "factory")
    return found


def test_a_healthy_factory_runs_for_ever():
    fresh()
    for _ in range(10):
        slots = Slots(PATH)
        same((slots.begin(False), slots.folder), ("", ""))
        slots.well()


def test_a_boot_loop_ends_in_the_safe_application_and_each_power_on_tries_once():
    fresh()
    same(starts(7), ["factory"] * 3 + ["boot-loop", "factory", "boot-loop", "factory"])


def test_a_plug_pulled_again_and_again_is_no_boot_loop():
    fresh("a")
    same(starts(9, powered=True), ["factory"] * 9)
    Slots(PATH).install("a")
    same(starts(9, powered=True), ["a"] * 9)  # nor does it take an update's chance
    same(starts(3), ["a", "a", "factory"])  # one start stands, the board's own resets come to three


def test_power_comes_back_to_a_board_in_a_loop_and_it_tries_again():
    fresh()
    same(starts(4), ["factory"] * 3 + ["boot-loop"])
    same(starts(1, powered=True) + starts(2), ["factory", "factory", "boot-loop"])


def test_a_held_button_and_an_order_lead_to_the_safe_application_once():
    fresh()
    same(starts(2, held=True), ["button", "button"])
    same(starts(1), ["factory"])
    Slots(PATH).safe_once()
    same(starts(2), ["asked", "factory"])


def test_an_update_on_trial_that_never_lasts_gives_way():
    fresh("a")
    Slots(PATH).install("a")
    same(starts(4), ["a", "a", "a", "factory"])


def test_an_update_that_proved_itself_stays_and_is_the_one_to_fall_back_to():
    fresh("a", "b")
    Slots(PATH).install("a")
    same(starts(1), ["a"])
    Slots(PATH).well()
    same(Slots(PATH).spare, "b")
    Slots(PATH).install("b")
    same(starts(4), ["b", "b", "b", "a"])


def test_what_worked_for_long_and_then_breaks_falls_back_to_the_factory_and_at_last_to_safety():
    fresh("a")
    Slots(PATH).install("a")
    Slots(PATH).well()
    same(starts(8), ["a"] * 3 + ["factory"] * 3 + ["boot-loop", "factory"])


def test_a_folder_without_its_manifest_is_never_started():
    fresh()
    Slots(PATH).install("a")
    same(starts(1), ["factory"])


def test_while_an_update_is_on_trial_there_is_no_room_for_another():
    fresh("a")
    same(Slots(PATH).spare, "a")
    Slots(PATH).install("a")
    same(Slots(PATH).spare, None)


def test_damaged_numbers_mean_the_factory():
    fresh("a")
    Slots(PATH).install("a")
    with open(PATH, "rb") as file:
        data = file.read()
    for at in range(len(data)):
        with open(PATH, "wb") as file:
            file.write(data[:at] + bytes((data[at] ^ 8,)) + data[at + 1 :])
        same((Slots(PATH).folder, Slots(PATH).trial), ("", False), at)


class Hand:
    ms = 0

    def now(self):
        return self.ms


class Host:
    """The link as a start looks at it: `way` is where a host speaks, none, cable or air."""

    def __init__(self, way):
        self.session, self.is_by_air = (1 if way else None), way == "air"


def lived(trial, moments, by_air=False):
    """What a start of so many (ms, way of the host) came to: well, or fallen back to."""
    fresh("a")
    slots = Slots(PATH)
    if trial:
        slots.install("a")
        slots = Slots(PATH)
    slots.begin(False)
    if by_air:
        open(BY_AIR, "w").close()
    clock = Hand()
    proof = Proof(slots, clock)
    try:
        for clock.ms, way in moments:
            proof.step(Host(way))
    except SystemExit:
        return "reset to " + (Slots(PATH).folder or "factory")
    again = Slots(PATH)
    return "well" if not again.starts and not again.trial else "open"


def test_when_a_start_has_proved_itself():
    same(lived(False, [(LASTS_MS - 1, "")]), "open")
    same(lived(False, [(LASTS_MS, "")]), "well")  # a table without a host is no fault
    same(lived(True, [(LASTS_MS, ""), (TRIAL_MS - 1, "")]), "open")
    same(lived(True, [(LASTS_MS, ""), (TRIAL_MS, "")]), "reset to factory")
    same(lived(True, [(500, "cable")]), "well")
    same(lived(True, [(500, "air")]), "well")


def test_what_came_by_radio_has_proved_itself_when_it_heard_the_host_there():
    same(lived(True, [(500, "cable"), (TRIAL_MS - 1, "cable")], by_air=True), "open")
    same(lived(True, [(500, "cable"), (TRIAL_MS, "cable")], by_air=True), "reset to factory")
    same(lived(True, [(500, "cable"), (3000, "air")], by_air=True), "well")
    same(BY_AIR in os.listdir(), False)  # the next one over the cable is asked for nothing more than a cable
    same(lived(False, [(LASTS_MS, "")], by_air=True), "well")


def test_what_takes_an_update_is_read_in_when_one_begins_and_let_go_of_when_it_is_given_up():
    fresh()
    clock = Hand()
    sys.modules.pop("update", None)
    updates = Updates(Slots(PATH), clock)
    begin = {"id": 7, "size": 900, "manifest": 500, "sha256": "ab" * 32, "tag": ""}
    same(updates.heard("FW_END", {"id": 7}, False, True), {"id": 7, "at": 0, "status": 3})
    same(updates.heard("FW_BEGIN", begin, False, False), {"id": 7, "at": 0, "status": 3})
    same("update" in sys.modules, False)
    same(updates.heard("FW_BEGIN", begin, False, True), {"id": 7, "at": 0, "status": 0})
    same("update" in sys.modules, True)
    clock.ms = FORGOTTEN_MS - 1
    updates.step()
    same(updates.heard("FW_DATA", {"id": 7, "at": 0, "part": b"x"}, False, True)["at"], 1)
    clock.ms = 2 * FORGOTTEN_MS
    updates.step()
    same("update" in sys.modules, False)
    same(updates.heard("FW_DATA", {"id": 7, "at": 1, "part": b"x"}, False, True)["status"], 3)


def test_what_took_an_update_does_not_prove_it():
    fresh("a")
    slots = Slots(PATH)
    slots.begin(False)
    clock = Hand()
    proof = Proof(slots, clock)
    slots.install("a")
    for clock.ms in (100, LASTS_MS, TRIAL_MS):
        proof.step(Host("cable"))
    same((Slots(PATH).folder, Slots(PATH).trial), ("a", True))


def test_a_restart_is_answered_first_and_an_unknown_mode_refused():
    fresh()

    class Link:
        restart_at = None

    clock, link, slots = Hand(), Link(), Slots(PATH)
    clock.ms = 1000
    restart = restart_handler(slots, link, clock)
    same((restart({"mode": 2}), link.restart_at), (3, None))
    same((restart({"mode": 0}), link.restart_at), (0, 1200))
    same(starts(1), ["factory"])
    same(restart({"mode": 1}), 0)
    same(starts(1), ["asked"])
