// The clock between two words of the host, which alone knows the time that is left; and what is new on this page.
import { follow } from "./news.js";

const shown = () => document.querySelectorAll("time[data-table], time[data-left]");
const first = shown()[0];
let clock = first ? { left_ms: Number(first.dataset.left), runs: first.dataset.runs === "1", extra: {}, at: Date.now() } : null;
let sleeps = Date.now(); // when the page was last seen awake

function draw() {
  if (!clock) return;
  for (const one of shown()) {
    const own = (clock.extra[one.dataset.table] ?? 0) * 60000;
    const now = clock.left_ms + own - (clock.runs ? Date.now() - clock.at : 0);
    const seconds = Math.floor(Math.abs(now) / 1000);
    const text = `${now < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (one.textContent !== text) one.textContent = text;
    one.parentElement.classList.toggle("up", now <= 0);
    one.parentElement.classList.toggle("soon", now > 0 && now <= 300000);
  }
}

// The host's word counts: from the news, or asked for.
export function set(told) {
  clock = { ...told, at: Date.now() };
  draw();
}

async function ask() {
  const told = await fetch("/clock.json", { cache: "no-store" }).then((answer) => answer.json()).catch(() => null);
  if (told) set(told);
}

// A page that slept, was hidden, or whose machine was set to another hour is right at once.
addEventListener("pageshow", (shows) => { if (shows.persisted) ask(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
addEventListener("online", ask);
if (first) {
  setInterval(() => {
    if (Math.abs(Date.now() - sleeps - 250) > 2000) ask();
    sleeps = Date.now();
    draw();
  }, 250);
  ask();
}
if (document.body.dataset.version) follow(set, draw);
