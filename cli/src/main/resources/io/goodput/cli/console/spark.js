const SECONDS = 60;
const WIDTH = 90;
const HEIGHT = 24;
const SVG = "http://www.w3.org/2000/svg";

/** The last minute of each partition near the top. */
export class Trends {
  #trends = new Map();

  add(key, value, time) {
    const trend = this.#trends.get(key) ?? { values: [], time };
    trend.values.push(value);
    if (trend.values.length > SECONDS) {
      trend.values.shift();
    }
    trend.time = time;
    this.#trends.set(key, trend);
  }

  /** Forgets those without a value for a minute. */
  forget(time) {
    for (const [key, trend] of this.#trends) {
      if (time - trend.time > 1000 * SECONDS) {
        this.#trends.delete(key);
      }
    }
  }

  of(key) {
    return this.#trends.get(key)?.values ?? [];
  }
}

/** A line without axes. The table has the figures. */
export function spark(valuesOf) {
  const element = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "polyline");
  element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  element.setAttribute("class", "spark");
  element.setAttribute("aria-hidden", "true");
  element.append(line);
  return {
    element,
    update: item => {
      const values = valuesOf(item);
      const most = Math.max(1, ...values);
      const step = WIDTH / (SECONDS - 1);
      const first = WIDTH - step * (values.length - 1);
      line.setAttribute("points", values.map((value, index) =>
        `${(first + index * step).toFixed(1)},${(HEIGHT - 2 - (HEIGHT - 4) * value / most).toFixed(1)}`).join(" "));
    },
  };
}
