import { limitPartition, removeOverride } from "./cql.js";
import { byId, create, say } from "./dom.js";
import { clientText, keyOf, number, short, sizeOf, tableName } from "./words.js";

const dialog = byId("dialog");

/** Two digits, as people choose numbers. */
function rounded(value) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.max(1, Math.round(value / unit) * unit);
}

/** Shows a statement to paste, with a button that copies it. */
export function statement() {
  const code = create("code");
  const done = create("span", { role: "status" });
  const copy = create("button", { type: "button", onclick: async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      say(done, "Copied.");
    } catch {
      // Browsers keep the clipboard from pages without TLS.
      getSelection().selectAllChildren(code);
      say(done, document.execCommand("copy") ? "Copied." : "Selected: copy it yourself.");
    }
  } }, "Copy");
  return {
    copy,
    element: create("div", { class: "statement" },
      create("pre", { tabindex: "0", role: "region", "aria-label": "Statement for cqlsh" }, code), copy, done),
    show: text => {
      if (code.textContent !== text) {
        say(code, text);
        say(done, "");
      }
    },
  };
}

/** A field for a whole number, and what is wrong with it. */
function field(label, value, least, most) {
  const problem = create("span", { role: "alert", class: "problem" });
  const input = create("input", { type: "number", min: least, max: most, step: 1, value, required: true });
  return {
    input,
    element: create("label", {}, create("span", {}, label), input, problem),
    value: () => input.valueAsNumber,
    check: () => {
      const valid = input.checkValidity();
      input.setAttribute("aria-invalid", String(!valid));
      say(problem, valid ? "" : `Write a whole number from ${number(least)} to ${number(most)}.`);
      return valid;
    },
  };
}

/** Sends a change to the console, and says what came of it. */
async function change(name, body, outcome) {
  say(outcome, "Running …");
  try {
    const answer = await fetch(name, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    say(outcome, await answer.text());
  } catch {
    say(outcome, "The console does not answer.");
  }
}

function open(title, allowChanges, run, ...content) {
  const outcome = create("p", { role: "status" });
  const button = create("button", { type: "button", class: "primary", onclick: () => run(outcome) }, "Run it");
  dialog.replaceChildren(
    create("h2", { id: "dialog-title" }, title), ...content.filter(part => part !== null),
    create("div", { class: "buttons" },
      allowChanges ? button : null,
      create("button", { type: "button", onclick: () => dialog.close() }, "Close")),
    ...allowChanges ? [outcome] : [create("p", { class: "note" },
      "This console is read-only. With --allow-changes, it runs the statement for you.")]);
  dialog.showModal();
  return button;
}

/** Helps to limit a partition for a while. */
export function askToLimit(row, allowChanges) {
  const rate = field(`${row.kind} per second, at most`, rounded(row.per_second / 10), 0, 1e9);
  const minutes = field("for minutes", 10, 1, 1440);
  const shown = statement();
  const wanted = () => ({
    keyspace_name: row.keyspace, table_name: row.table, partition_key: row.partition_key, kind: row.kind,
    per_second: rate.value(), seconds: 60 * minutes.value(),
  });
  const runIt = open("Limit this partition", allowChanges, outcome => change("limit", wanted(), outcome),
    create("p", {}, `${tableName(row)}, ${number(row.per_second)} ${row.kind} per second. Its key`,
      sizeOf(keyOf(row)), ":"),
    create("pre", { class: "whole-key", tabindex: "0", role: "region", "aria-label": "Partition key" }, keyOf(row)),
    row.clients.length === 0 ? null : create("h3", {}, "Clients"),
    row.clients.length === 0 ? null : create("ul", { class: "clients" }, ...row.clients.slice(0, 10).map(client =>
      create("li", {}, `${clientText(client)}: ${number(client.per_second)}/s`,
        client.statement ? create("code", {}, short(client.statement, 300)) : null))),
    create("div", { class: "fields" }, rate.element, minutes.element),
    create("p", {}, "Paste this into cqlsh. A rate of 0 denies the partition."),
    shown.element);
  const update = () => {
    const valid = [rate, minutes].map(it => it.check()).every(it => it);
    shown.show(valid ? limitPartition(wanted()) : "");
    [shown.copy, runIt].forEach(button => button.disabled = !valid);
  };
  [rate, minutes].forEach(it => it.input.addEventListener("input", update));
  update();
}

/** Helps to remove an override before it expires. */
export function askToRemove(row, allowChanges) {
  const shown = statement();
  shown.show(removeOverride(row));
  open("Remove this override", allowChanges,
    outcome => change("remove", {
      keyspace_name: row.keyspace_name, table_name: row.table_name, partition_key: row.partition_key,
    }, outcome),
    create("p", {}, "Paste this into cqlsh:"), shown.element);
}
