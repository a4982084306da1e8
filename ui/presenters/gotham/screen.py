"""The adapter of Gotham City Chronicles: what a screen shows of a mission, and what its players may do.

choose a figure ──> its screen or tile: cubes by boxes, skills with their levels; where it may go, whom it may attack
tap a zone ──────> it goes there;  a figure ──> an attack on it, or what may be done about it
a number ────────> its terms, each with its rule (Reckoned)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.board.lines import SightLine
from companion.board.picture import BoardPicture, Line
from companion.core.by_hand import MoveCard
from companion.core.commands import Concede
from companion.core.events import GameEnded
from companion.core.flow import ChoiceRequest, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.pool import DIE
from companion.core.session import Session
from companion.games.gotham.face.board import RIVER, ZoneDrawing, board_picture
from companion.games.gotham.face.face import GothamFace
from companion.games.gotham.face.offers import BOX_OF, BY_TAP, CLOSING, ENDS, FREE, about, differences, otherwise
from companion.games.gotham.face.sight import drawn
from companion.games.gotham.face.view import FigureView, MissionView
from companion.games.gotham.face.words import VALUES, asks_about_dice, number_words, option_words
from companion.text.wording import names_told, told
from ui.presenters.adapter import Aimed, Chosen, Command, Group, Held, Look, Meant, Menu, Offer, Tap
from ui.presenters.by_hand import groups, is_open, put_there
from ui.presenters.face_screen import FaceScreen, round_words
from ui.presenters.gotham import cubes
from ui.presenters.models import DialModel, SlotModel
from ui.presenters.rules import Note, with_words

TABLE = "table"
A_LINE = 3  # skills


class GothamScreen(FaceScreen[GothamFace]):
    """One screen of a mission; nothing is secret, so all look at the same."""

    def __init__(self, session: Session) -> None:
        super().__init__(GothamFace(session))

    @property
    def drawing(self) -> ZoneDrawing:
        return self._face.drawing

    def sight(self, look: Look, start: SpaceId, end: SpaceId) -> tuple[SightLine, Line]:
        """Between two zones; tiles of the River are none."""
        line = self._face.line(start, end)
        return line, drawn(line, self.drawing)

    @property
    def sides(self) -> Mapping[str, tuple[Seat, ...]]:
        """Everybody together."""
        return {TABLE: self._face.seats}

    def names(self, side: str, lang: str) -> Mapping[str, str]:
        return names_told(self._face.families, self._face.names(lang), lang)

    def story(self, look: Look) -> str:
        """Return the name of the scenario."""
        return self._face.mission(look.wording.lang)

    def title(self, look: Look) -> str:
        """The mission, its round, whose part of it; the tile that acts; or how it ended."""
        view = self._seen()
        if view.outcome:
            return look.wording.event(GameEnded(view.outcome))
        parts = [
            self.story(look),
            round_words(view.round, self._face.last_round, look) if view.round else "",
            look.wording.word("phase", view.phase),
        ]
        return " · ".join(part for part in (*parts, look.name(view.tile) if view.tile else "") if part)

    def turn(self, look: Look) -> Seat | None:
        view = self._seen()
        return next((seat for seat in view.active if seat not in view.ended), None)

    def acting(self, look: Look) -> Sequence[Seat]:
        """The seats of the side whose turn it is for which the table waits; anybody begins."""
        acting = super().acting(look) if self._seen().round else self._face.seats
        return [seat for seat in acting if self._face.is_due(seat)]

    def left(self, look: Look) -> str:
        """The cubes that the acting hero may still lay, the tiles that may still act; of several, the part of the
        round.
        """
        view, actor = self._seen(), self._actor(look)
        if (tiles := self._face.tiles_left) is not None:
            return look.say("tiles_left", count=tiles) if tiles else ""
        hero = next((one for one in view.figures if one.id == actor and one.kind == "hero"), None)
        if hero is None or len(self.acting(look)) > 1:
            return look.wording.word("phase", view.phase) if len(self.acting(look)) > 1 else ""
        return look.say("free_cubes", count=dict(hero.cubes).get(FREE, 0))

    def picture(self, look: Look, away: frozenset[PieceId]) -> BoardPicture:
        """The board with what the acting figure may reach and aim at."""
        actor, side = self._actor(look), {figure.id: figure.side for figure in self._seen().figures}
        offers = self._face.orders(actor) if actor is not None and not is_open(look) else ()
        aimed = {PieceId(name) for offer in offers for name in about(offer)}
        targets = {piece for piece in aimed if actor and side[piece] != side[actor]}
        return board_picture(
            self.drawing,
            self._seen(),
            self.names(look.side, look.wording.lang),
            chosen=self.active(look),
            reach={} if is_open(look) else self._face.reach(actor, look.seats),
            targets=targets,
        )

    def unknown(self, look: Look) -> BoardPicture:
        return board_picture(self.drawing, self._seen(), self.names(look.side, look.wording.lang))

    def active(self, look: Look) -> PieceId | None:
        """Return who is chosen, else the only one of these seats that is able, else who moves."""
        moving = self._seen().moving
        return look.chosen or self._actor(look) or (moving.piece if moving else None)

    def sheet(self, look: Look) -> DialModel | None:
        """The screen or tile of the figure that is chosen, or acts; one's own where one has only one; of who moves."""
        view = self._seen()
        actor = self._actor(look)
        own = [figure.id for figure in view.figures if figure.seat in look.seats]
        shown = look.chosen or actor or (own[0] if len(own) == 1 else self.active(look))
        figure = next((figure for figure in view.figures if figure.id == shown), None)
        offers = self._face.orders(actor) if actor is not None and actor == shown else ()
        return _sheet(figure, offers, look) if figure else None

    def thing(self, look: Look, name: PieceId) -> str:
        if name.startswith(RIVER):
            return told(self._face.in_river(name.removeprefix(RIVER)), look.wording)
        return told(self._face.task(name), look.wording)

    def tap(self, look: Look, space: SpaceId) -> Tap | None:
        """A zone: gone to by the acting figure; a tile of the River acts."""
        actor = self._actor(look)
        step = self._face.steps(actor).get(space) if actor is not None else None
        stands = next((figure.zone for figure in self._seen().figures if figure.id == look.chosen), space)
        if (put := put_there(self._face, look, space)) is not None and stands != space and not space.startswith(RIVER):
            return put
        if step is not None:
            return Meant(step, is_proposed=self._face.is_foretold(step))
        if space.startswith(RIVER):
            order = self._face.tiles(look.seats).get(space)
            return Meant(order) if order is not None else None
        return None

    def tap_piece(self, look: Look, piece: PieceId) -> Tap | None:
        """A figure: attacked, or aimed at where more may be done about it, else chosen; its zone, while
        another moves there.
        """
        actor = self._actor(look)
        is_next = piece in self._face.ready(look.seats)  # what a friend may do for it stands among its own orders
        orders = self._face.orders(actor) if actor is not None and piece != actor and not is_next else ()
        aimed = [offer for offer in orders if piece in about(offer)]
        attack = self._face.attacks(aimed[0].seat, actor).get(piece) if aimed and actor is not None else None
        if attack is not None and look.is_advised:  # with the cubes that it is worth; its card says what else may be
            return Meant(attack, is_proposed=True)
        if aimed:
            return Aimed(piece)
        if (zone := self._lit(look, actor, piece)) is not None:
            return self.tap(look, zone)
        if actor is not None and actor == look.chosen and (strike := self._face.strike(actor, piece)) is not None:
            return Meant(strike, is_proposed=True)  # the rules say why not
        return Chosen(None if look.chosen == piece else piece)

    def _lit(self, look: Look, actor: PieceId | None, piece: PieceId) -> SpaceId | None:
        """Return the zone that a figure stands in, where the acting one may go there now."""
        if actor is None or actor == piece or is_open(look):
            return None
        stands = (SpaceId(figure.zone) for figure in self._seen().figures if figure.id == piece and figure.zone)
        return next((zone for zone in stands if zone in self._face.steps(actor)), None)

    def menu(self, look: Look) -> Menu | None:
        """Return the menu of the chosen figure, or of the mission."""
        actor = self._actor(look)
        table = self._face.of_table(look.seats)
        offers = self._face.orders(actor) if actor is not None else table
        aimed = [one for one in offers if look.aimed is None or look.aimed in about(one)]
        paid = list(cubes.groups(aimed, look, lambda one: self._offer(one, look))) if self._is_hero(actor) else []
        by_other_ways = (*BY_TAP, *ENDS, *CLOSING, *(BOX_OF if paid else ()))
        plain = (one for one in aimed if not isinstance(one, by_other_ways))
        named = {offer.label: offer for offer in (self._offer(one, look) for one in plain)}  # a tile pays no cubes
        if paid and (dearer := self._face.dearer_move(aimed)) is not None:
            paid.insert(0, self._offer(dearer, look))
        if paid:
            paid[:0] = [self._offer(one, look) for one in self._face.dearer_deeds(aimed)]
        entries: list[Offer | Group] = [*paid, *named.values()]  # what is vain says so, and keeps its place
        ready = self._face.ready(look.seats) if actor is None else ()
        entries += [Offer(look.name(piece), piece=piece) for piece in ready]
        if look.seats and not look.aimed and self._face.is_open:
            entries += self._skills(actor or look.chosen, look)
            entries += groups(self._face, look, is_busy=bool(entries) and bool(self._seen().round))
        over = (one for one in (*aimed, *table) if isinstance(one, CLOSING))
        entries += [self._offer(one, look) for one in dict.fromkeys(over)]
        begun = look.say("who_acts") if ready else ""  # what the banner says is not said again
        title = look.say("what_now", piece=actor) if actor else begun if self._seen().round else self.title(look)
        hint = told(self._face.hint(), look.wording)
        text = look.say("river_tap") if actor is None and self._face.tiles(look.seats) else hint
        return (
            Menu("proposal" if actor else "begin", title, text, tuple(entries), bool(look.aimed)) if entries else None
        )

    def ending(self, look: Look) -> Offer | None:
        ends = [one for one in self._face.of_table(look.seats) if isinstance(one, ENDS)]
        own = {figure.seat for figure in self._seen().figures if figure.id == self._actor(look)}
        end: Command | None  # of who acts, before others
        end = next((one for one in ends if one.seat in own), next(iter(ends), None))
        if end is None:
            return None
        meant = look.command if look.command in ends else None
        end = meant or end  # the one that is being confirmed
        idle = self._idle(look.seats)
        if not (own or meant) and idle and end not in idle:
            end = idle[0]  # nobody is chosen: those who can do nothing more are done first
        if end in idle and len(idle) > 1:
            who = look.say("idle_heroes", count=len(idle))
            wastes = bool(self._face.ready(look.seats))
            return Offer(look.say("end_turn_of", who=who), end, wastes=wastes, more=self._following(idle))
        label = look.say("end_turn") if len(ends) == 1 else self._end_of(end, look)
        return Offer(label, end, is_proposed=self._is_asked(end.seat), wastes=bool(self._face.ready(look.seats)))

    def _stopped(self, seat: Seat) -> tuple[PieceId, int] | None:
        """Return whose movement the end of another seat's turn stops, and the points that it has left."""
        moving, own = self._seen().moving, {one.id for one in self._seen().figures if one.seat == seat}
        return (moving.piece, moving.points) if moving and moving.points and moving.piece not in own else None

    def _idle(self, seats: Sequence[Seat]) -> list[Command]:
        """Return the ends of turns in which nothing more can be done: one tap gives them all."""
        ends = (one for one in self._face.of_table(seats) if isinstance(one, ENDS))
        return [one for one in ends if not self._is_asked(one.seat)]

    def _is_asked(self, seat: Seat) -> bool:
        """Whether the end of that seat's turn is confirmed: something might still be done, or another is moving."""
        return bool(self._face.ready([seat]) or self._face.waiting([seat]) or self._stopped(seat))

    def _following(self, idle: Sequence[Command]) -> Callable[[], Command | None]:
        """Return what gives the next of these ends that is still to be given."""

        def following() -> Command | None:
            open_ends = self._idle([one.seat for one in idle])
            return next((one for one in idle if one in open_ends), None)

        return following

    def brings(self, look: Look, command: Command) -> str:
        """Return what an end of turn brings; where one tap ends several, whose, and what their last one brings."""
        idle = self._idle(look.seats)
        if command not in idle or len(idle) < 2:
            return super().brings(look, command)
        who = look.wording.listed([look.wording.side(one.seat) for one in idle])
        found = [told(one, look.wording) for one in self._face.brings(command, [one.seat for one in idle])]
        after = look.say("brings", what=" · ".join(found)) if found else ""
        return " · ".join(filter(None, (look.say("nothing_left", who=who), after)))

    @staticmethod
    def _end_of(end: Command, look: Look) -> str:
        return look.say("end_turn_of", who=look.wording.side(end.seat))

    def _ending(self, end: Command, look: Look) -> Menu:
        """The end of a turn in which something might be done: what is left, and whose turn may be ended instead."""
        own = [one for one in self._seen().figures if one.id in self._face.ready([end.seat])]
        lines = [
            look.say("still_has", who=one.id, count=dict(one.cubes).get(FREE, 0))
            if one.kind == "hero"
            else look.say("still_may", who=one.id)
            for one in own
        ]
        if (stopped := self._stopped(end.seat)) is not None:
            lines.insert(0, look.say("still_moves", who=stopped[0], count=stopped[1]))
        if waiting := self._face.waiting([end.seat]):
            lines.append(look.say("still_can", who=look.wording.listed([look.name(tile) for tile in waiting])))
        others = (one for one in self._face.of_table(look.seats) if isinstance(one, ENDS) and one.seat != end.seat)
        offers = tuple(Offer(self._end_of(one, look), one, is_proposed=True) for one in others)
        return Menu("proposal", self._end_of(end, look), "\n".join(lines), offers)

    @property
    def may_rest(self) -> Sequence[Seat]:
        """The heroes, of whom the others go without one."""
        return self._face.hero_seats

    def passing(self, look: Look) -> Command | None:
        """Declare its heroes resting, then end the turn."""
        return self._face.rest(look.seats) or super().passing(look)

    def endings(self, look: Look) -> Sequence[Offer]:
        """Return giving up, for each seat."""
        return self._concessions(look)

    def proposal(self, look: Look, command: Command) -> Menu:
        if isinstance(command, Concede):
            return self._concession(command, look)
        if isinstance(command, ENDS):
            return self._ending(command, look)
        if isinstance(command, MoveCard):
            return Menu("proposal", look.name(command.piece), told(self._face.correction(command), look.wording))
        foretold, kept = self._face.foretell(command.seat, command), self._face.kept_after(command)
        lines = (self._words(command, look), *self._read(foretold, look), *([kept] if kept else ()))
        varied, best = self._face.variations(command), self._face.best(command)
        is_near = best is not None and all(said == "cubes" for said, _, _ in differences(command, best))
        others = tuple(  # a path is tapped, zone by zone
            Offer(self._said_otherwise(command, other, look), other, is_proposed=True)
            for other in dict.fromkeys((*varied, *((best,) if is_near and type(best) is type(command) else ())))
            if any(differences(command, other)) and getattr(other, "path", ()) == getattr(command, "path", ())
        )
        others += tuple(self._offer(one, look) for one in otherwise(command, self._face.orders))
        return Menu("proposal", look.name(self._face.given_to(command) or ""), self._lines(lines, look), others)

    def option(self, look: Look, request: ChoiceRequest, option: str) -> str:
        """A figure, a zone, a die as it lies, cubes, or a word; none of something is a no."""
        chance = told(self._face.chosen(request, option), look.wording)
        if (words := option_words(request, option)) is not None:
            return " · ".join(filter(None, (told(words, look.wording), chance)))
        if option.startswith(DIE):
            place, dice = int(option.removeprefix(DIE)) - 1, self._dice(look)
            if place < len(dice):
                alike = dice[:place].count(dice[place])
                die = f"{dice[place]} ({alike + 1})" if alike else dice[place]
                return " · ".join(filter(None, (look.say("die_again", die=die), chance)))
        named = look.wording.names.get(option)
        return named if named is not None else look.wording.word("option", option)

    def held(self, look: Look, request: ChoiceRequest, option: str) -> Held | None:
        """A tile that is chosen, with the skills of the figures it drives."""
        tile = self._face.tile(option)
        if tile is None:
            return None
        skills = [f"{look.wording.word('skill', skill)} {level}" for skill, level in tile.skills]
        life = f"{look.wording.word('slot', 'life')} {tile.life}"
        gives = (*skills, life, look.say("size_and_threat", size=tile.size, threat=tile.threat))
        return Held(option, look.name(option), "", ", ".join(gives), str(request.seat))

    def about(self, look: Look, request: ChoiceRequest) -> str:
        """The dice as they lie, where some are thrown again; else the order's last number with its terms: why one
        chooses.
        """
        if asks_about_dice(request):
            return look.say("dice_lie", dice=", ".join(self._dice(look)))
        shown = self._seen().numbers if self._face.has_reckoned else ()
        return told(number_words(shown[-1].what, shown[-1].number), look.wording) if shown else ""

    def interruptions(self, look: Look) -> Sequence[Window]:
        return self._seen().windows

    def _offer(self, command: Command, look: Look) -> Offer:
        return Offer(self._words(command, look), command, is_proposed=self._face.is_foretold(command))

    def _is_vain(self, command: Command | None) -> bool:
        """Whether it is about a tile of which nobody is left to act."""
        tile = getattr(command, "tile", "")
        return bool(tile) and self._face.is_empty(tile)

    def _words(self, command: Command, look: Look) -> str:
        """Return the words of the button that gives the command, its particulars in brackets."""
        fields = {name: getattr(command, name) for name in getattr(command, "__dataclass_fields__", ())}
        spoken = {name: look.name(str(value)) for name, value in fields.items() if isinstance(value, str)}
        extra = [look.name(str(card)) for name in ("weapons", "using") for card in fields.get(name, ())]
        extra += [look.say("bind")] if fields.get("bind") is True else []
        extra += [look.say("push", count=self._face.pushes(command))] if fields.get("push") is True else []
        if "cubes" in fields and self._is_hero(fields["piece"]):
            extra.append(_with(fields["cubes"], look))
        if (count := self._face.recovers(command)) is not None:
            spoken["declared"] = look.wording.word("declared", fields["state"])
            extra.append(look.say("recovers", count=count) if count else look.say("recovers_none"))
        if self._is_vain(command):
            extra.append(look.say("nobody_left"))
        again = "" if fields.get("aside", True) else ".again"
        key = f"command.{type(command).__name__}{again}"
        return look.wording.say(key, **spoken) + (f" ({', '.join(extra)})" if extra else "")

    def _skills(self, piece: PieceId | None, look: Look) -> list[Group]:
        """The skills of the figure, each to be left unused or used again."""
        figure = next((figure for figure in self._seen().figures if figure.id == piece), None)
        if figure is None or figure.seat not in look.seats:
            return []
        offers = tuple(self._offer(one, look) for one in self._face.skills(figure.seat, figure.id))
        title = look.say("skills_of", who=figure.id)
        return [Group("skills", look.say("skills"), offers, title, stays=True, is_beside=True)] if offers else []

    def _said_otherwise(self, before: Command, after: Command, look: Look) -> str:
        """Return the words of what the second order says otherwise."""
        said = []
        for field, value, is_more in differences(before, after):
            match field:
                case "cubes":
                    said.append(_with(int(value), look))
                case "way":
                    said.append(look.wording.word("way", value or "usual"))
                case "weapons" | "using":
                    said.append(look.say("with_card" if is_more else "without_card", card=look.name(value)))
                case "push":
                    said.append(look.say("push", count=self._face.pushes(after)) if is_more else look.say("push_not"))
                case "bind":
                    said.append(look.say("bind" if is_more else "bind_not"))
        return ", ".join(said)

    def _seen(self) -> MissionView:
        return self._face.view(None)

    def _dice(self, look: Look) -> list[str]:
        """The dice as they lie by the record, each with its colour and its face."""
        return [f"{look.wording.word('die', die)} {face}" for die, face in self._face.dice()]

    def _is_hero(self, piece: PieceId | None) -> bool:
        return any(figure.id == piece and figure.kind == "hero" for figure in self._seen().figures)

    def _actor(self, look: Look) -> PieceId | None:
        return self._face.actor(look.seats, look.chosen)


def _sheet(figure: FigureView, offers: Sequence[Command], look: Look) -> DialModel:
    """A screen with its cubes by boxes, or a tile with its Life Points; the skills with their levels."""
    say, word = look.say, look.wording.word
    if figure.kind == "hero":
        slots = list(cubes.slots(figure, offers, look))
    else:
        slots = [SlotModel("life", word("slot", "life"), f"{figure.life}/{figure.life_max}", "", None, False)]
    skills = [f"{word('skill', skill)} {level}" for skill, level in figure.skills]
    notes = (
        *(Note(", ".join(skills[first : first + A_LINE])) for first in range(0, len(skills), A_LINE)),
        Note(say("items", items=", ".join(map(look.name, figure.cards))) if figure.cards else "", "GO-GEN-11"),
        Note(say("size_and_threat", size=figure.size, threat=figure.threat), "GO-BASE-FIG-08"),
        Note(say("neutralised") if figure.neutralised else "", "GO-BASE-FIG-07"),
        Note(say("lying") if figure.lying else "", "GO-IMMOB-02"),
        Note(say("bound", count=figure.binds) if figure.binds else "", "GO-BIND-01"),
        Note(say("friend", friend=look.name(figure.friend)) if figure.friend else ""),
    )
    state = word("state", figure.state) if figure.state else ""
    sheet = DialModel(look.name(figure.id), figure.seat, state, tuple(slots), "", 0)
    return with_words(sheet, "gotham", look.wording.lang, notes, VALUES, "GO-BASE-TURN-02" if state else "")


def _with(cubes: int, look: Look) -> str:
    """Return the cubes that are laid for an order, in words."""
    return look.say("cubes", count=cubes) if cubes else look.say("no_cubes")
