// Options that have no meaning beside the others are hidden; the server leaves them out in any case.
export function hideWhatIsNotNeeded(root) {
  for (const form of root.querySelectorAll("form")) {
    const parts = form.querySelectorAll("[data-needs]");
    if (!parts.length || form.dataset.needsWatched) continue;
    form.dataset.needsWatched = "yes";
    const check = () => {
      const chosen = new FormData(form);
      for (const part of parts) {
        const needs = Object.entries(JSON.parse(part.dataset.needs));
        const fits = needs.every(([name, value]) => (chosen.get(name) ?? "") === value);
        part.closest(".field").hidden = !fits;
      }
    };
    form.addEventListener("change", check);
    check();
  }
}
