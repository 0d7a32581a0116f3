// Plots of ratings and statistics, drawn by uPlot; the table under each says the same.
const boxes = [...document.querySelectorAll("[data-plot]")];
const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();
const LABELS = 130;
const language = document.documentElement.lang;
const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "numeric", year: "numeric" });
const month = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const at = (seconds) => new Date(seconds * 1000);

function axis() {
  return {
    stroke: colour("--ink-2"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
    font: "12px Inter, sans-serif",
  };
}

// Whiskers from low to high at each dot, and a level or diagonal to compare with.
function whiskers(data) {
  return (u) => {
    const { ctx } = u;
    const y = (value) => u.valToPos(value, "y", true);
    ctx.save();
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.strokeStyle = colour("--accent");
    u.data[0].forEach((at, index) => {
      const x = u.valToPos(at, "x", true);
      ctx.beginPath();
      ctx.moveTo(x, y(data.low[index]));
      ctx.lineTo(x, y(data.high[index]));
      ctx.stroke();
    });
    ctx.strokeStyle = colour("--ink-3");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    if (data.kind === "calibration") {
      ctx.moveTo(u.valToPos(50, "x", true), y(50));
      ctx.lineTo(u.valToPos(100, "x", true), y(100));
    } else if (data.even !== null && data.even !== undefined) {
      ctx.moveTo(u.bbox.left, y(data.even));
      ctx.lineTo(u.bbox.left + u.bbox.width, y(data.even));
    }
    ctx.stroke();
    ctx.restore();
  };
}

function dots(label, unit) {
  return {
    label,
    stroke: colour("--accent"),
    fill: colour("--accent"),
    paths: () => null,
    points: { show: true, size: 9, fill: colour("--accent") },
    value: (_u, value) => (value === null ? "–" : `${figures.format(value)}${unit}`),
  };
}

function range(data, least, most) {
  const low = Math.min(...data.low, data.even ?? Infinity);
  const high = Math.max(...data.high, data.even ?? -Infinity);
  const room = Math.max(1, (high - low) * 0.06);
  return [Math.max(least, low - room), Math.min(most, high + room)];
}

const KINDS = {
  intervals(data) {
    const names = data.names;
    const unit = data.unit ? ` ${data.unit}` : "";
    const shares = data.unit === "%";
    return {
      height: 220 + LABELS,
      scales: {
        x: { time: false, range: [-0.6, names.length - 0.4] },
        y: { range: () => range(data, shares ? 0 : -Infinity, shares ? 100 : Infinity) },
      },
      axes: [
        {
          ...axis(),
          grid: { show: false },
          rotate: -90,
          size: LABELS,
          splits: () => names.map((_name, index) => index),
          values: () => names.map((name) => (name.length > 20 ? `${name.slice(0, 19)}…` : name)),
        },
        { ...axis(), size: 50, values: (_u, splits) => splits.map((value) => `${figures.format(value)}${unit}`) },
      ],
      series: [{ label: data.x, value: (_u, value) => names[value] ?? "" }, dots(data.series, unit)],
      hooks: { draw: [whiskers(data)] },
      columns: [names.map((_name, index) => index), data.values],
    };
  },
  calibration(data) {
    return {
      height: 320,
      scales: { x: { time: false, range: [48, 102] }, y: { range: [0, 100] } },
      axes: [
        { ...axis(), incrs: [10], values: (_u, splits) => splits.map((value) => `${value} %`) },
        { ...axis(), values: (_u, splits) => splits.map((value) => `${value} %`) },
      ],
      series: [{ label: data.x, value: (_u, value) => (value === null ? "–" : `${Math.round(value)} %`) }, dots(data.series, " %")],
      hooks: { draw: [whiskers(data)] },
      columns: [data.at, data.values],
    };
  },
  history(data) {
    const edge = { stroke: "transparent", points: { show: false } };
    return {
      height: 300,
      scales: { x: { time: true } },
      axes: [
        { ...axis(), space: 70, values: (_u, splits) => splits.map((value) => month.format(at(value))) },
        { ...axis(), size: 56, values: (_u, splits) => splits.map((value) => figures.format(value)) },
      ],
      bands: [{ series: [2, 1], fill: colour("--accent-soft") }],
      series: [
        { label: data.x, value: (_u, value) => (value === null ? "–" : day.format(at(value))) },
        { ...edge, label: data.names[0] },
        { ...edge, label: data.names[1] },
        { label: data.series, stroke: colour("--accent"), width: 2.5, points: { show: data.at.length < 60, size: 7 } },
      ],
      columns: [data.at, data.low, data.high, data.values],
    };
  },
};

const drawn = [];
for (const box of boxes) {
  const { default: UPlot } = await import(box.dataset.library);
  const data = JSON.parse(document.getElementById(box.dataset.plot).textContent);
  const { columns, ...options } = KINDS[data.kind](data);
  drawn.push([box, new UPlot({ ...options, width: box.clientWidth }, columns, box)]);
}
new ResizeObserver(() => {
  for (const [box, plot] of drawn) {
    if (box.clientWidth !== plot.width) plot.setSize({ width: box.clientWidth, height: plot.height });
  }
}).observe(document.querySelector("main"));
