// Move after move by itself: by the button beside the slider, or by a link that ends in #play.
import { swapTable } from "./swap.js";

const PAUSE = 1600;
let playing = false;

function show() {
  document.querySelector("[data-play]")?.setAttribute("aria-pressed", String(playing));
}

async function play(prepare) {
  playing = true;
  show();
  while (playing) {
    await new Promise((done) => setTimeout(done, PAUSE));
    const next = document.querySelector("#table a[data-next]");
    if (!playing || !next) break;
    const url = next.href;
    if (!(await swapTable(url, prepare))) break;
    window.history.replaceState(null, "", url);
    show();
  }
  playing = false;
  show();
}

export function offerToPlay(prepare) {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-play]")) return;
    if (playing) {
      playing = false;
      show();
    } else play(prepare);
  });
  if (location.hash === "#play" && document.querySelector("[data-play]")) play(prepare);
}
