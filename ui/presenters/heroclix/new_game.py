"""A new game of HeroClix by touch: one page with everything as it was last time; a tap on a row changes it.

rules · points · players · a force for each · map · rounds ──> Begin
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.core.ids import Seat, SystemId
from companion.errors import InputError
from companion.games import editions_of
from companion.games.heroclix.face import setup as face
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.colours import KEY, Players, tone_of
from ui.presenters.heroclix.forces import Forces
from ui.presenters.heroclix.maps import Maps
from ui.presenters.pages import Field, Go, Page, PickDesk, Play, Tile, Turn
from ui.presenters.players import PlayersDesk, players_tile

GAME = "heroclix"
LONGEST = 24  # letters of a player's name
POINTS = ("100", "200", "300", "400", "500", "600", "800", "1000")
ROUNDS = ("0", "6", "8", "10", "12")
PLAYERS = {"2": 2, "3": 3, "4": 4, "pairs": 4}
_FIRST = {"edition": "core", "points": "300", "players": "2", "map": face.MAPS[0], "rounds": "0"}


class OpeningDesk:
    """Everything a game needs, as rows; ``Begin`` when nothing stands against it."""

    def __init__(self, library: Library) -> None:
        self._library, self._forces = library, Forces(library)
        kept = {key: value for key, value in library.draft(GAME).items() if isinstance(value, str)}
        self._chosen: dict[str, str] = {**_FIRST, **kept}
        self._maps = Maps(library)
        try:
            self._maps.document(self._chosen["map"])
        except InputError:  # it was in order the last time; the gallery tells what is wrong with it
            self._chosen["map"] = _FIRST["map"]
        if self._maps.fitting(len(self._seats())) is None:  # there was such a map the last time
            self._chosen["players"] = _FIRST["players"]

    def page(self, wording: Wording) -> Page:
        """The rows, and what stands against beginning."""
        chosen, points = self._chosen, int(self._chosen["points"])
        rows = [
            Tile("pick:edition", wording.say("evening.edition"), wording.word("edition", chosen["edition"])),
            Tile("pick:players", wording.say("evening.players"), wording.say(f"evening.players_{chosen['players']}")),
            Tile("pick:points", wording.say("evening.points"), chosen["points"]),
        ]
        for seat in self._seats():
            name = chosen.get(f"force:{seat}", "")
            about = self._forces.about(name, points, wording) if name else wording.say("evening.choose_force")
            tone = tone_of(self._players(), str(seat))
            rows.append(Tile(f"pick:force:{seat}", wording.word("seat", seat), about, tone=tone))
        name, picture = self._maps.board(chosen["map"]).name, self._maps.picture(chosen["map"])
        rows.append(Tile("pick:map", wording.say("evening.map"), name, picture=picture))
        rows.append(players_tile(self._seats(), self._players(), wording))
        rows.append(Tile("pick:rounds", wording.say("evening.rounds"), _rounds(chosen["rounds"], wording)))
        against = tuple(self._against(wording))
        buttons = () if against else (("begin", wording.say("evening.begin")),)
        fields = tuple(
            Field(f"name:{seat}", wording.say("evening.name_of", seat=wording.word("seat", seat)), self._name(seat))
            for seat in self._seats()
        )
        return Page(wording.say(f"game.{GAME}"), fields=fields, tiles=tuple(rows), notes=against, buttons=buttons)

    def press(self, action: str) -> Turn:
        """Change a row, or begin."""
        if action == "begin":
            return Play(self._setup(), players=self._players())
        if action == "players":
            return Go(PlayersDesk(self._seats, self._players, self._take_players))
        _, _, row = action.partition(":")
        if row.startswith("force:"):
            seat = row.partition(":")[2]
            return Go(self._forces.picking(int(self._chosen["points"]), self._keep(f"force:{seat}")))
        lists: Mapping[str, Callable[[Wording], Sequence[Tile]]] = {
            "edition": lambda words: [
                Tile(one, words.word("edition", one), words.word("edition.about", one))
                for one in editions_of(SystemId(GAME))
            ],
            "players": self._counts,
            "points": self._totals,
            "rounds": lambda words: [Tile(count, _rounds(count, words)) for count in ROUNDS],
            "map": lambda words: self._maps.tiles(words, self._chosen["map"]),
        }
        picture = self._maps.picture if row == "map" else None
        keep = self._take_count if row == "players" else self._keep(row)
        return Go(PickDesk(f"evening.{row}", lists[row], keep, picture=picture))

    def enter(self, field: str, text: str) -> None:
        """Name a player."""
        self._keep(field)(text)

    def _counts(self, wording: Wording) -> list[Tile]:
        """How many may play; of those whom no map at hand has room for, which map they need (HC-SETUP-06)."""
        tiles = []
        for one, count in PLAYERS.items():
            fits = self._maps.fitting(count) is not None
            needs = "" if fits else wording.say("evening.needs_map", areas=count)
            tiles.append(Tile(one if fits else "", wording.say(f"evening.players_{one}"), needs))
        return tiles

    def _totals(self, wording: Wording) -> list[Tile]:
        """The build totals, each with the forces that it fits."""
        fitting = self._forces.fitting(map(int, POINTS))
        return [
            Tile(
                one, one, wording.say("evening.forces_fit", count=count) if count else wording.say("evening.none_fits")
            )
            for one, count in zip(POINTS, fitting.values(), strict=True)
        ]

    def _take_count(self, players: str) -> None:
        """Take so many players, and where the map has no room for them, one that has."""
        self._keep("players")(players)
        if face.count_areas(self._maps.board(self._chosen["map"])) < len(self._seats()):
            self._keep("map")(self._maps.fitting(len(self._seats())) or self._chosen["map"])

    def _players(self) -> dict[str, str]:
        """Return the players' names and suits."""
        names = {str(seat): name for seat in self._seats() if (name := self._name(seat))}
        return names | {key: worn for key, worn in self._chosen.items() if key.startswith(KEY) and worn}

    def _take_players(self, players: Players) -> None:
        for seat in self._seats():
            self._keep(f"name:{seat}")(players.get(seat, ""))
            self._keep(f"{KEY}{seat}")(players.get(f"{KEY}{seat}", ""))

    def _name(self, seat: Seat) -> str:
        return self._chosen.get(f"name:{seat}", "").strip()[:LONGEST]

    def _seats(self) -> tuple[Seat, ...]:
        return face.SEATS[: PLAYERS.get(self._chosen["players"], 2)]

    def _keep(self, row: str) -> Callable[[str], None]:
        def keep(value: str) -> None:
            self._chosen[row] = value
            self._library.keep_draft(GAME, dict(self._chosen))

        return keep

    def _against(self, wording: Wording) -> Iterator[str]:
        """Why the game cannot begin yet."""
        for seat in self._seats():
            name = self._chosen.get(f"force:{seat}", "")
            if not name:
                yield wording.say("evening.no_force", seat=wording.word("seat", seat))
            else:
                for broken in self._forces.against(name, int(self._chosen["points"]), wording)[:2]:
                    yield wording.pair(wording.word("seat", seat), broken)
        areas = face.count_areas(self._maps.board(self._chosen["map"]))
        if areas < len(self._seats()):  # HC-SETUP-06
            yield wording.say("evening.too_few_areas", areas=areas, players=len(self._seats()))

    def _setup(self) -> face.SetUp:
        chosen = self._chosen
        brought = [(name, self._forces.force(name)) for seat in self._seats() if (name := chosen[f"force:{seat}"])]
        document = self._maps.document(chosen["map"])
        return face.setup_of(
            brought,
            (chosen["map"], document),
            int(chosen["points"]),
            edition=chosen["edition"],
            pairs=chosen["players"] == "pairs",
            rounds=int(chosen["rounds"]),
        )


def _rounds(count: str, wording: Wording) -> str:
    """Say when the game ends at the latest (HC-END-02)."""
    return wording.say("evening.until_round", count=count) if int(count) else wording.say("evening.no_limit")
