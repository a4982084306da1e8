"""Questions: dice of any kinds, choices of one or several, a yes or a no. The same for every game.

dice asked for ──taps──────> ReportDice(hand): die by die; what a camera is certain of is filled in
               ──tower─────> armed, rolling, settled, read ──> the sensors' proposal
               ──machine───> ReportDice(machine), when there is no tower to throw in
choice         ──taps──────> one is enough, or several are collected in the order of the taps, and confirmed
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from companion.board.picture import BoardPicture
from companion.core.cards import first_copies
from companion.core.choices import choice_violations
from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceRequest, DiceResult, Die, Source
from companion.core.flow import ChoiceRequest, ConsentRequest, PlacementRequest
from companion.core.ids import RequestId
from companion.core.phrases import Told
from companion.table.observation import TowerPhase
from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.cards import hand_of
from ui.presenters.models import CardModel, DiceModel, DieModel

Read = Sequence[str | None]  # by the dice of a roll: the faces a camera is certain of


class Roller(Protocol):
    """The machine, where the players let it throw their dice and draw their cards."""

    def roll(self, request: DiceRequest, dice: Mapping[str, Die]) -> DiceResult:
        """Fair faces for the request."""

    def draw(self, request: ChoiceRequest) -> tuple[str, ...]:
        """Draw as many of the options as are wanted, each as likely as any other."""


class Thrower(Protocol):
    """A tower that throws dice by itself: the virtual one. A real tower is thrown into by hand."""

    @property
    def is_ready(self) -> bool:
        """Whether it can throw now."""

    @property
    def is_throwing(self) -> bool:
        """Whether dice are on their way through it."""

    def throw(self, request: DiceRequest) -> None:
        """Let the dice fall, in a thread of the tower's own; what it sees comes as observations."""


class DiceDesk:
    """The desk of a roll: the faces tapped so far, and who else may throw it."""

    def __init__(self, roller: Roller | None, thrower: Thrower | None) -> None:
        self.roller, self.thrower = roller, thrower
        self._request: RequestId | None = None
        self._tapped: dict[int, str] = {}  # by the place of the die: what was read may be taken back at any time

    @property
    def entered(self) -> tuple[str, ...]:
        """The faces that were tapped."""
        return tuple(self._tapped.values())

    def row(
        self, request: DiceRequest, kinds: Mapping[str, Die], read: Read, tower: TowerPhase | None, look: Look
    ) -> DiceModel:
        """The dice row: every die with its kind, and the faces of the one that is next."""
        filled, wording = self._filled(request, read), look.wording
        upcoming = kinds[request.dice[filled.index(None)]]
        faces = tuple(dict.fromkeys(face.label for face in upcoming.faces))

        dice = tuple(
            DieModel(
                wording.die(die, str(request.purpose), request.dice),
                face,
                wording.face(die, face) if face else "",
                max((wording.face(die, one.label) for one in kinds[die].faces), key=len),
            )
            for die, face in zip(request.dice, filled, strict=True)
        )
        question = wording.question(request)
        if len({*request.dice}) == 1 and upcoming.id != "d6":  # the row names each of several kinds
            stop = "." if question.endswith(".") else ""
            question = f"{question.removesuffix(stop)} ({wording.die(upcoming.id, str(request.purpose))}){stop}"
        can_throw = self.thrower is not None and self.thrower.is_ready
        is_throwing = tower is TowerPhase.ROLLING or (self.thrower is not None and self.thrower.is_throwing)
        label = look.say("throw") if can_throw else look.say("roll") if self.roller is not None else ""
        under_way = look.say("tower_rolling") if is_throwing else ""
        words = tuple(wording.face(upcoming.id, face) for face in faces)
        return DiceModel(question, dice, faces, words, label, under_way)

    def tap(self, request: DiceRequest, read: Read, face: str) -> ReportDice | None:
        """The report, when this face was the last one missing."""
        place = self._filled(request, read).index(None)
        self._tapped[place] = face
        faces = [face for face in self._filled(request, read) if face is not None]
        if len(faces) < len(request.dice):
            return None
        return ReportDice(request.roller, DiceResult(request.id, tuple(faces), Source.HAND))

    def clear(self) -> None:
        """Forget what was tapped."""
        self._tapped = {}

    def roll(self, request: DiceRequest, kinds: Mapping[str, Die]) -> ReportDice | None:
        """The machine's report, or ``None`` when a tower throws instead or nobody can."""
        if self.thrower is not None and self.thrower.is_ready:
            self.thrower.throw(request)
            return None
        return ReportDice(request.roller, self.roller.roll(request, kinds)) if self.roller is not None else None

    def _filled(self, request: DiceRequest, read: Read) -> list[str | None]:
        if request.id != self._request:
            self._request, self._tapped = request.id, {}
        faces = self._tapped | {place: face for place, face in enumerate(read) if face is not None}
        return [faces.get(place) for place in range(len(request.dice))]


# by whether it is one number, and whether the order counts
_HOW_MANY = {
    (False, False): "pick_several",
    (False, True): "pick_several_ordered",
    (True, False): "pick_exactly",
    (True, True): "pick_exactly_ordered",
}


class ChoiceDesk:
    """The options picked so far, in the order of the taps; of a deck the machine may draw, where there is one."""

    def __init__(self, roller: Roller | None) -> None:
        self.roller = roller
        self.picked: tuple[str, ...] = ()
        self._over: tuple[str, ...] = ()  # as many as may be, when one more was tapped
        self._request: RequestId | None = None  # for which they were picked

    def _turn_to(self, request: ChoiceRequest) -> None:
        """Forget what was picked for another question: its player may have taken it back meanwhile."""
        if request.id != self._request:
            self._request, self.picked = request.id, ()

    def card(self, request: ChoiceRequest, game: GameAdapter, look: Look, *, asks_on: bool = False) -> CardModel:
        """The card of the choice: its options, a confirmation where several may be picked, a no where it may be;
        ``asks_on``: a no brings the next question about the same dice, so there is a no to all of them.
        """
        self._turn_to(request)
        several = request.at_most > 1
        buttons = [("draw", look.say("draw"))] if request.drawn and self.roller is not None else []
        for option in request.options if several else first_copies(request.options):
            mark = "" if option not in self.picked else "• "
            if mark and request.ordered:
                mark = f"{self.picked.index(option) + 1}. "
            label = game.option(look, request, option)
            if not (request.optional and label == look.say("pass")):  # which has its button
                buttons.append((f"choose:{option}", mark + label))
        if (several or request.at_least == 0) and not any(choice_violations(request, self.picked)):
            buttons.append(("chosen", look.say("confirm")))
        if request.optional:
            buttons += [("pass_all", look.say("pass_all"))] if asks_on else []
            buttons.append(("pass", look.say("pass_on" if asks_on else "pass")))
        counselled, why = game.counsel(look, request)
        left = (one for one in counselled if one.removeprefix("choose:") not in self.picked)
        is_full = several and len(self.picked) >= request.at_most
        is_over = is_full and self._over == self.picked
        is_ready = is_full and ("chosen", look.say("confirm")) in buttons
        likely = "chosen" if is_ready else next(left, "chosen" if several and counselled else "")
        likely = "pass_all" if likely == "pass" and asks_on else likely
        words = game.particulars(request)
        called = {one: game.option(look, request, one) for one in request.options} | {"": look.say("pass")}
        harms = (look.wording.pair(called[one], harm) for one, harm in game.harms_told(look, request).items())
        text = "\n".join(
            filter(None, (game.about(look, request), why, answers_told(request, look, **words), *dict.fromkeys(harms)))
        )
        if several:
            key = "pick_no_more" if is_over else _HOW_MANY[request.at_least == request.at_most, request.ordered]
            text = f"{text}\n{look.say(key, least=request.at_least, most=request.at_most)}".strip()
        held = ((f"choose:{one}", game.held(look, request, one), one in self.picked) for one in request.options)
        free = (does for does, _ in buttons if does.removeprefix("choose:") not in self.picked)
        return CardModel(
            "choice",
            game.question(look, request),
            text,
            tuple(buttons),
            hand=hand_of(held),
            likely=likely,
            picks=request.at_most,
            picked=len(self.picked),
            is_over=is_over,
            untaken=next(free, ""),
            gained=why,
        )

    def draw(self, request: ChoiceRequest) -> Choose | None:
        """The machine's draw, where chance decides and it may."""
        if self.roller is None or not request.drawn:
            return None
        return Choose(request.seat, request.id, self.roller.draw(request))

    def tap(self, request: ChoiceRequest, option: str) -> Choose | None:
        """The answer, when that was the last tap it needed; no ``option``: what is picked is enough. One more than may
        be is not picked, and the card says so; the other of two that exclude each other takes its place.
        """
        self._turn_to(request)
        barred = {
            other for one in request.limits if one.at_most == 1 and option in one.options for other in one.options
        }
        self._over = ()
        if option in self.picked:
            self.picked = tuple(picked for picked in self.picked if picked != option)
        elif barred & {*self.picked}:
            self.picked = tuple(option if picked in barred else picked for picked in self.picked)
        elif option and len(self.picked) < request.at_most:
            self.picked = (*self.picked, option)
        elif option:
            self._over = self.picked
        if option and request.at_most > 1:
            return None
        return Choose(request.seat, request.id, self.picked)


def answers_told(request: ChoiceRequest | ConsentRequest, look: Look, **words: Told) -> str:
    """Return what each answer does or costs, where its words alone do not say so; with the rule, whose words are a tap
    away. ``words``: those of the question that the request does not hold.
    """
    key, purpose = f"answers.{request.purpose}", str(request.purpose)
    if not look.wording.has(key):
        return ""
    said = look.wording.say(key, piece=getattr(request, "piece", None) or "", **words)
    return said if purpose.startswith("power.") else f"{said} [{purpose}]"


def with_answers(board: BoardPicture, request: ChoiceRequest | None, game: GameAdapter, look: Look) -> BoardPicture:
    """The board with the figures ringed that are answers, and the spaces lit, each with what its answer calls it: a
    number, or its name.
    """
    if request is None:
        return board
    options = {*request.options}
    tokens = tuple(replace(one, target=True) if one.piece in options else one for one in board.tokens)
    board = replace(board, tokens=tokens) if tokens != board.tokens else board
    if not (places := options & {str(tile.space) for tile in board.tiles}):
        return board
    lit = {tile.space: tile for tile in sorted(board.tiles, key=lambda one: bool(one.spot)) if tile.space in places}
    called = (game.option(look, request, str(space)) for space in lit)
    short = (last if (last := words.rpartition(" ")[2]).isdecimal() else words for words in called)
    asked = tuple(((tile.column, tile.row), words) for tile, words in zip(lit.values(), short, strict=True))
    tiles = tuple(replace(tile, reach=0) if tile.space in places else tile for tile in board.tiles)
    return replace(board, tiles=tiles, asked=asked)


def with_places(board: BoardPicture, request: PlacementRequest | None) -> BoardPicture:
    """The board with the spaces lit on which the piece may be put."""
    if request is None:
        return board
    places = {*request.spaces}
    tiles = (replace(tile, reach=0 if tile.space in places else None) for tile in board.tiles)
    return replace(board, tiles=tuple(tiles))


def consent_card(request: ConsentRequest, look: Look) -> CardModel:
    """A question that one seat answers with yes or no."""
    buttons = tuple((f"consent:{answer}", look.wording.word("option", answer)) for answer in ("yes", "no"))
    return CardModel("choice", look.wording.question(request), answers_told(request, look), buttons)
