# Which events are under way, and when to send one again: a window of 16, selective acknowledgement, a measured time-out.
#
#     waiting   9  10  11  12  13  14 ...        upto = 8, the host holds 11 (map): 9 and 10 go again, 11 does not
#              gap gap held
#
# The time-out follows the measured round trip (mean + 4 x spread), doubles at every resend, and progress resets it.
SIZE = 16
FLOOR_MS, FIRST_MS, CEILING_MS = 40, 200, 500  # nobody shares this wire: long waits would only cost time


class Window:
    """What of an outbox is due; knows no bytes and no clock."""

    def __init__(self):
        self.resent = 0
        self._mean, self._spread = None, 0
        self.begin()

    def begin(self):
        """Begin a new session: it knows of nothing under way."""
        self._flight = {}  # seq -> [sent at, tries]
        self._held = set()  # seqs the host has, above the first gap
        self._timeout = self._base()

    def due(self, now, oldest, following):
        """The numbers to send now, of those from `oldest` to before `following`."""
        found = []
        again = False
        for seq in range(oldest, min(oldest + SIZE, following)):
            state = self._flight.get(seq)
            if seq in self._held or (state and now - state[0] < self._timeout):
                continue
            if state is None:
                state = self._flight[seq] = [now, 0]
            elif state[1]:
                self.resent += 1
                again = True
            state[0] = now
            state[1] += 1
            found.append(seq)
        if again:
            self._timeout = min(self._timeout * 2, CEILING_MS)
        return found

    def acknowledged(self, now, upto, held, progress):
        """Note that everything up to `upto` arrived, and `upto + 2 + bit` for each bit of `held`."""
        newest = self._flight.get(upto)
        if newest and newest[1] == 1:  # only a frame sent once tells how long an answer takes
            self._measure(now - newest[0])
        if progress:
            self._timeout = self._base()
        self._held = {upto + 2 + bit for bit in range(32) if held >> bit & 1}
        self._flight = {seq: state for seq, state in self._flight.items() if seq > upto}

    def _measure(self, took):
        if self._mean is None:
            self._mean, self._spread = took, took / 2
        else:
            self._spread += (abs(took - self._mean) - self._spread) / 4
            self._mean += (took - self._mean) / 8

    def _base(self):
        if self._mean is None:
            return FIRST_MS
        return min(max(self._mean + 4 * self._spread, FLOOR_MS), CEILING_MS)
