"""The votes of a zone, as tables: what each scan saw, what is told after it. s seen, . clean miss, g garbled (nobody
read), f the reader failed. Written from the rule (3 of 5 to come, 4 of 5 missed to go), not from the code."""

from examine import same
from presence import Zone


def told(scans, zone=None, uid="a1"):
    """The news after each scan, as (place, event)."""
    zone = zone or Zone(2)
    found = []
    for place, scan in enumerate(scans):
        if scan == "f":
            zone.failed(1)
        else:
            zone.scanned([uid] if scan in "sb" else [], scan in "gb")  # b: read, and something else garbled
        for event, fields in zone.news():
            same(fields["zone"], 2)
            zone.told(event, fields)
            found.append((place, event))
    return found


def test_a_tag_comes_after_three_scans_and_goes_after_four_missed():
    same(told("sss"), [(2, "TAG_ON")])
    same(told("ssssss...."), [(2, "TAG_ON"), (9, "TAG_OFF")])
    same(told("sssss...s...."), [(2, "TAG_ON"), (9, "TAG_OFF")])  # . . . s . are four of five


def test_flicker_is_no_news():
    same(told("s.s.."), [])
    same(told("s......s......s"), [])
    same(told("sss.s.s.s.s.s"), [(2, "TAG_ON")])
    same(told("ssss...ss...ss...ss"), [(3 - 1, "TAG_ON")])


def test_garbled_is_not_absent():
    same(told("sss" + "g" * 4), [(2, "TAG_ON")])
    same(told("sssgggggggg"), [(2, "TAG_ON"), (7, "TAG_UNCLEAR")])
    same(told("ssssgg.g.g.g."), [(2, "TAG_ON"), (12, "TAG_OFF")])  # only clean misses count: four of them


def test_unclear_ends_after_three_clean_scans():
    same(told("ggggg..."), [(4, "TAG_UNCLEAR"), (7, "TAG_CLEAR")])
    same(told("ggggg.g.g.g"), [(4, "TAG_UNCLEAR")])
    same(told("bbb"), [(2, "TAG_ON")])


def test_a_dead_reader_takes_nothing_away():
    same(told("sssssfff"), [(2, "TAG_ON"), (7, "READER_LOST")])
    same(told("sssss" + "f" * 20), [(2, "TAG_ON"), (7, "READER_LOST")])


def test_a_reader_that_comes_back_votes_afresh():
    same(told("sssssfffs"), [(2, "TAG_ON"), (7, "READER_LOST"), (8, "READER_BACK")])
    same(told("sssssfff...."), [(2, "TAG_ON"), (7, "READER_LOST"), (8, "READER_BACK"), (11, "TAG_OFF")])
    same(told("ssfffs"), [(4, "READER_LOST"), (5, "READER_BACK")])  # two votes before do not count after


def test_single_failures_change_nothing():
    same(told("sfsfs"), [(4, "TAG_ON")])
    same(told("ssssff.ff.ff.ff"), [(2, "TAG_ON")])


def test_two_tags_are_voted_on_their_own():
    zone = Zone(2)
    news = []
    for uids in (["a"], ["a", "b"], ["a", "b"], ["b"], ["b"], ["b"], ["b"]):
        zone.scanned(uids, False)
        for event, fields in zone.news():
            zone.told(event, fields)
            news.append((event, fields["uid"]))
    same(news, [("TAG_ON", "a"), ("TAG_ON", "b"), ("TAG_OFF", "a")])


def test_news_that_nobody_took_waits_and_ends_as_the_difference():
    zone = Zone(2)
    for _ in range(3):
        zone.scanned(["a"], False)
    same(zone.news(), [("TAG_ON", {"zone": 2, "uid": "a"})])
    for _ in range(5):
        zone.scanned([], False)
    same(zone.news(), [])  # came and went while the outbox was full: nothing to tell
    for _ in range(3):
        zone.scanned(["b"], False)
    same(zone.news(), [("TAG_ON", {"zone": 2, "uid": "b"})])


def test_forgetting_tells_everything_anew():
    zone = Zone(2)
    same(told("sss", zone), [(2, "TAG_ON")])
    zone.forget()
    same(told("sss", zone), [(2, "TAG_ON")])
    told("fff", zone)
    zone.forget()
    same(told("f", zone), [(0, "READER_LOST")])


def test_a_thousand_passing_tags_leave_no_memory():
    zone = Zone(2)
    for number in range(1000):
        zone.scanned(["%x" % number], False)
    assert len(zone._tags) <= 5
