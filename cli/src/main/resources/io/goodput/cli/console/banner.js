import { byId, create, say } from "./dom.js";
import { clock, keyOf, short, span } from "./words.js";

const MOST_OTHERS = 5;
let announced = "";

/** Says in one sentence whether the cluster is in trouble, and lists what else there is. */
export function showBanner(frame, limitPartition) {
  const [first, ...rest] = frame.findings;
  const level = first?.level ?? "NONE";
  const isCalm = level === "NONE" || level === "NOTICE";
  const others = isCalm ? frame.findings : rest;
  byId("banner").dataset.level = level;
  const sentence = isCalm ? "No trouble."
    : `${{ HELD: "Under control. ", UNKNOWN: "Unknown. " }[level] ?? ""}${first.text}`;
  say(byId("sentence"), sentence);
  say(byId("action"), isCalm ? "" : `${first.action} ${since(first, frame.time)}`);
  document.title = `${{ TROUBLE: "Trouble", HELD: "Under control", UNKNOWN: "Unknown" }[level] ?? "No trouble"} · Goodput`;

  const button = byId("limit-worst");
  button.hidden = !frame.worst || frame.worst.partition_key === null;
  button.onclick = () => limitPartition(frame.worst);
  if (frame.worst) {
    const isInSentence = first.partition === frame.worst.id;
    say(button, `Limit ${isInSentence ? "this partition" : `partition ${short(keyOf(frame.worst), 30)}`} for 10 minutes …`);
  }

  const shown = others.slice(0, MOST_OTHERS).map(finding => `${finding.text} ${finding.action}`);
  if (others.length > MOST_OTHERS) {
    shown.push(`And ${others.length - MOST_OTHERS} more.`);
  }
  list(byId("others"), shown);
  announce(first && !isCalm ? first.id + level : "", sentence);
}

const since = (finding, now) =>
  `Since ${clock(finding.since)}, for ${span(now - finding.since)}.`;

function list(parent, texts) {
  while (parent.children.length > texts.length) {
    parent.lastChild.remove();
  }
  texts.forEach((text, index) => {
    if (!parent.children[index]) {
      parent.append(create("li"));
    }
    say(parent.children[index], text);
  });
}

/** Tells screen readers of a change of state, but not of each change of a figure. */
export function announce(state, sentence) {
  if (state !== announced) {
    announced = state;
    say(byId("announcement"), sentence);
  }
}
