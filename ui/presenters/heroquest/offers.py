"""What a side's characters may do now, asked of the rules once for every state, and what their commands are called."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar, cast

from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroquest import commands as cm
from companion.games.heroquest.characters import Character
from companion.games.heroquest.state import State
from ui.presenters.adapter import Command, Group, Look, Offer

T = TypeVar("T")
CORRECT = "correct"  # the group of the master's corrections
_BY_TAP = (cm.Walk, cm.Teleport, cm.Jump)  # squares are tapped, not chosen from a list
_SELDOM = (cm.Turn, cm.ChangeWeapon)  # at the end of the list
_ENDS = (cm.EndTurn, cm.EndPhase)
_ABOUT = ("target", "friend", "furniture", "trap", "door")  # fields that name whom and what a command is aimed at
_STEPS = (("body", 1), ("mind", 1), ("gold", 10), ("spell_points", 1), ("mana", 1))


class Offers:
    """The legal commands of some seats."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: dict[Hashable, object] = {}
        self._version = -1

    def of_piece(self, piece: PieceId) -> Sequence[Command]:
        """What that character may do."""
        return self._keep(("piece", piece), lambda: list(self._legal(self._state.who(piece).seat, piece)))

    def of_table(self, seats: Sequence[Seat]) -> Sequence[Command]:
        """What concerns the quest as a whole: to begin it, to take a turn, to end one."""

        def make() -> Sequence[Command]:
            offers = [offer for seat in seats for offer in self._legal(seat, None)]
            begin = [offer for offer in offers if isinstance(offer, cm.BeginQuest)][:1]  # whoever says it
            return [*begin, *(offer for offer in offers if isinstance(offer, (cm.TakeTurn, *_ENDS)))]

        return self._keep(("table", tuple(seats)), make)

    def listed(self, look: Look, piece: PieceId | None) -> Sequence[Command]:
        """What a card lists: of that character what it may do, about what is aimed at; else what concerns the quest.

        What has a square to tap is not in it, nor what has a button of its own: the ends.
        """
        if piece is None:
            return [offer for offer in self.of_table(look.seats) if not isinstance(offer, _ENDS)]
        offers = [offer for offer in self.of_piece(piece) if not isinstance(offer, (*_BY_TAP, *_ENDS))]
        about = [offer for offer in offers if look.aimed is None or look.aimed in _about(offer)]
        return sorted(about, key=lambda offer: isinstance(offer, _SELDOM))

    def ending(self, seats: Sequence[Seat]) -> Command | None:
        """The end of the turn under way, or of the phase."""
        ends = [offer for offer in self.of_table(seats) if isinstance(offer, _ENDS)]
        return next((end for end in ends if getattr(end, "piece", None) in (self._state.active, None)), None)

    def targets(self, piece: PieceId) -> frozenset[PieceId]:
        """Whom it may attack, push, cast on."""
        return frozenset(PieceId(target) for offer in self.of_piece(piece) for target in _about(offer))

    def strike(self, piece: PieceId, target: PieceId) -> Command | None:
        """The plain attack on that one, which a tap on it proposes."""
        strikes = (offer for offer in self.of_piece(piece) if isinstance(offer, cm.Attack) and not offer.ways)
        return next((strike for strike in strikes if strike.target == target), None)

    def beside(self, command: Command) -> Sequence[Command]:
        """What else may be done about whom or what the command is aimed at."""
        about, piece = set(_about(command)), getattr(command, "piece", None)
        others = self.of_piece(piece) if piece is not None and about else ()
        return [offer for offer in others if offer != command and about & set(_about(offer))]

    def reach(self, piece: PieceId, spaces: Sequence[SpaceId]) -> dict[SpaceId, int]:
        """The squares of these where it may go at once, and the steps that takes."""

        def make() -> dict[SpaceId, int]:
            left = self._state.who(piece).turn
            if left is None or not left.moving or self._state.flow.open:
                return {}
            ways = ((space, self.to(piece, space)) for space in spaces)
            return {space: len(way.path) for space, way in ways if isinstance(way, cm.Walk)}

        return self._keep(("reach", piece), make)

    def to(self, piece: PieceId, space: SpaceId) -> Command | None:
        """The command that takes it to that square, or ``None``."""
        return next(self._session.system.commands_placing(self._state, piece, (space,)), None)

    @property
    def _state(self) -> State:
        state: State = self._session.state
        return state

    def _legal(self, seat: Seat, piece: PieceId | None) -> Iterator[Command]:
        return self._session.system.legal_commands(self._state, seat, piece=piece)

    def _keep(self, key: Hashable, make: Callable[[], T]) -> T:
        if self._version != self._session.version:
            self._kept, self._version = {}, self._session.version
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])


def _about(command: Command) -> Iterator[str]:
    return (getattr(command, field) for field in _ABOUT if getattr(command, field, None))


def command_words(command: object, look: Look) -> str:
    """What a button says that gives the command; its fields by name where they have one."""
    fields = {name: getattr(command, name) for name in getattr(command, "__dataclass_fields__", ())}
    if fields.get("weapon") == "":
        return look.wording.say("command.ChangeWeapon.unarmed")
    spoken = {name: _named(value, look) for name, value in fields.items()}
    for name in ("facing", "towards"):
        if fields.get(name):
            spoken[name] = look.wording.word("facing", fields[name])
    if fields.get("path"):
        spoken["to"] = fields["path"][-1]
    for name in ("ways", "with_", "number"):
        spoken[name] = f" ({spoken[name]})" if fields.get(name) else ""
    if "spell" in fields:
        spoken["target"] = f" → {spoken['target']}" if fields["target"] else ""
    return look.wording.say(f"command.{type(command).__name__}", **spoken)


def _named(value: object, look: Look) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(_named(part, look) for part in value)
    return look.wording.names.get(str(value), str(value).replace("_", " "))


def corrections(master: Seat, character: Character, look: Look) -> Group:
    """The master's word (HQ-GEN-01): every number up or down; experience is given, never taken (HQ-GEN-06).

    While the card is open, a tap on a square puts the character there.
    """
    offers = []
    for value_of, step in _STEPS:
        value, word = getattr(character, value_of), look.wording.word("what", value_of).capitalize()
        if value_of not in ("body", "mind") and not (character.is_hero and (value or value_of == "gold")):
            continue
        for change in (-step, step):
            if value + change >= 0:
                adjust = cm.Adjust(master, character.id, value_of, value + change)
                offers.append(Offer(f"{word} {value} → {value + change}", adjust))
    if character.is_hero:
        offers.append(Offer(look.say("award"), cm.GiveAward(master, character.id, 1)))
    title = look.say("correcting", piece=character.id)
    return Group(CORRECT, look.say("correct"), tuple(offers), title, look.say("correct_text"), stays=True)
