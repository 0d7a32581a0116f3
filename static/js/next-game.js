// The key G goes to the next game that waits; the link in the page does the same by a press.
const TYPING = "input, textarea, select, [contenteditable]";

export function goOnWithAKey(root) {
  root.addEventListener("keydown", (event) => {
    if (event.key !== "g" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(TYPING)) return;
    root.querySelector("a[data-next-game]")?.click();
  });
}
