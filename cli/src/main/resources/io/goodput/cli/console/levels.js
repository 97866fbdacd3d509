import { byId, hide, say } from "./dom.js";
import { missing } from "./others.js";
import { Table } from "./table.js";
import { number } from "./words.js";

const MOST_ROWS = 50;

/** The service levels of the cluster, if there are some. */
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
