// Looking back: the board as it stood after a line of the log; the table goes on meanwhile, and is there again at a tap.

import { made } from "./made.js";

export class Past {
  #line = 0;
  #wanted = 0;
  #isAsked = false;

  // show: {layers(parts), say(key), last()} ; closed: called when the table is looked at again
  constructor(show, closed) {
    this.show = show;
    this.closed = closed;
    this.isOpen = false;
    this.range = made("input", { type: "range", min: "0", step: "1", onchange: () => this.#go(Number(this.range.value)) });
    this.range.oninput = this.range.onchange;
    this.text = made("p", { role: "status" });
    this.back = made("button", { type: "button", onclick: () => this.#go(this.#line - 1) }, "‹");
    this.on = made("button", { type: "button", onclick: () => this.#go(this.#line + 1) }, "›");
    this.now = made("button", { type: "button", class: "main", onclick: () => this.close() });
    this.element = made("section", { class: "past", hidden: true }, this.text,
      made("div", { class: "buttons" }, this.back, this.range, this.on, this.now));
  }

  words() {
    const { say } = this.show;
    this.range.setAttribute("aria-label", say("look_back"));
    this.back.setAttribute("aria-label", say("line_before"));
    this.on.setAttribute("aria-label", say("line_after"));
    this.now.textContent = say("to_the_table");
  }

  open() {
    if (this.show.last() < 0) return;
    this.isOpen = true;
    this.element.hidden = false;
    this.words();
    document.body.classList.add("looks-back");
    this.#go(this.show.last());
    this.range.focus({ preventScroll: true });
    scrollTo({ top: 0 }); // the board is at the top of every page
  }

  close() {
    this.isOpen = false;
    this.element.hidden = true;
    document.body.classList.remove("looks-back");
    this.closed();
  }

  // One question at a time; of what was wanted meanwhile, the last.
  async #go(line) {
    const last = this.show.last();
    this.#wanted = Math.max(0, Math.min(last, line));
    this.range.max = String(last);
    this.range.value = String(this.#wanted);
    if (this.#isAsked) return;
    this.#isAsked = true;
    try {
      while (this.isOpen && this.#wanted !== null) {
        const asked = this.#wanted;
        const answer = await fetch(`/then?line=${asked}`);
        const then = answer.ok ? await answer.json() : null;
        if (then !== null && this.isOpen) {
          this.#line = asked;
          this.text.textContent = `${then.title} — ${then.text}`;
          this.show.layers(then);
        }
        if (this.#wanted === asked) break;
      }
    } catch {
      // no network: the page says so already
    } finally {
      this.#isAsked = false;
    }
  }
}
