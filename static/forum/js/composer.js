// The box people write in. Everything here is comfort: without it, the form, the draft button and
// the quote links do the same by loading a page.
import { suggestNames } from "./names.js";
import { keepCopy } from "./copies.js";

for (const form of document.querySelectorAll("form.composer")) {
  const text = form.querySelector("textarea[name=text]");
  const words = form.querySelector("template[data-composer]");
  if (!text || !words) continue;
  const place = form.querySelector("input[name=place]").value;
  suggestNames(text, words.dataset, place);
  keepCopy(form, text, place);
  quoteInPlace(text);
}

// "Quote" puts the words where one is writing, instead of loading the page anew.
function quoteInPlace(text) {
  for (const link of document.querySelectorAll("a[data-quote]")) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      try {
        const answer = await fetch(link.dataset.quote);
        if (!answer.ok) throw new Error(String(answer.status));
        insert(text, await answer.text());
      } catch {
        window.location.assign(link.href);
      }
    });
  }
}

function insert(text, words) {
  const before = text.value.slice(0, text.selectionStart);
  const gap = before && !before.endsWith("\n\n") ? "\n\n" : "";
  text.setRangeText(gap + words, text.selectionStart, text.selectionEnd, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
  text.focus();
  text.scrollIntoView({ block: "center" });
}
