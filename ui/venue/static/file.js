// A file that is chosen is read into the field beside it; it is sent as text, and seen before it is sent.
for (const input of document.querySelectorAll("input[type=file][data-into]")) {
  input.addEventListener("change", async () => {
    if (input.files[0]) input.form.elements[input.dataset.into].value = await input.files[0].text();
  });
}
