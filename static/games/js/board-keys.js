// One tab stop for the board: arrows walk the hexes that may be chosen.
const DIRECTIONS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

function place(link) {
  const row = Number(link.dataset.row);
  return { row, x: 2 * Number(link.dataset.column) + (row % 2) };
}

function nearest(links, from, [down, right]) {
  const here = place(from);
  let best = null;
  for (const link of links) {
    if (link === from) continue;
    const there = place(link);
    const ahead = down ? (there.row - here.row) * down : (there.x - here.x) * right;
    if (ahead <= 0) continue;
    const aside = down ? Math.abs(there.x - here.x) : 3 * Math.abs(there.row - here.row);
    const score = ahead * (down ? 2 : 1) + aside;
    if (!best || score < best.score) best = { link, score };
  }
  return best?.link;
}

export function walkBoard(board) {
  const links = board ? [...board.querySelectorAll("a[data-hex]")] : [];
  links.forEach((link, index) => link.setAttribute("tabindex", index ? "-1" : "0"));
  if (!links.length || board.dataset.walks) return;
  board.dataset.walks = "yes";
  board.addEventListener("keydown", (event) => {
    const from = event.target.closest("a[data-hex]");
    if (!from) return;
    const all = [...board.querySelectorAll("a[data-hex]")];
    let next = null;
    if (event.key in DIRECTIONS) next = nearest(all, from, DIRECTIONS[event.key]);
    else if (event.key === "n") next = all[(all.indexOf(from) + 1) % all.length];
    else if (event.key === "p") next = all[(all.indexOf(from) + all.length - 1) % all.length];
    else if (event.key === "Home") next = all[0];
    else if (event.key === "End") next = all[all.length - 1];
    else return;
    event.preventDefault();
    if (!next) return;
    from.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}
