// Lets the clock tick between two visits to the host, which alone knows the time that is left; and shows what is new.
const shown = document.querySelector("time[data-left]");
if (shown) {
  const left = Number(shown.dataset.left), runs = shown.dataset.runs === "1", seen = performance.now();
  const tick = () => {
    const now = left - (runs ? performance.now() - seen : 0);
    const seconds = Math.floor(Math.abs(now) / 1000);
    shown.textContent = `${now < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    shown.parentElement.classList.toggle("up", now <= 0);
    shown.parentElement.classList.toggle("soon", now > 0 && now <= 300000);
  };
  setInterval(tick, 250);
  tick();
}
const version = document.body.dataset.version;
if (version) {
  setInterval(async () => {
    if (document.activeElement.matches("input, select, textarea")) return; // somebody writes
    const at = location.pathname.startsWith("/judge/table/") ? `${location.pathname}/version${location.search}` : "/health";
    const told = await fetch(at).then((answer) => answer.json()).catch(() => null);
    if (told && String(told.version) !== version) location.reload();
  }, 3000);
}
