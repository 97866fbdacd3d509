package io.goodput.cli.top;

/** Operations of one kind, {@code reads} or {@code writes}, on one table. */
record Series(String keyspace, String table, String kind) {

  String tableName() {
    return keyspace + "." + table;
  }

  boolean isOnUsersTable() {
    return !keyspace.matches("goodput|system|system_.*");
  }
}
