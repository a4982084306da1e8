// Elements from values: text is always text, never markup.

// A line never begins with a sign: it is bound to its word, as companion/text/letters.py does it.
export const bound = (line) => line.replace(/ (?=[:;!?»…%])|(?<=«) /g, "\u00a0");

export function made(kind, given = {}, ...children) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(given)) {
    if (name === "onclick" || name === "onchange") element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  const there = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...there.map((child) => (typeof child === "string" ? bound(child) : child)));
  return element;
}

const CITED = / ?\[([A-Z]{2}-[A-Z0-9-]+\d)\]/; // with its space: where the link is not shown, no gap stays before a sign

// Text in which every rule that is cited leads to its words, on a page of its own: the table stays as it is.
export function cited(text) {
  return text.split(CITED).map((part, place) => (place % 2
    ? made("a", { href: `/rules?ask=${part}`, target: "rules", class: "rule", title: document.body.dataset.rule }, "\u00a0§\u00a0") : part));
}

// Put the children in; what was there before goes. The focus stays on a button that is there again.
export function fill(element, ...children) {
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  const does = held?.dataset.does;
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
  if (held === null) return;
  const same = does && [...element.querySelectorAll("[data-does]")].find((other) => other.dataset.does === does);
  (same || element.querySelector("button:not([hidden])") || element).focus({ preventScroll: true });
}

const SVG = "http://www.w3.org/2000/svg";

export function drawn(kind, given = {}) {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
  return element;
}

// An SVG that the host drew, as an element; whoever cannot see it reads the lists beside it.
export function parsed(text) {
  const root = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  root.removeAttribute("role");
  root.setAttribute("aria-hidden", "true");
  return root;
}
