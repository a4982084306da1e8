// Puts what is new in the place of what was there, without a moment of nothing in the video.
import { tick } from "./clock.js";
setInterval(async () => {
  const text = await fetch(location.href).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (!text) return;
  const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  document.querySelector("main").replaceWith(main);
  main.querySelectorAll("time[data-left]").forEach(tick);
}, 2000);
