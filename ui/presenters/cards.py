"""The cards that wait for a tap: a refusal, a proposal, a menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from companion.board.picture import BoardPicture
from companion.core.by_hand import BY_HAND, Adjust, MoveCard, Relocate, number_words
from companion.core.consent import BringBack, Matter, Overrule, TakeBack
from companion.core.events import GameEnded
from companion.core.phrases import Name, Phrase, Told, Word, joined, say
from companion.core.prizes import NOTHING, Gain
from companion.core.rules import GameState, Violation
from companion.core.session import Session
from companion.table.proposal import Proposal
from companion.text.wording import told
from ui.presenters.adapter import Command, GameAdapter, Group, Held, Look, Menu, Offer
from ui.presenters.cube_count import CountDesk
from ui.presenters.games import game_of
from ui.presenters.log import Log
from ui.presenters.models import ABOUT, SLOT, CardModel, CardSide, DialModel, HandCard

PAGE = 9  # buttons on a card at once; the rest a tap away
SIDES = 2  # of a card
UNDONE = 4  # lines that a card about taking back shows


def told_card(
    sheet: Callable[[Look], DialModel | None], counts: CountDesk, picked: str, look: Look
) -> CardModel | None:
    """Return the card of a photograph of the sheet, or of one of the sheet's values."""
    dial = sheet(look) if counts.is_open or picked.startswith(SLOT) else None
    if dial is None:
        return None
    return counts.card(dial, look) if counts.is_open else _slot_card(dial, picked, look)


def _slot_card(dial: DialModel, picked: str, look: Look) -> CardModel | None:
    """Return the card of a value or a note of the sheet, one tap away; ``None``: none is open."""
    lines = enumerate((dial.line, *dial.notes))
    if line := next((line for place, line in lines if dial.opens(place) == f"pick:{picked}"), ""):
        return CardModel("about", line, dial.about[int(picked.removeprefix(ABOUT))], (("pick:", look.say("shut")),))
    slot = next((slot for slot in dial.slots if slot.text and picked == f"{SLOT}{slot.slot}"), None)
    if slot is None:
        return None
    title = " · ".join(filter(None, (f"{slot.label} {slot.value}", slot.power)))
    return CardModel("about", title, slot.text, (("pick:", look.say("shut")),))


def menu_card(menu: Menu, page: int, look: Look, game: GameAdapter) -> CardModel:
    """The card of a menu, a page of it where it is long; the order that gains most is likely."""
    first = page * PAGE if page * PAGE < len(menu.entries) else 0
    buttons = [
        (f"pick:{entry.key}" if isinstance(entry, Group) else f"do:{place}", entry.label)
        for place, entry in enumerate(menu.entries[first : first + PAGE], first)
    ]
    if len(menu.entries) > PAGE:
        pages = -(-len(menu.entries) // PAGE)
        following = (first // PAGE + 1) % pages
        buttons.append((f"page:{following}", look.say("more_pages")))
    if menu.may_close:
        buttons.append(("dismiss", look.say("shut")))
    is_beside = bool(menu.entries) and all(isinstance(entry, Group) and entry.is_beside for entry in menu.entries)
    held = hand_of((f"do:{place}", getattr(one, "held", None), False) for place, one in enumerate(menu.entries))
    listed = {does for does, _ in buttons}
    hand = tuple(card for card in held if all(side.does in listed for side in card.sides))
    gains = [NOTHING if is_beside else _gain(entry, game) for entry in menu.entries]
    most = max(gains, default=NOTHING)
    at = gains.index(most) if most.worth else 0
    best = menu.entries[at] if most.worth else None
    likely = "" if best is None else f"pick:{best.key}" if isinstance(best, Group) else f"do:{at}"
    if likely and likely not in listed:
        likely = "" if first else f"page:{at // PAGE}"  # who has turned the page looks for something else
    why = _why(menu.entries, most.chance, best, game)
    gained = told(_gained(best, most, game), look.wording) if best is not None else ""
    aims = (getattr(order, "target", None) for order in _best(best, most, game))
    aim = look.name(target) if (target := next(aims, None)) else ""
    shown = CardModel(menu.kind, menu.title, menu.text, tuple(buttons), is_beside, hand)
    return replace(shown, likely=likely, gain=most, why=why, aim=aim, gained=gained)


def with_lit(card: CardModel, board: BoardPicture, look: Look) -> CardModel:
    """The card; one with nothing but corrections says what is lit on the board for."""
    if card.text or not card.is_beside:
        return card
    lit = {"tap_space": any(tile.reach for tile in board.tiles), "tap_target": any(one.target for one in board.tokens)}
    return replace(card, text=" ".join(look.say(key) for key, is_lit in lit.items() if is_lit))


def _why(entries: Iterable[Offer | Group], chance: Fraction, best: Offer | Group | None, game: GameAdapter) -> str:
    """Return the words that say why the best entry is that: nothing succeeds as often, or what succeeds gains more."""
    if best is None or chance <= 0:
        return "why_most"
    if any(game.promise(order) > chance for entry in entries for order in _orders(entry)):
        return "why_gain"
    return next((game.measure(order) for order in _orders(best) if game.promise(order) == chance), "why_chance")


def _gained(best: Offer | Group, most: Gain, game: GameAdapter) -> Told:
    """Return what the best order of an entry gains."""
    return next((said for one in _best(best, most, game) if (said := game.gains(one))), "")


def _best(entry: Offer | Group | None, most: Gain, game: GameAdapter) -> Iterator[Command]:
    """Generate the orders of an entry that gain as much as that."""
    orders = _orders(entry) if entry is not None else ()
    return (one for one in orders if game.gain(one) == most)


def _orders(entry: Offer | Group) -> list[Command]:
    """Return what an entry of a menu may order; what corrects something is none."""
    offers = (entry,) if isinstance(entry, Offer) else () if entry.is_beside else entry.offers
    return [one.command for one in offers if one.command is not None]


def _gain(entry: Offer | Group, game: GameAdapter) -> Gain:
    """Return how much the best of an entry's orders gains: a poor one, and what corrects something, gains nothing."""
    return max((game.gain(order) for order in _orders(entry) if not game.is_poor(order)), default=NOTHING)


def hand_of(buttons: Iterable[tuple[str, Held | None, bool]]) -> tuple[HandCard, ...]:
    """Return the cards of a hand among buttons, each whether it is picked: the sides of a card together.

    What may be done in more than two ways has no room on a card: its buttons stay buttons.
    """
    cards: dict[str, HandCard] = {}
    for does, held, is_picked in buttons:
        if held is not None:
            side = CardSide(does, held.heading, held.words, is_picked)
            known = cards.get(held.card, HandCard(held.title, (), held.seat))
            cards[held.card] = replace(known, sides=(*known.sides, side))
    return tuple(card for card in cards.values() if len(card.sides) <= SIDES)


def proposal_card(menu: Menu, page: int, look: Look, game: GameAdapter, command: Command) -> CardModel:
    """A command to be confirmed, and what else it could be: likely only where that gains more; nothing vain ever is."""
    card, is_poor = menu_card(menu, page, look, game), game.is_poor(command)
    buttons = (("confirm", look.say("confirm")), *card.buttons, ("dismiss", look.say("dismiss")))
    instead = card.likely if game.outdoes(card.gain, command) else "dismiss" if is_poor else "confirm"
    return replace(card, buttons=buttons, likely=instead)


def meant_card(
    menu: Menu | None, broken: Sequence[Violation], page: int, look: Look, game: GameAdapter, command: Command | None
) -> CardModel:
    """A command that was meant: what forbids it, else what it will do."""
    if broken or menu is None or command is None:
        return refusal_card(broken, menu, page, look, game)
    return proposal_card(menu, page, look, game, command)


def seen_card(game: GameAdapter, proposal: Proposal, page: int, look: Look) -> CardModel:
    """Return the card of what the sensors saw; where another piece may have made the move as
    well, with a button for each.
    """
    card = proposal_card(game.proposal(look, proposal.command), page, look, game, proposal.command)
    piece = game.given_to(proposal.command)
    rivals = {game.given_to(rival): place for place, rival in reversed([*enumerate(proposal.rivals)])}
    others = sorted((other, place) for other, place in rivals.items() if other not in (None, piece))
    if not others:
        return card
    first, *rest = card.buttons
    buttons = ((first[0], look.name(str(piece))), *((f"confirm:{place}", look.name(other)) for other, place in others))
    return replace(card, title=look.say("which_one"), buttons=(*buttons, *rest))


def over_card(session: Session, look: Look, *, may_leave: bool, moment: str = "") -> CardModel:
    """Return the card of the end: who won, by which rule, the line of the ``moment`` that decided, the score
    sheet, the ways to go on.
    """
    outcome, seat, row = session.state.flow.outcome, next(iter(look.seats), None), game_of(session.system.id)
    taken = row.clicks(session.state, (record.event for record in session.standing())) if row.clicks else {}
    sheet = session.system.summary(session.state, seat).get("sheet", ())
    lines = [" ".join(filter(None, (why_over(row.adapter(session), session.state, look), f"[{outcome.rule}]")))]
    if moment:
        lines.append(look.say("over_moment", line=moment))
    speakers = look.wording.speakers(seat for seat, _ in outcome.scores)
    for seat, points in outcome.scores:
        if seat not in speakers:  # its side is told by another
            continue
        clicks = look.say("clicks_taken", count=taken[seat]) if seat in taken else ""
        score = look.wording.pair(look.wording.scorer(seat), look.say("points", points=points))
        if (line := " · ".join(filter(None, (score, clicks)))) in lines:
            continue  # of who plays two seats of a side
        lines.append(line)
        own = (line for line in sheet if line["seat"] == seat)
        lines += [f"  {line['points']:+d}  {look.name(line['for'])} [{line['rule']}]" for line in own]
    wishes = {"again": "rematch"} | ({"swapped": "swapped"} if row.can_swap else {}) | {"keep": "keep", "home": "home"}
    buttons = [(f"leave:{wish}", look.say(word)) for wish, word in wishes.items()]
    buttons[:0] = [(f"leave:desk:{key}", look.wording.say(key)) for key in (f"evening.{one}" for one in row.between)]
    return CardModel(
        "over", look.wording.event(GameEnded(outcome)), "\n".join(lines), tuple(buttons) if may_leave else ()
    )


def why_over(game: GameAdapter, state: GameState, look: Look) -> str:
    """Return why a game ended as it did, in the game's own words or those of its rule."""
    rule = state.flow.outcome.rule if state.flow.outcome is not None else ""
    ruled = (look.wording.say(key) for key in (f"end.{rule}", rule) if look.wording.has(key))
    why = told(game.why(state), look.wording) or next(ruled, "")
    return why[:1].upper() + why[1:]


def refusal_card(
    broken: Sequence[Violation], others: Menu | None, page: int, look: Look, game: GameAdapter
) -> CardModel:
    """Return the card of a refusal: the rules, other offers, and a button by which everybody overrules them
    together.
    """
    text = "\n".join(f"{look.wording.violation(violation)} [{violation.rule}]" for violation in broken)
    buttons = [*(menu_card(others, page, look, game).buttons if others else ()), ("dismiss", look.say("put_back"))]
    if all(violation.waivable for violation in broken):
        buttons.append(("overrule", look.say("overrule")))
    return CardModel("refusal", look.say("not_allowed"), text, tuple(buttons))


def regret_card(does: str, lines: Sequence[str], look: Look) -> CardModel:
    """A take-back, or its own take-back, that everybody must agree to, and the lines that it changes."""
    buttons = ((does, look.say("all_agree")), ("dismiss", look.say("dismiss")))
    return CardModel("undo", look.say(does), _and_undone(look.say("undo_consent"), lines, look), buttons)


def _and_undone(text: str, undone: Sequence[str], look: Look) -> str:
    """The text, and the first lines of what is undone."""
    shown = [f"- {line}" for line in undone[:UNDONE]]
    more = [look.say("more_undone", count=len(undone) - UNDONE)] if len(undone) > UNDONE else []
    return "\n".join([text, *shown, *more])


def matter_card(matter: Matter, log: Log, look: Look) -> CardModel:
    """Return the card of another seat's proposal: taking or bringing back, with the lines that
    changes, or setting rules aside.
    """
    lines: Sequence[str] = ()
    match matter.what:
        case TakeBack(to):
            title, lines = "undo", log.standing_since(to, look.wording)
        case BringBack(back):
            title, lines = "redo", log.returning(back, look.wording)
        case Overrule(command):
            title = "put_right_asked" if isinstance(command, BY_HAND) else "overrule"
    text = _and_undone(wish_of(matter, look), lines, look)
    buttons = tuple((does, look.wording.word("option", says)) for does, says in (("agree", "yes"), ("decline", "no")))
    return CardModel("undo", look.say(title), text, buttons)


def wish_of(matter: Matter, look: Look) -> str:
    """Return what somebody asks the others to agree to."""
    who = look.wording.word("seat", matter.by)
    match matter.what:
        case TakeBack():
            return look.say("asks_undo", who=who)
        case BringBack():
            return look.say("asks_redo", who=who)
        case Overrule(command) if isinstance(command, BY_HAND):
            return look.say("asks_put_right", who=who, piece=str(command.piece), change=_change(command))
        case Overrule(rules=rules):
            return look.say("asks_overrule", who=who, rules=", ".join(rules))


def _change(command: Adjust | Relocate | MoveCard) -> Told:
    """Tell the change that is asked for; a card is not named, which others may not know."""
    match command:
        case Adjust(what=what, value=value):
            return number_words(what, value, value)
        case Relocate(to=to):
            return joined("", "→ ", Name(str(to))) if to is not None else Phrase("put.off")
        case MoveCard(to=to):
            return say("put_right_card", to=Word("pile", to))
