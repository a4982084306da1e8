# What a roll is, from two beams and a shake: decides nothing about faces.
#
#            arm(n)            top beam             all out, quiet 400 ms
#     EMPTY ───────> ARMED ───────────> ROLLING ───────────────────────> SETTLED ──shake──> DISTURBED
#       ^              ^                 │  ^                               │                   │
#       └── arm(0) ────┴── arm(n) from anywhere; a die at the top beam starts a roll from anywhere
#                                        └──fewer out than in for 3 s──> COCKED ──the die comes out──> ROLLING
QUIET_MS = 400
COCKED_MS = 3000
EMPTY, ARMED, ROLLING, SETTLED, DISTURBED, COCKED = "EMPTY", "ARMED", "ROLLING", "SETTLED", "DISTURBED", "COCKED"


class Roll:
    """The state of the tray; `step` gives the phases that began."""

    def __init__(self):
        self.phase = EMPTY
        self.expected = self.entered = self.left = self.number = 0
        self._moved_at = 0

    def arm(self, dice):
        """The phase that begins: ARMED for a throw of `dice` dice, EMPTY for none."""
        self.phase = ARMED if dice else EMPTY
        self.expected, self.entered, self.left = dice, 0, 0
        return self.phase

    def step(self, now, entered, left, shaken):
        """The phase that begins, or None: dice counted at the beams since the last step, and whether it shook."""
        before = self.phase
        if entered and before not in (ROLLING, COCKED):
            self._begin()
        if self.phase in (ROLLING, COCKED):
            self._count(now, entered, left, shaken)
        elif self.phase == SETTLED and (shaken or left):
            self.phase = DISTURBED
        return self.phase if self.phase != before else None

    def _begin(self):
        if self.phase != ARMED:  # a throw nobody asked for: seen all the same
            self.expected = 0
        self.phase = ROLLING
        self.number = self.number + 1 & 0xFFFF
        self.entered = self.left = 0

    def _count(self, now, entered, left, shaken):
        self.entered = min(self.entered + entered, 255)
        self.left = min(self.left + left, 255)
        if entered or left:
            self.phase = ROLLING
        if entered or left or shaken:
            self._moved_at = now
        still = now - self._moved_at
        if self.left >= max(self.entered, self.expected) and still >= QUIET_MS:
            self.phase = SETTLED
        elif still >= COCKED_MS:
            self.phase = COCKED

    def fields(self):
        """The body of an event about this roll."""
        return {"expected": self.expected, "entered": self.entered, "left": self.left, "roll": self.number}
