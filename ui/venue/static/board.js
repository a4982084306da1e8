// A tap on the board fills the two ends of the line that is asked for; the second one asks.
const board = document.querySelector("[data-tap] svg"), form = document.querySelector("form[method=get]");
const cell = 56, edge = 40; // as the painter draws a board of squares
if (board && form && form.elements.from) {
  board.addEventListener("click", (tap) => {
    const at = new DOMPoint(tap.clientX, tap.clientY).matrixTransform(board.getScreenCTM().inverse());
    const place = [at.x, at.y].map((part) => Math.floor((part - edge) / cell));
    if (place.some((part) => part < 0)) return;
    const { from, to } = form.elements;
    if (!from.value || to.value) { from.value = place.join(","); to.value = ""; from.focus(); }
    else { to.value = place.join(","); form.requestSubmit(); }
  });
}
