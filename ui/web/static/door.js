// The door: whoever chooses a seat whose player is known finds that name filled in, until another is typed.

const name = document.querySelector("[name=name]"), wanted = document.querySelector("[name=as]");
let filled = "";

function fill() {
  if (name.value !== filled) return;
  filled = wanted.selectedOptions[0]?.dataset.name ?? "";
  name.value = filled;
}

wanted.onchange = fill;
fill();
