// What is asked of a person comes into sight when it is new, clear of the bars that stay, with the board above it seen
// through a lower glass where both have no room, but for what may be done on it never lower than half its width: then the
// board stays, and that is scrolled below it; and there is a way back to the board, and to how the game ended.
//
//   asked: [[what, element], …], the most urgent first      new ──> that element      nothing, and one's own turn ──> the board

import { made } from "./made.js";

const MARGIN_PX = 8;
const LEAST = 0.5; // of its width, or of the room below the bars: what is left of the board beside what may be done on it
const GLASS_PX = 80; // the least that is left of it beside anything else: dice, what came of them, a hand of cards
const FOOT = 0.3; // of the glass: taller buttons do not stay at its foot

export class Sight {
  #asked = "";
  #isOwn = false;
  #isEnd = false;
  #isEndSeen = false;
  #brought = null; // what was brought into sight last, and where the page stood then

  constructor({ bar, hint, side, board, stage, card, moved }) {
    Object.assign(this, { bar, hint, side, board, stage });
    this.end = made("button", { type: "button", class: "to-end", hidden: true, onclick: () => this.bring(card) });
    const ends = ([last]) => {
      this.#isEndSeen = last.isIntersecting;
      this.#showEnd();
      moved();
    };
    new IntersectionObserver(ends, { rootMargin: "-25% 0px 0px" }).observe(card);
    this.back = made("button", { type: "button", class: "to-board", hidden: true, onclick: () => this.bring(board) });
    const seen = ([last]) => {
      this.back.hidden = last.intersectionRatio > 0.25;
      moved(); // the tools beside it have more room, or less
    };
    new IntersectionObserver(seen, { rootMargin: "-25% 0px 0px", threshold: [0, 0.25] }).observe(board);
    const again = () => {
      this.board.style.setProperty("--above", `${this.#above()}px`); // where it stays
      if (this.#brought?.at === scrollY) this.bring(this.#brought.element);
    };
    for (const above of [bar, hint]) new ResizeObserver(again).observe(above); // it got higher after that, and nobody has scrolled
  }

  // Until another game begins, its end is a tap away.
  tellEnd(isEnd) {
    this.#isEnd = isEnd;
    this.#showEnd();
  }

  #showEnd() {
    this.end.hidden = !this.#isEnd || this.#isEndSeen;
  }

  // Whether something else is asked than before, or nothing any more: then the page moves; not while it ``stays``.
  look(asked, isOwn, stays) {
    if (stays) return false;
    const [first] = asked.filter(([what]) => what);
    const now = first ? JSON.stringify(first[0]) : "";
    const isOver = !first && (this.#asked !== "" || this.#isOwn !== isOwn); // also of a turn: one looks on
    if (first && now !== this.#asked) this.#soon(first[1]);
    else if (isOver) this.#soon(this.board);
    const isNew = now !== this.#asked || isOver;
    this.#asked = now;
    this.#isOwn = isOwn;
    return isNew;
  }

  // Where the board is on the glass.
  get top() {
    return this.stage.element.getBoundingClientRect().top;
  }

  // What came or went above the board leaves it where it was: a finger may be on its way there.
  keep(top) {
    if (top < innerHeight) scrollBy(0, this.top - top);
  }

  // The buttons of what is open, with where they are on the glass; what the game is about asks nothing.
  held(...sections) {
    for (const section of sections) {
      const buttons = section.hidden || section.matches(".aims") ? [] : [...section.querySelectorAll("button[data-does]")];
      if (!buttons.length) continue;
      const { top } = buttons[0].getBoundingClientRect(), { bottom } = buttons.at(-1).getBoundingClientRect();
      const title = section.querySelector("h2")?.textContent, does = buttons.map((one) => one.dataset.does).join();
      return { section, title, does, top, isSeen: bottom > this.#above() && top < innerHeight };
    }
    return null;
  }

  // Whether the same is open as before, and was seen: then its buttons are where they were, whatever came or went above
  // them; where the page cannot be scrolled that far, what is missing stands above the section.
  hold(before, now) {
    const isSame = before !== null && now !== null && ["section", "title", "does"].every((name) => before[name] === now[name]);
    if (!isSame || !before.isSeen) return false;
    const moved = () => now.section.querySelector("button[data-does]").getBoundingClientRect().top - before.top;
    this.#brought = null; // it is not brought up again by that
    scrollBy(0, moved());
    const rest = moved();
    if (rest) now.section.style.marginTop = `${parseFloat(now.section.style.marginTop || 0) - rest}px`;
    return true;
  }

  // What stays at the top covers so much.
  #above() {
    return this.bar.offsetHeight + (this.hint.hidden ? 0 : this.hint.offsetHeight);
  }

  #soon(element) {
    requestAnimationFrame(() => setTimeout(() => this.bring(element))); // all has its place then
  }

  // What is left of the glass for a board right above the element; null where it stands elsewhere.
  #left(element, above) {
    const stage = this.stage.element.getBoundingClientRect(), { left, right, bottom } = element.getBoundingClientRect();
    const isBelow = element !== this.board && left < stage.right && right > stage.left && bottom > stage.bottom;
    return isBelow ? innerHeight - above - (bottom - stage.bottom) - MARGIN_PX : null;
  }

  // What came of the last dice stands in a line right above what is asked: it is read first, so much room it takes.
  #before(element) {
    let line = element.previousElementSibling;
    while (line?.hidden) line = line.previousElementSibling;
    return line?.matches(".result.line") ? element.getBoundingClientRect().top - line.getBoundingClientRect().top : 0;
  }

  // All of it where there is room, else from its beginning: what is asked comes before what may be answered. Whether it fits.
  bring(element) {
    const fits = this.#bring(element);
    this.#brought = { element, at: scrollY };
    return fits;
  }

  #bring(element) {
    const isAside = this.side !== element && this.side.contains(element) && getComputedStyle(this.side).overflowY === "auto";
    let above = this.#above() - (isAside ? this.bar.offsetHeight : 0);
    const glass = isAside ? this.side.clientHeight : innerHeight;
    this.board.classList.remove("stays");
    this.stage.lower(null);
    const stage = this.stage.element.getBoundingClientRect(), left = this.#left(element, above);
    const isOnBoard = Boolean(element.closest(".card:not(.choice:has(> .cards))"));
    const least = isOnBoard ? LEAST * Math.min(stage.width, innerHeight - above) : GLASS_PX;
    if (left !== null && left >= least) {
      if (left < stage.height) this.stage.lower(left);
      else if (stage.top >= above && element.getBoundingClientRect().bottom <= innerHeight) return true; // both are seen
      this.board.style.scrollMargin = `${above}px 0 0`;
      this.board.scrollIntoView({ block: "start" });
      return true;
    }
    if (left !== null && isOnBoard) {
      this.board.classList.add("stays");
      this.stage.lower(Math.min(least, stage.height));
      above += this.board.offsetHeight;
    }
    const top = above + MARGIN_PX + this.#before(element); // what is in sight above it
    const fits = element.offsetHeight + top + MARGIN_PX <= glass;
    element.style.scrollMargin = `${top}px 0 ${MARGIN_PX}px`;
    element.scrollIntoView({ block: fits ? "nearest" : "start" });
    return fits;
  }
}

// Few buttons stay at the foot of the glass while their card is longer, but never over its heading and the line below:
// what stands above them reaches into a margin of theirs, and by that they cannot rise any higher.
export function keepAtFoot(card) {
  for (const buttons of card.querySelectorAll(":scope > .buttons")) {
    const others = [...card.children].filter((one) => one !== buttons);
    buttons.classList.remove("stays");
    for (const one of card.children) one.style.margin = "";
    const { top, height } = buttons.getBoundingClientRect();
    const above = others.filter((one) => one.getBoundingClientRect().bottom <= top).at(-1);
    if (height >= FOOT * innerHeight) continue;
    if (above) {
      const gap = top - above.getBoundingClientRect().bottom, head = Math.min(top, headOf(card)) - others[0].getBoundingClientRect().top;
      above.style.marginBottom = `${-head}px`;
      buttons.style.marginTop = `${gap + head}px`;
    }
    buttons.classList.add("stays");
  }
}

// Where the heading of a card ends, with the first line of the words below it.
function headOf(card) {
  const heading = card.querySelector(":scope > h2") ?? card.firstElementChild, words = heading.nextElementSibling;
  const line = document.createRange();
  if (words?.localName === "p") line.selectNodeContents(words);
  return (line.getClientRects()[0] ?? heading.getBoundingClientRect()).bottom;
}
