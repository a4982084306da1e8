// Lets the clock tick between two visits to the host, which alone knows the time that is left; and shows what is new.
export function tick(shown) {
  const left = Number(shown.dataset.left), runs = shown.dataset.runs === "1", seen = performance.now();
  const draw = () => {
    if (!shown.isConnected) return clearInterval(again);
    const now = left - (runs ? performance.now() - seen : 0);
    const seconds = Math.floor(Math.abs(now) / 1000);
    shown.textContent = `${now < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    shown.parentElement.classList.toggle("up", now <= 0);
    shown.parentElement.classList.toggle("soon", now > 0 && now <= 300000);
  };
  const again = setInterval(draw, 250);
  draw();
}
document.querySelectorAll("time[data-left]").forEach(tick);

const version = document.body.dataset.version;
let touched = false; // somebody writes, or has unfolded something: the page does not come again by itself
addEventListener("input", () => { touched = true; });
addEventListener("click", (tap) => { touched ||= Boolean(tap.target.closest("summary")); });
let leaving = -Infinity; // a form or a link is on its way: to come again now would call it back
addEventListener("beforeunload", () => { leaving = performance.now(); });
if (version && !document.querySelector("[role=alert]")) {
  setInterval(async () => {
    const at = location.pathname.startsWith("/judge/table/") ? `${location.pathname}/version${location.search}` : "/health";
    const told = await fetch(at).then((answer) => answer.json()).catch(() => null);
    if (!told || String(told.version) === version || performance.now() < leaving + 15000) return;
    if (touched || document.activeElement.matches("input, select, textarea")) document.querySelector(".news").hidden = false;
    else location.reload();
  }, 3000);
}

const wall = document.querySelector(".wall .shown > div"); // nobody moves the big screen: what is more than it holds comes by turns
if (wall) setInterval(() => {
  const isEnd = wall.scrollTop + wall.clientHeight >= wall.scrollHeight - 4;
  wall.scrollTop = isEnd ? 0 : wall.scrollTop + 0.85 * wall.clientHeight;
}, 8000);
