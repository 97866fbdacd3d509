import { byId, create, say } from "./dom.js";
import { Trends, spark } from "./spark.js";
import { Table, bar } from "./table.js";
import { keyOf, number, percent, short, tableName } from "./words.js";

const MOST_ROWS = 50;
const MOST_TRENDS = 200;

const id = row => `${tableName(row)} ${row.kind} ${row.token}`;

export const askerText = asker => [
  asker.role && `role ${asker.role}`,
  asker.client_address && `from ${asker.client_address}`,
  asker.application ?? asker.driver,
].filter(part => part).join(" · ");

/** Who asks, by partition. */
export function askersBy(frame) {
  const askers = new Map();
  for (const asker of frame.views.askers ?? []) {
    const key = `${tableName(asker)} ${asker.kind} ${asker.partition_key}`;
    askers.set(key, [...askers.get(key) ?? [], asker]);
  }
  return row => askers.get(`${tableName(row)} ${row.kind} ${row.partition_key}`) ?? [];
}

/** The busiest partitions. */
export class Partitions {
  #trends = new Trends();
  #askersOf = () => [];
  #totals = { reads: 0, writes: 0 };
  #frame = null;
  #table;

  constructor(limit) {
    this.#table = new Table(byId("partitions-table"), "Hot partitions, busiest first", [
      { title: "Partition", style: "key", create: keyCell },
      { title: "Requests/s", style: "number", text: row => number(row.per_second) },
      { title: "Share", style: "rare", hint: "Of all reads, or writes, of the cluster",
        create: () => bar(row => this.#share(row), row => `${percent(this.#share(row))} of ${row.kind}`) },
      { title: "Refused/s", style: "number", text: row => number(row.rejected_per_second) },
      { title: "Shared", style: "number rare", hint: "Reads that got the answer of another read, or an old answer",
        text: row => number(row.coalesced === null ? null : row.coalesced + row.answered_stale) },
      { title: "Last minute", style: "rare", create: () => spark(row => this.#trends.of(id(row))) },
      { title: "Asked by", style: "asker", text: row => this.#asker(row) },
      { title: "", create: () => limitButton(limit) },
    ], id);
    byId("filter").addEventListener("input", () => this.#frame && this.show(this.#frame));
  }

  /** Keeps the figures of a frame, also while none is shown. */
  add(frame) {
    frame.partitions.slice(0, MOST_TRENDS)
      .forEach(row => this.#trends.add(id(row), row.per_second, frame.time));
    this.#trends.forget(frame.time);
  }

  show(frame) {
    this.#frame = frame;
    this.#askersOf = askersBy(frame);
    this.#totals = totals(frame);
    const wanted = byId("filter").value.trim().toLowerCase();
    const found = wanted === "" ? frame.partitions
      : frame.partitions.filter(row => this.#text(row).toLowerCase().includes(wanted));
    this.#table.show(found.slice(0, MOST_ROWS));
    say(byId("partitions-note"), note(frame, found));
  }

  #share(row) {
    return row.per_second / Math.max(1, this.#totals[row.kind], row.per_second);
  }

  #asker(row) {
    const askers = this.#askersOf(row);
    return askers.length === 0 ? "–"
      : askerText(askers[0]) + (askers.length > 1 ? ` and ${askers.length - 1} more` : "");
  }

  #text(row) {
    return `${tableName(row)} ${row.kind} ${keyOf(row)} ${this.#askersOf(row).map(askerText)}`;
  }
}

function totals(frame) {
  const all = { reads: 0, writes: 0 };
  for (const node of frame.nodes) {
    all.reads += node.line.reads?.per_second ?? 0;
    all.writes += node.line.writes?.per_second ?? 0;
  }
  frame.limits.forEach(limit => all[limit.kind] += limit.rejected_per_second);
  return all;
}

function note(frame, found) {
  if (frame.partitions.length === 0) {
    return "No partition is busy.";
  }
  if (found.length === 0) {
    return `None of ${number(frame.partitions.length)} partitions has that text.`;
  }
  const hidden = found.length - MOST_ROWS;
  return [
    hidden > 0 ? `${number(hidden)} less busy partitions are not shown: filter to find them.` : "",
    frame.views.askers ? "" : "No node reports who asks: its plug-in lacks the view goodput.askers.",
  ].join(" ").trim();
}

function keyCell() {
  const key = create("code");
  const table = create("span", { class: "of" });
  return {
    element: create("span", { class: "stack" }, key, table),
    update: row => {
      say(key, short(keyOf(row)));
      say(table, `${row.kind} of ${tableName(row)}`);
    },
  };
}

function limitButton(limit) {
  let current;
  const element = create("button", { type: "button", onclick: () => limit(current) }, "Limit …");
  return {
    element,
    update: row => {
      current = row;
      element.hidden = row.partition_key === null;
      const label = `Limit partition ${short(keyOf(row))} of ${tableName(row)}`;
      if (element.getAttribute("aria-label") !== label) {
        element.setAttribute("aria-label", label);
      }
    },
  };
}
