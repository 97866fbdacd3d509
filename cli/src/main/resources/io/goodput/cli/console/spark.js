const SECONDS = 60;
const WIDTH = 90;
const HEIGHT = 24;
const SVG = "http://www.w3.org/2000/svg";

/** A line without axes. The table has the figures. */
export function spark() {
  const element = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "polyline");
  element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  element.setAttribute("class", "spark");
  element.setAttribute("aria-hidden", "true");
  element.append(line);
  return {
    element,
    update: item => {
      const values = item.trend;
      const most = Math.max(1, ...values);
      const step = WIDTH / (SECONDS - 1);
      const first = WIDTH - step * (values.length - 1);
      line.setAttribute("points", values.map((value, index) =>
        `${(first + index * step).toFixed(1)},${(HEIGHT - 2 - (HEIGHT - 4) * value / most).toFixed(1)}`).join(" "));
    },
  };
}
