// A photograph that is taken is sent as it is; then the page shows it, or says beside the button why it is not kept.
for (const input of document.querySelectorAll("input[data-photo]")) {
  input.addEventListener("change", async () => {
    if (!input.files[0]) return;
    input.disabled = true;
    const answer = await fetch(input.dataset.photo, { method: "POST", body: input.files[0] }).catch(() => null);
    const wrong = input.closest("label").nextElementSibling;
    if (answer?.ok) { location.assign(await answer.text()); return; }
    wrong.textContent = answer ? await answer.text() : "";
    wrong.hidden = !answer;
    input.disabled = false;
    input.value = ""; // the same picture may be sent again
  });
}
