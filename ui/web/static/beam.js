// Light on the table itself: dots until the camera has found where it falls, then the marks of the board in their place.
//
//   size ──beam:1280x720──> host ──dots──> drawn, two frames later "up" ──> … ──> a matrix: the board is bent to the map

import { drawn, made, parsed } from "./made.js";

export class Beam {
  #number = -1;
  #size = "";

  // tell: says something to the host; say: the words of the page
  constructor(tell, say) {
    this.tell = tell;
    this.say = say;
    this.marks = made("div", { class: "lit" });
    this.words = made("p", { role: "status" });
    this.element = made("div", { class: "beam" }, this.marks, this.words);
    this.element.addEventListener("click", () => document.documentElement.requestFullscreen?.().catch(() => {}));
    addEventListener("resize", () => this.measure());
  }

  // Tell the host how large the picture is; once a size.
  measure() {
    const size = `${innerWidth}x${innerHeight}`;
    if (size !== this.#size) this.tell(`beam:${size}`);
    this.#size = size;
  }

  // A host that was started again knows of no page.
  anew() {
    this.#size = "";
    this.#number = -1;
    this.measure();
  }

  show(parts) {
    const { beam, marks, standing, ground } = parts;
    this.element.querySelector("svg.dots")?.remove();
    if (!beam) {
      this.words.textContent = this.say("beam_none");
      return;
    }
    this.marks.hidden = beam.matrix === null;
    this.words.textContent = beam.why ? `${this.say("beam_lost")} ${beam.why}` : beam.dots.length || beam.matrix ? "" : this.say("beam_waits");
    if (beam.matrix !== null) this.#board(beam.matrix, marks, standing, ground);
    else if (!beam.why) this.#dots(beam.dots);
    if (beam.number === this.#number) return;
    this.#number = beam.number;
    requestAnimationFrame(() => requestAnimationFrame(() => this.tell(`beam:${beam.number}`)));
  }

  #dots(dots) {
    const svg = drawn("svg", { class: "dots", viewBox: `0 0 ${innerWidth} ${innerHeight}` });
    svg.append(...dots.map(([x, y, radius]) => drawn("circle", { cx: x, cy: y, r: radius, fill: "#fff" })));
    this.element.append(svg);
    if (dots.length) this.words.textContent = "";
  }

  #board(matrix, marks, standing, { columns, rows, cell, edge }) {
    const wide = columns * cell + 2 * edge;
    const high = rows * cell + 2 * edge;
    const rings = drawn("svg", { viewBox: `0 0 ${wide} ${high}` });
    rings.append(...standing.figures.map(({ box: [column, row, across, down], marks: [look] }) =>
      drawn("rect", { x: edge + column * cell + 3, y: edge + row * cell + 3, width: across * cell - 6, height: down * cell - 6, rx: cell / 3, class: look })));
    this.marks.style.width = `${wide}px`;
    this.marks.style.height = `${high}px`;
    this.marks.style.transform = `matrix3d(${matrix.join(",")})`;
    this.marks.replaceChildren(parsed(marks.svg), rings);
  }
}
