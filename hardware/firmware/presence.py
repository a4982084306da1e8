# What lies in a zone of the mat, voted from many scans. One scan proves little:
#
#     a tag was read            it is there                            one vote for it
#     clean time-out            nobody answered a healthy reader       one vote against every tag not read
#     garbled answer            somebody is there, not known who       no vote against anybody
#     the reader failed         nothing is known                       no vote at all; after three in a row: lost
#
#     absent ──3 of the last 5──> present ──4 of the last 5 missed──> absent       (between the two: as it was)
#
# `news` is the difference between what was voted and what was told: a full outbox delays it, and loses none.
OF, ARRIVE, STAY = 5, 3, 2  # of so many votes: so many to come, so many to stay
MASK = (1 << OF) - 1
UNCLEAR, CLEAR = 5, 3  # so many garbled scans in a row say so, so many clean ones take it back
LOST = 3  # so many failures in a row: the reader is lost


def ones(bits):
    """How many bits are set."""
    return bin(bits).count("1")


class Zone:
    """The votes of one zone; knows no reader and no clock."""

    def __init__(self, number):
        self.number = number
        self.lost = False
        self._tags = {}  # uid -> [last votes as bits, voted present, told present]
        self._garbled = self._clean = self._failed = 0
        self._unclear = False
        self._fault = 0
        self._told_lost = self._told_unclear = False

    def scanned(self, uids, garbled):
        """Take in what a reader that works read: `uids`, and something it could not read if `garbled`."""
        self._failed = 0
        if self.lost:
            self.lost = False
            for tag in self._tags.values():  # what it missed while it was away counts for nothing
                tag[0] = MASK if tag[1] else 0
        for uid in uids:
            self._tags.setdefault(uid, [0, False, False])
        for uid, tag in self._tags.items():
            if uid in uids or not garbled:
                tag[0] = (tag[0] << 1 | (uid in uids)) & MASK
                votes = ones(tag[0])
                tag[1] = votes >= (STAY if tag[1] else ARRIVE)
        self._garbled = self._garbled + 1 if garbled else 0
        self._clean = 0 if garbled else self._clean + 1
        if self._garbled >= UNCLEAR or self._clean >= CLEAR:
            self._unclear = self._garbled >= UNCLEAR
        for uid in [uid for uid, tag in self._tags.items() if not tag[0] and not tag[1] and not tag[2]]:
            del self._tags[uid]

    def failed(self, fault):
        """Note that the reader could not scan; `fault` is a number of the schema."""
        self._failed += 1
        if self._failed >= LOST:
            self.lost, self._fault = True, fault

    def forget(self):
        """Begin as after a start: nothing that was told counts any more."""
        lost, fault = self.lost, self._fault
        self.__init__(self.number)
        self.lost, self._fault = lost, fault
        self._failed = LOST if lost else 0

    def news(self):
        """What changed and was not told, as (event, fields)."""
        found = []
        if self.lost != self._told_lost:
            found.append(("READER_LOST" if self.lost else "READER_BACK", {"zone": self.number, "fault": self._fault}))
        if self._unclear != self._told_unclear:
            found.append(("TAG_UNCLEAR" if self._unclear else "TAG_CLEAR", {"zone": self.number}))
        for uid in sorted(self._tags):
            if self._tags[uid][1] != self._tags[uid][2]:
                found.append(("TAG_ON" if self._tags[uid][1] else "TAG_OFF", {"zone": self.number, "uid": uid}))
        return found

    def told(self, event, fields):
        """Note that this piece of news is in the outbox."""
        if event in ("TAG_ON", "TAG_OFF"):
            self._tags[fields["uid"]][2] = event == "TAG_ON"
        elif event in ("TAG_UNCLEAR", "TAG_CLEAR"):
            self._told_unclear = event == "TAG_UNCLEAR"
        else:
            self._told_lost = event == "READER_LOST"
