import { limitTable } from "./cql.js";
import { statement } from "./dialog.js";
import { byId, create, say } from "./dom.js";
import { SHARED, missing, unknown } from "./others.js";
import { Table, bar } from "./table.js";
import { number, percent, span, tableName } from "./words.js";

const STEPS = 200;

/** Requests of the counted seconds above a limit. */
const rejectedAt = (peaks, limit) => peaks.reduce((sum, row) =>
  sum + Math.max(0, row.requests - limit * row.partition_seconds), 0);

const range = (least, most) => least.toFixed(2) === most.toFixed(2) ? most.toFixed(2)
  : `${least.toFixed(2)} to ${most.toFixed(2)}`;

const notYet = row => row?.waits_for ? `No limit is proposed before ${row.waits_for} have been counted: so far`
  + ` ${number(row.partitions)} partitions in ${span(1000 * row.seconds_observed)}.` : "";

const id = row => `${tableName(row)} ${row.kind}`;

/** The part of a limit that its busiest partition gets. */
const use = ({ busiest, limit }) => busiest
  ? Math.min(1, (busiest.per_second - busiest.rejected_per_second) / Math.max(1, limit)) : 0;

/** The limits of tables, with what each of them does, and a way to choose one. */
export class Limits {
  #table = new Table(byId("limits"), "Limits of tables", [
    { title: "Table", text: tableName },
    { title: "Kind", style: "rare", text: row => row.kind },
    { title: "Limit/s", style: "number", text: row => number(row.limit) },
    { title: "Mode", style: "rare", text: row => row.mode },
    { title: "Use", hint: "What the busiest partition gets of its limit",
      create: () => bar(use, row => percent(use(row))) },
    { title: "Admitted/s", style: "number", text: row => number(row.accepted_per_second) },
    { title: "Rejected/s", style: "number", hint: "With mode observe: what would be rejected", text: row =>
      number(row.mode === "observe" ? row.would_reject_per_second : row.rejected_per_second) },
    { title: "Shared/s", style: "number rare", hint: SHARED, text: row => number(row.coalesced_per_second + row.answered_stale_per_second) },
  ], id);
  #note = create("p", { class: "note" });
  #choice = new Choice(byId("choice"));

  constructor() {
    byId("limits").append(this.#note);
  }

  show(frame) {
    this.#table.show(frame.limits);
    say(this.#note, frame.limits.length === 0 ? unknown(frame) || "No table has a limit." : "");
    this.#choice.show(frame);
  }
}

/** What a limit would have rejected, from the counted peaks of partitions. */
class Choice {
  #frame = null;
  #select = create("select", { id: "choice-table" });
  #slider = create("input", { id: "choice-limit", type: "range", min: 0, max: STEPS, value: STEPS / 2 });
  #limit = 1;
  #shown = create("output", { for: "choice-limit" });
  #effect = create("p", { class: "effect" });
  #proposal = create("p");
  #use = create("button", { type: "button" }, "Take it");
  #unchanged = create("p", { class: "note" }, "This is the present limit of the table: move the slider to choose another.");
  #statement = statement();
  #observed = create("p", { class: "note" }, "The table only observes its limits: leave out 'mode' to enforce them.");
  #paste;
  #body;
  #note = create("p", { class: "note" });

  constructor(parent) {
    this.#paste = create("div", {}, this.#statement.element, this.#observed,
      create("p", { class: "note" }, "The statement replaces all rate-limit options of the table: add coalesce_reads, over_limit, and max_staleness if it has them."));
    this.#body = create("div", { class: "choice" },
      create("h3", {}, "Choose a limit"),
      create("div", { class: "fields" },
        create("label", {}, create("span", {}, "Table"), this.#select),
        create("label", { class: "grow", for: "choice-limit" }, create("span", {}, "Limit of each partition: ", this.#shown), this.#slider)),
      this.#effect, create("div", { class: "row" }, this.#proposal, this.#use), this.#unchanged, this.#paste);
    parent.append(this.#body, this.#note);
    this.#select.addEventListener("change", () => this.#restart());
    this.#slider.addEventListener("input", () => {
      this.#limit = Math.max(1, Math.round(this.#most() ** (this.#slider.valueAsNumber / STEPS)));
      this.#update();
    });
  }

  show(frame) {
    this.#frame = frame;
    const peaks = frame.views.peak_rates;
    this.#body.hidden = !peaks || peaks.length === 0;
    say(this.#note, unknown(frame) ? ""
      : missing(frame, "peak_rates", "", "peak rates") || missing(frame, "proposed_limits", "", "proposals"));
    if (this.#body.hidden) {
      return;
    }
    const tables = [...new Set(peaks.map(id))].sort();
    if (tables.join() !== [...this.#select.options].map(option => option.value).join()) {
      const chosen = this.#select.value;
      this.#select.replaceChildren(...tables.map(table => create("option", { value: table }, `${table.split(" ")[1]} of ${table.split(" ")[0]}`)));
      if (tables.includes(chosen)) {
        this.#select.value = chosen;
        this.#update();
      } else {
        this.#restart();
      }
    } else {
      this.#update();
    }
  }

  #peaks() {
    return this.#frame.views.peak_rates.filter(row => id(row) === this.#select.value);
  }

  #evidence() {
    return this.#frame.views.proposed_limits?.find(row => id(row) === this.#select.value);
  }

  #proposed() {
    const row = this.#evidence();
    return row?.proposed_per_second == null ? undefined : row;
  }

  #most() {
    return Math.max(10, ...this.#peaks().map(row => 2 * row.from_per_second), this.#proposed()?.proposed_per_second ?? 0);
  }

  #restart() {
    this.#take(this.#frame.limits.find(row => id(row) === this.#select.value)?.limit
      ?? this.#proposed()?.proposed_per_second ?? 100);
  }

  #take(limit) {
    this.#slider.value = STEPS * Math.log(Math.max(1, limit)) / Math.log(this.#most());
    this.#limit = limit;
    this.#update();
  }

  #update() {
    const limit = this.#limit;
    const peaks = this.#peaks();
    const all = peaks.reduce((sum, row) => sum + row.requests, 0);
    const parts = Math.max(1, this.#frame.nodesUp);
    // Each node counts what it sees: of a partition, that may be all of its requests, or a part of them.
    const least = rejectedAt(peaks, limit);
    const most = rejectedAt(peaks, limit / parts);
    const [table, kind] = this.#select.value.split(" ");
    const [keyspace, name] = [table.slice(0, table.indexOf(".")), table.slice(table.indexOf(".") + 1)];
    const proposed = this.#proposed();
    say(this.#shown, `${number(limit)} ${kind}/s`);
    this.#slider.setAttribute("aria-valuetext", `${number(limit)} ${kind} per second`);
    say(this.#effect, all === 0 ? "No request has been counted yet."
      : most === 0 ? `None of the counted ${kind} would have been rejected.`
      : `${range(100 * least / all, 100 * most / all)}% of the counted ${kind} would have been rejected.`);
    say(this.#proposal, proposed ? `Proposed: ${number(proposed.proposed_per_second)}/s, ten times the rate that`
      + ` 99.9% of ${number(proposed.partitions)} partitions never exceeded (${number(proposed.p999_per_second)}/s),`
      + ` observed for ${span(1000 * proposed.seconds_observed)}.` : notYet(this.#evidence()));
    this.#use.hidden = !proposed;
    this.#use.onclick = () => this.#take(proposed.proposed_per_second);
    const ofTable = this.#frame.limits.filter(row => tableName(row) === table);
    const limits = Object.fromEntries(ofTable.map(row => [row.kind, row.limit]));
    const isUnchanged = limits[kind] === limit;
    this.#unchanged.hidden = !isUnchanged;
    this.#paste.hidden = isUnchanged;
    const isObserved = ofTable.some(row => row.mode === "observe");
    this.#observed.hidden = !isObserved;
    this.#statement.show(limitTable(keyspace, name, { ...limits, [kind]: limit }, isObserved));
  }
}
