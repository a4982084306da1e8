// Puts what is new in the place of what was there, without a moment of nothing in the video.
import "./clock.js";
setInterval(async () => {
  const text = await fetch(location.href).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (!text) return;
  const main = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  document.querySelector("main").replaceWith(main);
}, 2000);
