// A record plays itself: forward, back, faster; each line with what it rests on; the seals are checked here.

const told = JSON.parse(document.getElementById("told").textContent);
const { steps, drawn } = told;
let lang = told.lang;
let at = 0;
let timer = null;
let pace = 1;
const BEAT_MS = 1600;

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
document.body.append(made("header", {}, title), board,
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

function go(to) {
  const before = at;
  at = Math.min(Math.max(to, 0), steps.length - 1);
  const step = steps[at];
  lay([step.ground[lang], step.figures[lang]], Math.abs(at - before) === 1);
  title.textContent = bound([step.title[lang], step.doer[lang], ...step.scores[lang]].filter(Boolean).join(" · "));
  legend.replaceChildren(...told.legends[step.legend[lang]].flatMap(([letters, name]) => [made("b", {}, letters), ` ${name}   `]));
  const spoken = step.says[lang].length ? step.says[lang] : [...told.about[lang], say("begin")];
  says.replaceChildren(...spoken.map((line) => made("p", {}, bound(line))));
  rests.replaceChildren(made("li", {}, new Date(step.at).toLocaleString(lang)), ...step.rests[lang].map((one) => made("li", {}, one)));
  pictures.replaceChildren(...step.pictures.map((source) => made("img", { src: source, alt: say("picture") })));
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
  timer = setInterval(() => go(at + 1), BEAT_MS / pace);
  play.textContent = "▮▮";
  play.setAttribute("aria-label", say("pause"));
}

function stop() {
  clearInterval(timer);
  timer = null;
  play.textContent = "▶";
  play.setAttribute("aria-label", say("play"));
}

function write() {
  document.documentElement.lang = lang;
  for (const [element, key] of [[back, "back"], [on, "on"], [slider, "place"], [speed, "speed"]]) element.setAttribute("aria-label", say(key));
  other.textContent = say("language");
  other.lang = lang === "en" ? "fr" : "en";
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
