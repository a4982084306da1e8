# Which application runs: the factory's (beside main.py), or an update in folder a or b. Two numbers on flash decide,
# replaced by rename: a cut leaves the old ones.
#
#     install(a) ─> a on trial ──WELCOME within 60 s──> a runs from now on
#                      │ no WELCOME, or three starts that did not last
#                      └──> what ran before ──three starts that did not last──> factory ──the same──> safe application
#
# A start counts when the board reset itself: one that ended because somebody pulled the plug proves nothing.
import os

from sealed import read_pair, write_pair

FOLDERS = ("", "a", "b")
STARTS = 3  # so many that do not last are enough
SAFE_ONCE = "safe-once"  # a file: the next start runs the safe application


class Slots:
    """The choice on flash. `folder` is what runs now, "" for the factory's."""

    def __init__(self, path="slots"):
        self.path = path
        choice, self.starts = read_pair(path) or (0, 0)
        self.active, self.before, self.trial = choice & 3, choice >> 8 & 3, bool(choice >> 16 & 1)
        if self.active >= len(FOLDERS) or self.before >= len(FOLDERS):
            self.active = self.before = 0
        self.pending = False  # another one was chosen: what runs now proves nothing about it

    @property
    def folder(self):
        return FOLDERS[self.active]

    @property
    def spare(self):
        """The folder an update may overwrite, never the one that runs; while that one is on trial: None."""
        return None if self.trial else FOLDERS[2 if self.active == 1 else 1]

    def begin(self, held, powered=False):
        """Why the safe application must run, or "" for the one in `folder`; counts the start before it can fail.

        `powered`: the power came on, so the start before ended with it and does not count.
        """
        if powered and self.starts:
            self.starts -= 1
        if _removed(SAFE_ONCE):
            return "asked"
        if held:
            return "button"
        if self.starts >= STARTS or (self.active and not _there(self.folder + "/manifest")):
            if self.active == 0:
                self.starts = STARTS - 1  # the next start tries once more
                self._save()
                return "boot-loop"
            self._fall_back()
        self.starts += 1
        self._save()
        return ""

    def well(self):
        """Note that what runs has proved itself; written once."""
        if (self.starts or self.trial) and not self.pending:
            self.starts, self.trial = 0, False
            self._save()

    def failed(self):
        """Note that what was on trial did not prove itself: what ran before runs after the restart."""
        if not self.pending:
            self._fall_back()
            self._save()

    def install(self, folder):
        """Let this folder run after the restart, on trial."""
        self.before, self.active = self.active, FOLDERS.index(folder)
        self.trial, self.starts, self.pending = True, 0, True
        self._save()

    def safe_once(self):
        """Let the next start run the safe application."""
        with open(SAFE_ONCE, "w") as file:
            file.write("1")

    def _fall_back(self):
        self.active, self.before, self.trial, self.starts = self.before, 0, False, 0

    def _save(self):
        write_pair(self.path, self.active | self.before << 8 | self.trial << 16, self.starts)


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _removed(path):
    try:
        os.remove(path)
        return True
    except OSError:
        return False
