"""The MFRC522 driver with a chip at register level and tags at bit level behind it: who is there, and every fault.

Expected frames by hand: CRC_A of HLTA is 57 CD and of the empty frame 63 63 (ISO/IEC 14443-3, annex B); 7-byte UIDs go
through two cascade levels, 10-byte ones through three.
"""

import time

import mfrc522 as chip
import pins
import tags
import world
import zones
from drivers import mfrc522
from drivers.fault import RESET, SILENT, STRANGE, STUCK, Fault
from drivers.mfrc522 import Mfrc522, crc_a
from examine import lasting, refused, same
from machine import SPI


def reader(*uids, **settings):
    """(driver, chip) with these tags over the antenna."""
    board = chip.Mfrc522(**settings)
    zones.wire([board])
    for uid in uids:
        zones.put(0, uid)
    return Mfrc522(SPI(0), pins.READER_SELECT[0], pins.READER_RESET[0]), board


def test_crc_a_as_the_standard_prints_it():
    for data, crc in (
        (b"\x50\x00", b"\x57\xcd"),
        (b"", b"\x63\x63"),
        (b"\x00\x00", b"\xa0\x1e"),
        (b"\x12\x34", b"\x26\xcf"),
    ):
        same(crc_a(data), crc)
        same(tags.crc_a(data), crc)


def test_an_empty_field_is_a_time_out_and_nothing_garbled():
    driver, _ = reader()
    same(driver.scan(), ([], False))


def test_uids_of_4_7_and_10_bytes():
    for uid in ("deadbeef", "04a1b2c3d4e5f6", "04112233445566778899"):
        driver, _ = reader(uid)
        same(driver.scan(), ([uid], False), uid)


def test_the_same_tag_again_and_again():  # a selected card that ignores REQA makes other drivers say yes and no in turn
    driver, _ = reader("04a1b2c3d4e5f6")
    same([driver.scan()[0] for _ in range(5)], [["04a1b2c3d4e5f6"]] * 5)


def test_two_tags_and_six_tags():
    two = ["04a1b2c3d4e5f6", "04a1b2c3d4e5f7"]
    driver, _ = reader(*two)
    uids, garbled = driver.scan()
    same((sorted(uids), garbled), (two, False))
    six = ["%08x" % (0x01020304 * (at + 1)) for at in range(6)]
    driver, _ = reader(*six)
    uids, garbled = driver.scan()
    same((sorted(uids), garbled), (sorted(six), False))


def test_tags_that_differ_late_and_twice_whatever_the_chip_counts():
    late = ["0488aa00000001", "0488aa00000081", "0488aa000000c1", "0488aa80000001"]
    twice = ["10000000", "10010000", "10010008", "10010080", "10010088"]  # at bit 9, then again at bits 28 and 32
    for wanted in (late, twice):
        for places in ("absolute", "relative", "invalid"):
            driver, _ = reader(*wanted, later_places=places)
            uids, garbled = driver.scan()
            same((sorted(uids), garbled), (sorted(wanted), False), places)


def test_a_seventh_tag_is_said_to_be_unclear():
    driver, _ = reader(*["%08x" % (0x01020304 * (at + 1)) for at in range(7)])
    uids, garbled = driver.scan()
    same((len(uids), garbled), (6, True))


def test_4_and_7_byte_tags_together():
    wanted = ["04a1b2c3d4e5f6", "deadbeef"]
    driver, _ = reader(*wanted)
    uids, garbled = driver.scan()
    same((sorted(uids), garbled), (wanted, False))


def test_half_lifted_base_is_garbled_and_not_absent():
    for damage in ("lost", "garbled"):
        driver, _ = reader()
        zones.put(0, "04a1b2c3d4e5f6", damage)
        same(driver.scan(), ([], True), damage)


def test_dead_reader_is_a_fault_and_not_an_empty_field():
    driver, board = reader("deadbeef")
    board.dead = True
    same(refused(Fault, driver.scan).args, (SILENT,))
    board.dead = False
    same(driver.scan(), (["deadbeef"], False))


def test_a_line_that_floats_high_is_a_fault():
    driver, board = reader("deadbeef")
    board.floating = True
    same(refused(Fault, driver.scan).args, (SILENT,))


def test_a_command_that_never_ends_is_a_fault_within_100_ms_and_the_reset_line_cures_it():
    driver, board = reader("deadbeef")
    wake = driver._wake

    def woken():
        wake()
        board.hang = True

    driver._wake = woken
    assert lasting(lambda: same(refused(Fault, driver.scan).args, (STUCK,)), mfrc522, chip) < 100
    driver._wake = wake
    same(driver.scan(), (["deadbeef"], False))


def test_brown_out_in_mid_scan_is_a_fault_and_not_an_absence():
    for frame in range(4):
        driver, board = reader("deadbeef")
        board.brown_out_in = frame
        problem = refused(Fault, driver.scan)
        assert problem.args[0] in (RESET, STUCK), problem
        same(driver.scan(), (["deadbeef"], False))


def test_clones_that_work_are_taken_and_a_chip_that_holds_nothing_is_not():
    for version in (0x88, 0x90, 0x91, 0x92, 0xB2, 0x82, 0x12):
        driver, board = reader("deadbeef")
        board.version = version
        same(driver.scan(), (["deadbeef"], False))
    driver, board = reader("deadbeef")
    board.version = 0x12
    write = board._write
    board._write = lambda register, value: None if register == 0x15 else write(register, value)
    same(refused(Fault, driver.scan).args, (STRANGE,))


def test_between_scans_the_field_is_off_for_6_ms_and_the_chip_in_reset():
    driver, board = reader("deadbeef")
    driver.scan()
    assert not board.powered and not board.field.on
    off = time.ticks_ms()
    on = []
    switch = board.field.switch

    def watched(level):
        if level:
            on.append(time.ticks_ms())
        switch(level)

    board.field.switch = watched
    driver.scan()
    assert time.ticks_diff(on[0], off) >= 6, on


def test_one_field_at_a_time_and_one_select_line():
    boards = [chip.Mfrc522() for _ in range(4)]
    zones.wire(boards)
    drivers = [Mfrc522(SPI(0), *pair) for pair in zip(pins.READER_SELECT, pins.READER_RESET)]
    most = []
    for board in boards:
        switch = board.field.switch

        def watched(level, switch=switch):
            switch(level)
            most.append(sum([other.field.on for other in boards]))

        board.field.switch = watched
    for number in range(4):
        zones.put(number, "0400000000000%d" % number)
    same([driver.scan()[0] for driver in drivers], [["0400000000000%d" % number] for number in range(4)])
    same(max(most), 1)


def test_an_empty_zone_costs_at_most_25_ms_and_a_tag_10_more():
    for uids, most in (((), 25), (("04a1b2c3d4e5f6",), 35)):
        driver, _ = reader(*uids)
        took = lasting(lambda: same(driver.scan(), (list(uids), False)), mfrc522, chip)  # noqa: B023
        assert took <= most, took


def test_probe_tells_whether_one_is_there():
    driver, board = reader()
    same(driver.probe(), True)
    board.dead = True
    same(driver.probe(), False)
    world.spi_chips.clear()
