"""An update over the link, frame by frame: what is taken, what is refused, and that the running folder is untouched."""

import binascii
import hashlib
import os

from examine import refused, same
from manifest import rows, size_of
from pins import BY_AIR
from slots import Slots
from update import DAMAGED, NO_ROOM, READY, REFUSED, WANTED, Update

FILES = {"node.py": b"print('node')\n" * 40, "drivers/ring.py": b"x = 1\n", "empty.py": b""}


def digest(data):
    return binascii.hexlify(hashlib.sha256(data).digest()).decode()


def package(files, lie=None):
    """(manifest, all bytes); `lie` names a file whose hash is wrong."""
    text = "tablewright-firmware 1 9.9.9\n"
    body = b""
    for path, data in files.items():
        text += "%s %d %s\n" % (digest(data + b"?" if path == lie else data), len(data), path)
        body += data
    return text.encode(), text.encode() + body


def fresh():
    for name in ("slots", "safe-once"):
        try:
            os.remove(name)
        except OSError:
            pass
    slots = Slots()
    return slots, Update(slots)


def begin(update, head, whole, number=1):
    return update.heard("FW_BEGIN", {"id": number, "size": len(whole), "manifest": len(head), "sha256": digest(head)})


def send(update, whole, number=1, size=100):
    answer = None
    for at in range(0, len(whole), size):
        answer = update.heard("FW_DATA", {"id": number, "at": at, "part": whole[at : at + size]})
    return answer


def end(update, number=1):
    return update.heard("FW_END", {"id": number})["status"]


def test_a_whole_update_is_taken_checked_and_chosen_for_the_next_start():
    _, update = fresh()
    head, whole = package(FILES)
    same(begin(update, head, whole), {"id": 1, "at": 0, "status": WANTED})
    same(send(update, whole), {"id": 1, "at": len(whole), "status": WANTED})
    same(end(update), READY)
    again = Slots()
    same((again.folder, again.trial, again.before), ("a", True, 0))
    for path, data in FILES.items():
        with open("a/" + path, "rb") as file:
            same(file.read(), data, path)
    with open("a/manifest", "rb") as file:
        same(file.read(), head)


def test_parts_of_any_size_arrive_whole():
    for size in (1, 7, 199, 4000):
        _, update = fresh()
        head, whole = package(FILES)
        begin(update, head, whole)
        send(update, whole, size=size)
        same(end(update), READY, size)


def test_a_part_twice_or_too_early_changes_nothing_and_is_told_what_is_wanted():
    _, update = fresh()
    head, whole = package(FILES)
    begin(update, head, whole)
    for at in range(0, len(whole), 50):
        for place in (at, at, at + 500, 0):
            part = whole[place : place + 50]
            same(update.heard("FW_DATA", {"id": 1, "at": place, "part": part})["at"] % 50 in (0, len(whole) % 50), True)
    same(end(update), READY)


def test_a_lying_hash_a_lying_size_and_bytes_too_many_are_damage():
    for lie in FILES:
        _, update = fresh()
        head, whole = package(FILES, lie)
        begin(update, head, whole)
        send(update, whole)
        same(end(update), DAMAGED, lie)
        same(Slots().folder, "")
    _, update = fresh()
    head, whole = package(FILES)
    begin(update, head, whole + b"more")
    same(send(update, whole + b"more")["status"], DAMAGED)
    _, update = fresh()
    begin(update, head[:-1] + b"!", whole)
    same(send(update, whole)["status"], DAMAGED)


def test_an_end_too_early_says_from_where():
    _, update = fresh()
    head, whole = package(FILES)
    begin(update, head, whole)
    send(update, whole[:300])
    same(update.heard("FW_END", {"id": 1}), {"id": 1, "at": 300, "status": WANTED})
    same(Slots().folder, "")


def test_a_manifest_that_would_leave_its_folder_or_brings_no_application_is_refused():
    good = "tablewright-firmware 1 1\n" + "0" * 64 + " 1 node.py\n"
    same((list(rows(kept(good))), size_of("m")), ([("0" * 64, 1, "node.py")], 1))
    for path in ("../main.py", "/main.py", "a/b/c.py", ".hidden", "x/../y", "", "a b.py"):
        refused(ValueError, size_of, kept(good + "0" * 64 + " 1 " + path + "\n"))
    for text in (
        "",
        "other 1\n",
        good[:-1],
        good.replace("node", "mode"),
        good.replace(" 1 node", " x node"),
        good + "\n",
    ):
        refused(ValueError, size_of, kept(text))


def kept(text):
    """The name of a file with this text."""
    with open("m", "w") as file:
        file.write(text)
    return "m"


def test_no_room_is_told_before_anything_is_deleted():
    _, update = fresh()
    head, whole = package(FILES)
    begin(update, head, whole)
    send(update, whole)
    same(end(update), READY)
    slots = Slots()
    slots.well()
    update = Update(slots)
    answer = update.heard("FW_BEGIN", {"id": 2, "size": 1 << 62, "manifest": 10, "sha256": ""})
    same(answer["status"], NO_ROOM)


def test_while_one_is_on_trial_and_for_a_manifest_of_no_size_it_is_refused():
    slots, update = fresh()
    head, whole = package(FILES)
    for size in (0, 7000):
        same(update.heard("FW_BEGIN", {"id": 3, "size": 9000, "manifest": size, "sha256": ""})["status"], REFUSED)
    with open("a/manifest", "w") as file:
        file.write("x")
    slots.install("a")
    same(begin(update, head, whole)["status"], REFUSED)


def test_what_may_not_begin_is_refused_and_what_is_under_way_goes_on():
    _, update = fresh()
    head, whole = package(FILES)
    begin(update, head, whole)
    send(update, whole[:200])
    fields = {"id": 2, "size": len(whole), "manifest": len(head), "sha256": digest(head)}
    same(update.heard("FW_BEGIN", fields, may=False), {"id": 2, "at": 0, "status": REFUSED})
    same(begin(update, head, whole)["at"], 200)
    send(update, whole)
    same(BY_AIR in os.listdir(), False)
    same(update.heard("FW_END", {"id": 1}, by_air=True)["status"], READY)
    same(BY_AIR in os.listdir(), True)
    _, update = fresh()
    begin(update, head, whole, 3)
    send(update, whole, 3)
    same(end(update, 3), READY)
    same(BY_AIR in os.listdir(), False)


def test_frames_of_another_update_are_refused_and_a_new_begin_starts_over():
    _, update = fresh()
    head, whole = package(FILES)
    same(update.heard("FW_DATA", {"id": 9, "at": 0, "part": b"x"}), {"id": 9, "at": 0, "status": REFUSED})
    begin(update, head, whole, 1)
    send(update, whole[:200], 1)
    same(begin(update, head, whole, 1)["at"], 200)  # the same BEGIN again only asks where we are
    same(begin(update, head, whole, 2)["at"], 0)
    same(send(update, whole, 1)["status"], REFUSED)
    send(update, whole, 2)
    same(end(update, 2), READY)


def test_the_manifest_goes_first_when_a_folder_is_overwritten():
    slots, update = fresh()
    head, whole = package(FILES)
    begin(update, head, whole)
    send(update, whole)
    end(update)
    slots = Slots()
    slots.failed()  # it never proved itself: the factory runs again, a is free
    update = Update(slots)
    same(begin(update, head, whole, 2)["status"], WANTED)
    same(refused(OSError, os.stat, "a/manifest").args[0], 2)
    same(os.listdir("a"), ["manifest.new"])  # of the one that comes now, and still empty
    same(os.stat("a/manifest.new")[6], 0)
