// The statements that the page shows.

const text = value => `'${value.replaceAll("'", "''")}'`;

// Always quoted: a name can be a reserved word.
const name = value => `"${value.replaceAll('"', '""')}"`;

const where = row => `WHERE keyspace_name = ${text(row.keyspace_name)}`
  + ` AND table_name = ${text(row.table_name)} AND partition_key = ${text(row.partition_key)};`;

export const limitPartition = row =>
  `UPDATE goodput.overrides USING TTL ${row.seconds}`
  + ` SET max_${row.kind}_per_second = ${row.per_second} ${where(row)}`;

export const removeOverride = row => `DELETE FROM goodput.overrides ${where(row)}`;

/**
 * @param limits by kind, "reads" or "writes"
 * @param isObserved whether the table only observes its limits
 */
export const limitTable = (keyspace, table, limits, isObserved) =>
  `ALTER TABLE ${name(keyspace)}.${name(table)} WITH per_partition_rate_limit = {${[
    ...Object.entries(limits).map(([kind, limit]) => `'max_${kind}_per_second': ${limit}`),
    ...isObserved ? ["'mode': 'observe'"] : []].join(", ")}};`;
