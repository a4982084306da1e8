"""The players of a game: what they are called, and what they wear; the same page before the game and over the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.core.ids import Seat
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.adapter import ONLOOKERS, GameAdapter, Look
from ui.presenters.colours import KEY, OWN, SUITS, WORN, Players, tone_of
from ui.presenters.pages import Field, Go, Page, PickDesk, Tile, Turn

LONGEST = 24  # letters of a name
Names = Callable[[str], Mapping[str, str]]  # what the game calls its seats in that language
LEADS = ("master", "villains")  # a seat that one player has against all others: it is handed on by a tap


def seats_called(game: GameAdapter, seats: Sequence[Seat], wording: Wording) -> dict[Seat, str]:
    """The seats by name; of several on a side who is played there stands behind: The Dusk League (Briar)."""
    look, called = Look(ONLOOKERS, (), wording), {seat: wording.word("seat", seat) for seat in seats}
    sides = Counter(map(wording.side, seats))
    for seat in seats:
        played = [look.name(one.piece) for one in game.roster(look) if one.seat == seat]
        if played and sides[wording.side(seat)] > 1:
            called[seat] = f"{wording.side(seat)} ({wording.listed(played)})"
    return called


class PlayersDesk:
    """The page of the players' names and suits."""

    def __init__(
        self,
        seats: Callable[[], Sequence[Seat]],
        players: Callable[[], Players],
        keep: Callable[[Players], None],
        names: Names = lambda lang: {},
    ) -> None:
        self._seats = seats
        self._players = players
        self._keep = keep
        self._names = names

    def page(self, wording: Wording) -> Page:
        """A field and a tile for each seat; who has a name may lead tonight."""
        players, seats = self._players(), Wording(wording.lang, self._names(wording.lang))
        lead = _lead_of(self._seats())
        fields = tuple(Field(str(seat), seats.word("seat", seat), players.get(seat, "")) for seat in self._seats())
        tiles = []
        for seat in self._seats():
            called, worn = players.get(seat) or seats.word("seat", seat), self._suit(seat, wording)
            may_lead = lead not in ("", seat) and seat in players
            leads = ((f"lead:{seat}", wording.say("evening.leads", seat=seats.word("seat", lead))),) if may_lead else ()
            tiles.append(Tile(f"wear:{seat}", called, worn, tone=tone_of(players, seat), extra=leads))
        page = Page(wording.say("evening.player_names"), wording.say("evening.player_names_text"), fields)
        return replace(page, tiles=tuple(tiles))

    def press(self, action: str) -> Turn:
        """Choose what to wear; or let that player lead, and whoever led take the seat."""
        what, _, name = action.partition(":")
        seat = Seat(name)
        if what == "lead":
            self._lead(seat)
            return None

        def tiles(wording: Wording) -> list[Tile]:
            return [Tile(suit, wording.word("suit", suit), tone=f"{WORN}{suit}") for suit in SUITS]

        def wear(suit: str) -> Turn:
            self._wear(seat, suit)
            return None

        return Go(PickDesk("evening.wears", tiles, wear))

    def enter(self, field: str, text: str) -> None:
        """Take a name; an empty one is the seat's own again."""
        players = {**self._players(), field: text.strip()[:LONGEST]}
        self._keep({key: value for key, value in players.items() if value})

    def _lead(self, seat: Seat) -> None:
        players = dict(self._players())
        lead = _lead_of(self._seats())
        players[seat], players[lead] = players.get(lead, ""), players.get(seat, "")
        self._keep({key: value for key, value in players.items() if value})

    def _wear(self, seat: Seat, suit: str) -> None:
        """Give the seat the suit; whoever wore it takes the seat's own, so that no two look alike."""
        players = dict(self._players())
        worn = {other: _suit_of(players, other) for other in self._seats()}
        before = worn[seat]
        worn |= {other: before for other, has in worn.items() if has == suit and other != seat} | {seat: suit}
        self._keep(players | {f"{KEY}{other}": has for other, has in worn.items() if has})

    def _suit(self, seat: Seat, wording: Wording) -> str:
        suit = _suit_of(self._players(), seat)
        return wording.word("suit", suit) if suit else ""


def _suit_of(players: Players, seat: Seat) -> str:
    """The suit that is chosen, or has the seat's own colour; empty where none has."""
    return players.get(f"{KEY}{seat}") or OWN.get(seat, OWN.get(seat.rpartition("-")[0], ""))


def _lead_of(seats: Sequence[Seat]) -> str:
    """The seat that one has against all others; empty where the game has none."""
    return next((seat for seat in seats if seat in LEADS), "")


def players_tile(seats: Sequence[Seat], players: Players, wording: Wording, names: Names = lambda lang: {}) -> Tile:
    """The row of a new game that leads to their page: who has which seat, where they have names."""
    words = Wording(wording.lang, names(wording.lang))
    has = {words.word("seat", seat): players[seat] for seat in seats if players.get(seat)}
    told = [wording.say("evening.has_seat", seat=seat, name=name) for seat, name in has.items()]
    text = " · ".join(told) or wording.say("evening.player_names_text")
    return Tile("players", wording.say("evening.player_names"), text)


def drafted(library: Library, game: str) -> dict[str, str]:
    """The players of the last evening with that game."""
    return {key: value for key, value in library.draft(f"{game}-players").items() if isinstance(value, str)}


def drafting(
    library: Library, game: str, seats: Callable[[], Sequence[Seat]], names: Names = lambda lang: {}
) -> PlayersDesk:
    """Their page before the game; what is chosen there is kept for the next evening too."""
    return PlayersDesk(
        seats, lambda: drafted(library, game), lambda told: library.keep_draft(f"{game}-players", dict(told)), names
    )
