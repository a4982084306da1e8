// A browser without modules: one line instead of a table.
var words = JSON.parse(document.body.getAttribute("data-words"));
document.body.textContent = words[document.documentElement.lang].old_browser;
