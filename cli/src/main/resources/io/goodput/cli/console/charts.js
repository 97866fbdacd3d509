import { byId, say } from "./dom.js";
import { number } from "./words.js";

// The library fails in a browser without a usual language. The page does not need it.
const uPlot = await import("./uplot.js").then(module => module.default, () => null);

const WINDOW_SECONDS = 900;
const HEIGHT = 190;

// Indexes into a point of the feed: time, served, late, refused, p50, p99.
const CHARTS = [
  { id: "requests", lines: [["in time", 1, "--good"], ["late or failed", 2, "--warn"], ["refused", 3, "--bad"]] },
  { id: "latency", lines: [["p50", 4, "--good"], ["p99", 5, "--accent"]] },
];

/** How far keys move the cursor, in points. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -60, PageDown: 60, Home: -Infinity, End: Infinity };

/** Charts of the last fifteen minutes. The mouse, or keys, show the figures of a time. */
export class Charts {
  #points = [];
  /** The points that the charts show; they stay while the page is paused. */
  #drawn = [];
  #charts = [];

  constructor() {
    for (const { id } of CHARTS) {
      const parent = byId(id);
      parent.addEventListener("focus", () => parent.matches(":focus-visible") && this.#move(id, Infinity));
      parent.addEventListener("blur", () => this.#plotOf(id)?.setCursor({ left: -10, top: -10 }, true, true));
      parent.addEventListener("keydown", event => {
        if (event.key in STEPS && !event.altKey && !event.ctrlKey && !event.metaKey) {
          event.preventDefault();
          this.#move(id, STEPS[event.key]);
        }
      });
      this.#tell(id);
    }
  }

  #plotOf(id) {
    return this.#charts.find(chart => chart.id === id)?.plot;
  }

  /** Moves the cursor by this many points, from where it is or from the last one. */
  #move(id, step) {
    const plot = this.#plotOf(id);
    if (!plot || this.#drawn.length === 0) {
      return;
    }
    const last = plot.data[0].length - 1;
    const index = Math.max(0, Math.min(last, (plot.cursor.idx ?? last) + step));
    plot.setCursor({ left: plot.valToPos(plot.data[0][index], "x"), top: 1 }, true, true);
    this.#tell(id, index);
  }

  /** Tells screen readers the figures at a point, or those of now. */
  #tell(id, index = this.#drawn.length - 1) {
    const point = this.#drawn[index];
    const figures = point ? CHARTS.find(chart => chart.id === id).lines
      .map(([label, line]) => `${label} ${number(point[line])}`).join(", ") : "no figures";
    const attributes = { valuemin: 0, valuemax: Math.max(0, this.#drawn.length - 1), valuenow: Math.max(0, index),
      valuetext: `${index === this.#drawn.length - 1 ? "Now" : clock(point[0], true)}: ${figures}` };
    Object.entries(attributes).forEach(([name, value]) => byId(id).setAttribute(`aria-${name}`, value));
  }

  /** Replaces all points, after a connection. */
  restart(points) {
    this.#points = [];
    points.forEach(point => this.add(point));
  }

  add(point) {
    const last = this.#points.at(-1);
    // A line must not lead across a time of which nothing is known.
    if (last && point[0] - last[0] > 5) {
      this.#points.push([last[0] + 1, null, null, null, null, null]);
    }
    if (last && point[0] <= last[0]) {
      return;
    }
    this.#points.push(point);
    while (this.#points[0][0] < point[0] - WINDOW_SECONDS) {
      this.#points.shift();
    }
  }

  /** Builds the charts anew, in the colors of the theme, with the points that they show. */
  build() {
    if (!uPlot) {
      CHARTS.forEach(chart => say(byId(chart.id), "This browser cannot draw the chart."));
      return;
    }
    this.#charts.forEach(chart => chart.plot.destroy());
    const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const axis = { stroke: color("--soft"), grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } };
    this.#charts = CHARTS.map(chart => {
      const parent = byId(chart.id);
      const plot = new uPlot({
        width: Math.max(200, parent.clientWidth),
        height: HEIGHT,
        cursor: { sync: { key: "console" } },
        scales: { y: { range: (self, low, high) => [0, Math.max(1, high * 1.05)] } },
        axes: [{ ...axis, values: (self, times) => times.map(time => clock(time)) },
          { ...axis, size: 48, values: (self, values) => values.map(number) }],
        series: [{ value: (self, time) => time === null ? "–" : clock(time, true) },
          ...chart.lines.map(([label, , stroke]) => ({
            label, stroke: color(stroke), width: 2, points: { show: false },
            value: (self, value) => number(value),
          }))],
      }, this.#dataOf(chart), parent);
      return { ...chart, plot, parent };
    });
    this.#show();
  }

  /** Shows all points so far. */
  draw() {
    this.#drawn = [...this.#points];
    this.#show();
  }

  #show() {
    const last = this.#drawn.at(-1);
    for (const chart of this.#charts) {
      chart.plot.setData(this.#dataOf(chart), false);
      if (last) {
        chart.plot.setScale("x", { min: last[0] - WINDOW_SECONDS, max: last[0] });
        // A screen reader would read each second to whoever is there.
        if (document.activeElement !== chart.parent) {
          this.#tell(chart.id);
        }
      }
    }
  }

  /** Fits the charts to their places. */
  resize() {
    this.#charts.forEach(chart =>
      chart.plot.setSize({ width: Math.max(200, chart.parent.clientWidth), height: HEIGHT }));
  }

  #dataOf(chart) {
    return [0, ...chart.lines.map(([, index]) => index)].map(index => this.#drawn.map(point => point[index]));
  }
}

const clock = (seconds, withSeconds = false) =>
  new Date(seconds * 1000).toLocaleTimeString("en-GB").slice(0, withSeconds ? 8 : 5);
