"""A new game by touch: which scenario, whose heroes, in which rank, how hard; or a campaign's next adventure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.errors import InputError
from companion.games.guardians.face import setup as face
from companion.games.guardians.face.careers import Career
from companion.text.faults import fault_words
from companion.text.wording import Wording
from ui.library import Library
from ui.presenters.guardians.campaign import CampaignDesk
from ui.presenters.guardians.dice import DiceDesk, dice_of
from ui.presenters.guardians.heroes import HeroesDesk
from ui.presenters.pages import Go, Page, PickDesk, Play, Tile, Turn, Untyped
from ui.presenters.players import drafted, drafting, players_tile

GAME = "guardians"


class OpeningDesk(Untyped):
    """Everything a game needs, as rows."""

    def __init__(self, library: Library) -> None:
        self._library = library
        kept = {key: value for key, value in library.draft(GAME).items() if isinstance(value, str)}
        first = {"scenario": str(self._scenarios()[-1]), "a_side": "2", "together": "players", "rank": "hero"}
        self._chosen: dict[str, str] = {**first, "difficulty": "none", "heroes": " ".join(face.ALL_HEROES), **kept}

    def page(self, wording: Wording) -> Page:
        """The rows, and what stands against beginning."""
        page = Page(wording.say(f"game.{GAME}"))
        try:
            setup, teams = self.setup(), self._teams(wording)
        except InputError as wrong:
            return replace(page, tiles=(self._tile("scenario", wording),)).with_notes(fault_words(wrong, wording))
        rows = ("scenario", "a_side", "rank", "difficulty" if face.is_solo(self._chosen["scenario"]) else "together")
        tiles = [self._tile(row, wording) for row in rows]
        tiles.insert(2, Tile("heroes", wording.say("evening.heroes"), teams))
        dice = dice_of(self._library).items()
        faces = (wording.pair(wording.word("die", kind), " ".join(map(str, die["faces"]))) for kind, die in dice)
        tiles.append(
            Tile("dice", wording.say("evening.dice"), wording.say("evening.dice_are", faces=" · ".join(faces)))
        )
        tiles.append(players_tile(setup.seats, drafted(self._library, GAME), wording, self._seat_names))
        tiles.append(Tile("campaign", wording.say("evening.campaign"), wording.say("evening.campaign_about")))
        return replace(page, tiles=tuple(tiles), buttons=(("begin", wording.say("evening.begin")),))

    def press(self, action: str) -> Turn:
        """Change a row, or begin."""
        match action.partition(":"):
            case ("begin", _, _):
                return Play(self.setup(), players=drafted(self._library, GAME))
            case ("heroes", _, _):
                count = int(self._chosen["a_side"]) * len(face.sides_of(self._chosen["scenario"], ""))
                return Go(HeroesDesk(self._heroes(), count, self._keep("heroes")))
            case ("players", _, _):
                return Go(drafting(self._library, GAME, lambda: self.setup().seats, self._seat_names))
            case ("dice", _, _):
                return Go(DiceDesk(self._library))
            case ("campaign", _, _):
                return Go(CampaignDesk(self._library, self))
            case (_, _, row):
                return Go(PickDesk(f"evening.{row}", lambda words: self._tiles(row, words), self._keep(row)))

    def setup(self, careers: Mapping[str, Career] | None = None) -> face.SetUp:
        """The set-up of what is chosen; heroes with a career come in its rank."""
        return face.setup_of({**self._chosen, "heroes": " ".join(self._heroes())}, dice_of(self._library), careers)

    @property
    def scenario(self) -> str:
        return self._chosen["scenario"]

    def follow(self, played: Sequence[str]) -> None:
        """Choose the scenario that was played least often, then longest ago; of as many sides where there is one."""
        sides = len(face.sides_of(self.scenario, ""))

        def turn(path: str) -> tuple[int, int, bool]:
            last = max((at for at, one in enumerate(played) if one == path), default=-1)
            return played.count(path), last, len(face.sides_of(path, "")) != sides

        self._keep("scenario")(min(map(str, self._scenarios()), key=turn))

    def about(self, wording: Wording) -> str:
        """Which scenario, and which heroes on which side; raises ``InputError`` where it cannot be played."""
        return wording.pair(face.title_of(Path(self._chosen["scenario"]), wording.lang), self._teams(wording))

    def _teams(self, wording: Wording) -> str:
        names, enrolled = face.heroes(wording.lang), self.setup().heroes
        teams = (
            wording.pair(name, ", ".join(names[hero.hero] for hero in enrolled if hero.side == side))
            for side, name in face.sides_of(self._chosen["scenario"], wording.lang).items()
        )
        return " · ".join(teams)

    def _heroes(self) -> list[str]:
        """Return the chosen heroes, then all others."""
        chosen = [hero for hero in self._chosen["heroes"].split() if hero in face.ALL_HEROES]
        return [*chosen, *(hero for hero in face.ALL_HEROES if hero not in chosen)]

    def _seat_names(self, lang: str) -> dict[str, str]:
        return face.seats(self.setup(), self._chosen["scenario"], lang)

    def _tile(self, row: str, wording: Wording) -> Tile:
        return Tile(f"pick:{row}", wording.say(f"evening.{row}"), self._word(row, self._chosen[row], wording))

    def _tiles(self, row: str, wording: Wording) -> list[Tile]:
        choices = face.CHOICES.get(row) or [str(path) for path in self._scenarios()]
        return [Tile(choice, self._word(row, choice, wording), self._about(row, choice, wording)) for choice in choices]

    @staticmethod
    def _about(row: str, choice: str, wording: Wording) -> str:
        if row != "scenario":
            return ""
        about, turns = face.about(Path(choice), wording.lang)
        return " ".join(filter(None, (about, wording.say("briefing.over", turn=turns) if turns else "")))

    def _word(self, row: str, value: str, wording: Wording) -> str:
        return face.title_of(Path(value), wording.lang) if row == "scenario" else wording.word(row, value)

    def _keep(self, row: str) -> Callable[[str], None]:
        def keep(value: str) -> None:
            self._chosen[row] = value
            self._library.keep_draft(GAME, dict(self._chosen))

        return keep

    def _scenarios(self) -> list[Path]:
        """The shipped scenarios, then those of this machine's own."""
        return face.scenarios(self._library.folder / "scenarios")
