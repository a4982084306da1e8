"""The PN532 driver with a chip at frame level behind it. Expected frames from UM0701-02: GetFirmwareVersion goes out as
00 00 FF 02 FE D4 02 2A 00 (section 7.2.2)."""

import pins
import pn532 as chip
import zones
from drivers import pn532
from drivers.fault import SILENT, STRANGE, STUCK, Fault
from drivers.pn532 import TURNED, Pn532, framed
from examine import lasting, refused, same
from machine import SPI


def reader(*uids):
    board = chip.Pn532()
    zones.wire([board])
    for uid in uids:
        zones.put(0, uid)
    return Pn532(SPI(0), pins.READER_SELECT[0], pins.READER_RESET[0]), board


def test_a_frame_as_the_manual_prints_it():
    same(framed(b"\x02"), b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00")


def test_bytes_are_turned_round_for_a_bus_that_cannot():
    same((TURNED[0x01], TURNED[0xD4], TURNED[0x80]), (0x80, 0x2B, 0x01))
    same([TURNED[TURNED[byte]] for byte in range(256)], list(range(256)))


def test_an_empty_field_and_uids_of_4_and_7_bytes():
    driver, board = reader()
    same(driver.scan(), ([], False))
    assert not board.field.on
    zones.put(0, "04a1b2c3d4e5f6")
    zones.put(0, "deadbeef")
    same(driver.scan(), (["04a1b2c3d4e5f6", "deadbeef"], False))
    same(driver.scan(), (["04a1b2c3d4e5f6", "deadbeef"], False))


def test_more_than_two_tags_are_found_two_at_a_time():
    wanted = ["0%d112233" % at for at in range(5)]
    driver, _ = reader(*wanted)
    same(driver.scan(), (wanted, False))


def test_six_tags_or_more_are_said_to_be_unclear():
    driver, _ = reader(*["0%d112233" % at for at in range(7)])
    uids, garbled = driver.scan()
    assert len(uids) >= 6 and garbled


def test_it_is_set_up_once_and_again_after_a_fault():
    driver, board = reader("deadbeef")
    driver.scan()
    same(board.commands[:4], [0x14, 0x12, 0x32, 0x32])
    driver.scan()
    same(board.commands.count(0x14), 1)
    board.hang = True
    same(refused(Fault, driver.scan).args, (SILENT,))
    same(driver.scan(), (["deadbeef"], False))  # the reset line cured it
    same(board.commands.count(0x14), 2)


def test_a_damaged_answer_is_asked_for_again_and_two_are_a_fault():
    driver, board = reader("deadbeef")
    driver.scan()
    board.damage_next = 1
    same(driver.scan(), (["deadbeef"], False))
    board.damage_next = 2
    same(refused(Fault, driver.scan).args, (STRANGE,))
    same(driver.scan(), (["deadbeef"], False))


def test_dead_reader_and_floating_line_are_faults_within_100_ms():
    for name in ("dead", "floating"):
        driver, board = reader("deadbeef")
        setattr(board, name, True)
        assert lasting(lambda: same(refused(Fault, driver.scan).args, (SILENT,), name), pn532) < 100  # noqa: B023
        setattr(board, name, False)
        same(driver.scan(), (["deadbeef"], False), name)


def test_a_chip_that_takes_the_command_and_never_answers_is_stuck():
    driver, board = reader("deadbeef")
    driver.scan()
    obey = board._frame

    def only_ack(raw):
        obey(raw)
        board.replies = board.replies[:1]

    board._frame = only_ack
    same(refused(Fault, driver.scan).args, (STUCK,))


def test_an_error_frame_is_a_fault():
    driver, board = reader("deadbeef")
    driver.scan()
    board.sam = False  # it forgot its set-up: refuses every command with the error frame
    same(refused(Fault, driver.scan).args, (STRANGE,))
    same(driver.scan(), (["deadbeef"], False))


def test_a_list_that_ends_early_is_a_fault():
    driver, board = reader("deadbeef")
    driver.scan()
    obey = board._obey
    board._obey = lambda code, data: obey(code, data)[:-1] if code == 0x4A else obey(code, data)
    same(refused(Fault, driver.scan).args, (STRANGE,))
