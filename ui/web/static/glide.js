// What moves on a page, for a moment: nothing waits for it. How long and how is the style sheet's; where the reader's
// system asks for less motion, its times are 0 and nothing is begun.

const now = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function timing(kind) {
  const duration = parseFloat(now(kind)) || 0;
  return duration ? { duration, easing: now("--ease") } : null;
}

const pieces = (layer) => new Map([...layer.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, piece]));
const middleOf = (piece) => piece.dataset.at.split(" ").map(Number);

// Where a piece is drawn now, on its way or at its end.
function drawnAt(piece) {
  const [x, y] = middleOf(piece);
  const { e, f } = new DOMMatrix(getComputedStyle(piece).transform);
  return [x + e, y + f];
}

// Put the fresh layer in the old one's place: who stands elsewhere glides there, by `way` where it led there; who comes or
// goes fades. A board on which nobody stood, or stands, is another one: it is there at once. Returns who glides.
export function relaid(old, fresh, way = []) {
  const how = timing("--glide");
  const stood = how ? pieces(old) : new Map();
  const glide = old.getAnimations({ subtree: true }).length > 0;
  const from = new Map([...stood].map(([piece, drawn]) => [piece, glide ? drawnAt(drawn) : middleOf(drawn)]));
  const had = new Map([...stood].map(([piece, drawn]) => [piece, gauge(drawn)?.getBBox().width ?? 0]));
  old.replaceWith(fresh);
  const stand = how ? pieces(fresh) : new Map();
  const glides = [], later = [];
  if (!stood.size || !stand.size) return glides;
  for (const [piece, drawn] of stand) {
    if (!stood.has(piece)) {
      drawn.animate({ opacity: [0, 1] }, how);
      continue;
    }
    const end = middleOf(drawn);
    const start = from.get(piece);
    if (Math.hypot(end[0] - start[0], end[1] - start[1]) > 0.5) {
      glides.push(piece);
      drawn.animate(legsOf([start, ...between(way, start, end), end], end), how);
    }
    const before = stood.get(piece);
    if (gauge(before)?.innerHTML !== gauge(drawn)?.innerHTML) later.push(() => runDown(before, had.get(piece), drawn, how));
  }
  if (later.length) requestAnimationFrame(() => later.forEach((one) => one())); // once, when all is laid out
  for (const [piece, drawn] of stood) if (!stand.has(piece)) leave(drawn, from.get(piece), fresh, how);
  return glides;
}

// The corners of a way that leads from one point to the other.
function between(way, start, end) {
  const isNear = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 12; // bases do not stand in the middle everywhere
  return way.length > 2 && isNear(way[0], start) && isNear(way[way.length - 1], end) ? way.slice(1, -1) : [];
}

function legsOf(points, end) {
  const legs = points.slice(1).map(([x, y], place) => Math.hypot(x - points[place][0], y - points[place][1]));
  const whole = legs.reduce((sum, leg) => sum + leg, 0);
  let gone = 0;
  return points.map(([x, y], place) => {
    gone += place ? legs[place - 1] : 0;
    return { transform: `translate(${x - end[0]}px, ${y - end[1]}px)`, offset: Math.min(1, gone / whole) };
  });
}

function leave(drawn, [x, y], layer, how) {
  const [u, v] = middleOf(drawn);
  drawn.removeAttribute("data-piece");
  drawn.style.transform = `translate(${x - u}px, ${y - v}px)`;
  layer.prepend(drawn);
  drawn.animate({ opacity: [1, 0] }, how).onfinish = () => drawn.remove();
}

// What is left of a figure, as drawn.
const gauge = (piece) => piece.querySelector(".left");

// What a figure lost is drawn on its gauge for a moment, less and less.
function runDown(old, had, fresh, how) {
  if (!fresh.isConnected) return; // another layer came meanwhile
  const has = gauge(fresh)?.getBBox().width ?? 0;
  if (had - has < 0.5) return;
  const [[x, y], [u, v]] = [middleOf(old), middleOf(fresh)];
  const rest = gauge(old).cloneNode(true);
  rest.setAttribute("class", "lost");
  rest.style.transform = `translate(${u - x}px, ${v - y}px)`;
  (gauge(fresh) ?? fresh.lastElementChild).before(rest);
  const cut = `inset(-9px ${100 * (1 - has / had)}% -9px -9px)`;
  rest.animate({ clipPath: ["inset(-9px 0% -9px -9px)", cut] }, how).onfinish = () => rest.remove();
}

// A dial's window rolls from the old click's values to the new one's: no others are there (HC-DIAL-12).
export function roll(old, fresh) {
  const how = timing("--glide");
  const [before, after] = [old, fresh].map((dial) => dial?.querySelector(".window"));
  if (how === null || !before || !after) return;
  const high = 110; // units of the window
  after.before(before);
  before.animate({ transform: ["translateY(0)", `translateY(${-high}px)`], clipPath: ["inset(0)", "inset(100% 0 0 0)"] }, how).onfinish = () => before.remove();
  after.animate({ transform: [`translateY(${high}px)`, "translateY(0)"], clipPath: ["inset(0 0 100% 0)", "inset(0)"] }, how);
}

// The light around a figure that glides is seen once it is there: its place is touched at once.
export function lit(rect) {
  const how = timing("--glide");
  if (how !== null) rect.animate({ strokeOpacity: [0, 0, 1] }, how);
}

// Dice that the machine threw turn, blank, before they show their faces.
export function turn(dice) {
  const how = timing("--result");
  if (how === null) return;
  for (const die of dice) {
    die.animate({ transform: ["rotate(-1turn)", "none"] }, how);
    die.animate({ color: ["transparent", "transparent"] }, how);
  }
}
