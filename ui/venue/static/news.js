// What is new: the host sends the parts of this page that changed, as long as somebody looks at it.
const version = document.body.dataset.version, parts = [...document.querySelectorAll("main > .part")];
const own = document.body.dataset.own, have = (document.body.dataset.have || "").split(".");
const ofTable = location.pathname.startsWith("/judge/table/"); // its news are the table's, not the event's
let touched = false; // somebody writes, or has unfolded something: the page does not come again by itself
addEventListener("input", () => { touched = true; });
addEventListener("click", (tap) => { touched ||= Boolean(tap.target.closest("summary")); });
let leaving = -Infinity; // a form or a link is on its way: to come again now would call it back
addEventListener("beforeunload", () => { leaving = performance.now(); });
let sent = -Infinity; // one form a second: whoever taps twice means it once
addEventListener("submit", (form) => { performance.now() < sent + 1000 ? form.preventDefault() : sent = performance.now(); });

const isTouched = () => touched || document.activeElement.matches("input, select, textarea");

let soon = 0;

// The page comes again when nothing more came for a moment: orders follow each other closely, and so do hands.
function again() {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (performance.now() < leaving + 15000 || document.querySelector("[role=alert]")) return;
    if (isTouched()) document.querySelector(".news").hidden = false;
    else location.reload();
  }, 500 + 500 * Math.random());
}

function mark(part) {
  if (own) for (const row of part.querySelectorAll("#standings tbody tr")) row.classList.toggle("own", row.cells[1]?.textContent === own);
}

// The rows from one number up to another are replaced; the last change first, so that the numbers hold.
function change(part, told) {
  if (told.whole !== undefined) part.innerHTML = told.whole;
  else {
    const rows = [...part.querySelectorAll("tr, li")];
    for (const [start, end, text] of [...told.rows].reverse()) {
      const from = rows[start], before = rows[start - 1];
      if (text) from ? from.insertAdjacentHTML("beforebegin", text) : before.insertAdjacentHTML("afterend", text);
      for (const row of rows.slice(start, end)) row.remove();
    }
  }
  mark(part);
}

function take(told, draw) {
  if (!parts.length) return String(told.version) !== version && again();
  if (!told.parts) return again();
  if (document.querySelector("[role=alert]")) return; // what was refused, and what was typed, stays until it is read
  const kept = Object.keys(told.parts).filter((at) => parts[at].contains(document.activeElement) && isTouched());
  if (kept.length || (touched && Object.keys(told.parts).some((at) => parts[at].querySelector("form")))) return again();
  for (const [at, change_] of Object.entries(told.parts)) change(parts[at], change_);
  Object.assign(have, told.tags);
  draw();
}

export function follow(set, draw) {
  let stream = null, retry = 0;
  const open = () => {
    clearTimeout(retry);
    stream?.close();
    if (document.hidden) return;
    const asked = new URLSearchParams({ at: location.pathname, have: have.join("."), lang: document.documentElement.lang });
    const own = location.pathname.startsWith("/me/"); // its key stands in no query
    if (own) asked.delete("at");
    stream = new EventSource(`${own ? location.pathname : ""}/news?${asked}`);
    stream.onmessage = (message) => {
      const told = JSON.parse(message.data);
      set(told.clock);
      take(told, draw);
    };
    stream.onerror = () => {
      stream.close();
      retry = setTimeout(open, 1000 + 2000 * Math.random()); // not everybody at once
    };
  };
  if (ofTable) {
    setInterval(async () => {
      const at = `${location.pathname}/version${location.search}`;
      const told = document.hidden ? null : await fetch(at).then((answer) => answer.json()).catch(() => null);
      if (told && String(told.version) !== version) again();
    }, 3000);
    return;
  }
  document.addEventListener("visibilitychange", open);
  addEventListener("pageshow", (shows) => { if (shows.persisted) open(); });
  addEventListener("pagehide", () => stream?.close());
  open();
}
