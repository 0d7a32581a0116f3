// Names of hexes in the words of a thread light up on its board. Without this, they are links to
// the same page with the hex marked.
const named = (name) => document.querySelectorAll(`svg.board [data-hex="${CSS.escape(name)}"]`);

function light(event, on) {
  const link = event.target.closest?.("a[data-shows]");
  if (!link) return;
  for (const hex of named(link.dataset.shows)) hex.classList.toggle("lit", on);
}

for (const kind of ["mouseover", "focusin"]) document.addEventListener(kind, (e) => light(e, true));
for (const kind of ["mouseout", "focusout"]) document.addEventListener(kind, (e) => light(e, false));

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-shows]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const hexes = named(link.dataset.shows);
  if (!hexes.length) return;
  event.preventDefault();
  for (const other of document.querySelectorAll("svg.board .lit-stays")) other.classList.remove("lit-stays");
  for (const hex of hexes) hex.classList.add("lit-stays");
  hexes[0].closest("svg").scrollIntoView({ block: "nearest", behavior: "smooth" });
});
