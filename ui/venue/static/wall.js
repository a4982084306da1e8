// Nobody moves the big screen: a list that is longer than it holds is turned, page by page, each with the names it is of.
const PAGE_MS = 7000; // one finds a name among twenty in three seconds, and looks up late
let at = 0;

const letters = (row) => (row.dataset.name ?? row.textContent).slice(0, 3);

function show(turns) {
  const list = document.querySelector(".wall .paged");
  if (!list) return;
  const rows = [...list.children];
  for (const row of rows) row.hidden = false;
  const fits = Math.floor(list.parentElement.clientHeight / rows[0].getBoundingClientRect().height);
  const each = Math.max(1, fits) * Math.max(1, Math.round(getComputedStyle(list).columnCount) || 1);
  const pages = Math.ceil(rows.length / each);
  at = turns ? (at + 1) % pages : Math.min(at, pages - 1);
  rows.forEach((row, number) => { row.hidden = Math.floor(number / each) !== at; });
  const first = rows[at * each], last = rows[Math.min(rows.length, (at + 1) * each) - 1];
  const range = document.querySelector(".wall .range");
  if (range) range.textContent = pages > 1 ? `${letters(first)} – ${letters(last)} · ${at + 1}/${pages}` : "";
}

addEventListener("resize", () => show(false));
new MutationObserver((changes) => {
  if (changes.some((one) => [...one.addedNodes].some((node) => node.nodeType === 1 && (node.matches(".shown, li") || node.querySelector(".paged"))))) show(false);
}).observe(document.querySelector("main"), { childList: true, subtree: true });
setInterval(() => show(true), PAGE_MS);
show(false);
