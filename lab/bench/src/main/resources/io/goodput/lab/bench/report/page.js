"use strict";
const report = JSON.parse(document.getElementById("findings").textContent);

/** An element with children, which may be text: nothing in the findings is markup. */
const el = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
};

document.title = report.title;
// Cells carry the name of their column, which narrow screens show next to the value.
const row = (tag, cells) =>
  el("tr", {}, ...cells.map((cell, i) => el(tag, { "data-column": report.header[i] }, cell)));
const figures = report.charts.map(chart =>
  el("figure", {}, el("h2", {}, chart.title), el("div", { role: "img",
    "aria-label": `${chart.y} over ${chart.x}: ${chart.lines.map(line => line.name).join(", ")}` })));
document.body.prepend(
  el("h1", {}, report.title),
  el("p", { class: "headline" }, report.headline),
  ...figures.slice(0, 1),
  el("section", {}, el("h2", {}, "Figures"),
    el("table", {}, el("thead", {}, row("th", report.header)),
      el("tbody", {}, ...report.rows.map(cells => row("td", cells)))),
    ...report.remarks.map(remark => el("p", {}, remark))),
  ...figures.slice(1),
  el("section", {}, el("h2", {}, "Setting"),
    el("dl", {}, ...report.setting.map(({ name, value }) =>
      el("div", {}, el("dt", {}, name), el("dd", {}, value))))));

const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Values that differ by large factors get equal distances for equal factors. */
const isLogarithmic = values => Math.min(...values) > 0 && Math.max(...values) > 50 * Math.min(...values);

/** Vertical lines with a name, behind the data. */
const drawMarks = marks => plot => {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = color("--quiet");
  ctx.font = `${13 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  ctx.setLineDash([4, 4]);
  marks.forEach(({ x, name }, i) => {
    const left = plot.valToPos(x, "x", true);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(name, left + 4, bbox.top + (14 + 15 * (i % 3)) * devicePixelRatio);
  });
  ctx.restore();
};

const draw = (chart, parent) => {
  const known = chart.lines.flatMap(line => line.values).filter(value => value !== null);
  const axis = { stroke: color("--quiet"), grid: { stroke: color("--rule") }, ticks: { show: false },
    font: "14px system-ui, sans-serif", labelFont: "14px system-ui, sans-serif" };
  return new uPlot({
    width: parent.clientWidth,
    height: 320,
    scales: { x: { time: false }, y: isLogarithmic(known) ? { distr: 3 } : { range: (_, low, high) => [0, 1.05 * high || 1] } },
    axes: [{ ...axis, label: chart.x }, { ...axis, label: chart.y, size: 72 }],
    series: [{ label: chart.x }, ...chart.lines.map(({ name }, i) => ({
      label: name, stroke: color(`--line-${(i % 6) + 1}`), width: 2,
      dash: [[], [6, 3], [2, 2], [8, 3, 2, 3]][i % 4],
      points: { show: chart.xs.length <= 20 } }))],
    hooks: { drawAxes: [drawMarks(chart.marks)] },
  }, [chart.xs, ...chart.lines.map(({ values }) => chart.xs.map((_, i) => values[i] ?? null))], parent);
};

let drawn = [];
const drawAll = () => {
  drawn.forEach(chart => chart.destroy());
  drawn = report.charts.map((chart, i) => draw(chart, figures[i].querySelector("div")));
};
drawAll();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
addEventListener("resize", drawAll);
