"""A game led by the hand: what is to be done next, and a hint of it; closed by a tap.

who, what for ──> figure ──> attack · what gains at once · a way onward · what gains later ──> end of the turn
                             the card, the dice, the result, the question that stand there come before all that
round 1      every step has its hint
later        a line says what and why; the first attack, refusal, question … is explained whenever it comes, once
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from companion.board.picture import BoardPicture, Place
from companion.core.face import AT_LAST, AT_ONCE, IN_TURN, Advice
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import Told, average, say
from companion.core.prizes import NOTHING, Gain
from companion.text.wording import told
from ui.presenters.adapter import Aimed, GameAdapter, Look, Menu, Offer
from ui.presenters.adviser import GOES, OPENS
from ui.presenters.aims import AIMS
from ui.presenters.cards import menu_card
from ui.presenters.late_orders import LATE
from ui.presenters.models import CardModel, DiceModel, TableModel

ROUNDS = 1  # that are led step by step
ONWARD = Gain(AT_ONCE)  # of a way: before what can wait, after whatever has a chance
ALONE = "alone"  # the last word of the first round
ASKED = ("refusal", LATE, "undo", "dice", "setup")  # kinds of cards that have a hint of their own
# steps of a question: who is ringed is an answer
ASKING = ("choice", "several", "enough", "full", "over", "counted", "counted_why")
# the words of a chance, with whom it is against
OF_WHOM = {"why_chance": "why_chance_aim", "why_gain": "why_gain_aim", "why_open": "why_open_aim"}
# steps of a turn, while nothing is asked
TURN = ("attack", "offer", "begin", "only", "goal", "figure", "release", "rest", "early", "end")


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do: the key of its hint, the button or the place that does it, the names in the hint."""

    key: str
    does: str = ""
    names: dict[str, str] = field(default_factory=dict)
    prize: Told = ""  # what a success of it wins
    gain: Gain = NOTHING  # by which one figure comes before another

    @property
    def is_sure(self) -> bool:
        """Whether no dice decide it, and it is more than a way."""
        return self.gain.chance < 0 and self.key != "goal"


class Guide:
    """The hints of one screen."""

    def __init__(self, game: GameAdapter) -> None:
        self.is_closed = False
        self._game = game
        self._met: set[str] = set()  # what was explained
        self._greeted: set[str] = set()  # the sides that know what they play for
        self._primer = game.primer
        self._first: Step | None = None  # of a turn, whose hint explains the game's own word
        self._at = self._shown = ""  # after the first round: what is to be done, what is explained of it
        self._kept: dict[Hashable, Step | None] = {}  # by the figure that would be chosen, at one version
        self._version = -1

    def led(self, shown: TableModel, look: Look, rounds: int, version: int) -> TableModel:
        """Return the screen with what is to be done next, and its hint."""
        is_read = shown.result is None or shown.result.is_line
        is_over = shown.card is not None and shown.card.kind == "over" and is_read
        if self.is_closed or not look.seats or is_over:  # the card of the end says itself how it goes on
            return shown
        if version != self._version:
            self._kept, self._version = {}, version
        step = self._next(shown, look)
        key = self._new(step.key) if rounds > ROUNDS else step.key
        self._met.add(key)
        words = {"who": shown.now.words, "label": _label(shown, step.does), **step.names}
        brief = f"brief_{step.key}" if step.does else ""
        said = f"hint_{key}" if key else brief
        hint = look.say(said, **words) if said else ""
        prize = look.say("hint_prize", prize=told(step.prize, look.wording)) if step.prize else ""
        hint = " ".join(one[:1].upper() + one[1:] for one in (hint, prize) if one)
        if self._first not in (None, step):
            self._primer = ""  # it was read
        elif self._primer and step.key in TURN:
            short = look.say("hint_primed", **words) if step.key == "offer" else hint  # its reason is for later
            self._first, hint = step, f"{told(self._primer, look.wording)} {short}"
        card = shown.card
        if card is not None:
            card = replace(card, likely=step.does if step.does in dict(card.buttons) else "")
        board = _lit(shown.board, step.does, look, bool(key) and step.key not in ASKING)
        return replace(shown, card=card, board=board, hint=hint, leads=step.does)

    def first(self, look: Look) -> PieceId | None:
        """Return the figure to begin with; ``None``: none gains anything."""
        board = self._game.picture(look, frozenset())
        return self._figure(board, look)

    def greets(self, side: str) -> bool:
        """Whether a side comes to the screen for the first time."""
        is_new = not self.is_closed and side not in self._greeted
        self._greeted.add(side)
        return is_new

    def _new(self, now: str) -> str:
        """Return what is explained after the first round: whatever was not met before; once, that one goes alone."""
        if now != self._at:  # another situation
            is_over = now in self._met and now in TURN and ALONE not in self._met
            self._at, self._shown = now, ALONE if is_over else "" if now in self._met else now
        return self._shown

    def _next(self, shown: TableModel, look: Look) -> Step:
        card = shown.card
        if shown.dice is not None:  # a page shows them before what is read
            return self._thrown(shown.dice, shown.board, look)
        if card is not None and card.kind == OPENS:
            return self._advised(card, look)
        if look.picked == AIMS and card is not None:
            return Step("aims", card.buttons[0][0])
        if card is not None and card.kind in ASKED:
            return Step(card.kind, card.likely or ("dismiss" if card.kind == "refusal" else ""))
        if card is not None and card.kind == "choice" and shown.now.is_own:
            return self._asked(card, shown.board)
        if shown.result is not None and not shown.result.is_line:
            return Step("result", "result")
        if not shown.now.is_own:  # a set-up is nobody's turn
            if card is not None and card.kind == "begin" and card.likely not in ("", "hand_over"):
                return Step(_begun(card), card.likely)
            return self._handed(shown)
        if look.command is not None:
            ending = self._game.ending(look)
            if card is not None and ending is not None and ending.command == look.command:
                return self._ended(shown.board, ending, look)
            likely = card.likely if card is not None else ""
            if likely in ("confirm", "dismiss"):
                return Step("confirm" if likely == "confirm" else "poor", likely, prize=self._game.prize(look.command))
            return Step(self._instead(shown.board, look, likely), likely)
        return self._turn(shown, look)

    def _reason(self, piece: PieceId, look: Look) -> str:
        """Return why a figure is worth to be chosen."""
        step = self._of(replace(look, chosen=piece, command=None))
        return (step.names.get("why", "") if step is not None else "") or look.say("why_most")

    def _ended(self, board: BoardPicture, ending: Offer, look: Look) -> Step:
        """The end of a turn that waits to be confirmed: somebody of that seat still gains something, or had better do
        nothing more.
        """
        own = replace(look, seats=(ending.command.seat,) if ending.command is not None else (), chosen=None)
        own = replace(own, command=None)
        if (piece := self._figure(board, own)) is not None:
            return Step("unspent", "dismiss", {"piece": look.name(piece), "why": self._reason(piece, own)})
        return self._closing("confirm", self._resting(board, own), look)

    @staticmethod
    def _closing(does: str, resting: Mapping[PieceId, Told], look: Look) -> Step:
        """The end of a turn in which something is left that gains next to nothing, or had better not be done."""
        who, why = ", ".join(map(look.name, resting)), next(iter(resting.values()), "")
        return Step("rest" if who else "early", does, {"piece": who, "why": told(why, look.wording)})

    def _instead(self, board: BoardPicture, look: Look, does: str) -> str:
        """Return how an order is better than the one that is meant: it goes that way and does more, or is wiser."""
        kind, _, place = does.partition(":")
        if kind == "page":
            return kind
        entries = self._game.proposal(look, look.command).entries if look.command is not None and kind == "do" else ()
        other = getattr(entries[int(place)], "command", None) if entries else None
        return "better" if board.ways and type(other) is not type(look.command) else "wiser"

    def _thrown(self, dice: DiceModel, board: BoardPicture, look: Look) -> Step:
        """Dice: in vain, of a figure that nobody plays, or one's own."""
        if not dice.can_roll:
            return Step("hand")
        if dice.is_idle:
            return Step("idle", "roll")
        played = {seat for seats in self._game.sides.values() for seat in seats}
        nobodys = {token.piece for token in board.tokens if token.seat not in played}
        by = next((one for one in dice.pieces[:1] if one in nobodys), None)
        return Step("dice", "roll") if by is None else Step("itself", "roll", {"piece": look.name(by)})

    def _advised(self, card: CardModel, look: Look) -> Step:
        """The card of what each attack would do: the first that gains something, or away with it."""
        found = self._game.advice(look, look.chosen) if look.chosen is not None else ()
        best = next((place for place, one in enumerate(found) if self._game.gain(one.command).worth), None)
        if best is None:
            return Step("odds", card.buttons[-1][0])
        return Step("odd", f"{GOES}:{best}", prize=self._game.prize(found[best].command))

    @staticmethod
    def _asked(card: CardModel, board: BoardPicture) -> Step:
        """A question: a place, several answers, or one."""
        does = [does for does, _ in card.buttons]
        if not does:
            lit = next((tile.space for tile in board.tiles if tile.reach is not None), "")
            return Step("place", f"space:{lit}")
        if card.picked >= card.picks > 1 and "chosen" in does:
            return Step("over" if card.is_over else "full", "chosen", {"count": str(card.picked)})
        if card.likely in does:  # it was counted
            return Step("counted_why" if card.gained else "counted", card.likely, {"why": card.gained})
        if card.picks > 1:
            return Step("enough", "chosen") if "chosen" in does else Step("several", card.untaken)
        return Step("choice", card.untaken or does[0])

    def _turn(self, shown: TableModel, look: Look) -> Step:
        """A step of the turn: of the figure that is chosen, of another one, the end."""
        card, seen = shown.card, self._gaining(shown.board, shown.card, look)
        if seen is not None:
            return seen
        if look.aimed is not None or look.picked or (card is not None and card.kind in ("about", "spot", "line")):
            shut = next((does for does, _ in card.buttons if does in ("dismiss", "pick:")), "") if card else ""
            return Step("back", shut or "dismiss")
        other = self._figure(shown.board, replace(look, chosen=None), but=look.chosen)
        is_apart = other is not None and shown.can_end_turn and self._ends_apart(shown.board, look, other)
        if other is not None and not is_apart:
            buttons = {label: does for does, label in card.buttons} if card is not None else {}
            does = buttons.get(look.name(other), f"piece:{other}")
            if look.chosen and does == f"piece:{other}" and isinstance(self._game.tap_piece(look, other), Aimed):
                return Step("release", f"piece:{look.chosen}", {"piece": look.name(look.chosen)})
            return Step("figure", does, {"piece": look.name(other), "why": self._reason(other, look)})
        if card is not None and card.gain.worth and not is_apart:  # what is there to be ended
            return Step("offer", card.likely, {"why": _why(card, look)})
        if shown.can_end_turn:
            if shown.ending_wastes or other is not None:
                return self._closing("end_turn", self._resting(shown.board, look), look)
            return Step("end", "end_turn")
        return Step("card") if shown.has_card else self._handed(shown)

    def _ends_apart(self, board: BoardPicture, look: Look, other: PieceId) -> bool:
        """Whether who is chosen ends a turn of its own, so that nobody comes back to it once the other has begun."""
        seats, ending = {token.piece: token.seat for token in board.tokens}, self._game.ending(look)
        own = seats.get(look.chosen) if look.chosen else None
        return own is not None and own != seats[other] and own == getattr(ending and ending.command, "seat", None)

    def _resting(self, board: BoardPicture, look: Look) -> dict[PieceId, Told]:
        """Return who had better do nothing, and why."""
        acting = {*look.seats} & {*self._game.acting(look)}
        if look.chosen is not None and (ending := self._game.ending(look)) is not None:
            acting &= {getattr(ending.command, "seat", None)}
        idle = (token.piece for token in board.tokens if token.seat in acting and not token.done)
        return {piece: why for piece in idle if (why := self._game.rests(piece))}

    @staticmethod
    def _handed(shown: TableModel) -> Step:
        """The step where nothing can be done here: it is for others."""
        buttons = (*shown.beside, *(shown.card.buttons if shown.card is not None else ()))
        is_handed = any(does == "hand_over" for does, _ in buttons)
        return Step("hand_over", "hand_over") if is_handed else Step("wait")

    def _figure(self, board: BoardPicture, look: Look, but: PieceId | None = None) -> PieceId | None:
        """Return the figure of these seats that gains most, the first of those alike: what is certain before what dice
        decide, then a way; ``None``: none gains anything.
        """
        acting = {*look.seats} & {*self._game.acting(look)}
        own = (token.piece for token in board.tokens if token.seat in acting and token.piece != but)
        steps = ((piece, step) for piece in own if (step := self._of(replace(look, chosen=piece))) is not None)
        return max(steps, key=lambda found: (found[1].gain.worth, found[1].is_sure, found[1].gain), default=(None,))[0]

    def _of(self, look: Look) -> Step | None:
        """Return what the figure would do if it were chosen; ``None``: nothing that gains."""
        if look.chosen not in self._kept:
            menu: Menu | None = self._game.menu(look)
            card = menu_card(menu, 0, look, self._game) if menu is not None else None
            self._kept[look.chosen] = self._gaining(self._game.picture(look, frozenset()), card, look)
        return self._kept[look.chosen]

    def _gaining(self, board: BoardPicture, card: CardModel | None, look: Look) -> Step | None:
        """Return the step that gains most for whoever is chosen, or for the table."""
        actor = next((token.piece for token in board.tokens if token.chosen), None)
        if actor is not None and self._game.rests(actor):
            return None
        may_aim = actor is not None and look.aimed is None and not look.picked
        aim = self._aim(board, actor, look) if may_aim and actor is not None else None
        names = {"piece": look.name(aim.target), "why": self._worth_of(aim, actor, look)} if aim and actor else {}
        prize = self._game.prize(aim.command) if aim else ""
        own = self._game.gain(aim.command) if aim else NOTHING
        attack = Step("attack", f"piece:{aim.target}", names, prize, own) if aim else None
        gain, likely = (card.gain, card.likely) if card is not None else (NOTHING, "")
        lit = {tile.space for tile in board.tiles if tile.reach is not None}
        lead = self._game.onward(actor, lit) if actor is not None and lit else None
        farther = lead.gain if lead is not None else NOTHING
        if own.worth >= AT_ONCE and max(gain, farther) <= own:
            return attack
        begun = _begun(card) if card is not None and card.kind == "begin" else "offer"
        key = "page" if likely.startswith("page:") else begun
        offered = Step(key, likely, {"why": _why(card, look)}, gain=gain)
        if gain.worth >= AT_ONCE and gain >= farther:
            return offered
        if lead is not None:
            names = {"to": _named(board, lead.space, look), "why": told(lead.why, look.wording)}
            return Step("goal", f"space:{lead.space}", names, gain=farther if farther.worth else ONWARD)
        return attack or (offered if gain.worth >= IN_TURN else None)

    def _aim(self, board: BoardPicture, actor: PieceId, look: Look) -> Advice | None:
        """Return the best attack on those that are ringed."""
        ringed = {token.piece for token in board.tokens if token.target}
        found = self._game.advice(look, actor) if ringed else ()
        gaining = (one for one in found if one.target in ringed and self._game.gain(one.command).worth)
        return next((one for one in gaining if self._leads_on(one.target, look)), None)

    def _worth_of(self, aim: Advice, actor: PieceId, look: Look) -> str:
        """Return why that one is attacked: how likely it is hit, what it loses, and against whom it was weighed."""
        mean, found = aim.foretold.expected, self._game.advice(look, actor)
        left = next((one.left for one in self._game.roster(look) if one.piece == aim.target), None)
        is_most = mean is not None and all(mean >= (one.foretold.expected or 0) for one in found) and len(found) > 1
        key = "aim_most" if is_most else "aim_only"
        if mean is None:
            key = "aim_open"
        elif left is not None and mean >= left:
            key = "aim_enough"
        lost = told(average(aim.foretold.unit, mean), look.wording) if mean is not None else ""
        why = look.say(key, piece=look.name(aim.target), chance=_percent(aim.foretold.likely, look), average=lost)
        return " · ".join(filter(None, (why, told(aim.manner, look.wording))))

    def _leads_on(self, target: PieceId, look: Look) -> bool:
        """Whether what a tap on the target opens gains something by itself: what takes more cubes is not led to."""
        aimed = replace(look, aimed=target)
        menu = self._game.menu(aimed) if isinstance(self._game.tap_piece(look, target), Aimed) else None
        return menu is None or menu_card(menu, 0, aimed, self._game).gain.worth > 0


def _begun(card: CardModel) -> str:
    """Return whether one of several orders is begun with, or the only one there is: corrections are none."""
    kinds = ("do:", "pick:") if card.likely.startswith("pick:") else ("do:",)
    return "begin" if sum(does.startswith(kinds) for does, _ in card.buttons) > 1 else "only"


def _why(card: CardModel | None, look: Look) -> str:
    """Return why the likely button of a card is that, and what it gains."""
    if card is None or card.gain.worth <= AT_LAST:
        return look.say("why_last")
    if card.gained and card.gain.chance <= 0:
        return card.gained
    key = OF_WHOM.get(card.why, card.why) if card.aim and card.gain.chance > 0 else card.why
    return " · ".join(filter(None, (look.say(key, chance=_percent(card.gain.chance, look), aim=card.aim), card.gained)))


def _percent(chance: Fraction | None, look: Look) -> str:
    """Return a chance in words."""
    return told(say("chance", chance=chance) if chance is not None else say("chance_unknown"), look.wording)


def _lit(board: BoardPicture, does: str, look: Look, is_alone: bool) -> BoardPicture:
    """The board with the space or the figure that is led to in an outline; ``is_alone``: a hint speaks of it, so that
    nobody else is ringed.
    """
    kind, _, what = does.partition(":")
    meant = what if kind == "piece" else getattr(look.command, "target", None) or look.aimed
    led: list[Place] = []
    if kind == "space":
        led = [(tile.column, tile.row) for tile in board.tiles if tile.space == what]
    elif kind == "piece":
        led = [place for token in board.tokens if token.piece == what for place in token.places]
    tokens = tuple(replace(token, target=token.target and token.piece == meant) for token in board.tokens)
    return replace(board, led=tuple(led), tokens=tokens if is_alone else board.tokens)


def _label(shown: TableModel, does: str) -> str:
    """Return the words on the button."""
    if does == "end_turn":
        return shown.words["end_turn"]
    if does == "roll" and shown.dice is not None:
        return shown.dice.roll_label
    return dict((*shown.beside, *(shown.card.buttons if shown.card is not None else ()))).get(does, "")


def _named(board: BoardPicture, space: SpaceId, look: Look) -> str:
    """Return what a space is called: by its name, its plate, or its square."""
    tile = next(tile for tile in board.tiles if tile.space == space)
    plates = {(plate.column, plate.row): plate.words for plate in board.plates}
    return look.wording.names.get(space) or plates.get((tile.column, tile.row)) or tile.name or str(space)
