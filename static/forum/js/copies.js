// A copy of what is typed on this device, for the time in which the server cannot be reached.
const PREFIX = "forum-text:";

export function keepCopy(form, text, place) {
  const key = PREFIX + place;
  const kept = read(key);
  if (kept && !text.value.trim()) {
    text.value = kept;
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
  text.addEventListener("input", () => write(key, text.value));
  form.addEventListener("submit", (event) => {
    if (event.submitter?.value === "post") write(key, "");
  });
  // Once the server has it, the copy is not needed.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && form.contains(event.target) && event.target.id === "saved") {
      write(key, "");
    }
  });
}

function read(key) {
  try {
    return localStorage.getItem(key) || "";
  } catch {
    return ""; // storage is switched off in this browser
  }
}

function write(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // Storage is switched off or full: the draft on the server is what counts.
  }
}
