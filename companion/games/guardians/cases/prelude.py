"""The prelude of a case: the events that bring its board, its figures, its cards and its turn about."""

from __future__ import annotations

from companion.casebook.facts import refuse_idle
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Teller
from companion.documents import Node
from companion.games.guardians import events as ev
from companion.games.guardians import pages
from companion.games.guardians.apply import less
from companion.games.guardians.content.kinds import STATS
from companion.games.guardians.play.turns import HERO_ACTIONS
from companion.games.guardians.play.values import action_count
from companion.games.guardians.state import Phase, State

PUT = RuleId("GC-SETUP-07")
PHASES = ("waiting", "strategy", "activation")


def texts(node: Node, key: str) -> tuple[str, ...]:
    """Return the texts of a list; none where it is not written."""
    if key not in node:
        return ()
    return tuple(entry.text() for entry in node[key].items())


class Prelude:
    """The events that bring the situation about."""

    def __init__(self, t: Teller[State], setup: Node, pieces: dict[str, Node]) -> None:
        self.t, self.setup, self.pieces = t, setup, pieces
        self.phase = setup["phase"].word(PHASES) if "phase" in setup else "activation"

    def tell(self) -> None:
        """Put everything where the case has it, then let the turn come as far as it says."""
        taken: dict[str, str] = {}
        for name, piece in self.pieces.items():
            at = piece["at"].text() if "at" in piece else ""
            if at and at not in self.t.state.ground.spaces:
                piece["at"].refuse(f"a space of the board: {', '.join(self.t.state.ground.spaces)}")
            if at and at in taken:
                piece["at"].refuse("a space of its own (GC-MAP-03)", f"{at}, where {taken[at]} stands")
            taken[at] = name
            self._piece(PieceId(name), piece, at)
        self.t.tell(*(ev.KnockedOut(PieceId(name), None, PUT) for name in self.pieces if self._flag(name, "out")))
        self._board()
        if self.phase == "activation":
            self._turn()
        elif self.phase == "strategy":
            self._before()
        else:
            for key in ("round", "first", "active", "turn", "stack"):
                if key in self.setup:
                    self.setup[key].refuse("a phase in which it counts: strategy or activation", self.phase)
        for name, piece in self.pieces.items():
            self._in_turn(PieceId(name), piece)

    def _piece(self, name: PieceId, piece: Node, at: str) -> None:
        t, figure = self.t, self.t.state.who(name)
        if at and figure.at != at:
            t.tell(ev.Moved(name, SpaceId(at), 0, PUT))
        if figure.is_hero:
            hand, laid, discard = self._cards(name, piece)
            t.tell(ev.HandMade(name, hand + laid, texts(piece, "removed")))
            if (deck := less(t.state.wounds, hand + laid + discard)) != t.state.wounds:
                t.tell(ev.WoundsShuffled(deck))
            if discard:
                t.tell(ev.CardsDiscarded(name, discard))
        if "damage" in piece:
            t.tell(ev.Damaged(name, piece["damage"].number(0, 99), None, PUT))
        if "mission" in piece or (figure.is_main and self.phase == "strategy"):
            face = piece["mission"].value if "mission" in piece else "-"
            t.tell(ev.MissionDrawn(name, str(face)))
        if self._flag(name, "achieved"):
            t.tell(pages.MissionAchieved(name))
        if "article" in piece:
            t.tell(pages.HeroArticlePlaced(figure.side, name, piece["article"].word({"blue", "red"}), PUT))

    def _cards(self, name: PieceId, piece: Node) -> tuple[tuple[str, ...], ...]:
        """The cards it keeps in hand, those it lays now, and its discard: each written card is one of its own."""
        laid = texts(piece, "left") + texts(piece, "right") if self.phase == "activation" else ()
        discard, hand = texts(piece, "discard"), texts(piece, "hand")
        if "hand" not in piece and "hero" in piece:  # the deck, without what lies elsewhere
            hand = less(self.t.state.who(name).hand, laid + discard + texts(piece, "removed"))
        wounds = (next(iter(self.t.state.content.wounds)),) * (piece["wounds"].number(0, 9) if "wounds" in piece else 0)
        return hand + wounds, laid, discard

    def _board(self) -> None:
        t, setup = self.t, self.setup
        for name, entry in setup["sites"].entries() if "sites" in setup else ():
            failures = entry["failures"].value if "failures" in entry else {}
            stats = [test.stat for test in t.state.scenario.sites[name].tests]
            counts = failures if isinstance(failures, dict) else dict.fromkeys(stats[:1], failures)
            hero = next(iter(t.state.heroes())).id
            for stat, count in counts.items():
                t.tell(*[ev.FailureTokenPlaced(name, stat, hero)] * count)
            for what, amount in entry["tokens"].entries() if "tokens" in entry else ():
                t.tell(ev.SiteTokenPlaced(name, what, amount.number(-9, 9)))
            if "passed" in entry and entry["passed"].flag():
                t.tell(ev.SitePassed(name, stats[0], hero))
        for name, entry in setup["objects"].entries() if "objects" in setup else ():
            if "gone" in entry and entry["gone"].flag():
                t.tell(ev.ObjectRemoved(PieceId(name)))
        for name, entry in setup["sides"].entries() if "sides" in setup else ():
            for article in entry["articles"].items() if "articles" in entry else ():
                article.word(t.state.scenario.articles)
                t.tell(pages.ArticleWon(name, article.text(), PUT))
        for name, entry in setup["counters"].entries() if "counters" in setup else ():
            t.tell(ev.StoryCounted(name, entry.number(-99, 99)))
        for name in texts(setup, "met"):
            t.tell(pages.ObjectiveMet("", name, PUT))
        t.tell(*(ev.PathLaid(place) for place in texts(setup, "path")))

    def _before(self) -> None:
        """The turns before the one whose Strategy begins, and who was the First Group in the last of them."""
        t, setup = self.t, self.setup
        if "first" in setup:
            t.tell(ev.InitiativeSettled(setup["first"].word(t.state.camps), (), (), PUT))
        if "round" in setup:
            t.tell(ev.GameTurnBegan(setup["round"].number(1, 99) - 1), ev.PhaseBegan(Phase.WAITING.value))

    def _turn(self) -> None:
        """The Activation of a turn, with somebody active and the others' cards still to come."""
        t, setup = self.t, self.setup
        t.tell(ev.GameTurnBegan(setup["round"].number(1, 99) if "round" in setup else 1))
        heroes = [hero for hero in t.state.heroes() if not self._flag(hero.id, "activated")]
        key = "active" if "active" in setup else "turn"
        active = setup[key].word([hero.id for hero in heroes]) if key in setup else heroes[0].id if heroes else ""
        for camp in t.state.camps:
            order = tuple(hero.id for hero in heroes if hero.side == camp and hero.id != active)
            if "stack" in setup and camp in setup["stack"]:
                order = tuple(PieceId(one.word(self.pieces)) for one in setup["stack"][camp].items())
            t.tell(ev.StackLaid(camp, order))
        t.tell(ev.PhaseBegan(Phase.ACTIVATION.value))
        for name, piece in self.pieces.items():
            if any(laid := (texts(piece, "left"), texts(piece, "right"))):
                t.tell(ev.CardsRevealed(PieceId(name), *laid))
        first = setup["first"].word(t.state.camps) if "first" in setup else t.state.camps[0]
        t.tell(ev.InitiativeSettled(first, (), (), PUT))
        for name, piece in self.setup["pieces"].entries():
            if name != active:
                refuse_idle(piece, {"actions"}, "a hero that is not the active one")
        if active:
            piece, hero = self.pieces[active], t.state.who(active)
            usual = action_count(t.state, hero, HERO_ACTIONS)
            t.tell(ev.Activated(hero.id, piece["actions"].number(0, 9) if "actions" in piece else usual))

    def _flag(self, name: str, key: str) -> bool:
        return key in self.pieces[name] and self.pieces[name][key].flag()

    def _in_turn(self, name: PieceId, piece: Node) -> None:
        t = self.t
        for stat, amount in piece["tokens"].entries() if "tokens" in piece else ():
            if stat not in STATS:
                amount.refuse(f"one of {', '.join(STATS)} as key", f"the key {stat!r}")
            t.tell(ev.ModifierPlaced(name, stat, amount.number(-9, 9)))
        if "plus" in piece:
            t.tell(ev.TokensRevealed(name, texts(piece, "plus")))
        for card in texts(piece, "used"):
            t.tell(ev.PowerPlayed(name, card))
