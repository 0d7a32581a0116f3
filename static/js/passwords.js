// A button beside each password field that shows what was typed. The words come from the page.
export function offerToShowPasswords(root) {
  const words = root.querySelector("template#password-words");
  if (!words) return;
  const { show, hide } = words.dataset;
  for (const input of root.querySelectorAll("input[type=password]")) {
    const button = root.createElement("button");
    button.type = "button";
    button.className = "peek";
    button.textContent = show;
    button.setAttribute("aria-pressed", "false");
    if (input.id) button.setAttribute("aria-controls", input.id);
    button.addEventListener("click", () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      button.textContent = shown ? show : hide;
      button.setAttribute("aria-pressed", String(!shown));
    });
    const frame = root.createElement("div");
    frame.className = "peekframe";
    input.replaceWith(frame);
    frame.append(input, button);
    input.form?.addEventListener("submit", () => {
      input.type = "password";
    });
  }
}
