// The table: an empty page is filled with what the host sends, and what is touched goes back.

import { Beam } from "./beam.js";
import { Board } from "./board.js";
import { roll, turn } from "./glide.js";
import { Link } from "./link.js";
import { bound, cited, fill, made } from "./made.js";
import * as show from "./parts.js";
import { Past } from "./past.js";
import { Sight, keepAtFoot } from "./sight.js";

if (typeof WebSocket === "undefined") throw new Error("no WebSocket"); // the page's plain words stay
document.body.classList.add("runs");
const WORDS = JSON.parse(document.body.dataset.words);
const LOG_LINES = 200;
const NEW_MS = 5000;
const NEWS = 2; // lines
const SAID_MS = 150;
const BOARD = ["piece", "space", "lift"];
const ONLOOKERS = ["spectator", "screen", "overlay", "projector"];
let lang = document.documentElement.lang;
let role = "spectator";
let hasEyes = false;
let isOld = false;
let hasScreens = false;
let beam = null; // light on the table itself, where this page is a projector's
let stands = null; // who stands where on the photograph of the table that lies on the board
let isAsPhotographed = false;
let skew = 0;
let parts = {};
let lines = new Map();
let lastLine = -1;
let lastCue = null;
let isMine = false; // what comes next was brought by a tap of this device
let isRolled = false; // the last tap had the dice thrown for these hands

const say = (key) => WORDS[lang][key] || key;
const mayTap = () => !ONLOOKERS.includes(role);
const section = (name, given = {}) => made("section", { class: name, ...given });

const bar = made("header", { class: "bar" });
const state = made("div", { class: "state", role: "alert" });
const told = made("div", { class: "told", role: "status" });
const asks = section("asks of-people");
const card = section("card", { "aria-live": "polite" });
const dice = section("dice-row", { "aria-live": "polite" });
const result = section("result", { "aria-live": "polite" });
const watched = section("dice-row watched", { "aria-live": "polite" });
const roster = section("roster");
const brings = made("p", { class: "brings" }); // what the end of the turn brings
const thrown = section("thrown", { "aria-live": "polite" });
const hint = section("hint", { "aria-live": "polite" });
const sheet = section("sheet");
const prints = section("prints");
const hand = made("p", { class: "hand", role: "status" });
const errands = section("errands");
const missing = section("asks");
const hands = section("hands");
const papers = section("papers");
const links = section("links");
const log = section("log");
const logList = made("ol");
const logBox = made("div", { role: "log", tabindex: "0" }, logList);
const room = section("room");
const standing = made("div", { class: "standing" });
const standingTitle = made("summary");
const zoom = made("button", { type: "button", class: "zoom", onclick: () => zoom.setAttribute("data-size", board.zoom()) });
const clock = section("clock");
const board = new Board(tap);
const tablePhoto = made("span", { class: "table-photo" });
const showsPhoto = made("button", { type: "button", hidden: true, onclick: () => layPhoto(board.isPhotographed ? null : stands) });
const boardSection = section("board");
const news = made("p", { class: "news", "aria-hidden": "true" }); // what happened last, beside the board of a phone: the log is far below
const past = new Past({ layers: (then) => board.show(then), say, last: () => lastLine }, () => board.show(parts));
const lookBack = made("button", { type: "button", class: "look-back", onclick: () => past.open() });
const beneath = made("div", { class: "beneath" }, news); // the board: what happened, and on a phone the size
boardSection.append(past.element, board.element, beneath, hand);
const under = made("div", { class: "under" }, tablePhoto, showsPhoto,
  made("details", { class: "as-text" }, standingTitle, standing), document.querySelector("nav.beside"));
const phone = matchMedia("(max-width: 759px)");
const placeZoom = () => (phone.matches ? beneath : under).prepend(zoom);
phone.addEventListener("change", placeZoom);
placeZoom();
const comeIn = made("figcaption");
const doorCode = made("figure", { class: "door-code" }, made("img", { src: "/qr.svg", alt: "", loading: "lazy" }), comeIn); // on a big screen
const side = made("div", { class: "side" }, asks, hint, prints, dice, result, watched, card, brings, papers, thrown, missing, roster, clock, hands, sheet, errands, links, log, room,
  doorCode);
const sight = new Sight({ bar, hint, side, board: boardSection, stage: board, card, moved: () => show.foldTools(bar) });
document.body.append(bar, state, made("main", {}, boardSection, under, side), told);
for (const part of [brings, card, dice, watched, result, roster, thrown, prints, sheet, errands, links, asks, hint, hands, papers, missing]) part.hidden = true;

async function tap(does, what, at) {
  if (past.isOpen && BOARD.includes(does)) past.close(); // what is touched is the table, not what it was
  if (!mayTap()) return;
  isRolled = what === "roll";
  isMine = true;
  board.picked = what.startsWith?.("figure:") ? what.slice("figure:".length) : "";
  const answer = await link.tap(does, what, at);
  isMine &&= Boolean(answer?.ok);
  if (answer?.words) setTimeout(() => parts.card?.kind !== "refusal" && tell(answer.words), SAID_MS); // the card says it, where one comes
}

new ResizeObserver(() => {
  show.foldTools(bar);
  document.body.style.setProperty("--bar", `${bar.offsetHeight}px`); // what sticks sticks below it
}).observe(bar);

let telling = 0;
function tell(words) {
  told.textContent = words;
  told.classList.add("now");
  clearTimeout(telling);
  telling = setTimeout(() => told.classList.remove("now"), 6000);
}

const dicePhoto = (file) => send(file, "dice");
const photoOfTable = (file) => send(file, "table");
const photoOfScreen = (file) => send(file, "screen");

async function send(file, of) {
  tell(say("sending"));
  try {
    const answer = await fetch(`/picture?of=${of}`, { method: "POST", body: file, headers: { "content-type": file.type || "image/*" } });
    const told = await answer.json();
    tell(told.words);
    if (told.ok && of === "table") layPhoto(told.stands);
  } catch {
    tell(say("lost"));
  }
}

// The photograph lies on the board until somebody stands elsewhere than it shows: nobody should be judged by an old one.
function layPhoto(seen) {
  stands = seen ?? stands;
  isAsPhotographed = false;
  board.photograph(seen === null ? null : `/flat.jpg?${Date.now()}`);
  showsPhoto.hidden = stands === null;
  showsPhoto.textContent = say(seen === null ? "show_photo" : "show_drawing");
  dropOldPhoto();
}

function dropOldPhoto() {
  if (stands === null) return;
  const wasSo = isAsPhotographed;
  isAsPhotographed = parts.standing.figures.every(({ piece, at }) => !(piece in stands) || stands[piece] === at);
  if (!wasSo || isAsPhotographed) return;
  stands = null;
  layPhoto(null);
}

function showModel(frame) {
  const fresh = frame.parts;
  const before = parts;
  parts = frame.whole ? fresh : { ...parts, ...fresh };
  if (fresh.bar && fresh.bar.lang !== lang) {
    lang = fresh.bar.lang;
    document.documentElement.lang = lang;
    Object.assign(fresh, parts); // the page's own words change too
    showWords();
  }
  if (beam !== null) {
    if (["beam", "marks", "standing", "ground", "bar"].some((name) => name in fresh)) beam.show(parts);
    return;
  }
  const acts = !frame.whole && before.bar.now.is_own && parts.bar.now.is_own; // whose finger may be on its way to a button
  const { top } = sight, open = acts && !isMine ? sight.held(dice, card) : null;
  isMine = false;
  if (!past.isOpen) board.show(fresh, ownFigures());
  if ("bar" in fresh) {
    show.showBar(bar, parts.bar, say, tap, mayTap(), sight.end, sight.back);
    document.title = [parts.bar.now.words, parts.bar.title].join(" · ");
  }
  if ("card" in fresh || "cards" in fresh) show.showCard(card, parts.card, parts.cards, say, tap, mayTap());
  if ("brings" in fresh) {
    brings.hidden = !parts.brings;
    fill(brings, ...cited(parts.brings));
  }
  const isThrown = ["dice", "watched", "result", "parties"].some((name) => name in fresh);
  if (isThrown) show.showResult(result, parts.result, parts.dice || parts.watched ? [] : parts.parties, tap, mayTap());
  isRolled &&= !parts.dice?.under_way; // they fall in a tower: the machine throws nothing
  if (isRolled && "result" in fresh && parts.result) turn(result.querySelectorAll(".dice li"));
  if (isThrown) show.showDice(dice, parts.dice, parts.parties, say, tap, mayTap(), hasEyes && dicePhoto);
  if (isThrown) show.showDice(watched, parts.watched, parts.parties, say, tap, false);
  if ("roster" in fresh) show.showRoster(roster, parts.roster, say("roster"), tap, mayTap());
  if ("prints" in fresh) show.showPrints(prints, parts.prints);
  const dial = sheet.querySelector(".dial");
  if ("sheet" in fresh || "dial" in fresh) show.showSheet(sheet, parts.sheet, parts.dial, say, tap, mayTap(), hasScreens && photoOfScreen);
  if (!parts.sheet && ["sheet", "bar", "card"].some((name) => name in fresh)) showTap();
  if (isTurned(before)) roll(dial, sheet.querySelector(".dial"));
  if ("errands" in fresh) show.showLines(errands, say("errands"), parts.errands);
  if ("papers" in fresh) {
    papers.hidden = parts.papers.length === 0;
    const pages = [...document.querySelectorAll(".beside a[href^='/aside/']")].map((link) => link.cloneNode(true)); // what comes after the game
    fill(papers, ...pages, ...parts.papers.map(([href, label, opens]) => made("a", { href, target: "_blank" }, `${label} `, made("small", {}, opens))));
  }
  if ("hands" in fresh) show.showHands(hands, say("hands"), parts.hands, say, tap, mayTap());
  if ("links" in fresh) show.showLinks(links, say("devices"), parts.links);
  if ("standing" in fresh) listSoon();
  if ("standing" in fresh) dropOldPhoto();
  if ("hand" in fresh || "standing" in fresh) board.hold(parts.hand);
  if ("hand" in fresh) {
    hand.textContent = parts.hand ? parts.hand.words : "";
    hand.classList.toggle("no", parts.hand !== null && !parts.hand.legal);
  }
  if ("room" in fresh) {
    show.showRoom(room, parts.room, say, tap, mayTap());
    show.showThrow(thrown, mayTap() ? parts.room.throw : "", say, hasEyes && dicePhoto);
    show.showAsks(asks, mayTap() ? [...(parts.room.waits ? [{ text: parts.room.waits, do: [] }] : []), ...parts.room.asks] : [], tap);
    show.showAsks(missing, mayTap() ? parts.room.missing : [], tap);
  }
  missing.classList.toggle("later", parts.bar.now.is_own); // who acts goes on: others are asked about below
  if ("clock" in fresh) show.showClock(clock, parts.clock, say, () => Date.now() + skew, tap, mayTap());
  if ("cue" in fresh) showCue(frame.whole);
  showLog(frame);
  news.hidden = !news.textContent || Boolean(parts.result); // which says it itself
  if (card.hidden) beneath.prepend(news);
  else card.after(news); // as long as it is, neither board nor buttons move
  if ("hint" in fresh) show.showHint(hint, parts.hint, tap, mayTap());
  for (const one of [card, dice, result]) keepAtFoot(one);
  sight.tellEnd(parts.card?.kind === "over");
  if (role === "screen" || role === "overlay") return;
  const wanted = asked(), [[ofPeople]] = wanted;
  const stays = sight.hold(open, sight.held(dice, card));
  if (!stays) for (const one of [dice, card]) one.style.marginTop = "";
  const isNew = sight.look(wanted, mayTap() && parts.bar.now.is_own, stays && !ofPeople);
  show.keepRoom(bar, isNew);
  if (!isNew && !frame.whole && !stays) sight.keep(top);
  const isLed = parts.hint && !ofPeople; // what people ask is answered first
  const isPicking = !isNew && !frame.whole && parts.card?.kind === "choice"; // who picks several looks at what was picked
  if (isLed && !stays && (isNew || (!isPicking && ["hint", "card", "dice"].some((name) => name in fresh)))) requestAnimationFrame(() => setTimeout(bringIntoSight)); // all has its place then
}

// The figures of who looks and may act: of several who is due comes into sight, else the only one.
function ownFigures() {
  if (!mayTap() || !parts.bar.now.is_own) return null;
  const own = parts.roster.filter(({ marks }) => marks.includes("own") && !marks.includes("out"));
  const due = own.filter(({ marks }) => marks.includes("due"));
  const next = due.length ? due : own.length === 1 ? own : [];
  const isAsked = parts.dice !== null || parts.card?.kind === "choice";
  return { pieces: own.map(({ piece }) => piece), next: next.map(({ piece }) => piece), isAsked };
}

// What this person is asked, the most urgent first, with where it stands; then what came of a throw that hit or missed: after any other the board is what one looks at.
function asked() {
  const { dice: thrown, card: one, result: came, room: people } = parts;
  const does = one?.buttons.map(([action]) => action) ?? [];
  const isPlace = one?.kind === "line" || (one?.kind === "choice" && !does.length); // which is tapped on the board
  const mine = ownFigures(), isOurs = !mine || came?.pieces.some((piece) => mine.pieces.includes(piece)); // what others do moves nothing
  const isFree = ({ do: does }) => does.some(([action]) => action.startsWith("sit:")); // who is at the board already plays on
  const wishes = people.asks.filter((wish) => !parts.bar.now.is_own || !isFree(wish));
  const isAsked = one && !one.is_menu;
  return [
    [mayTap() && (people.waits || wishes.length) && [people.waits, wishes], asks],
    [thrown && [thrown.question, thrown.decides, thrown.dice.length], dice],
    [isAsked && [one.kind, one.title, ["choice", "over"].includes(one.kind) ? "" : one.text], isPlace ? boardSection : card],
    [came?.tone && !came.is_line && isOurs && [came.deed, came.title, came.falls, came.faces], result],
  ];
}

// What the hint speaks of is scrolled into sight, clear of what stays at the top: a button, with what is asked, or the board.
function bringIntoSight() {
  const does = parts.hint?.[2];
  const button = does && document.querySelector(`main [data-does="${CSS.escape(does)}"]:not(.as-text *)`);
  if (button && !sight.bring(button.closest("section"))) sight.bring(button);
  if (/^(space|piece):/.test(does)) sight.bring(boardSection);
}

// At one's turn, while no figure is chosen: what comes first.
function showTap() {
  sheet.hidden = !mayTap() || !parts.bar.now.is_own || parts.card !== null || parts.dice !== null;
  fill(sheet, made("p", {}, parts.bar.words.tap_figure));
}

// Whether the sheet shows the dial that it showed before, and its figure lost health or won it back.
function isTurned(before) {
  if (!before.sheet || !parts.sheet || before.sheet.name !== parts.sheet.name) return false;
  const turns = [before.sheet.clicks, parts.sheet.clicks].map(String);
  const stood = new Map(before.roster.map(({ piece, health }) => [piece, String(health)]));
  return turns[0] !== turns[1] && parts.roster.some(({ piece, health }) => stood.get(piece) === turns[0] && String(health) === turns[1]);
}

// The lists of figures and squares, hundreds of buttons, are written after the board was drawn.
let isListing = false;
function listSoon() {
  if (isListing) return;
  isListing = true;
  const list = () => {
    isListing = false;
    show.showStanding(standing, parts.standing, say, tap, mayTap());
  };
  if (document.hidden) list(); // nothing is drawn there: no frame would come
  else requestAnimationFrame(() => setTimeout(list));
}

function showLog(frame) {
  if (frame.whole) {
    lines = new Map();
    lastLine = -1;
    logList.replaceChildren();
    news.textContent = ""; // it may be another game
  }
  for (const [number, text, isHeading, isTakenBack, terms, seat, isDetail, first] of frame.log) {
    for (let older = first; older < number; older += 1) lines.delete(older); // it tells them too
    lines.set(number, { text, isHeading, isTakenBack, terms, seat, isDetail });
  }
  if (!frame.log.length && !frame.whole) return;
  const numbers = [...lines.keys()].sort((a, b) => a - b);
  for (const old of numbers.slice(0, -LOG_LINES)) lines.delete(old);
  const isBelow = frame.log.every(([, , , , , , , first]) => first > lastLine); // nothing above it changed, nor goes on
  const shown = (isBelow ? frame.log.map(([number]) => number).filter((number) => lines.has(number)) : numbers.slice(-LOG_LINES)).map((number) => {
    const { text, isHeading, isTakenBack, terms, seat, isDetail } = lines.get(number);
    const line = isTakenBack ? made("s", {}, text) : text;
    return made("li", { class: `${isHeading ? "heading " : isDetail ? "detail " : ""}seat-${seat}` }, terms.length ? show.termsOf(line, terms) : line);
  });
  if (isBelow) logList.append(...shown);
  else logList.replaceChildren(...shown);
  while (logList.children.length > LOG_LINES) logList.firstChild.remove();
  const fresh = frame.log.filter(([number, , isHeading, isTakenBack]) => number > lastLine && !isHeading && !isTakenBack);
  lastLine = numbers[numbers.length - 1] ?? -1;
  if (fresh.length) news.textContent = bound(fresh.slice(-NEWS).map(([, text]) => text).join("\n"));
  requestAnimationFrame(wholeLines); // how high the log has become is known then
}

// The last lines are in sight; nobody scrolls a big screen, so that no line of it is cut.
function wholeLines() {
  logBox.scrollTop = logBox.scrollHeight;
  if (role !== "screen") return;
  for (const line of logList.children) line.hidden = false;
  const { height } = logBox.getBoundingClientRect(), foot = logList.getBoundingClientRect().bottom;
  const tops = [...logList.children].map((line) => [line, line.getBoundingClientRect().top]);
  for (const [line, top] of tops) line.hidden = line.nextSibling !== null && foot - top > height;
  logBox.scrollTop = 0;
}
const resized = new ResizeObserver(wholeLines);
resized.observe(logBox);
resized.observe(logList); // its letters came late

function showCue(isFirst) {
  const cue = parts.cue;
  if (cue === null || isFirst || String(cue) === lastCue) {
    lastCue = String(cue);
    return;
  }
  lastCue = String(cue);
  document.body.dataset.cue = cue[1];
  navigator.vibrate?.(cue[1] === "hit" ? [80, 40, 80] : 40);
  setTimeout(() => delete document.body.dataset.cue, 900);
}

let wasOn = false; // once: later, tries that get nowhere change no words
let closed = ""; // what the host said when it closed the table, until another is found

function showState(now) {
  document.body.dataset.link = now;
  if (now === "on") beam?.anew();
  wasOn ||= now === "on";
  state.textContent = now === "on" ? (isOld ? say("old_page") : "") : closed || say(now === "connecting" && !wasOn ? "connecting" : "lost");
}

function sayClosed(words) {
  closed = words;
  showState("lost");
}

function showWords() {
  document.body.dataset.rule = say("read_rule");
  board.element.setAttribute("aria-label", say("board"));
  boardSection.setAttribute("aria-label", say("board"));
  zoom.title = say("zoom");
  zoom.textContent = `⊕ ${say("zoom_word")}`;
  sight.back.textContent = `↑ ${say("board")}`;
  sight.end.textContent = say("the_end");
  standingTitle.textContent = say("figures_list");
  logBox.setAttribute("aria-label", say("log"));
  if (!log.contains(logBox)) log.append(made("h2"), logBox, lookBack);
  log.firstChild.textContent = say("log");
  lookBack.textContent = say("look_back");
  comeIn.textContent = say("play_along");
  past.words();
  showState(link?.state ?? "connecting");
}

// The screen stays awake while the table is looked at, where the browser allows it: who thinks about a move taps nothing.
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen"); // let go of by the browser when the page is hidden
  } catch {
    // the battery is low, or the page is not served over HTTPS
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// The host is of another version than this page: told, and loaded again; what was begun stands on the host.
function renew() {
  isOld = true;
  if (performance.now() > NEW_MS) location.reload(); // a page that is new and still does not fit would never stop
}

let link = null;
showWords();
link = new Link({
  model: showModel,
  state: showState,
  closed: sayClosed,
  welcome(frame) {
    closed = "";
    if (frame.build !== document.body.dataset.build) renew();
    role = frame.role;
    hasEyes = frame.eyes;
    hasScreens = frame.screens;
    fill(tablePhoto, mayTap() && frame.table ? show.photoInput(say("photo_table"), photoOfTable) : null);
    skew = frame.now - Date.now();
    document.body.classList.add(`role-${role}`);
    if (role !== "projector") return;
    if (beam === null) {
      beam = new Beam((words) => link.tap("room", words), say);
      document.body.append(beam.element);
    }
  },
  old: renew,
  out(words) {
    fill(document.body, made("main", { class: "door" }, made("p", { role: "alert" }, words), made("a", { href: "/?again" }, "↩")));
  },
});
