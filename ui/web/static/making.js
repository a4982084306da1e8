// A paper is being made: it is asked for until it, or why there is none, comes; then that is shown in place of this page,
// as the browser keeps it for that moment.
// While one table closes and the next one opens, what the address says then is told here.

const AGAIN_MS = 1000, CLOSED = 503;
const { url } = document.querySelector("main").dataset, said = document.querySelector("[role=status]");

async function ask() {
  const answer = await fetch(url).catch(() => null);
  if (answer && answer.status !== CLOSED) return location.replace(url);
  if (answer) said.textContent = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("p").textContent;
  setTimeout(ask, AGAIN_MS);
}

ask();
