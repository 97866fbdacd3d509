import { limitPartition, removeOverride } from "./cql.js";
import { byId, create, focus, say } from "./dom.js";
import { clientDetail, keyOf, number, short, sizeOf, tableName } from "./words.js";

const dialog = byId("dialog");

const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/;

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
        // A terminal would obey them when the statement is pasted.
        copy.hidden = CONTROLS.test(text);
        say(done, copy.hidden ? "The key has control characters: do not paste this into a terminal." : "");
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

/** Sends a change to the console, says what came of it, and returns whether it is done. */
async function change(name, body, outcome) {
  say(outcome, "Running …");
  try {
    const answer = await fetch(name, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    say(outcome, await answer.text());
    return answer.ok;
  } catch {
    say(outcome, "The console does not answer.");
    return false;
  }
}

/**
 * Opens the dialog, and returns its button that runs the change.
 *
 * @param run makes the change, says so in an element, and returns whether it is done
 * @param about what stays when it is done
 * @param form what does not
 */
function open(title, allowChanges, run, about, form) {
  const outcome = create("p", { role: "status" });
  const close = create("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const runIt = create("button", { type: "button", class: "primary", onclick: async () => {
    runIt.disabled = true;
    const isDone = await run(outcome);
    runIt.disabled = false;
    runIt.hidden = isDone;
    form.hidden = isDone;
    (isDone ? close : runIt).focus();
  } }, "Run it");
  dialog.replaceChildren(create("h2", { id: "dialog-title" }, title), about, form,
    ...allowChanges ? [outcome, create("div", { class: "buttons" }, runIt, close)]
      : [create("div", { class: "buttons" }, close), create("p", { class: "note" },
        "This console is read-only. With --allow-changes, it runs the statement for you.")]);
  const opener = document.activeElement;
  const section = opener.closest("section");
  // The browser gives the focus back, unless the change has removed the button.
  dialog.addEventListener("close", () => opener.checkVisibility() || focus(opener, section), { once: true });
  dialog.showModal();
  return runIt;
}

/** How to run a statement about a key, at a node that answers. */
function paste(key, allowChanges, node) {
  if (CONTROLS.test(key)) {
    return allowChanges ? "Run it here." : "With --allow-changes, the console runs it for you.";
  }
  const address = node?.line.address ?? "";
  const port = address.lastIndexOf(":");
  const cqlsh = port < 0 ? "cqlsh" : `cqlsh ${address.slice(0, port)} ${address.slice(port + 1)}`;
  return allowChanges ? `Run it here, or paste this into ${cqlsh}.` : `Paste this into ${cqlsh}.`;
}

/** The whole key of a partition. */
const wholeKey = key => create("pre",
  { class: "whole-key", tabindex: "0", role: "region", "aria-label": "Partition key" }, key);

/** Helps to limit a partition for a while. */
export function askToLimit(row, allowChanges, node) {
  const proposed = rounded(row.per_second / 10);
  const rate = field(`${row.kind} per second, at most`, proposed, 0, 1e9);
  const minutes = field("for minutes", 10, 1, 1440);
  const shown = statement();
  const wanted = () => ({
    keyspace_name: row.keyspace, table_name: row.table, partition_key: row.partition_key, kind: row.kind,
    per_second: rate.value(), seconds: 60 * minutes.value(),
  });
  const runIt = open("Limit this partition", allowChanges, outcome => change("limit", wanted(), outcome),
    create("div", {},
      create("p", {}, `${tableName(row)}, ${number(row.per_second)} ${row.kind} per second. Its key`,
        sizeOf(keyOf(row)), ":"),
      wholeKey(keyOf(row))),
    create("div", {},
      row.clients.length === 0 ? null : create("h3", {}, "Clients"),
      row.clients.length === 0 ? null : create("ul", { class: "clients" }, ...row.clients.slice(0, 10).map(client =>
        create("li", {}, `${clientDetail(client)}: ${number(client.per_second)}/s`,
          client.statement ? create("code", {}, short(client.statement, 300)) : null))),
      create("div", { class: "fields" }, rate.element, minutes.element),
      create("p", {}, row.per_second < 10 ? "" : `${proposed} is about a tenth of its present rate. `,
        `A rate of 0 denies the partition. ${paste(row.partition_key, allowChanges, node)}`),
      shown.element));
  const update = () => {
    const valid = [rate, minutes].map(it => it.check()).every(it => it);
    shown.show(valid ? limitPartition(wanted()) : "");
    [shown.copy, runIt].forEach(button => button.disabled = !valid);
  };
  [rate, minutes].forEach(it => it.input.addEventListener("input", update));
  update();
}

/** Helps to remove an override before it expires. */
export function askToRemove(row, allowChanges, node) {
  const shown = statement();
  open("Remove this override", allowChanges,
    outcome => change("remove", {
      keyspace_name: row.keyspace_name, table_name: row.table_name, partition_key: row.partition_key,
    }, outcome),
    create("div", {},
      create("p", {}, `Of a partition of ${tableName(row)}, with the key`, sizeOf(row.partition_key), ":"),
      wholeKey(row.partition_key)),
    create("div", {}, create("p", {}, paste(row.partition_key, allowChanges, node)), shown.element));
  shown.show(removeOverride(row));
}
