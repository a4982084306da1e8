// The door: whoever chooses a seat whose player is known finds that name filled in, until another is typed.

const name = document.querySelector("[name=name]"), wanted = document.querySelector("[name=as]");
let filled = "";

function fill() {
  if (name.value !== filled) return;
  filled = wanted.selectedOptions[0]?.dataset.name ?? "";
  name.value = filled;
}

// … and whoever types a name that is known finds its seat.
function find() {
  const own = [...wanted.options].find((one) => one.dataset.name?.toLowerCase() === name.value.trim().toLowerCase());
  if (own && name.value !== filled) wanted.value = own.value;
}

wanted.onchange = fill;
name.oninput = find;
fill();
