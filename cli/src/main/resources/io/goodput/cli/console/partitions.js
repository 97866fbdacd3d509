import { byId, create, say } from "./dom.js";
import { SHARED, missing, unknown } from "./others.js";
import { spark } from "./spark.js";
import { Table, bar } from "./table.js";
import { bytes, clientText, keyOf, number, percent, short, tableName } from "./words.js";

/** The busiest partitions. */
export class Partitions {
  #table;

  constructor(limit, filter) {
    this.#table = new Table(byId("partitions-table"), "Hot partitions, busiest first", [
      { title: "Partition", style: "key", create: keyCell },
      { title: "Requests/s", style: "number", text: row => number(row.per_second) },
      { title: "Share", hint: "Of all reads, or writes, of the cluster; – while the rate changes",
        create: () => bar(row => row.share ?? 0, shareText) },
      { title: "Rejected/s", style: "number", text: row => number(row.rejected_per_second) },
      { title: "Bytes/s", style: "number rare", hint: "Of the values that clients read or write",
        text: row => bytes(row.bytes_per_second) },
      { title: "In flight", style: "number rare", hint: "Requests, on average over the last seconds",
        text: row => number(row.in_flight) },
      { title: "Shared", style: "number rare", hint: SHARED,
        text: row => number(row.coalesced === null ? null : row.coalesced + row.answered_stale) },
      { title: "Last minute", style: "rare", create: spark },
      { title: "Client", style: "client", text: client },
      { title: "Action", create: () => limitButton(limit) },
    ], row => row.id);
    byId("filter").addEventListener("input", () => filter(byId("filter").value.trim().toLowerCase()));
  }

  show(frame) {
    this.#table.show(frame.partitions);
    say(byId("partitions-note"), note(frame));
  }
}

const shareText = row => row.share === null ? "–" : `${percent(row.share)} of ${row.kind}`;

/** What a phone has no columns for. */
const figures = row => [
  row.share === null ? "" : shareText(row),
  row.rejected_per_second === 0 ? "" : `${number(row.rejected_per_second)} rejected/s`,
].filter(text => text).join(", ");

function client(row) {
  return row.clients.length === 0 ? "–"
    : clientText(row.clients[0]) + (row.clients.length > 1 ? ` and ${row.clients.length - 1} more` : "");
}

function note(frame) {
  if (frame.partitionsAll === 0) {
    return unknown(frame) || "No partition is busy.";
  }
  if (frame.partitionsFound === 0) {
    return `None of ${number(frame.partitionsAll)} partitions has that text.`;
  }
  const hidden = frame.partitionsFound - frame.partitions.length;
  return [
    hidden > 0 ? `${number(hidden)} quieter partitions are not shown: filter to find them.` : "",
    missing(frame, "top_clients", "", "clients"),
  ].join(" ").trim();
}

function keyCell() {
  const key = create("code");
  const table = create("span", { class: "of" });
  const override = create("span", { class: "of override" });
  const onPhone = create("span", { class: "of narrow" });
  const askedBy = create("span", { class: "of narrow" });
  return {
    element: create("span", { class: "stack" }, key, table, override, onPhone, askedBy),
    update: row => {
      say(key, short(keyOf(row)));
      say(table, `${row.kind} of ${tableName(row)}`);
      say(override, row.override === null ? "" : `Override: ${number(row.override)}/s`);
      say(onPhone, figures(row));
      say(askedBy, row.clients.length === 0 ? "" : client(row));
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
