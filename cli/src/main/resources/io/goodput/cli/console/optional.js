// Panels that are there only if there is something to show.
import { byId, hide, say } from "./dom.js";
import { missing } from "./others.js";
import { bar, Table } from "./table.js";
import { number, short } from "./words.js";

const MOST_ROWS = 50;

/** The service levels of the cluster. */
export class Levels {
  #table = new Table(byId("levels"), "What each service level gets", [
    { title: "Service level", text: row => row.service_level },
    { title: "Shares", style: "number", text: row => number(row.shares) },
    { title: "Timeout", style: "number rare", text: row => row.timeout_ms === null ? "–" : `${number(row.timeout_ms)} ms` },
    { title: "Workload", style: "rare", text: row => row.workload_type },
    { title: "Roles", style: "number", hint: "Roles that have the level", text: row => number(row.roles) },
    { title: "Refused/s", style: "number", text: row => number(row.refused_per_second) },
  ], row => row.service_level);

  show(frame) {
    const rows = frame.views.service_levels ?? [];
    hide("levels", rows.length === 0);
    this.#table.show(rows.slice(0, MOST_ROWS));
    say(byId("levels-note"), missing(frame, "service_levels",
      rows.length > MOST_ROWS ? `${rows.length - MOST_ROWS} more are not shown.` : ""));
  }
}

/** The emptiest token buckets of a database. */
export class Buckets {
  #table = new Table(byId("buckets"), "Token buckets, the emptiest first", [
    { title: "Bucket", style: "key", text: row => short(row.id) },
    { title: "Limits", text: row => row.limits },
    { title: "Tokens left", create: () => bar(row => Math.max(0, row.tokens / row.burst),
      row => `${number(row.tokens)} of ${number(row.burst)}`) },
  ], row => row.id);

  show(frame) {
    hide("buckets", !frame.buckets);
    if (frame.buckets) {
      const { buckets, problem } = frame.buckets;
      this.#table.show(buckets);
      say(byId("buckets-note"), problem ?? (buckets.length === 0 ? "All buckets are full." : ""));
    }
  }
}
