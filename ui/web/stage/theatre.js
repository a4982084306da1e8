// A record plays itself: forward, back, faster; each line with what it rests on; the seals are checked here.

const told = JSON.parse(document.getElementById("told").textContent);
const { steps, drawn } = told;
let lang = told.lang;
let at = 0;
let timer = null;
let pace = 1;
const BEAT_MS = 900; // a glance at the board; more is slower
const LETTER_MS = 55; // a letter of a line that is read without haste

const say = (key) => told.words[lang][key] || key;
const bound = (line) => line.replace(/ (?=[:;!?»…%])|(?<=«) /g, "\u00a0"); // a line never begins with a sign

function made(kind, given = {}, ...children) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function layer(number) {
  const svg = document.importNode(new DOMParser().parseFromString(drawn[number], "image/svg+xml").documentElement, true);
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

const title = made("h1");
const board = made("div", { class: "board" });
const standing = made("ul", { class: "standing", tabindex: 0 }); // what everybody has left
const legend = made("p", { class: "legend" });
const says = made("div", { class: "says", role: "status" });
const rests = made("ul", { class: "rests" });
const pictures = made("div", { class: "pictures" });
const lines = made("ol", { class: "lines" });
const seal = made("p", { class: "seal" });
const slider = made("input", { type: "range", min: 0, max: steps.length - 1, value: 0, oninput: () => go(Number(slider.value)) });
const play = made("button", { type: "button", onclick: () => (timer === null ? start() : stop()) });
const back = made("button", { type: "button", onclick: () => (stop(), go(at - 1)) }, "‹");
const on = made("button", { type: "button", onclick: () => (stop(), go(at + 1)) }, "›");
const speed = made("select", { onchange: () => { pace = Number(speed.value); if (timer !== null) start(); } },
  ...[0.5, 1, 2, 4, 8].map((times) => made("option", { value: times }, `× ${times}`)));
speed.value = "1";
const other = made("button", { type: "button", onclick: () => { lang = lang === "en" ? "fr" : "en"; write(); } });
const rows = steps.map((step, place) => {
  const row = made("button", { type: "button", onclick: () => (stop(), go(place)) });
  lines.append(made("li", {}, row));
  return row;
});
const linesTitle = made("h2");
document.body.append(made("header", {}, title), standing, board,
  made("div", { class: "controls" }, back, play, on, slider, speed, other),
  made("section", {}, says, pictures, legend, linesTitle, lines, rests, seal));

// The board of a step; what is as it was stays, and from one step to the next what moved glides.
let shown = []; // the number of each layer, and the layer
function lay(places, isNext) {
  const [ground, figures] = places.map((number, place) => (shown[place]?.[0] === number ? shown[place][1] : layer(number)));
  if (shown.length && isNext && shown[0][1] === ground) {
    if (shown[1][1] !== figures) relaid(shown[1][1], figures);
  } else board.replaceChildren(ground, figures);
  shown = [[places[0], ground], [places[1], figures]];
}

// What everybody has left; what changed from one line to the next is marked, and comes into sight.
let stood = new Map(); // the words of each figure on the line that was shown last
function stand(rows, isNext) {
  const now = new Map(rows.map(([, name, words]) => [name, words]));
  const changed = [];
  standing.replaceChildren(...rows.map(([letters, name, words, health, isOut]) => {
    const row = made("li", isOut ? { class: "out" } : {}, made("b", {}, letters), " ", made("span", { class: "name" }, name), " ",
      made("span", {}, bound(words)), ...(health && !isOut ? [made("meter", { min: 0, max: health[1], value: Math.max(0, health[0]), "aria-hidden": "true" })] : []));
    if (isNext && stood.get(name) !== words) changed.push(row);
    return row;
  }));
  stood = now;
  changed.forEach((row) => row.classList.add("changed"));
  if (!changed.length) return;
  const { offsetTop: top, offsetLeft: left, offsetHeight: height, offsetWidth: width } = changed[0];
  standing.scrollTop = Math.max(Math.min(standing.scrollTop, top), top + height - standing.clientHeight);
  standing.scrollLeft = Math.max(Math.min(standing.scrollLeft, left), left + width - standing.clientWidth);
}

function go(to) {
  const before = at;
  at = Math.min(Math.max(to, 0), steps.length - 1);
  const step = steps[at];
  lay([step.ground[lang], step.figures[lang]], Math.abs(at - before) === 1);
  stand(told.rosters[step.standing[lang]], Math.abs(at - before) === 1);
  title.textContent = bound([step.title[lang], step.doer[lang], ...step.scores[lang]].filter(Boolean).join(" · "));
  legend.replaceChildren(...told.legends[step.legend[lang]].flatMap(([letters, name]) => [made("b", {}, letters), ` ${name}   `]));
  const spoken = step.says[lang].length ? step.says[lang] : [...told.about[lang], say("begin")];
  says.replaceChildren(...spoken.map((line) => made("p", {}, bound(line))));
  rests.replaceChildren(made("li", {}, new Date(step.at).toLocaleString(lang)), ...step.rests[lang].map((one) => made("li", {}, one)));
  pictures.replaceChildren(...step.pictures.map(({ source, shows }) => made("img", { src: source, alt: shows[lang] })));
  rows.forEach((row, place) => (place === at ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
  const { offsetTop: top, offsetHeight: height } = rows[at]; // only the list scrolls, so that the board stays in sight
  lines.scrollTop = Math.max(Math.min(lines.scrollTop, top), top + height - lines.clientHeight);
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${at + 1} / ${steps.length}`);
  if (at === steps.length - 1) stop();
}

function start() {
  stop();
  if (at === steps.length - 1) go(0);
  beat();
  play.textContent = "▮▮";
  play.setAttribute("aria-label", say("pause"));
}

// A line stands as long as it takes to read.
function beat() {
  const letters = says.textContent.length;
  timer = setTimeout(() => {
    go(at + 1);
    if (timer !== null) beat();
  }, (BEAT_MS + LETTER_MS * letters) / pace);
}

function stop() {
  clearTimeout(timer);
  timer = null;
  play.textContent = "▶";
  play.setAttribute("aria-label", say("play"));
}

function write() {
  document.documentElement.lang = lang;
  document.title = told.title[lang];
  for (const [element, key] of [[back, "back"], [on, "on"], [slider, "place"], [speed, "speed"]]) element.setAttribute("aria-label", say(key));
  other.textContent = say("language");
  other.lang = lang === "en" ? "fr" : "en";
  standing.setAttribute("aria-label", say("standing"));
  linesTitle.textContent = say("lines");
  rows.forEach((row, place) => (row.textContent = bound(steps[place].says[lang].join(" ")) || say("begin")));
  stop();
  go(at);
  sealed();
}

// seal n = SHA-256(seal n-1 + line n)
async function sealed() {
  let before = "0".repeat(64);
  let wrong = -1;
  const bytes = new TextEncoder();
  for (const [number, line] of told.lines.entries()) {
    const hash = await crypto.subtle.digest("SHA-256", bytes.encode(before + line));
    before = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (before !== told.seals[number]) {
      wrong = number;
      break;
    }
  }
  seal.className = wrong < 0 ? "seal holds" : "seal broken";
  seal.textContent = bound(wrong < 0 ? say("holds").replace("{count}", told.lines.length).replace("{head}", before.slice(0, 16))
    : say("broken").replace("{line}", wrong + 1));
}

document.addEventListener("keydown", (event) => {
  if (["BUTTON", "SELECT", "INPUT"].includes(event.target.tagName)) return;
  if (event.key === "ArrowRight") go(at + 1);
  if (event.key === "ArrowLeft") go(at - 1);
  if (event.key === " ") timer === null ? start() : stop();
});
write();
