"""Every row of "what breaks in practice" (hardware notes 3.8) has its test, or says here why it cannot meet us."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
BRIDGE, ON_VM = "integration/bridge", "hardware/on_vm"

# what was seen -> the tests of our rule for it
LESSONS = {
    "unplug raises four different things, is_open stays true": [
        f"{BRIDGE}/test_field_cables.py::test_every_way_a_driver_says_pulled_is_close_forget_and_find_again",
        "contracts/test_links.py::test_a_pull_is_seen_and_told_in_a_word",
        f"{BRIDGE}/test_field_lessons.py::test_a_board_that_comes_back_at_another_path_is_the_same_device",
    ],
    "bytes in the kernel buffer at unplug are gone": [
        f"{ON_VM}/exam_field.py::test_bytes_in_the_kernel_buffer_at_unplug_are_gone_and_sent_again"
    ],
    "two programs share the port": [
        "contracts/test_links.py::test_a_port_somebody_holds_is_busy",
        f"{BRIDGE}/test_devices_command.py::test_a_port_that_another_program_holds_is_named_with_its_holder",
    ],
    "ModemManager probes, brltty takes the adapter": [
        "hardware/test_papers.py::test_the_udev_rules_keep_the_modem_manager_off_and_let_people_in"
    ],
    "opening the port resets the board": [
        f"{BRIDGE}/test_field_cables.py::test_the_lines_that_restart_a_board_are_set_before_the_port_is_opened",
        f"{ON_VM}/exam_field.py::test_opening_the_port_resets_the_board_and_hello_says_so",
    ],
    "USB stdout blocks, discards, overwrites": [
        f"{ON_VM}/exam_field.py::test_a_write_that_is_discarded_or_blocked_loses_no_event"
    ],
    "64-byte packets": [
        f"{ON_VM}/exam_damage.py::test_64_byte_packets_frames_of_62_to_66_bytes_arrive_in_pieces_of_64",
        f"{BRIDGE}/test_field_lessons.py::test_frames_around_a_usb_packet_and_bytes_a_terminal_would_eat_arrive_whole",
    ],
    "Ctrl-C inside a frame": [
        f"{ON_VM}/exam_field.py::test_ctrl_c_inside_a_frame_is_a_byte_like_any_other",
        f"{BRIDGE}/test_field_lessons.py::test_a_board_in_its_prompt_is_started_again_and_said_to_have_crashed",
    ],
    "a denied publish gets its PUBACK": [
        f"{BRIDGE}/test_broker.py::test_a_device_may_write_its_own_topics_and_no_others"
    ],
    "PUBACK before the database is written": [
        f"{BRIDGE}/test_broker.py::test_a_broker_killed_in_the_middle_loses_and_doubles_nothing"
    ],
    "queued messages are delivered again": [
        f"{BRIDGE}/test_hostile.py::test_a_replayed_frame_is_no_second_roll_and_another_content_is_an_alarm"
    ],
    "an action replayed because it was retained": [
        f"{BRIDGE}/test_hostile.py::test_a_retained_frame_is_never_rolled_again"
    ],
    "a restarted broker forgot its retained topics": [
        f"{BRIDGE}/test_field_lessons.py::test_a_broker_that_forgot_everything_is_told_again"
    ],
    "an old will after a new birth": [f"{BRIDGE}/test_broker.py::test_a_will_of_before_never_comes_after_a_new_birth"],
    "one client id twice": [f"{BRIDGE}/test_hostile.py::test_a_wrong_password_and_a_stolen_name_come_to_nothing"],
    "a callback that raises kills the client's thread": [
        f"{BRIDGE}/test_field_lessons.py::test_a_callback_that_raises_does_not_end_the_connection"
    ],
    "file system lost on a power cut": [
        f"{ON_VM}/exam_power_cut.py::test_outbox_cut_at_every_step_of_the_flash",
        "hardware/test_emulator.py::test_power_cut_at_ten_random_instructions_loses_nothing_seed_20261122",
    ],
    "a flash layer that erases before it writes": [
        f"{ON_VM}/exam_field.py::test_flash_is_programmed_in_pages_of_256_into_erased_bytes_only",
        f"{ON_VM}/exam_field.py::test_a_flash_layer_that_erases_before_each_write_would_be_noticed",
    ],
    "LEDs flicker beside a radio": [f"{ON_VM}/exam_field.py::test_a_light_that_does_not_change_is_not_written_again"],
    "a clock that is not set fails TLS": [
        f"{BRIDGE}/test_field_cables.py::test_a_board_that_wakes_up_in_2021_can_check_the_brokers_certificate",
        f"{BRIDGE}/test_hostile.py::test_off_loopback_there_is_only_tls_with_our_own_authority",
    ],
}
# umqtt (a publish that waits for ever): our devices have a client of their own (exam_air.py). Android without a tty:
# the tablet hears devices over the network, by radio or from a bridge. Bluetooth dice: there is no plug-in for them.


@pytest.mark.parametrize("seen", LESSONS)
def test_a_lesson_of_the_field_has_its_test(seen: str) -> None:
    for place in LESSONS[seen]:
        path, name = place.split("::")
        assert re.search(rf"^def {name}\(", (TESTS / path).read_text(), re.MULTILINE), place
