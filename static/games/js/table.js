// The game page: every step asks the server and swaps the parts that follow from it. Without this
// module the same links and forms load the page instead.
import { walkBoard } from "./board-keys.js";
import { followNews } from "./news.js";
import { offerToPlay } from "./replay.js";

const PARTS = "#move";

// One after the other: each answer takes the place of the parts that the one before has brought.
let answered = Promise.resolve();

function ask(url, { push = true } = {}) {
  if (push) history.pushState({ table: true }, "", url);
  answered = answered.then(() => {
    const headers = document.querySelector("#text-board")?.open ? { "X-Words": "1" } : {};
    const asked = window.htmx.ajax("GET", url, { target: PARTS, swap: "outerHTML", headers });
    return asked.catch(() => sayWhetherItAnswers(false));
  });
  return answered;
}

function composerFocus() {
  const heading = document.querySelector("#move-h");
  if (!document.activeElement || document.activeElement === document.body) {
    heading?.focus({ preventScroll: true });
  }
}

// On a phone the next question may lie under the dock or behind the bar on top.
function questionInView() {
  if (!matchMedia("(max-width: 699px)").matches) return;
  const steps = document.querySelectorAll("#move .b > .step, #move .cf > .step");
  [...steps].findLast((shown) => shown.childElementCount)?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("a[data-step]");
  if (!step || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!document.querySelector(PARTS) || !window.htmx) return;
  event.preventDefault();
  const href = step.getAttribute("href");
  const inPanel = step.closest("#move, #dock") !== null;
  ask(location.pathname + (href === "?" ? "" : href)).then(() => {
    composerFocus();
    if (inPanel) questionInView();
  });
});

// What is typed is looked at when it is sent, and at every full stop.
function typed(form) {
  return ask(`${form.action}?${new URLSearchParams(new FormData(form))}`);
}

function goOnTyping(end) {
  const field = document.querySelector("#cmd");
  if (!field) return;
  field.value += end;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-typed]");
  if (!form || !window.htmx) return;
  event.preventDefault();
  typed(form).then(() => {
    const ready = document.querySelector("#confirm.pri:not([disabled])");
    if (ready?.offsetParent) ready.focus();
    else goOnTyping("");
  });
});

document.addEventListener("input", (event) => {
  const field = event.target;
  if (field.id !== "cmd" || !window.htmx || !/\w\. $/.test(field.value)) return;
  typed(field.form).then(() => {
    const refused = document.querySelector("#move .note.bad");
    goOnTyping(refused ? " " : ". ");
  });
});

// First what was opened closes, then the last command goes.
function stepBack() {
  const written = new URLSearchParams(location.search);
  if (!written.has("pick") && !written.has("at")) {
    document.querySelector("a[data-back]")?.click();
    return;
  }
  const line = written.get("line");
  ask(location.pathname + (line ? `?${new URLSearchParams({ line })}` : "")).then(composerFocus);
}

document.addEventListener("keydown", (event) => {
  const writing = event.target.closest("input, textarea, select");
  if (event.key === "/" && !writing) {
    const field = document.querySelector("#cmd");
    if (field) {
      event.preventDefault();
      field.focus();
    }
  } else if (event.key === "Escape" && !writing) {
    stepBack();
  }
});

window.addEventListener("popstate", () => {
  if (document.querySelector(PARTS)) ask(location.pathname + location.search, { push: false });
});

document.addEventListener("click", (event) => {
  const zoom = event.target.closest("[data-zoom]");
  if (!zoom) return;
  const on = document.querySelector(".a-board").classList.toggle("zoomed");
  zoom.setAttribute("aria-pressed", String(on));
});

// The board in words is brought up to date when it is opened.
document.addEventListener(
  "toggle",
  (event) => {
    const words = event.target;
    if (words.id === "text-board" && words.open && words.dataset.old) {
      ask(location.pathname + location.search, { push: false });
    }
  },
  true,
);
document.addEventListener("htmx:afterRequest", () => {
  const words = document.querySelector("#text-board");
  if (words && !words.open) words.dataset.old = "yes";
});

document.addEventListener("change", (event) => {
  const slider = event.target.closest("form[data-slider]");
  if (slider) slider.requestSubmit();
});

// Without an answer nothing is lost: the address holds what was chosen, and it is asked for again.
function sayWhetherItAnswers(answers) {
  const note = document.querySelector("#no-answer");
  if (!note) return;
  note.hidden = answers;
  note.querySelector("a").href = location.href;
}
document.addEventListener("htmx:sendError", () => sayWhetherItAnswers(false));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) sayWhetherItAnswers(false);
});
document.addEventListener("htmx:afterOnLoad", () => sayWhetherItAnswers(true));

function prepare() {
  for (const button of document.querySelectorAll("[data-zoom], [data-play]")) button.hidden = false;
  const strip = document.querySelector(".a-strip");
  const now = strip?.querySelector(".now");
  if (now) strip.scrollLeft = now.offsetLeft - strip.offsetLeft - 12;
  walkBoard(document.querySelector("#board"));
}

document.addEventListener("htmx:afterSettle", () => walkBoard(document.querySelector("#board")));
prepare();
followNews(document.querySelector("#table"), prepare);
offerToPlay(prepare);
