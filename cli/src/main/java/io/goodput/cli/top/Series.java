package io.goodput.cli.top;

/**
 * Operations of one kind on one table.
 *
 * @param kind {@code reads} or {@code writes}
 */
record Series(String keyspace, String table, String kind) {

  String tableName() {
    return keyspace + "." + table;
  }

  boolean isOnUsersTable() {
    return !keyspace.equals("goodput")
        && !keyspace.equals("system")
        && !keyspace.startsWith("system_");
  }
}
