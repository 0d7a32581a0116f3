// Lines over the rows of the log, and over the rounds by source, drawn by uPlot.
const holder = document.querySelector("[data-charts]");
const { default: UPlot } = await import(holder.dataset.library);
const data = JSON.parse(document.querySelector("#chart-data").textContent);
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();
const DASHES = [[], [8, 3], [2, 3], [10, 3, 2, 3], [5, 5]];
const SOURCES = ["--pl-green", "--pl-blue", "--pl-red", "--pl-yellow", "--res-power", "--pl-volcano", "--c-water", "--pl-gray", "--ink"];
const ENOUGH = 2.2;
const axis = {
  stroke: colour("--ink-2"),
  grid: { stroke: colour("--line"), width: 1 },
  ticks: { stroke: colour("--line"), width: 1 },
  font: "12px Inter, sans-serif",
};

function light(hex) {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = channels.map((value) => value ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// A line must be seen: where the pieces are too near to the paper, it takes their land's colour,
// and ink where that is no better.
function seen(...names) {
  const paper = colour("--surface");
  return names.map(colour).find((shade) => shade && contrast(shade, paper) >= ENOUGH) ?? colour("--ink");
}

// What a row changed stays until the next one does.
const stepped = UPlot.paths.stepped({ align: 1 });

// Nothing is pointed at: the legend holds names alone.
const shown = (_plot, value) => value ?? "";

// Where nothing has changed, the axis does not run to a hundred.
const height = (_plot, low, high) => (low === high ? [low, low + 1] : UPlot.rangeNum(low, high, 0.1, true));

function draw(box) {
  const lines = data.charts[box.dataset.chart];
  const options = {
    width: box.clientWidth,
    height: box.dataset.chart === "vp" ? 320 : 200,
    scales: { x: { time: false }, y: { range: height } },
    axes: [
      { ...axis, splits: () => data.rounds.map(([row]) => row), values: () => data.rounds.map(([, round]) => `R${round}`) },
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100] },
    ],
    series: [
      { label: holder.dataset.row, value: shown },
      ...lines.map((line, index) => ({
        label: line.label,
        value: shown,
        stroke: seen(`--pl-${line.colour}`, `--t-${line.colour}`),
        width: 2.5,
        dash: DASHES[index % DASHES.length],
        paths: stepped,
      })),
    ],
  };
  // One row more, so that what the last one brought is seen as a line.
  const rows = data.numbers.concat(data.numbers.slice(-1).map((row) => row + 1));
  const values = lines.map((line) => line.values.concat(line.values.slice(-1)));
  return new UPlot(options, [rows, ...values], box);
}

function drawSources(box, seat) {
  const { marks, players } = data.sources;
  const lines = players[seat];
  const options = {
    width: box.clientWidth,
    height: 320,
    scales: { x: { time: false } },
    axes: [
      { ...axis, splits: () => marks.map((_mark, index) => index), values: () => marks },
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100] },
    ],
    series: [
      { label: holder.dataset.round, value: (_plot, index) => marks[index] ?? "" },
      ...lines.map((line, index) => ({
        label: line.label,
        value: shown,
        stroke: seen(SOURCES[index % SOURCES.length]),
        width: 2.5,
        dash: DASHES[Math.floor(index / 2) % DASHES.length],
      })),
    ],
  };
  return new UPlot(options, [marks.map((_mark, index) => index), ...lines.map((line) => line.values)], box);
}

const charts = [...document.querySelectorAll("[data-chart]")].map((box) => [box, draw(box)]);
const sources = document.querySelector("[data-source-chart]");
const player = document.querySelector("[data-source-player]");
if (sources && player && Object.values(data.sources.players).some((lines) => lines.length)) {
  sources.closest("section").hidden = false;
  const entry = [sources, drawSources(sources, player.value)];
  charts.push(entry);
  player.addEventListener("change", () => {
    entry[1].destroy();
    entry[1] = drawSources(sources, player.value);
  });
}
new ResizeObserver(() => {
  for (const [box, chart] of charts) chart.setSize({ width: box.clientWidth, height: chart.height });
}).observe(holder);
