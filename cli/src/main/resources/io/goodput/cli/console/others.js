import { byId, create, hide, say } from "./dom.js";
import { Table } from "./table.js";
import { clock, moment, number, short, span, tableName } from "./words.js";

const MOST_ROWS = 50;

/** What the columns of shared reads show. */
export const SHARED = "Reads that got the answer of another read, or an old answer, in all";

/** What to say about the cluster while none of its nodes tells anything; otherwise empty. */
export const unknown = frame => frame.nodesUp === 0 ? "Unknown: no node with the plug-in answers." : "";

/** Says that a view is missing, on some nodes or on all. */
export function missing(frame, view, otherwise, what = "this") {
  if (unknown(frame)) {
    return unknown(frame);
  }
  if (!frame.views[view] && !frame.lacking[view]) {
    // Not known yet: the next complete sample tells.
    return "";
  }
  if (!frame.views[view]) {
    return `No node reports ${what}: its plug-in lacks the view goodput.${view}, or the console's user may not read it.`;
  }
  const lacking = frame.lacking[view] ?? [];
  return lacking.length === 0 ? otherwise
    : `${otherwise} No figures from ${lacking.slice(0, 5).join(", ")}${lacking.length > 5 ? " and others" : ""}: the view goodput.${view} is missing there.`.trim();
}

/** Overrides in force. */
export class Overrides {
  #now = 0;
  #table;

  constructor(remove) {
    this.#table = new Table(byId("overrides"), "Overrides in force", [
      { title: "Partition", style: "key", text: row => short(row.partition_key) },
      { title: "Table", text: tableName },
      { title: "Reads/s", style: "number", text: row => number(row.max_reads_per_second) },
      { title: "Writes/s", style: "number", text: row => number(row.max_writes_per_second) },
      { title: "Effect", text: row => row.enforced === false ? "none: only observes" : "rejects" },
      { title: "Ends in", style: "number", text: row => span(row.expires_at - this.#now) },
      { title: "Set by", style: "rare", text: row => row.set_by ?? "–" },
      { title: "Action", create: () => removeButton(remove) },
    ], row => `${tableName(row)} ${row.partition_key}`);
  }

  show(frame) {
    this.#now = frame.time;
    const rows = frame.views.overrides ?? [];
    this.#table.show(rows.slice(0, MOST_ROWS));
    say(byId("overrides-note"), missing(frame, "overrides", rows.length === 0 ? "No override is in force."
      : rows.length > MOST_ROWS ? `${rows.length - MOST_ROWS} more are not shown.` : ""));
  }
}

function removeButton(remove) {
  let current;
  const element = create("button", { type: "button", onclick: () => remove(current) }, "Remove …");
  return {
    element,
    update: row => {
      current = row;
      element.setAttribute("aria-label", `Remove the override of ${short(row.partition_key)}`);
    },
  };
}

/** Roles and partitions above their fair shares. */
export class Classes {
  #table = new Table(byId("classes"), "Roles and partitions above their fair shares", [
    { title: "Role", text: row => row.tenant ?? "–" },
    { title: "Partition", style: "key", text: row => row.partition_key ? short(row.partition_key) : "all" },
    { title: "Table", style: "rare", text: row => row.table_name ? `${row.kind} of ${tableName(row)}` : "–" },
    { title: "Node", style: "rare", text: row => row.node },
    { title: "In flight", style: "number", text: row => number(row.in_flight) },
    { title: "Share", style: "number", text: row => number(row.share) },
    { title: "Refused/s", style: "number", text: row => number(row.refused_per_second) },
  ], row => `${row.node} ${row.rank}`);

  show(frame) {
    const rows = [...frame.views.fair_share_classes ?? []]
      .sort((one, other) => other.refused_per_second - one.refused_per_second);
    this.#table.show(rows.slice(0, MOST_ROWS));
    const note = missing(frame, "fair_share_classes", "");
    hide("classes", rows.length === 0 && note === "");
    say(byId("classes-note"), note);
  }
}

/** What has happened, the newest first. */
export class Events {
  #shown = "";

  show(frame) {
    const events = frame.views.events ?? [];
    say(byId("events-note"), missing(frame, "events", events.length === 0 ? "Nothing has happened." : ""));
    // Events of the day before get their date at midnight.
    const key = new Date().toDateString() + JSON.stringify(events);
    if (key !== this.#shown) {
      this.#shown = key;
      byId("events").replaceChildren(...events.map(line));
    }
  }
}

/** With the times of overrides as people read them. */
const local = message =>
  message.replace(/\buntil (\d{4}-\d\d-\d\dT[\d:.]+Z)/g, (all, time) => `until ${moment(Date.parse(time))}`);

const line = event => create("li", {},
  create("time", { datetime: new Date(event.at).toISOString() }, moment(event.at)),
  create("span", { class: "kind", "data-severity": event.severity }, event.kind.replaceAll("_", " ")),
  create("span", { class: "message" }, local(short(event.message ?? "", 300))),
  create("span", { class: "of" }, event.nodes.length === 1 ? event.nodes[0] : `${event.nodes.length} nodes`));
