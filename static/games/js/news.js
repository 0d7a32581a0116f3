// New moves swap in while one looks: by a stream of events, or by asking now and then.
import { swapTable } from "./swap.js";

const PAUSE = 10000;

function writing() {
  const field = document.querySelector("#cmd");
  if (field !== null && field.value !== field.dataset.written) return true;
  const texts = document.querySelectorAll("#table textarea");
  return [...texts].some((text) => text.value !== text.defaultValue);
}

// Words that are being written stay; a note says that the table has changed meanwhile.
function sayThatItMovedOn() {
  const note = document.querySelector("#moved-on");
  const field = document.querySelector("#cmd");
  if (!note) return;
  const line = field?.value ?? "";
  note.querySelector("a").href = line ? `?${new URLSearchParams({ line })}` : location.pathname;
  note.hidden = false;
}

export function followNews(table, prepare) {
  if (!table || !table.querySelector("#move")) return;
  let seen = Number(table.dataset.news);
  const heard = async (news) => {
    if (news === seen) return;
    if (document.querySelector(".htmx-request")) {
      // What one has just sent oneself is news too: its answer comes first.
      setTimeout(heard, 200, news);
      return;
    }
    if (writing()) sayThatItMovedOn();
    else if (!(await swapTable(location.href, prepare))) return; // heard of again with the line
    seen = news;
  };
  const poll = () => {
    setInterval(async () => {
      if (document.hidden) return;
      const answer = await fetch(table.dataset.poll).catch(() => null);
      if (answer?.ok) heard((await answer.json()).news);
    }, PAUSE);
  };
  if (!("EventSource" in window)) {
    poll();
    return;
  }
  const stream = new EventSource(`${table.dataset.stream}?seen=${seen}`);
  stream.addEventListener("table", (event) => heard(JSON.parse(event.data).news));
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) poll();
  });
}
