// Change the theme without loading the page again; the server still remembers the choice.
export function switchThemeInPlace(root) {
  for (const form of root.querySelectorAll("form[data-theme-form]")) {
    form.addEventListener("submit", (event) => {
      const pressed = event.submitter;
      if (!pressed?.value) return;
      event.preventDefault();
      show(root, pressed.value);
      if (!pressed.offsetParent) form.querySelector(`button:not([value=${pressed.value}])`).focus();
      remember(form, pressed.value);
    });
  }
}

function show(root, choice) {
  if (choice === "system") delete root.documentElement.dataset.theme;
  else root.documentElement.dataset.theme = choice;
  for (const button of root.querySelectorAll("form[data-theme-form] button[aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button.value === choice));
  }
}

async function remember(form, choice) {
  const body = new FormData(form);
  body.set("theme", choice);
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
  } catch (problem) {
    console.warn("The theme is shown but could not be saved.", problem);
  }
}
