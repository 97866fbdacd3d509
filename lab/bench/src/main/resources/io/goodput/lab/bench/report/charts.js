"use strict";
const charts = JSON.parse(document.getElementById("charts").textContent);
const canvases = document.querySelectorAll("figure canvas");
const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

// Vertical lines with a name, behind the data.
const marks = {
  id: "marks",
  beforeDatasetsDraw(chart, args, options) {
    const { ctx, chartArea, scales } = chart;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = color("--quiet");
    ctx.font = "13px system-ui, sans-serif";
    ctx.setLineDash([4, 4]);
    for (const mark of options.list) {
      const x = scales.x.getPixelForValue(mark.x);
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.fillText(mark.name, x + 4, chartArea.top + 12);
    }
    ctx.restore();
  },
};

const axis = ({ title, logarithmic }) => ({
  type: logarithmic ? "logarithmic" : "linear",
  beginAtZero: !logarithmic,
  title: { display: true, text: title, color: color("--quiet") },
  grid: { color: color("--rule") },
  ticks: { color: color("--quiet"), maxRotation: 0, autoSkipPadding: 16 },
});

const draw = (canvas, chart) =>
  new Chart(canvas, {
    type: "line",
    data: {
      datasets: chart.lines.map(({ name, points }, i) => ({
        label: name,
        data: points.map(({ x, y }) => ({ x, y: typeof y === "number" ? y : NaN })),
        borderColor: color(`--line-${(i % 6) + 1}`),
        backgroundColor: color(`--line-${(i % 6) + 1}`),
        borderDash: dashes[i % dashes.length],
        borderWidth: 2,
        pointRadius: points.length > 20 ? 0 : 3,
        pointHitRadius: 12,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      font: { size: 14 },
      interaction: { mode: "nearest", axis: "x", intersect: false },
      scales: { x: { ...axis(chart.x), beginAtZero: false }, y: axis(chart.y) },
      plugins: {
        legend: { labels: { color: color("--text"), boxHeight: 0, boxWidth: 24 } },
        marks: { list: chart.marks },
      },
    },
    plugins: [marks],
  });

Chart.defaults.font.size = 14;
Chart.defaults.font.family = "system-ui, sans-serif";
let drawn = [];
const drawAll = () => {
  drawn.forEach(chart => chart.destroy());
  drawn = charts.map((chart, i) => draw(canvases[i], chart));
};
drawAll();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
