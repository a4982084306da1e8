// The parts of a model as elements. Each takes the part, the words of the page and a function that taps.

import { cited, fill, made, parsed } from "./made.js";

const SHORT_S = 300;
const AIMS = "pick:aims";
const PHONE = matchMedia("(max-width: 759px)");

function button(label, does, tap, more = {}) {
  return made("button", { type: "button", "data-does": does, onclick: () => tap("press", does), ...more }, label);
}

export function showBar(element, bar, say, tap, mayTap, ...ways) {
  const scores = bar.scores.map(([seat, word, points]) => made("li", { class: `seat-${seat}` }, `${word} ${points}`));
  const { words, left } = bar.now;
  fill(
    element,
    nowOf(element, bar.now, say, made("h1", {}, words, left ? made("span", { class: "of-words" }, ` · ${left}`) : null), // on a phone it stands below
      ...moreOf(bar.now)),
    scores.length ? made("ul", { class: "scores" }, ...scores) : null,
    made("div", { class: "tools" }, ...(mayTap ? toolsOf(element, bar, say, tap) : []), ...ways),
  );
  foldTools(element);
}

// What is awaited from whom, then where the game is.
function moreOf({ left, awaited, where, place, story }) {
  const first = made("span", { class: "awaited" }, left ? made("span", { class: "of-more" }, awaited ? `${left} · ` : left) : null, awaited);
  const parts = [where, place, story].flatMap((told) => told.split(" · ")).filter(Boolean);
  const all = parts.map((part, at) => made("span", { class: "where" }, awaited || at ? "\u00a0· " : left ? made("span", { class: "of-more" }, "\u00a0· ") : "", part));
  return first.textContent || all.length ? [made("p", { class: "more" }, first, ...all)] : [];
}

// On a phone what is awaited is whole, however many lines that takes; where the game is stands in what is left of two
// lines, and the rest of it is a tap away.
function foldLines(element) {
  const read = element.querySelector(".reads"), where = [...element.querySelectorAll(".where")];
  if (!read) return;
  const isWhole = element.classList.contains("whole");
  for (const part of where) part.hidden = false;
  read.hidden = !isWhole;
  const fold = () => {
    const more = element.querySelector(".more"), awaited = element.querySelector(".awaited").getBoundingClientRect();
    const floor = Math.max(awaited.bottom, more.getBoundingClientRect().top + parseFloat(getComputedStyle(more).lineHeight));
    const from = where.findIndex((part) => part.getBoundingClientRect().bottom > floor + 1);
    for (const part of from < 0 ? [] : where.slice(from)) part.hidden = true;
    return from >= 0;
  };
  if (!isWhole && PHONE.matches && where.length && fold()) {
    read.hidden = false; // which takes room beside them
    fold();
  }
  read.setAttribute("aria-expanded", isWhole);
}

// While the same is asked the banner of a phone gets no lower: what stands below it keeps its place.
export function keepRoom(element, isNew) {
  if (isNew) element.style.removeProperty("--lines");
  if (!PHONE.matches || element.matches(".whole")) return; // who unfolds it folds it again
  element.style.setProperty("--lines", `${element.querySelector(".lines").offsetHeight}px`);
}

function nowOf(element, now, say, ...lines) {
  if (element.querySelector(".lines h1")?.textContent !== lines[0].textContent) element.classList.remove("whole"); // it is read anew
  const read = made("button", { type: "button", class: "reads", "data-does": "reads", hidden: true, "aria-label": say("whole_banner"),
    onclick: () => {
      element.classList.toggle("whole");
      foldTools(element);
    } }, "…");
  return made("div", { class: `now seat-${now.seat} ${now.is_own ? "own" : ""}` }, made("div", { class: "lines" }, ...lines), read);
}

// A row of them on a phone; those that have no room there are a tap away.
function toolsOf(element, bar, say, tap) {
  const press = (...given) => {
    element.classList.remove("unfolded");
    tap(...given);
  };
  const aims = bar.beside.filter(([does]) => does === AIMS); // what it is about comes first
  const row = made("div", { class: "row" },
    bar.end_turn ? button(bar.words.end_turn, "end_turn", press, bar.ends_next ? { class: "main" } : {}) : null,
    ...aims.map(([does, label]) => button(label, does, press)),
    bar.undo ? button(bar.words.undo, "undo", press) : null,
    ...bar.beside.filter(([does]) => does !== AIMS).map(([does, label]) => button(label, does, press)),
    bar.end_game ? button(`⚑ ${say("ends")}`, "pick:ends", press) : null,
    button(bar.words.language, "language", press, { lang: bar.lang === "en" ? "fr" : "en" }));
  const unfold = (is) => {
    element.classList.toggle("unfolded", is);
    foldTools(element);
  };
  row.onfocusin = ({ target }) => target.matches(":focus-visible") && unfold(true);
  const more = made("button", { type: "button", class: "unfolds", "aria-label": say("more_tools"),
    onclick: () => unfold(!element.classList.contains("unfolded")) }, "…");
  return [row, more];
}

export function foldTools(element) {
  foldLines(element);
  const row = element.querySelector(".row"), more = element.querySelector(".unfolds");
  if (!row) return;
  const isUnfolded = element.classList.contains("unfolded");
  more.hidden = !isUnfolded && row.scrollHeight <= row.clientHeight + 1;
  more.setAttribute("aria-expanded", isUnfolded);
}

export function showCard(element, card, drawn, say, tap, mayTap) {
  element.hidden = card === null;
  if (card === null) return fill(element);
  const labels = Object.fromEntries(card.buttons);
  const played = new Set(card.hand.flatMap(({ sides }) => sides.map(({ does }) => does)));
  const buttons = mayTap ? card.buttons.filter(([does]) => !played.has(does)).map(([does, label]) => button(label, does, tap, does === card.likely ? { class: "main" } : {})) : [];
  const hand = card.hand.map(({ sides }, place) => made("li", {}, parsed(drawn[place]), // the drawn card, its sides to be tapped
    ...(mayTap ? sides.map(({ does, is_picked }) => button("", does, tap, { class: does === card.likely ? "lit" : null, "aria-label": labels[does], "aria-pressed": is_picked ? "true" : null })) : [])));
  const cards = hand.length ? made("ul", { class: "cards" }, ...hand) : null;
  const others = made("div", { class: "buttons" }, ...buttons);
  element.className = `card ${card.kind}`;
  fill(element, made("h2", {}, card.title || say("now")), card.text ? made("p", {}, ...cited(card.text)) : null,
    ...(card.kind === "choice" ? [cards, others] : [others, cards]));
}

export function showDice(element, dice, figures, say, tap, mayTap, photo) {
  element.hidden = dice === null;
  if (dice === null) return fill(element);
  const list = dice.dice.map((die) =>
    made("li", { class: die.face === null ? "open" : "", "data-kind": die.kind, "data-widest": die.widest }, die.face === null ? die.kind : die.word || die.face));
  const words = dice.face_words.length ? dice.face_words : dice.faces;
  const faces = dice.faces.map((face, place) => button(words[place], `face:${face}`, tap, { class: "face" }));
  const decides = dice.decides.map((line) => made("p", { class: "decides" }, ...cited(line)));
  const clear = button(say("clear"), "clear_dice", tap);
  clear.disabled = dice.dice.every((die) => die.face === null);
  // What may grow or arrive stands below what is tapped.
  fill(element, made("h2", {}, dice.question), partiesOf(figures), made("ul", { class: "dice" }, ...list),
    mayTap ? made("div", { class: "buttons" }, ...faces, clear,
      dice.roll_label && !dice.under_way ? button(dice.roll_label, "roll", tap, { class: "main" }) : null,
      photo ? photoInput(say("photo"), photo) : null) : null,
    dice.under_way ? made("p", {}, dice.under_way) : null, ...decides);
}

// Whom a throw is about: who attacks, and whom, with what is left of each.
function partiesOf(figures) {
  return figures.length ? made("ul", { class: "parties" }, ...figures.map((one) => made("li", { class: one.marks.join(" ") }, made("div", {}, ...standingOf(one))))) : null;
}

export function showResult(element, result, figures, tap, mayTap) {
  element.hidden = result === null;
  if (result === null) return fill(element);
  element.className = `result ${result.tone} ${result.is_line ? "line" : ""}`;
  if (result.is_line) return fill(element, lineOf(result, tap, mayTap));
  fill(element, result.deed ? made("p", { class: "deed" }, result.deed) : null, result.title ? made("h2", {}, result.title) : null,
    result.falls ? made("h2", { class: "falls" }, result.falls) : null,
    ...(result.throws.length ? result.throws : [["", result.faces]]).flatMap(([what, faces]) => [
      what ? made("p", { class: "against" }, what) : null, made("ul", { class: "dice" }, ...faces.map((face) => made("li", {}, face)))]),
    result.against ? made("p", { class: "against" }, result.against) : null,
    partiesOf(figures), ...result.lines.map((line) => made("p", { class: "followed" }, ...cited(line))),
    ...result.besides.map((one) => made("div", { class: `also ${one.tone}` }, ...toldOf(one), ...one.lines.map((line) => made("span", {}, ...cited(line))))),
    mayTap ? made("div", { class: "buttons" }, button(result.button, "result", tap)) : null);
}

// Beside what is asked or thrown since: what was hit or missed, with the dice that lie, a tap away from all of it.
function lineOf(result, tap, mayTap) {
  const besides = result.besides.map((one) => made("div", { class: `also ${one.tone}` }, ...toldOf(one)));
  const shown = [...toldOf(result), ...result.brought.map((one) => made("span", {}, one)), ...besides];
  return mayTap ? made("button", { type: "button", "data-does": "result:open", "aria-expanded": "false", onclick: () => tap("press", "result:open") }, ...shown)
    : made("div", {}, ...shown);
}

function toldOf(result) {
  const faces = made("span", { class: "dice" }, ...result.faces.map((face) => made("span", {}, face)));
  const told = [made("b", {}, [result.title, result.falls].filter(Boolean).join(" · ")), made("span", {}, result.deed), faces, made("span", {}, result.against)];
  return told.filter((one) => one.textContent);
}

// The next thing to do in a first evening: always in sight, whatever is scrolled.
export function showHint(element, hint, tap, mayTap) {
  element.hidden = !hint;
  fill(element, ...(hint ? [made("p", {}, hint[0]), mayTap ? button("×", "hint", tap, { "aria-label": hint[1] }) : null] : []));
}

function standingOf(one) {
  const [left, most] = one.health ?? [0, 0];
  const tokens = one.tokens ? made("span", { class: "tokens" }, "●".repeat(Math.min(one.tokens, 4))) : null;
  return [made("b", { class: `letters seat-${one.seat} ${one.label.length > 2 ? "many" : ""}` }, made("span", {}, one.label), tokens), made("span", { class: "name" }, one.name),
    most ? made("progress", { value: left, max: most, "aria-hidden": "true" }) : null,
    one.count ? made("span", { class: "count" }, one.count) : null, made("small", {}, one.words)];
}

// Everybody at a glance: letters, what is left, tokens; a tap shows the figure.
export function showRoster(element, roster, title, tap, mayTap) {
  element.hidden = roster.length === 0;
  const figures = roster.map((one) => {
    const parts = standingOf(one);
    const does = `figure:${one.piece}`;
    return made("li", { class: one.marks.join(" ") }, mayTap
      ? made("button", { type: "button", "data-does": does, "aria-label": [one.name, one.words].filter(Boolean).join(", "),
        "aria-pressed": String(one.marks.includes("chosen")), onclick: () => tap("press", does) }, ...parts)
      : made("div", {}, ...parts));
  });
  fill(element, made("h2", {}, title), made("ul", { tabindex: "0", "aria-label": title }, ...figures));
}

// A throw of somebody else's, which this device may photograph too.
export function showThrow(element, words, say, photo) {
  element.hidden = !words || !photo;
  if (element.hidden) return fill(element);
  fill(element, made("h2", {}, words), made("div", { class: "buttons" }, photoInput(say("photo_throw"), photo)));
}

export function photoInput(label, photo) {
  const input = made("input", { type: "file", accept: "image/*", capture: "environment", class: "unseen",
    onchange: () => {
      if (input.files.length) photo(input.files[0]);
      input.value = ""; // the same picture may be sent again
    } });
  return made("label", { class: "photo" }, label, input);
}

// Pictures to look at when the game is over.
export function showPrints(element, prints) {
  element.hidden = prints.length === 0;
  fill(element, ...prints.map(parsed));
}

export function showSheet(element, sheet, disc, say, tap, mayTap, photo) {
  element.hidden = sheet === null;
  if (sheet === null) return fill(element);
  const slots = sheet.slots.map((slot) => {
    const value = [made("b", {}, slot.value), slot.power ? ` ${slot.power}` : "", slot.by_hand ? " *" : ""];
    const given = { class: slot.colour ? `power ${slot.colour}` : "", "data-drop": mayTap && slot.drop };
    const opens = slot.drop || (slot.text && `pick:slot.${slot.slot}`); // what is laid there, or what it says
    const lays = mayTap && opens ? [made("button", { type: "button", "data-does": `slot:${slot.slot}`, "aria-label": `${slot.label} ${slot.value}`,
      onclick: () => tap("press", opens) }, ...value)] : value;
    return made("div", given, made("dt", {}, slot.label), made("dd", {}, ...lays));
  });
  element.onpointerup = (event) => { // dragged here from another slot: laid down
    const from = element.lifted, to = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
    element.lifted = null;
    if (from && to && from !== to) tap("press", to.dataset.drop);
  };
  element.onpointerdown = (event) => {
    element.lifted = event.target.closest("dl > div");
    event.target.releasePointerCapture?.(event.pointerId);
  };
  const line = [sheet.click, sheet.range, sheet.change].filter(Boolean).join(" · ");
  const asked = (words, place) => (mayTap && sheet.about[place] // what the rules say of it is a tap away
    ? [made("button", { type: "button", class: "asked", onclick: () => tap("press", `pick:slot.about.${place}`) }, words)] : cited(words));
  fill(element, made("h2", { class: `seat-${sheet.seat}` }, sheet.name), line ? made("p", {}, ...asked(line, 0)) : null,
    disc ? parsed(disc) : null, slots.length ? made("dl", {}, ...slots) : null,
    photo && sheet.slots.some((slot) => slot.drop) ? photoInput(say("photo_screen"), photo) : null,
    sheet.notes.length ? made("ul", {}, ...sheet.notes.map((note, place) => made("li", {}, ...asked(note, place + 1)))) : null);
}

export function showLines(element, title, lines) {
  element.hidden = lines.length === 0;
  fill(element, made("h2", {}, title), made("ul", {}, ...lines.map((line) => made("li", {}, ...cited(line)))));
}

// What these hands have still to do: a tap checks one off, the last button all of them.
export function showHands(element, title, hands, say, tap, mayTap) {
  element.hidden = hands.length === 0;
  const done = (piece, label) => made("button", { type: "button", "data-does": `done:${piece}`, onclick: () => tap("room", `done:${piece}`) }, label);
  fill(element, made("h2", {}, title), made("ul", {}, ...hands.map(([piece, words]) =>
    made("li", {}, mayTap ? done(piece, words) : words))),
    mayTap && hands.length > 1 ? done("", say("all_done")) : null);
}

export function showLinks(element, title, links) {
  element.hidden = links.length === 0;
  fill(element, made("h2", {}, title), made("ul", {}, ...links.map((link) =>
    made("li", { class: link.state }, [link.name, link.words, link.detail].filter(Boolean).join(" · ")))));
}

// A line that tells a number: touched, it says how it was made, term by term, each with its rule.
export function termsOf(line, terms) {
  return made("details", { class: "terms" }, made("summary", {}, line), made("ul", {}, ...terms.map((term) => made("li", {}, ...cited(term)))));
}

// The figures and the squares to go to, as text and as buttons: what a board is for who does not see it.
export function showStanding(element, standing, say, tap, mayTap) {
  const figures = standing.figures.map((figure) => {
    const marks = figure.marks.filter((mark) => mark !== "target" || !figure.marks.includes("friend")).map((mark) => say(mark));
    const words = [`${figure.name} (${figure.label})`, figure.at, ...marks].filter(Boolean).join(", ");
    return made("li", {}, mayTap ? made("button", { type: "button", "data-does": `piece:${figure.piece}`,
      "aria-pressed": String(figure.marks.includes("chosen")), onclick: () => tap("piece", figure.piece) }, words) : words);
  });
  const goals = mayTap ? standing.goals.map(([name, column, row, steps]) => made("li", {}, made("button", {
    type: "button", "data-does": `space:${name}`, "data-at": `${column},${row}`, onclick: () => tap("space", "", [column, row]) },
    steps ? `${name} (${say(steps === 1 ? "step" : "steps").replace("{count}", steps)})` : name))) : [];
  fill(element, made("h3", {}, say("figures")), made("ul", { class: "figures-list" }, ...figures),
    goals.length ? made("h3", {}, say("goals")) : null,
    goals.length ? made("ul", { class: "goals-list" }, ...goals) : null);
}

export function showRoom(element, room, say, tap, mayTap) {
  const press = (does) => tap("room", does);
  const ask = (does, label, whom) => made("button", { type: "button", "data-does": does, "aria-label": `${label}: ${whom}`,
    onclick: () => press(does) }, label);
  const told = ({ word, name, held, here, rests }) => (held // a person is named before what it plays
    ? `${name} · ${word}${here ? "" : ` (${say("away")})`}` : `${word} · ${name || say(rests ? "rests" : "free")}`);
  const seats = room.seats.map((seat) => made("li", { class: `seat-${seat.seat}` }, made("span", {}, told(seat)),
    mayTap ? made("span", { class: "wishes" }, ...[seat.join, seat.do, seat.rest].map((one) => (one ? ask(...one, seat.word) : null))) : null));
  const people = room.people.map((person) => made("li", {},
    made("span", {}, `${person.name} · ${person.role}${person.here ? "" : ` (${say("away")})`}`),
    mayTap && person.do ? ask(...person.do, person.name) : null));
  const door = room.you.role === "spectator" ? made("p", {}, made("a", { href: "/?again" }, say("otherwise"))) : null;
  fill(element, made("h2", {}, say("people")), made("ul", {}, ...seats, ...people), door,
    made("details", { class: "invite" }, made("summary", {}, say("invite")), made("img", { src: "/qr.svg", alt: say("invite"), loading: "lazy" })));
}

// The evening's time and each player's: what is left where there is a limit, else what is gone; it counts on by itself.
let ticking = 0;
export function showClock(element, clock, say, now, tap, mayTap) {
  const isUsed = clock.times.some(([, gone, limit, runs]) => gone || limit || runs); // a time that never counts is none
  element.hidden = !isUsed && !(mayTap && clock.do);
  const rows = (isUsed ? clock.times : []).map(([seat, gone, limit, runs]) => {
    const told = made("b");
    const draw = () => {
      const since = runs ? Math.max(0, now() - clock.at) / 1000 : 0;
      const left = limit - gone - since;
      told.textContent = minutes(limit ? left : gone + since);
      told.classList.toggle("short", limit > 0 && left <= SHORT_S);
    };
    draw();
    return [made("span", { class: runs ? "runs" : "" }, `${seat || say(limit ? "time_left" : "clock")} `, told), draw];
  });
  clearInterval(ticking);
  ticking = setInterval(() => rows.forEach(([, draw]) => draw()), 1000);
  element.classList.toggle("stands", clock.at === 0);
  element.classList.toggle("idle", !isUsed); // but a button: last
  fill(element, made("div", { role: "timer" }, ...rows.map(([row]) => row)),
    clock.over ? made("p", { role: "alert", class: "over" }, clock.over) : null,
    mayTap && clock.do ? made("button", { type: "button", "data-does": clock.do[0], onclick: () => tap("room", clock.do[0]) }, clock.do[1]) : null);
}

function minutes(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const [hours, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const text = `${hours ? `${hours}:${String(rest).padStart(2, "0")}` : rest}:${String(whole % 60).padStart(2, "0")}`;
  return seconds <= -1 ? `-${text}` : text;
}

// What others ask of this device about seats, above everything else.
export function showAsks(element, asks, tap) {
  element.hidden = asks.length === 0;
  fill(element, ...asks.map(({ text, do: answers }) => made("div", { class: answers.length ? "card" : "card waits" }, made("p", {}, text),
    made("div", { class: "buttons" }, ...answers.map(([does, label]) =>
      made("button", { type: "button", "data-does": does, onclick: () => tap("room", does) }, label))))));
}
