// A menu is a <details data-menu>: it closes on Escape, on a click elsewhere, and when focus leaves.
export function watchMenus(root) {
  for (const menu of root.querySelectorAll("details[data-menu]")) {
    menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && menu.open) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
    });
    root.addEventListener("click", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  }
}
