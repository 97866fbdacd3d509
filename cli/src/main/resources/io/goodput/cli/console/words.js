// Figures and names, as people read them.

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const small = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2 });
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** A rate or a time: small ones with decimals. */
export function number(value) {
  return value === null || value === undefined ? "–"
    : (Math.abs(value) < 1 ? small : Math.abs(value) < 10 ? tenths : whole).format(value);
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** A size, in the unit in which it has up to four digits. */
export function bytes(value) {
  if (value === null || value === undefined) {
    return "–";
  }
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return `${number(value / 1024 ** unit)} ${UNITS[unit]}`;
}

export const percent = share => `${whole.format(100 * share)}%`;

/** A time of day, from milliseconds since 1970. */
export const clock = millis => new Date(millis).toLocaleTimeString("en-GB");

/** A moment: its time of day, if it is today, or else its date, too. */
export function moment(millis) {
  const date = new Date(millis);
  return date.toDateString() === new Date().toDateString() ? clock(millis)
    : `${date.toLocaleDateString("en-CA")} ${clock(millis)}`;
}

/** A length of time in two units at most. */
export function span(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const tableName = row => `${row.keyspace ?? row.keyspace_name}.${row.table ?? row.table_name}`;

/** A text that is not too long for a line. */
export const short = (text, length = 60) =>
  text.length > length ? `${text.slice(0, length)} …` : text;

/** The key of a partition, or its token if no node knows the key. */
export const keyOf = row => row.partition_key ?? `token ${row.token}`;

export const sizeOf = text => text.length < 1024 ? "" : ` (${number(text.length / 1024)} KiB)`;

const joined = parts => parts.filter(part => part).join(" · ");

/** A client: a role, an address, and a program. */
export const clientText = client => joined([
  client.role && `role ${client.role}`,
  client.client_address && `from ${client.client_address}`,
  client.application ?? client.driver,
]);

/** A client with its driver. */
export const clientDetail = client => joined([clientText(client), client.application && client.driver]);
