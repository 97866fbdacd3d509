import { announce, showBanner } from "./banner.js";
import { Charts } from "./charts.js";
import { Cluster } from "./cluster.js";
import { askToLimit, askToRemove } from "./dialog.js";
import { byId, say } from "./dom.js";
import { Limits } from "./limits.js";
import { Classes, Events, Overrides } from "./others.js";
import { Levels } from "./levels.js";
import { Partitions } from "./partitions.js";
import { startTheme } from "./theme.js";
import { clock } from "./words.js";

const worker = new Worker("worker.js", { type: "module" });
let frame = null;
let allowChanges = false;
let isPaused = false;
let isDrawing = false;

const charts = new Charts();
/** A node that answers, to paste statements into. */
const node = () => frame.nodes.find(it => it.line.state === "up");
const limit = row => askToLimit(row, allowChanges, node());
const panels = [new Cluster(), new Partitions(limit, filter => worker.postMessage({ filter })), new Limits(),
  new Overrides(row => askToRemove(row, allowChanges, node())), new Classes(), new Levels(), new Events()];

function draw() {
  isDrawing = false;
  if (!frame) {
    return;
  }
  if (!isPaused) {
    showBanner(frame, limit);
    panels.forEach(panel => panel.show(frame));
    charts.draw();
  } else if ("stale" in document.body.dataset) {
    announce("back", "The console answers again.");
  }
  tellTime();
  delete document.body.dataset.waiting;
  delete document.body.dataset.stale;
  byId("banner").hidden = false;
}

/** Whether no node answers the console. */
const isSilent = () => frame?.findings.some(finding => finding.id === "silent");

function tellTime() {
  say(byId("link"), `${isPaused ? "Paused at" : isSilent() ? "No node answers," : "Live,"} ${clock(frame.time)}`);
}

function receive(next) {
  if (next.totals) {
    charts.add([next.time / 1000, next.totals.served, next.totals.late, next.totals.refused,
      next.totals.p50_ms, next.totals.p99_ms]);
  }
  if (!isPaused) {
    frame = next;
  }
  if (!isDrawing) {
    isDrawing = true;
    requestAnimationFrame(draw);
  }
}

worker.addEventListener("message", ({ data }) => {
  if (data.frame) {
    receive(data.frame);
  } else if (data.settings) {
    allowChanges = data.settings.changes;
  } else if (data.history) {
    charts.restart(data.history);
  } else {
    say(byId("link"), "The console does not answer. Trying again …");
    announce("lost", "The console does not answer.");
    document.body.dataset.stale = "";
    byId("banner").hidden = isSilent();
  }
});

byId("pause").addEventListener("click", () => {
  isPaused = !isPaused;
  say(byId("pause"), isPaused ? "Resume" : "Pause");
  if (isPaused && frame) {
    tellTime();
  }
});

startTheme(() => charts.build());
new ResizeObserver(() => charts.resize()).observe(byId("requests"));
