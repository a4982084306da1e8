"""A table and everybody around it: guests, their seats, their screens. Belongs to the session's thread.

    admit ──> Guest ──enter(wire)──> its screen ──tap──> answer
    anything new ──settle──> every screen that somebody looks at ──> its wires: the newest, and only that

Whoever looks on shares one screen a language: it is computed once, not once a spectator.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from time import monotonic
from typing import Protocol

import msgspec

from companion.core.dice import DiceRequest
from companion.core.events import Recorded
from companion.core.ids import Seat, SystemId
from companion.core.telling import Hearing
from companion.errors import InputError
from companion.table.observation import ScreenSeen
from companion.text.wording import LANGUAGES, Wording
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.aims import AIMS
from ui.presenters.games import game_of, names_of_games
from ui.presenters.guide import Guide
from ui.presenters.in_play import rules_in_play
from ui.presenters.players import seats_called
from ui.presenters.questions import Roller, Thrower
from ui.presenters.rules import Answer as RuleAnswer
from ui.presenters.seat_voice import JudgeVoice, SeatVoice, Voice
from ui.presenters.table import TablePresenter
from ui.web.absent import pass_by
from ui.web.around import ServedTable, parts_around
from ui.web.aside import Desks
from ui.web.beam import Beam, choice_of, lit, pointing
from ui.web.company import Company
from ui.web.door import hash_of, new_token
from ui.web.frames import Painter, Parts, Shown, marked
from ui.web.guests import Guest, GuestFile, Role, plain_name
from ui.web.messages import Answer, Tap
from ui.web.room import SeatAtDoor, waits_of, wish_words
from ui.web.screen import Screen
from ui.web.seating import Seating

GUESTS = 48  # devices at one table
WIRES = 3  # connections of one device


class ScreenFault(UserWarning):
    """A device's screen could not be made."""


class Wire(Protocol):
    """A connection: what it is given it sends when it can, and of models the newest."""

    def show(self, shown: Shown) -> None:
        """Send what is new of this."""

    def out(self, words: str) -> None:
        """Say goodbye, and close."""

    def closed(self, words: str) -> None:
        """Say that the table is closed; the page goes on looking for the next one."""


@dataclass(frozen=True, slots=True)
class Health:
    """The answer to ``GET /health``: as much as everybody may know."""

    table: str
    version: int
    seats: tuple[str, ...]
    guests: int


class SharedTable:
    """The table with its guests, their seats and screens."""

    def __init__(self, table: ServedTable, file: GuestFile, name: str) -> None:
        self.table, self.file, self.name = table, file, name
        self.beam: Beam | None = None
        self.epoch = file.kept.epoch
        presenter = table.presenter
        self.seating = Seating(presenter.game.sides, file.guests())
        for guest in self.seating.guests.values():  # who came along from another game has no seat of that one
            guest.seats = tuple(seat for seat in guest.seats if seat in self.seating.seats)
            guest.lost = {seat: version for seat, version in guest.lost.items() if seat in self.seating.seats}
        self._consents = presenter.voice.consents
        self._roller: Roller | None = presenter.dice.roller
        self._thrower: Thrower | None = presenter.dice.thrower
        self._screens: dict[Hashable, Screen] = {}
        self._wires: dict[Wire, Guest] = {}
        self._numbers = itertools.count(max(self.guests, default=0) + 1)
        self._hearing = Hearing(table.session.system, None)
        self._painter = Painter()  # of the board as light
        self._pointer: int | None = None  # the guest who tapped last
        self._is_led = presenter.is_led  # the table's own screen, when it was last looked at
        self._public = -1  # the version as onlookers heard the game
        self.seating.resting = set(map(Seat, file.kept.resting)) & set(self.seating.seats)
        self.company = Company(self.seating, table.session, self.here)
        self.company.call()
        presenter.banner.presence = self.company.presence
        presenter.holder.is_seated, presenter.holder.is_held = self.company.is_seated, self.company.is_held
        self.company.played_at_tablet = presenter.holder.played_for
        presenter.newcomers.wishes, presenter.newcomers.answer = self._wishes, self._answer
        presenter.once_more.others = lambda: {seat for guest in self.here() for seat in guest.seats}
        presenter.once_more.is_possible = lambda: presenter.may_leave
        self._hear(table.session.records)
        table.session.listen(self._hear)

    @property
    def guests(self) -> dict[int, Guest]:
        """The guests who were let in, by number."""
        return self.seating.guests

    @property
    def system(self) -> SystemId:
        """The game that is played."""
        return self.table.session.system.id

    @property
    def edition(self) -> str:
        """The edition of its rules."""
        return str(self.table.session.system.edition.id)

    @property
    def desks(self) -> Desks:
        """The pages for the players of this game between evenings, on this machine."""
        if self.system not in names_of_games():
            return {}
        table = self.table.session
        return {word: partial(made, table) for word, made in game_of(self.system).between.items()}

    def health(self) -> Health:
        """Return the table's health."""
        return Health(self.name, self._public, tuple(self.seating.seats), len(self.guests))

    def wording(self, lang: str) -> Wording:
        """The words of a language, with the names that everybody knows."""
        return Wording(lang, self.table.presenter.game.names(ONLOOKERS, lang))

    def title(self, lang: str) -> str:
        """The game, and its quest or scenario where it has one."""
        wording = self.wording(lang)
        game, story = wording.word("game", self.system), self.table.presenter.game.story(Look(ONLOOKERS, (), wording))
        return wording.pair(game, story) if story else game

    def door(self, lang: str) -> list[SeatAtDoor]:
        """Every seat, as whoever comes in may choose it."""
        called = seats_called(self.table.presenter.game, self.seating.seats, self.wording(lang))
        held, players = dict(self.seating.held()), self.table.session.players
        names = {seat: held[seat] or players.get(seat, "") for seat in self.seating.seats}
        is_told = not self.company.has_tablet or any(players.values())  # else the tablet may play any of them
        return [
            SeatAtDoor(seat, called[seat], name, bool(held[seat]), is_told and not name) for seat, name in names.items()
        ]

    def guest_of(self, token: str) -> Guest | None:
        """Return the guest whose device shows this token."""
        name = hash_of(token)
        return next((guest for guest in self.guests.values() if guest.token == name), None)

    def admit(self, name: str, wanted: str, lang: str) -> str | None:
        """A token for a new guest in a free seat or another role; ``None`` when the room is full."""
        if len(self.guests) >= GUESTS and not self._forget_one():
            return None
        token = new_token()
        number = next(self._numbers)  # nobody's before: a device that was removed finds no other in its place
        role = Role(wanted) if wanted in set(Role) else Role.PLAYER
        known = self.table.session.players.get(Seat(wanted), "")  # who says no name bears that of the seat
        called = plain_name(name) or plain_name(known)
        guest = Guest(number, hash_of(token), called, role, lang if lang in LANGUAGES else LANGUAGES[0])
        self.guests[number] = guest
        if role is Role.PLAYER:
            self.seating.sit(guest, Seat(wanted), self.here())
        self.company.call()
        self.keep()
        return token

    def enter(self, wire: Wire, token: str) -> Guest | None:
        """The guest, whose screen that wire shows from now on; ``None``: a stranger, or too many of its wires."""
        guest = self.guest_of(token)
        if guest is None or sum(other is guest for other in self._wires.values()) >= WIRES:
            return None
        if guest not in self.here():
            guest.lost |= dict.fromkeys(self.table.presenter.holder.played_for(guest.seats), guest.left)
        self._wires[wire] = guest
        return guest

    def leave(self, wire: Wire) -> None:
        """Note that the connection is cut."""
        guest = self._wires.pop(wire, None)
        if guest is not None and guest not in self.here():
            guest.left = self.table.session.version
        if self.beam is not None and guest is not None and guest.role is Role.PROJECTOR and guest not in self.here():
            self.beam.gone()

    def here(self) -> tuple[Guest, ...]:
        """Return the guests whose devices are connected."""
        return tuple(dict.fromkeys(self._wires.values()))

    def tap(self, guest: Guest, tap: Tap) -> Answer:
        """Carry out a tap and return its answer; the same again for one that is sent again."""
        if tap.epoch == self.epoch and tap.id in guest.answers:
            return guest.answers[tap.id]
        if self.guests.get(guest.number) is not guest:
            return Answer(tap.id, False, self._say(guest, "removed"))
        if tap.epoch != self.epoch or tap.id <= guest.last:
            return Answer(tap.id, False, self._say(guest, "new_host"))
        if tap.does == "room":
            return guest.remember(self._room(guest, tap))
        if not guest.may_tap:
            return guest.remember(Answer(tap.id, False, self._say(guest, "only_looks")))
        screen, self._pointer = self._screen(guest), guest.number
        self._refresh_if_stale(guest, screen)
        voice = screen.presenter.voice
        if isinstance(voice, SeatVoice):
            voice.prefix = f"{self.epoch}-{tap.id}-"
        try:
            answer = screen.tap(tap)
            screen.refresh(self._around(guest), self._now(), is_own=True)
        except Exception as fault:  # answered all the same: a page would send it again and again
            self._warn(guest, fault)
            answer = Answer(tap.id, False, self._say(guest, "fault"))
        guest.lang = screen.presenter.wording.lang
        return guest.remember(answer)

    def roll_for(self, guest: Guest) -> DiceRequest | None:
        """The roll that is open, where the guest may tap and its side heard of it."""
        roll = self.table.follower.open_roll()
        if roll is None or not guest.may_tap:
            return None
        return next(iter(self._screen(guest).presenter.log.heard_asked([roll])), None)

    def sheet_of(self, guest: Guest) -> Seat | None:
        """Return the seat whose screen of cubes the guest's page shows, where it is one of its own."""
        presenter = self._screen(guest).presenter
        sheet = presenter.game.sheet(presenter.look)
        return Seat(sheet.seat) if sheet is not None and sheet.slots and sheet.seat in guest.seats else None

    def count(self, guest: Guest, seat: Seat, seen: ScreenSeen) -> None:
        """Show the guest what a photograph of that screen shows, if its page still shows it."""
        if self.sheet_of(guest) == seat:
            screen = self._screen(guest)
            screen.presenter.counts.take(seen)
            screen.shows = None

    def then(self, guest: Guest, line: int) -> bytes | None:
        """The table as that guest saw it after a line of its log; ``None``: there is no such line."""
        return self._screen(guest).then(line)

    def rules_in_play(self, guest: Guest) -> tuple[RuleAnswer, ...]:
        """Return the rules that this game names, as far as that guest's side sees it."""
        if self.system not in names_of_games():
            return ()
        presenter = self._screen(guest).presenter
        lines = (line.text for line in presenter.log.lines(presenter.wording))
        return rules_in_play(presenter.game, presenter.look, self.system, self.edition, lines)

    def remove(self, number: int) -> bool:
        """Whether there was such a guest; it is out at once."""
        guest = self.guests.get(number)
        if guest is None:
            return False
        self.seating.leave(guest)
        for wire in [wire for wire, other in self._wires.items() if other is guest]:
            wire.out(self._say(guest, "removed"))
            self.leave(wire)
        screen = self._screens.pop(number, None)
        if screen is not None:
            screen.presenter.close()
        self.company.call()
        self.keep()
        return True

    def settle(self, within_s: float = inf) -> bool:
        """Whether everybody is shown what is new; whoever is not by then is shown it at the next call."""
        until = monotonic() + within_s
        self._lead_all()
        pass_by(self.table.session, self.table.presenter.game, self.seating.resting, self._roller)
        for wire, guest in list(self._wires.items()):
            if monotonic() > until:
                return False
            try:
                screen = self._screen(guest)
                self._refresh_if_stale(guest, screen)
                wire.show(screen.shown)
            except Exception as fault:  # a screen that cannot be drawn takes nobody else's along
                self._warn(guest, fault)
                self.leave(wire)
                wire.out(self._say(guest, "fault"))
        return True

    def say_closed(self) -> None:
        """Tell every page that the table is closed."""
        for wire, guest in self._wires.items():
            wire.closed(self._say(guest, "closed"))

    def close(self) -> None:
        """Write down that nobody serves the table any more."""
        self.file.kept.url = ""
        self.keep()

    def _hear(self, batch: Sequence[Recorded]) -> None:
        self._public += sum(self._hearing.hear(record) is not None for record in batch)

    def _refresh_if_stale(self, guest: Guest, screen: Screen) -> None:
        now = self._now() if guest.role is not Role.PROJECTOR else (self._now(), self._lit())
        if screen.shows != now:
            screen.refresh(self._around(guest), now)

    def _now(self) -> Hashable:
        """The state of everything that screens show; equal as long as nothing changed."""
        here, devices = self.here(), self.table.follower
        seen = (devices.picture, devices.reading, devices.question, *devices.proposals)
        return (
            self.table.session.version,
            self._consents.open,
            self.table.clock.hands(),
            tuple(map(id, seen)),
            devices.tower,
            tuple(devices.links.items()),
            devices.calls,
            tuple(
                (guest.number, guest.seats, guest in here, guest.watches, *guest.lost) for guest in self.guests.values()
            ),
            tuple((wish.guest.number, wish.seat, wish.joins) for wish in self.seating.wishes),
            tuple((guest.number, seat) for guest, (seat, _) in self.seating.refused.items()),
            tuple(sorted(self.seating.resting)),
            self.company.played_at_tablet(self.seating.seats),
            tuple((judge.number, other) for judge, other in self.seating.removing.items()),
            tuple((guest.number, seats) for guest, seats in self.seating.leaving.items()),
            tuple(self.table.session.players.items()),
            self.table.hands.left,
            self.table.presenter.once_more.agreed(self.table.session.version),
            self._is_led,
        )

    def _around(self, guest: Guest) -> Parts:
        """The parts of its page that are no part of the game: people, the time, the hands, papers."""
        presenter = self._screen(guest).presenter
        wording = self.wording(presenter.wording.lang)
        parts = parts_around(self.table, self.seating, self.company, guest, presenter, wording, self.roll_for(guest))
        if guest.role is Role.PROJECTOR and self.beam is not None:
            pointed, own = self._pointed(), presenter.model()
            board = lit(own.board, pointed.model() if pointed else None)
            return {**self._encoded(parts | {"beam": self.beam.part(wording)}), **marked(board, self._painter)}
        return self._encoded(parts)

    def _pointed(self) -> TablePresenter | None:
        """The screen whose choice is lit on the table: of who tapped last, or the table's own."""
        screen = self._screens.get(self._pointer)
        return pointing([*([screen.presenter] if screen else ()), self.table.presenter])

    def _lit(self) -> Hashable:
        return (self.beam.number if self.beam else 0), choice_of(self._pointed())

    def _encoded(self, parts: Mapping[str, object]) -> Parts:
        return {name: msgspec.json.encode(part, order="deterministic") for name, part in parts.items()}

    def _key(self, guest: Guest) -> Hashable:
        return guest.number if guest.may_tap or guest.role is Role.PROJECTOR else guest.lang

    def _screen(self, guest: Guest) -> Screen:
        key = self._key(guest)
        if key not in self._screens:
            self._screens[key] = Screen(self._presenter(guest))
        return self._screens[key]

    def _presenter(self, guest: Guest) -> TablePresenter:
        session = self.table.session
        voice: Voice = SeatVoice(session, self._consents, guest.sender, guest.seats)
        if guest.role is Role.JUDGE:
            voice = JudgeVoice(session, self._consents, guest.sender)
        elif not guest.may_tap:
            voice = SeatVoice(session, self._consents, ONLOOKERS, ())
        made = TablePresenter(
            session,
            self.table.follower,
            lang=guest.lang,
            roller=self._roller,
            thrower=self._thrower,
            sides=(self.seating.side_of(guest) or ONLOOKERS,),
            voice=voice,
            caller=self.table.presenter.judge.caller,
            advises=self.table.presenter.adviser.is_wanted,
        )
        made.game.remember(self.table.places)
        made.once_more = self.table.presenter.once_more
        is_player = guest.role is Role.PLAYER
        is_asked = is_player and bool(guest.seats)  # about who is away, first of all; who has no seat reads it above
        made.banner.presence, made.banner.names_absent = self.company.presence, not is_asked
        made.banner.is_personal = is_player
        if self.table.presenter.is_led and guest.role is Role.PLAYER:
            self._lead(made)
        return made

    @staticmethod
    def _lead(presenter: TablePresenter) -> None:
        """Let a screen hint for its own seats."""
        presenter.guide = Guide(presenter.game)
        presenter.picked = AIMS if presenter.state.flow.round <= 1 else ""

    def _lead_all(self) -> None:
        """Lead every player from the moment on that the table's own screen is led."""
        was_led, self._is_led = self._is_led, self.table.presenter.is_led
        for guest in self.guests.values() if self._is_led and not was_led else ():
            screen = self._screens.get(self._key(guest))
            if screen is not None and guest.role is Role.PLAYER and not screen.presenter.is_led:
                self._lead(screen.presenter)

    def _room(self, guest: Guest, tap: Tap) -> Answer:
        """Carry out a wish about seats and people."""
        does, _, about = tap.what.partition(":")
        match does:
            case "beam" if guest.role is Role.PROJECTOR and self.beam is not None:
                return Answer(tap.id, self.beam.told(about))
            case "sit" | "join":
                for seat in about.split(" "):
                    told = self.seating.sit(guest, Seat(seat), self.here(), joins=does == "join")
                    if told not in ("sat", "asked"):
                        return Answer(tap.id, False, self._say(guest, told))
            case "let" if about in guest.lost:
                del guest.lost[Seat(about)]
            case "watch" if not guest.seats:
                guest.watches = True
            case "heard":
                self.seating.refused.pop(guest, None)
            case "rise" if about in guest.seats:
                self.seating.rise(guest, Seat(about))
            case "give" | "keep" if about.isdecimal() and len(about) < 9:
                if not self.seating.answer(guest, int(about), agrees=does == "give"):
                    return Answer(tap.id, False, self._say(guest, "not_asked"))
            case "done" if guest.role is Role.PLAYER:
                own = self.table.hands.errands(self.wording(guest.lang), self.company.hands_of(guest))
                self.table.hands.done([one.piece for one in own if about in ("", one.piece)])
            case "clock" if guest.may_tap:
                self.table.clock.switch()
            case "rest" if {*about.split(" ")} <= {*self.table.presenter.game.may_rest}:
                self.seating.leaving[guest] = tuple(map(Seat, about.split(" ")))
            case "rested" | "kept" if self.seating.leaving.pop(guest, None) == tuple(about.split(" ")):
                if does == "rested" and not all(self.seating.rest(guest, Seat(seat)) for seat in about.split(" ")):
                    return Answer(tap.id, False, self._say(guest, "not_understood"))
            case "remove" | "out" | "stay" if guest.role is Role.JUDGE and about.isdecimal() and len(about) < 9:
                asked = self.seating.removing.pop(guest, None)
                if does == "remove":
                    self.seating.removing[guest] = int(about)
                elif does == "out" and asked == int(about):
                    self.remove(asked)
            case _:
                return Answer(tap.id, False, self._say(guest, "not_understood"))
        self._reseat()
        waits = waits_of(self.seating, guest, self.here(), self.wording(guest.lang), has_tablet=self.company.has_tablet)
        return Answer(tap.id, True, waits if does in ("sit", "join") else "")  # nothing is touched in silence

    def _wishes(self, wording: Wording) -> dict[int, str]:
        """Return the wishes that may be answered at the table's own screen, in words, by the number of who asks."""
        wishes = self.seating.orphaned(self.here()) if self.company.has_tablet else []
        return {wish.guest.number: wish_words(wish, self.table.session.players, wording) for wish in wishes}

    def _answer(self, number: int, agrees: bool) -> None:  # as the desk calls it
        self.seating.answer(None, number, agrees=agrees)
        self._reseat()

    def _reseat(self) -> None:
        """Give everybody the screen of the seats they hold now."""
        for guest in self.guests.values():
            screen = self._screens.get(self._key(guest))
            if screen is not None and guest.role is Role.PLAYER and screen.presenter.voice.seats != guest.seats:
                guest.lang = screen.presenter.wording.lang
                was_led = screen.presenter.is_led
                screen.replace(self._presenter(guest))
                if was_led and not screen.presenter.is_led:
                    self._lead(screen.presenter)
        self.company.call()
        self.keep()

    def _forget_one(self) -> bool:
        """Whether somebody could be forgotten who is not here and sits nowhere."""
        gone = next((guest for guest in self.guests.values() if guest not in self.here() and not guest.seats), None)
        return gone is not None and self.remove(gone.number)

    def _warn(self, guest: Guest, fault: Exception) -> None:
        warnings.warn(f"the screen of {guest.sender}: {type(fault).__name__}: {fault}", ScreenFault, stacklevel=3)

    def _say(self, guest: Guest, key: str) -> str:
        return Wording(guest.lang).say(f"page.{key}")

    def keep(self) -> None:
        """Write down who is here; a full disk puts nobody out, and is shown."""
        try:
            self.file.keep(list(self.guests.values()), self.seating.resting)
        except InputError as wrong:
            self.table.presenter.follower.see_disk(f"not-kept: {wrong.found}")


Job = Callable[[], None]
