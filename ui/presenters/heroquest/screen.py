"""The adapter of HeroQuest: what one side of the table sees of a quest, and what it may do.

choose a figure ──> its sheet, the squares it may reach, what it may do as buttons
tap a square ─────> it goes there;  a figure, furniture, a door ──> what it may do about that
the master ───────> corrects any number, puts anybody anywhere (HQ-GEN-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from companion.board.labels import initials
from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, GridDrawing, Line
from companion.core.by_hand import MoveCard
from companion.core.commands import Concede
from companion.core.events import GameEnded
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.session import Session
from companion.games.heroquest.face.board import dungeon_picture, thing_at, unknown_dungeon
from companion.games.heroquest.face.face import HEROES, MASTER, HeroQuestFace
from companion.games.heroquest.face.offers import ENDS, GATHERED, is_walk
from companion.games.heroquest.face.view import CharacterView, QuestView
from companion.games.heroquest.face.words import VALUES, command_words
from companion.text.wording import names_told, told
from ui.presenters.adapter import Aimed, Chosen, Command, Group, Held, Look, Meant, Menu, Offer, Tap
from ui.presenters.by_hand import groups, is_open, put_there
from ui.presenters.face_screen import FaceScreen, round_words
from ui.presenters.models import DialModel, SlotModel
from ui.presenters.rules import Note, with_words, words_of


class HeroQuestScreen(FaceScreen[HeroQuestFace]):
    """One screen of a quest."""

    def __init__(self, session: Session) -> None:
        super().__init__(HeroQuestFace(session))

    @property
    def drawing(self) -> GridDrawing:
        return self._face.drawing

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line] | None:
        """A shot's line, as far as the side has seen what it crosses."""
        line = self._face.line(look.side, start, end)
        return (line, self.drawing.line(line)) if line is not None else None

    def hides(self, side: str) -> bool:
        """Whether it is the master's, who alone knows the dungeon (HQ-GEN-03)."""
        return side == MASTER

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """The heroes, and their master."""
        return self._face.sides

    def waits_for(self, look: Look) -> Sequence[Seat]:
        """Return the master, while he alone is asked what a hero's deed comes to."""
        master = self._face.waits_for(look.side)
        return () if master is None else (master,)

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        """Return the names of everything the side knows of; the dead keep theirs."""
        return names_told(self._face.families, self._face.names(side, lang), lang)

    def introduction(self, look: Look) -> str:
        return self._face.introduction(look.wording.lang)

    def story(self, look: Look) -> str:
        """Return the name of the scenario."""
        return self._face.quest(look.side, look.wording.lang)

    def title(self, look: Look) -> str:
        """The quest, its round, whose part of it, whose turn; or how it ended."""
        view = self._face.seen_by(look.side)
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        parts = [
            self.story(look),
            round_words(view.round, None, look) if view.round else "",
            look.wording.word("phase", view.phase),
            look.wording.names.get(view.hero, "") if view.hero else "",
        ]
        return " · ".join(part for part in parts if part)

    def turn(self, look: Look) -> Seat | None:
        """Return the seat whose turn it is."""
        return next(iter(self._face.seen_by(look.side).active), None)

    def left(self, look: Look) -> str:
        """The steps of the hero whose turn it is; while any hero may go, whose part of the round it is."""
        view = self._face.seen_by(look.side)
        sheet = next((one.sheet for one in view.characters if one.id == view.hero), None)
        turn = sheet.turn if sheet is not None else None
        if view.hero is None:
            return look.wording.word("phase", view.phase)
        return look.say("steps", count=turn.left) if turn is not None and turn.moving else ""

    def scores(self, look: Look) -> Sequence[tuple[Seat, int]]:
        """Return nothing: nobody counts points."""
        return self._face.seen_by(look.side).scores

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The dungeon as the side knows it, with what the acting character may reach and aim at."""
        view, actor = self._face.seen_by(look.side), None if is_open(look) else self._actor(look)
        reach: dict[SpaceId, int] = {}
        if actor is not None:
            known = [space for place in view.places for space in place.squares]
            reach = self._face.reach(actor, known)
        targets = self._face.targets(actor) if actor is not None else ()
        drawn = dungeon_picture(
            self.drawing, view, self.letters(look), chosen=self.active(look), reach=reach, targets=targets
        )
        called = {thing.object: look.name(thing.object) for thing in drawn.objects}
        letters = initials({PieceId(name): name for name in called.values()}, self._kinds(look))
        objects = tuple(
            replace(one, name=name, label=letters[PieceId(name)] if one.label.isalpha() else one.label)
            for one in drawn.objects
            for name in (called[one.object],)
        )
        own = self.sides.get(look.side, ())
        tokens = tuple(
            replace(token, name=look.name(token.piece), friend=token.target and token.seat in own)
            for token in drawn.tokens
        )
        return replace(drawn, ways=self._face.way(look.command), objects=objects, tokens=tokens)

    def letters(self, look: Look) -> Mapping[PieceId, str]:
        """Return the letters of heroes; of monsters always with a number, which the first of a kind would else get only
        when the second is seen.
        """
        names = {one.piece: look.name(one.piece) for one in self.roster(look)}
        numbers = {piece: piece.rpartition("-")[2] for piece in names}
        return initials(
            {
                piece: name if name[-1:].isdecimal() or not numbers[piece].isdecimal() else f"{name} {numbers[piece]}"
                for piece, name in names.items()
            },
            self._kinds(look),
        )

    def _kinds(self, look: Look) -> list[str]:
        """Return what gets its letters first, in that order: the heroes, every monster, all furniture of the game."""
        own = self.sides[HEROES]
        heroes = [
            look.name(one.piece) for one in sorted(self.roster(look), key=lambda one: one.piece) if one.seat in own
        ]
        kinds = (sorted(look.wording.say(key) for key in keys if look.wording.has(key)) for keys in self._face.kinds)
        return [*heroes, *chain.from_iterable(kinds)]

    def unknown(self, look: Look) -> BoardPicture:
        """A dungeon of which nothing is known."""
        return unknown_dungeon(self.drawing)

    def active(self, look: Look) -> PieceId | None:
        """Return who or what is chosen, else the hero whose turn it is."""
        return look.chosen or self._face.seen_by(look.side).hero

    def sheet(self, look: Look) -> DialModel | None:
        """The sheet of the character that is chosen, or whose turn it is."""
        view, shown = self._face.seen_by(look.side), self.active(look)
        character = next((character for character in view.characters if character.id == shown), None)
        return _sheet(character, look) if character else _thing_sheet(view, shown, look)

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A square: gone to, aimed at, chosen who stands there; while the master corrects, somebody is put there."""
        view, actor = self._face.seen_by(look.side), self._actor(look)
        if look.side == MASTER and (put := put_there(self._face, look, space)) is not None:
            return put
        here = next((character.id for character in view.characters if character.at == space), None)
        is_itself = here is not None and here == actor and here in (look.chosen, view.hero)
        if is_itself and here is not None and here in self._face.targets(here):  # a spell, a potion for itself
            return Aimed(here)
        if actor is not None and here != actor:
            about = here or thing_at(view, space, self._face.place_of(actor))
            if about is not None and about in self._face.targets(actor):
                strike = self._face.strike(actor, about)
                return Meant(strike, is_proposed=True) if strike is not None else Aimed(about)
            if here is not None and actor == look.chosen and (refused := self._face.no_strike(actor, here)) is not None:
                return Meant(refused, is_proposed=True)
            going = self._face.to(actor, space) if here is None else None
            here = here or (thing_at(view, space, None) if going is None else None)
            if here is None:  # the rules say why not
                going = going or self._face.step(actor, space)
                return Meant(going, is_proposed=is_walk(going))
        here = here or thing_at(view, space, None)
        return Chosen(None if look.chosen == here else here) if here is not None else None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A character: a tap on its square."""
        characters = self._face.seen_by(look.side).characters
        at = next((character.at for character in characters if character.id == piece), None)
        return self.tap(look, at) if at is not None else None

    def menu(self, look: Look) -> Menu | None:
        """Return the menu of the acting character, or of the quest; the master's corrections besides."""
        view, actor = self._face.seen_by(look.side), self._actor(look)
        listed = self._face.listed(look.seats, actor, look.aimed)
        entries: list[Offer | Group] = self._gathered(listed, look)
        kind, title = "proposal", look.say("what_now", piece=actor) if actor else ""
        if actor is None:
            end, is_phase = self._face.ending(look.seats) or (None, False)
            entries += [Offer(look.name(one), piece=one) for one in (self._face.able(end) if end and is_phase else ())]
            begun = look.say("who_acts") if view.round else self.title(look)  # what the banner says is not said again
            kind, title = "begin", begun if entries else look.name(look.chosen or "")
        if look.side == MASTER and look.seats and not look.aimed and self._face.is_open:
            entries += groups(self._face, look, is_busy=bool(view.round))
            entries += [self._offer(one, look) for one in self._face.awards(look.seats[0], look.chosen)]
        return Menu(kind, title, "", tuple(entries), may_close=bool(look.aimed)) if entries else None

    def _gathered(self, listed: Sequence[Command], look: Look) -> list[Offer | Group]:
        """The offers; of a kind that asks where, how or with what, one button that asks it."""
        kinds: dict[str, list[Offer]] = {}
        for one in listed:
            is_gathered = isinstance(one, GATHERED)
            key = "friends" if self._face.is_at_friend(one) else type(one).__name__ if is_gathered else ""
            kinds.setdefault(key or repr(one), []).append(self._offer(one, look))
        entries: list[Offer | Group] = []
        for key, offers in kinds.items():
            if len(offers) > 1:
                label = look.say(f"gathered_{key}")
                entries.append(Group(key, f"{label} …", tuple(offers), label))
            else:
                entries += offers
        return entries

    def ending(self, look: Look) -> Offer | None:
        """The end of a hero's turn, or of the phase."""
        end, is_phase = self._face.ending(look.seats) or (None, False)
        if end is None:
            return None
        is_asked = bool(self._face.able(end))
        if not is_phase:
            actor = self._actor(look)
            wastes = actor is not None and self._face.has_to_throw(actor)
            return Offer(look.say("end_turn"), end, is_proposed=is_asked, wastes=wastes)
        return Offer(look.say("end_phase"), end, is_proposed=is_asked, wastes=is_asked)

    def endings(self, look: Look) -> Sequence[Offer]:
        """Return giving up, for each seat, while nothing is asked that the side knows of: what the master does unseen
        changes no button (HQ-GEN-03).
        """
        view = self._face.seen_by(look.side)
        return () if view.outcome or view.asked or view.windows else self._giving_up(look)

    @property
    def may_rest(self) -> Sequence[Seat]:
        """The heroes, of whom the others go without one."""
        return self.sides[HEROES]

    def passing(self, look: Look) -> Command | None:
        """Take the hero's turn, then end it."""
        turns = self._face.of_table(look.seats) if self._face.is_open else ()
        own = (one for one in turns if self._face.given_to(one) is not None)
        return next(own, None)

    def proposal(self, look: Look, command: Command) -> Menu:
        """A command in words, what it will do, and what else may be done about the same."""
        if isinstance(command, Concede):
            return self._concession(command, look)
        if isinstance(command, MoveCard):
            return Menu("proposal", look.name(command.piece), told(self._face.correction(command), look.wording))
        if isinstance(command, ENDS):
            return self._early(self._face.able(command), look)
        lines = (command_words(command), *self._read(self._face.foretell(command.seat, command), look))
        others = self._face.beside(command)
        beside = tuple(self._offer(other, look) for other in others)
        return Menu("proposal", look.name(self._face.given_to(command) or ""), self._lines(lines, look), beside)

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """An option in words."""
        return look.wording.word("option", option)

    def interruptions(self, look: Look) -> Sequence[Window]:
        """Return the interruptions, as far as the side knows of them."""
        return self._face.seen_by(look.side).windows

    def _offer(self, command: Command, look: Look) -> Offer:
        words = told(command_words(command), look.wording)
        held = self._held(words, command, look)  # a card that is played is spent: nobody does so by one tap
        return Offer(words, command, is_proposed=self._face.is_foretold(command) or held is not None, held=held)

    def _held(self, words: str, command: Command, look: Look) -> Held | None:
        """The card of a spell that may be cast or a potion that may be drunk, with what it does."""
        thing = "" if getattr(command, "number", 0) else getattr(command, "spell", "") or getattr(command, "item", "")
        gives, rule = self._face.gives(thing)
        does = words_of("heroquest", rule, look.wording.lang) if rule else told(gives, look.wording)
        if not does:
            return None
        target = getattr(command, "target", None)
        title, at = (look.wording.word("thing", thing), f"→ {look.name(target)}") if target else (words, "")
        return Held(thing, title[:1].upper() + title[1:], at, does, str(command.seat))

    def _actor(self, look: Look) -> PieceId | None:
        return self._face.actor(look.seats, look.chosen)


def _thing_sheet(view: QuestView, thing: PieceId | None, look: Look) -> DialModel | None:
    """Return the sheet of a piece of furniture or a trap, as far as the side knows of it."""
    for piece in view.furniture:
        if piece.id == thing:
            states = (("thing_searched", piece.searched), ("thing_toppled", piece.toppled))
            lines = tuple(look.say(word) for word, holds in states if holds)
            return DialModel(look.name(piece.id), "", look.say("thing_furniture"), (), "", 0, lines)
    for trap in view.traps:
        if trap.id == thing:
            now = look.say("thing_armed" if trap.is_armed else "thing_harmless")
            return DialModel(look.name(trap.id), "", look.say("thing_trap"), (), "", 0, (now,))
    return None


def _sheet(character: CharacterView, look: Look) -> DialModel:
    """A character's sheet; a monster whose numbers are hidden shows its name alone."""
    sheet = character.sheet
    if sheet is None:
        return DialModel(look.name(character.id), character.seat, "", (), "", 0, ())
    weapon = look.wording.names.get(sheet.weapon, sheet.weapon.replace("_", " ")) or look.say("unarmed")
    attack = character.attack or 0
    if attack != sheet.attack:  # a weapon has dice of its own
        weapon = f"{weapon} · {look.say('attack_level', level=sheet.attack)}"
    values = (
        ("body", f"{sheet.body}/{sheet.body_max}", ""),
        ("mind", f"{sheet.mind}/{sheet.mind_max}", ""),
        ("attack", str(attack), weapon),
        ("defense", str(character.defense or 0), ""),
    )
    slots = tuple(
        SlotModel(slot, look.wording.word("slot", slot), value, power, None, False) for slot, value, power in values
    )
    items = ", ".join(look.wording.names.get(item, item.replace("_", " ")) for item in sheet.items)
    notes = (
        Note(look.say("unmet") if not sheet.is_hero and not sheet.revealed else "", "HQ-COMBAT-AMBUSH-05"),
        Note(look.say("items", items=items) if items else "", "HQ-HERO-LVL1-03"),
        Note(look.say("gold", gold=sheet.gold) if sheet.gold else "", "HQ-HERO-LVL1-03"),
        Note(look.say("spell_points", points=sheet.spell_points) if sheet.spell_points else "", "HQ-HERO-ELF-10"),
        Note(look.say("mana", mana=f"{sheet.mana}/{sheet.mana_max}") if sheet.mana_max else "", "HQ-HERO-ENCH-01"),
        Note(look.say("trap_pieces", pieces=sheet.trap_pieces) if sheet.trap_pieces else "", "HQ-HERO-DWARF-07"),
    )
    steps = look.say("steps", count=sheet.turn.left) if sheet.turn and sheet.turn.moving else ""
    facing = look.say("facing", facing=look.wording.word("facing", sheet.facing))
    made = DialModel(look.name(character.id), character.seat, steps, slots, facing, 0)
    return with_words(made, "heroquest", look.wording.lang, notes, VALUES, "HQ-GEN-07")
