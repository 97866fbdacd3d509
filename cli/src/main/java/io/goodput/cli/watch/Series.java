package io.goodput.cli.watch;

/** Operations of one kind, {@code reads} or {@code writes}, on one table. */
public record Series(String keyspace, String table, String kind) {

  /** The name of the table with that of its keyspace. */
  public String tableName() {
    return keyspace + "." + table;
  }

  /** Whether the table belongs to users rather than to Cassandra or Goodput. */
  boolean isOnUsersTable() {
    return !keyspace.matches("(goodput|system)(_.*)?");
  }
}
