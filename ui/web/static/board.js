// The board: three layers that the host drew, a fourth to touch, and a size of one's own.
//
//   tap a figure, a square ──> tap(piece | space)      drag a figure that may be lifted ──> lift, over …, drop

import { lit, relaid } from "./glide.js";
import { drawn, made, parsed } from "./made.js";

const FAR_PX = 10; // a finger that moved so far drags
const SIZES = [1, 1.4, 2, 3];
const LARGEST_PX = 128; // of a square while little of a board is known
const NAME_PX = [9, 11]; // of the letters of a name: the least before a short one stands there; where there is room
const LEAST_PX = 9; // of any letters: read at arm's length, or left out
const NEAR = 2; // squares around who acts that are seen of a board that is larger than its glass
const SHORT = 3; // letters of a figure that are always read, where the board may be drawn large enough
const RIM_MOST = 2.4; // times as large as drawn letters beside the board may be: as its frame is wide
const PHONE = matchMedia("(max-width: 759px)");

export class Board {
  matters = null; // the figure that is to be seen
  picked = ""; // the figure that was tapped among everybody
  #mine = null; // while who looks may act: {pieces, next, isAsked}
  #layers = {};
  #size = { columns: 1, rows: 1, cell: 1, edge: 0, box: [0, 0, 1, 1] };
  #zoom = 1; // times as large as it has room for
  #bare = 0; // pixels of the sheet's width without it; 0: to be measured, which lays the whole page out
  #isOwn = false; // whether somebody chose the size
  #photo = null;
  #way = []; // of the move that is proposed
  #glides = [];
  #led = null; // the place that a hint leads to
  #sought = ""; // what was brought into the glass, and where it stood
  #held = null; // {piece, x, y, at, isDragged}

  constructor(tap) {
    this.tap = tap;
    this.hits = drawn("svg", { class: "hits", "aria-hidden": "true" });
    this.lights = drawn("svg", { class: "lights", "aria-hidden": "true" }); // around figures, below them
    this.sheet = made("div", { class: "layers" }, this.hits);
    this.element = made("div", { class: "stage", tabindex: "0", role: "group" }, this.sheet);
    new ResizeObserver(() => {
      this.#bare = 0;
      this.#readable();
    }).observe(this.sheet);
    this.sheet.addEventListener("pointerdown", (event) => this.#down(event));
    this.sheet.addEventListener("pointermove", (event) => this.#move(event));
    this.sheet.addEventListener("pointerup", (event) => this.#up(event));
    this.sheet.addEventListener("pointercancel", () => this.#back());
  }

  // Draw again what changed; ``mine``: of who looks and may act, null while others do.
  show(parts, mine = this.#mine) {
    const isOther = (mine === null) !== (this.#mine === null);
    this.#mine = mine;
    for (const name of ["ground", "marks", "figures"]) {
      if (!(name in parts)) continue;
      const layer = parsed(parts[name].svg);
      if (name === "figures" && this.#layers[name]) this.#glides = relaid(this.#layers[name], layer, this.#way);
      else if (this.#layers[name]) this.#layers[name].replaceWith(layer);
      else this.sheet.insertBefore(layer, this.hits);
      this.#layers[name] = layer;
      if (name === "figures") layer.before(this.lights);
      if (name === "ground") this.#fit(parts[name]);
    }
    const { cell, edge } = this.#size;
    if ("marks" in parts) this.#led = parts.marks.led ? parts.marks.led.map((place) => edge + place * cell) : null;
    if ("standing" in parts) {
      this.#way = (parts.standing.way ?? []).map(([column, row]) => [edge + column * cell, edge + row * cell]);
      this.#touchable(parts.standing.figures);
    }
    if ("standing" in parts || "marks" in parts || isOther) this.#follows(this.#glides);
    this.#readable();
    this.#glides = [];
  }

  // The glass through which the board is seen gets lower, `height` pixels, and what matters stays in it; null: as before.
  lower(height) {
    if (height === null && !this.element.style.getPropertyValue("--glass")) return;
    if (height === null) this.element.style.removeProperty("--glass");
    else this.element.style.setProperty("--glass", `${height}px`);
    this.seek();
  }

  // What matters comes into the glass: the way that is proposed, or the place that is led to, and who is chosen, aimed at, moved last or may be moved.
  // While one acts oneself, what others do moves nothing.
  #follows(moved) {
    const of = (pieces) => pieces.map((piece) => `[data-piece="${CSS.escape(piece)}"]`), mine = this.#mine;
    const chosen = mine && !mine.isAsked ? of([...mine.pieces, this.picked]).map((one) => `${one}.chosen`) : [".chosen"];
    const marked = [...chosen, ".target", ...of(mine ? mine.next : moved), ".may_be_lifted"];
    this.matters = marked.map((one) => this.hits.querySelector(one)).find((one) => one !== null) ?? null;
    this.#magnify();
    const now = JSON.stringify([mine !== null, this.#aimed?.dataset.piece, this.#way, this.#led, this.matters?.dataset.piece, this.matters?.getAttribute("x"), this.matters?.getAttribute("y")]);
    if ((this.matters === null && this.#led === null) || now === this.#sought) return;
    this.#sought = now;
    this.seek();
  }

  // On a phone letters are read around who matters, but for long ones: the board is drawn as large as they need, until a
  // size is chosen.
  #magnify() {
    if (this.#isOwn || !PHONE.matches || this.matters === null) return;
    const figures = [...(this.#layers.figures?.querySelectorAll("[data-piece] text") ?? [])];
    const sizes = figures.filter((one) => one.textContent.length <= SHORT).map((one) => one.getAttribute("font-size"));
    const whole = this.#wide / this.#zoom / this.#extent.wide;
    const wanted = Math.min(SIZES.at(-1), LEAST_PX / (Math.min(...sizes) * whole));
    if (wanted <= this.#zoom) return;
    this.#enlarge(wanted);
    this.#sought = ""; // it is another view of the board
  }

  // The only figure that is aimed at, of whoever is chosen.
  get #aimed() {
    const aimed = this.hits.querySelectorAll(".target");
    return aimed.length === 1 && this.matters?.matches(".chosen") && !this.#way.length ? aimed[0] : null;
  }

  // Who acts and who is aimed at, as one figure: the board is drawn smaller where both have no room, until a size is chosen.
  #both(aimed) {
    const box = () => {
      const [one, other] = [this.matters, aimed].map((rect) => rect.getBoundingClientRect());
      const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
      return new DOMRect(left, top, Math.max(one.right, other.right) - left, Math.max(one.bottom, other.bottom) - top);
    };
    const { clientWidth, clientHeight } = this.element, { width, height } = box();
    const fits = Math.min((clientWidth - 1) / width, (clientHeight - 1) / height); // a pixel of rounding
    if (fits >= 1) return box();
    if (this.#isOwn || !PHONE.matches) return this.matters.getBoundingClientRect();
    this.#enlarge(this.#zoom * fits);
    return box();
  }

  seek() {
    const aimed = this.#aimed;
    const who = this.matters?.isConnected ? (aimed ? this.#both(aimed) : this.matters.getBoundingClientRect()) : null;
    if (who === null && this.#led === null) return;
    const glass = this.element.getBoundingClientRect();
    const { cell } = this.#size, { x: x0, y: y0, wide } = this.#extent;
    const unit = this.#wide / wide, sheet = this.sheet.getBoundingClientRect();
    const end = this.#way.at(-1) ?? (aimed ? null : this.#led);
    const [x, y] = end ? [sheet.left + (end[0] - x0) * unit, sheet.top + (end[1] - y0) * unit] : [who.left, who.top];
    const led = [x, y, x + cell * unit, y + cell * unit];
    const { left, right, top, bottom } = who ?? { left: led[0], top: led[1], right: led[2], bottom: led[3] };
    const both = [Math.min(left, x), Math.min(top, y), Math.max(right, x + cell * unit), Math.max(bottom, y + cell * unit)];
    const hasRoom = both[2] - both[0] <= glass.width && both[3] - both[1] <= glass.height;
    const near = this.#zoom > 1 && !end && !aimed ? NEAR * cell * unit : 0;
    const box = hasRoom ? [both[0] - near, both[1] - near, both[2] + near, both[3] + near] : this.#way.length ? [left, top, right, bottom] : led; // else who goes it, or the place
    const isSeen = box[0] >= glass.left && box[1] >= glass.top && box[2] <= glass.right && box[3] <= glass.bottom;
    if (!isSeen) this.element.scrollBy((box[0] + box[2] - glass.left - glass.right) / 2, (box[1] + box[3] - glass.top - glass.bottom) / 2);
  }

  // The figure in the hand, where it would stand.
  hold(hand) {
    for (const held of this.hits.querySelectorAll(".held")) held.remove();
    const { cell, edge } = this.#size;
    for (const [column, row] of hand?.places ?? []) {
      const look = hand.legal ? "held" : "held no";
      this.hits.append(drawn("rect", { x: edge + column * cell + 4, y: edge + row * cell + 4, width: cell - 8, height: cell - 8, rx: 8, class: look }));
    }
  }

  get isPhotographed() {
    return this.#photo !== null;
  }

  zoom() {
    this.#isOwn = true;
    this.#enlarge(SIZES.find((size) => size > this.#zoom + 0.1) ?? SIZES[0]);
    this.#centre(this.hits.querySelector(".chosen") ?? this.hits.querySelector(".may_be_lifted"));
    return this.#zoom;
  }

  // The table as photographed from straight above lies over the drawn ground; null: the drawing again.
  photograph(address) {
    this.#photo?.remove();
    this.#photo = null;
    this.sheet.classList.toggle("photographed", address !== null);
    if (address === null) return;
    const { columns, rows, cell, edge } = this.#size;
    this.#photo = drawn("svg", { class: "flat", viewBox: this.hits.getAttribute("viewBox"), "aria-hidden": "true" });
    this.#photo.append(drawn("image", { x: edge, y: edge, width: columns * cell, height: rows * cell, href: address,
      preserveAspectRatio: "none" }));
    this.#layers.ground.after(this.#photo);
  }

  #enlarge(zoom) {
    this.#zoom = zoom;
    this.element.style.setProperty("--zoom", zoom);
    this.element.classList.toggle("large", zoom > 1);
  }

  // What is looked at stays in the middle of the glass.
  #centre(rect) {
    if (rect === null) return;
    const glass = this.element.getBoundingClientRect();
    const figure = rect.getBoundingClientRect();
    this.element.scrollBy(
      figure.left + figure.width / 2 - glass.left - glass.width / 2,
      figure.top + figure.height / 2 - glass.top - glass.height / 2,
    );
  }

  #fit(ground) {
    this.#size = ground;
    const { x, y, wide, high } = this.#extent;
    for (const one of [this.hits, this.lights]) one.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
    this.element.style.setProperty("--shape", wide / high);
    if (ground.is_part) this.element.style.setProperty("--most", `${(wide * LARGEST_PX) / ground.cell}px`);
    else this.element.style.removeProperty("--most");
    if (!this.#isOwn && !PHONE.matches) this.#enlarge(1);
    this.#readable();
  }

  // The corner of what is drawn of the board, with its frame, and its size; in units of the drawing.
  get #extent() {
    const { cell, edge, box: [left, top, right, bottom] } = this.#size;
    return { x: left * cell, y: top * cell, wide: (right - left) * cell + 2 * edge, high: (bottom - top) * cell + 2 * edge };
  }

  // Pixels of the sheet's width.
  get #wide() {
    this.#bare ||= this.sheet.clientWidth / this.#zoom;
    return this.#bare * this.#zoom;
  }

  // Names on a board that is drawn small grow into the room they have; a long one becomes a short one first.
  #readable() {
    const scale = this.#wide / this.#extent.wide;
    for (const name of this.#layers.ground?.querySelectorAll(".tab:not(.short)") ?? []) {
      const [least, wanted] = NAME_PX.map((size) => size / (name.dataset.size * scale));
      const short = name.nextElementSibling?.matches(".short") ? name.nextElementSibling : null;
      const shown = least > name.dataset.most && short ? short : name;
      short?.setAttribute("display", "none");
      name.setAttribute("display", "none");
      const [x, y] = shown.dataset.at.split(" ");
      const grown = Math.min(Math.max(1, wanted), shown.dataset.most);
      shown.setAttribute("display", shown.dataset.size * scale * grown < LEAST_PX - 0.5 ? "none" : "inline");
      shown.setAttribute("transform", `translate(${x} ${y}) scale(${grown}) translate(${-x} ${-y})`);
    }
    for (const layer of Object.values(this.#layers)) for (const words of layer.querySelectorAll("text")) this.#read(words, scale);
  }

  // Letters that nobody could read are left out; those of the frame grow as far as it is wide.
  #read(words, scale) {
    if (words.closest(".tab")) return;
    const high = words.getAttribute("font-size") * scale;
    const grown = words.closest(".rim") ? Math.min(Math.max(1, LEAST_PX / high), RIM_MOST) : 1;
    words.setAttribute("display", high * grown < LEAST_PX - 0.5 ? "none" : "inline");
    if (grown === 1) return words.removeAttribute("transform");
    const [x, y] = [words.getAttribute("x"), words.getAttribute("y") - words.getAttribute("font-size") * 0.35];
    words.setAttribute("transform", `translate(${x} ${y}) scale(${grown}) translate(${-x} ${-y})`);
  }

  #touchable(figures) {
    const { cell, edge, inset, low } = this.#size;
    const box = ({ box: [column, row, width, height], marks }) => drawn("rect", {
      x: edge + column * cell + inset, y: edge + row * cell + inset + low,
      width: width * cell - 2 * inset, height: height * cell - 2 * inset, rx: cell / 3, class: marks.join(" "),
    });
    this.hits.replaceChildren(...figures.map((figure) => {
      const rect = box(figure);
      rect.dataset.piece = figure.piece;
      return rect;
    }));
    this.lights.replaceChildren(...figures.filter(({ marks }) => marks.length).map((figure) => {
      const light = box(figure);
      if (this.#glides.includes(figure.piece)) requestAnimationFrame(() => lit(light));
      return light;
    }));
  }

  #place(event) {
    const box = this.hits.getBoundingClientRect();
    const { cell, edge, box: [left, top, right, bottom] } = this.#size, { x, y, wide, high } = this.#extent;
    const column = Math.floor((x + ((event.clientX - box.left) / box.width) * wide - edge) / cell);
    const row = Math.floor((y + ((event.clientY - box.top) / box.height) * high - edge) / cell);
    return column >= left && row >= top && column < right && row < bottom ? [column, row] : null;
  }

  #down(event) {
    if (!event.isPrimary || event.button > 0) return;
    const rect = event.target.closest("rect[data-piece]");
    const mayLift = rect !== null && rect.classList.contains("may_be_lifted");
    this.#held = { piece: rect?.dataset.piece, mayLift, x: event.clientX, y: event.clientY, at: null, isDragged: false };
    if (mayLift) this.sheet.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const held = this.#held;
    if (held === null || !event.isPrimary) return;
    const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR_PX;
    if (!held.isDragged && isFar) {
      if (!held.mayLift) {
        this.#held = null; // the board is moved, not a figure
        return;
      }
      held.isDragged = true;
      this.sheet.classList.add("dragging");
      this.tap("lift", held.piece);
    }
    if (!held.isDragged) return;
    const at = this.#place(event);
    if (String(at) !== String(held.at)) {
      held.at = at;
      this.tap("over", "", at);
    }
  }

  #up(event) {
    const held = this.#held;
    this.#held = null;
    this.sheet.classList.remove("dragging");
    if (held === null) return;
    if (held.isDragged) this.tap("drop", "", this.#place(event));
    else if (held.piece) this.tap("piece", held.piece);
    else if (this.#place(event) !== null) this.tap("space", "", this.#place(event));
  }

  #back() {
    if (this.#held?.isDragged) this.tap("drop", "", null);
    this.#held = null;
    this.sheet.classList.remove("dragging");
  }
}
