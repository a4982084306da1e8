// A file that is chosen is read into the field beside it; it is sent as text, and seen before it is sent.
for (const input of document.querySelectorAll("input[type=file][data-into]")) {
  input.addEventListener("change", async () => {
    input.setCustomValidity("");
    if (!input.files[0]) return;
    const text = textOf(new Uint8Array(await input.files[0].arrayBuffer()));
    const { wrong = "", long = "", most = Infinity } = input.dataset;
    input.setCustomValidity(/[\x00-\x08\x0e-\x1f]/.test(text) ? wrong : text.length > most ? long : "");
    if (input.reportValidity()) input.form.elements[input.dataset.into].value = text;
  });
}

// The text in the codings that office programs write: UTF-8, UTF-16, the code page of Western Windows.
function textOf(data) {
  if (data[0] === 0xff && data[1] === 0xfe) return new TextDecoder("utf-16le").decode(data);
  if (data[0] === 0xfe && data[1] === 0xff) return new TextDecoder("utf-16be").decode(data);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("windows-1252").decode(data);
  }
}
