// Receives the feed and cuts it down to what the page shows, so that a large cluster keeps no frame waiting.
import { Trends } from "./trends.js";
import { clientText, keyOf, tableName } from "./words.js";

const RETRY_MILLIS = 2000;
const MOST_ROWS = 50;
const MOST_NODES = 120;
const MOST_TRENDS = 200;
const SILENCE_MILLIS = 5000;
const DEAD_MILLIS = 15000;

const trends = new Trends();
let filter = "";
let last = null;
let lastAt = performance.now();
let feed = null;
let connectedAt = 0;

const seriesOf = row => `${tableName(row)} ${row.kind}`;
const idOf = row => `${seriesOf(row)} ${row.token}`;

/** Clients by partition. */
function clientsBy(frame) {
  const clients = new Map();
  for (const client of frame.views.top_clients ?? []) {
    const key = idOf(client);
    clients.get(key)?.push(client) ?? clients.set(key, [client]);
  }
  return row => clients.get(idOf(row)) ?? [];
}

/** What the override of a partition admits, if it has one. */
function overridesBy(frame) {
  const overrides = new Map((frame.views.overrides ?? []).map(row => [`${tableName(row)} ${row.partition_key}`, row]));
  return row => overrides.get(`${tableName(row)} ${row.partition_key}`)?.[`max_${row.kind}_per_second`] ?? null;
}

/** The limits, each with its busiest partition. */
function limitsOf(frame) {
  const busiest = new Map();
  for (const row of frame.partitions) {
    if (!busiest.has(seriesOf(row))) {
      busiest.set(seriesOf(row), row);
    }
  }
  return frame.limits.map(limit => ({ ...limit, busiest: busiest.get(seriesOf(limit)) ?? null }));
}

function tell(frame) {
  const clientsOf = clientsBy(frame);
  const overrideOf = overridesBy(frame);
  const text = row => `${tableName(row)} ${row.kind} ${keyOf(row)} ${clientsOf(row).map(clientText)}`.toLowerCase();
  const found = filter === "" ? frame.partitions : frame.partitions.filter(row => text(row).includes(filter));
  const full = row => ({
    ...row, id: idOf(row), clients: clientsOf(row), trend: trends.of(idOf(row)), override: overrideOf(row),
  });
  const trouble = frame.findings.find(it => it.level === "TROUBLE" && it.partition);
  const worst = frame.partitions.find(row => idOf(row) === trouble?.partition);
  const { top_clients: clients, ...views } = frame.views;
  postMessage({ frame: {
    ...frame,
    // The clients come with their partitions.
    views: clients ? { ...views, top_clients: [] } : views,
    limits: limitsOf(frame),
    nodes: frame.nodes.slice(0, MOST_NODES),
    nodesUp: frame.nodes.filter(node => node.line.state === "up").length,
    nodesAll: frame.nodes.length,
    partitions: found.slice(0, MOST_ROWS).map(full),
    partitionsFound: found.length,
    partitionsAll: frame.partitions.length,
    worst: worst ? full(worst) : null,
  } });
}

function receive(frame) {
  frame.partitions.slice(0, MOST_TRENDS).forEach(row => trends.add(idOf(row), row.per_second, frame.time));
  trends.forget(frame.time);
  last = frame;
  lastAt = performance.now();
  tell(frame);
}

function connect() {
  feed?.close();
  connectedAt = performance.now();
  feed = new EventSource("feed");
  feed.addEventListener("settings", event => postMessage({ settings: JSON.parse(event.data) }));
  feed.addEventListener("history", event => postMessage({ history: JSON.parse(event.data) }));
  feed.addEventListener("frame", event => receive(JSON.parse(event.data)));
  feed.addEventListener("error", () => {
    postMessage({ isLost: true });
    if (feed.readyState === EventSource.CLOSED) {
      setTimeout(connect, RETRY_MILLIS);
    }
  });
}

addEventListener("message", event => {
  filter = event.data.filter;
  if (last) {
    tell(last);
  }
});
// A connection can be dead without an error.
setInterval(() => {
  const now = performance.now();
  if (now - lastAt > SILENCE_MILLIS) {
    postMessage({ isLost: true });
    if (now - Math.max(lastAt, connectedAt) > DEAD_MILLIS) {
      connect();
    }
  }
}, 1000);
connect();
