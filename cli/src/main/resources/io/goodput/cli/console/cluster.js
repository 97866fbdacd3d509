import { byId, create, say } from "./dom.js";
import { Table } from "./table.js";
import { number, percent } from "./words.js";

const FIGURES = [
  ["in time", "requests/s", frame => frame.totals?.served],
  ["late or failed", "requests/s", frame => frame.totals?.late],
  ["refused", "requests/s", frame => frame.totals?.refused],
  ["p50", "ms", frame => frame.totals?.p50_ms],
  ["p99", "ms", frame => frame.totals?.p99_ms],
  ["nodes", "", frame => `${frame.nodesUp}/${frame.nodesAll}`],
];

const sum = node => node.line.reads && node.line.writes
  ? node.line.reads.per_second + node.line.writes.per_second + node.shared_per_second : null;

const worst = (node, figure) => node.line.reads && node.line.writes
  ? Math.max(...[node.line.reads, node.line.writes]
    .map(operations => operations.per_second > 0 ? operations[figure] : 0)) : null;

const isUp = node => node.line.state === "up";

const refused = node => node.rejected_per_second + node.dropped_per_second
  + (node.line.fair_shares?.refused_per_second ?? 0);

function state(node) {
  if (!isUp(node)) {
    return node.line.state;
  }
  const words = [
    node.line.fair_shares && node.line.fair_shares.room !== null ? "overloaded" : null,
    node.is_standing ? "queue stands" : null,
    node.line.warmed !== null && node.line.warmed < 1 ? `warming, ${percent(node.line.warmed)}` : null,
  ].filter(word => word !== null);
  return words.length === 0 ? "up" : words.join(", ");
}

const COLUMNS = [
  { title: "Node", text: node => node.line.address },
  { title: "State", text: state },
  { title: "Requests/s", style: "number", text: node => number(sum(node)) },
  { title: "Late or failed/s", style: "number rare",
    hint: "Dropped after a long wait, timed out, found too few replicas, or failed on replicas",
    text: node => number(isUp(node) ? node.late_per_second + node.failed_per_second : null) },
  { title: "Refused/s", style: "number",
    hint: "Over limits, above fair shares, or because the queue stands: what the node itself refuses",
    text: node => number(isUp(node) ? refused(node) : null) },
  { title: "p50 ms", style: "number rare", text: node => number(worst(node, "p50_ms")) },
  { title: "p99 ms", style: "number", text: node => number(worst(node, "p99_ms")) },
  { title: "In flight", style: "number rare", text: node => number(node.line.fair_shares?.in_flight) },
  { title: "Room", style: "number rare", hint: "Requests that it may have in flight while it is overloaded; – without fair_shares",
    text: node => node.line.fair_shares?.room === null ? "all" : number(node.line.fair_shares?.room) },
  { title: "Plug-in", style: "rare", text: node => node.goodput ?? "–" },
  { title: "Cassandra", style: "rare", text: node => node.cassandra ?? "–" },
];

/** The nodes, and the cluster in a few figures. */
export class Cluster {
  #table = new Table(byId("nodes"), "Nodes of the cluster", COLUMNS, node => node.line.address);
  #figures = FIGURES.map(([name, unit, valueOf]) => {
    const value = create("dd");
    byId("figures").append(create("dl", {}, create("dt", {}, name), value,
      create("dd", { class: "unit" }, unit)));
    return frame => {
      const figure = valueOf(frame);
      say(value, typeof figure === "string" ? figure : number(figure));
    };
  });

  show(frame) {
    this.#figures.forEach(show => show(frame));
    this.#table.show(frame.nodes);
    say(byId("nodes-note"), frame.nodesAll > frame.nodes.length
      ? `${frame.nodesAll - frame.nodes.length} more nodes are not shown.` : "");
  }
}
