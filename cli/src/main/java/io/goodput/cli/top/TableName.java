package io.goodput.cli.top;

/** A table of a keyspace. */
record TableName(String keyspace, String table) {

  boolean isOfUsers() {
    return !keyspace.equals("goodput")
        && !keyspace.equals("system")
        && !keyspace.startsWith("system_");
  }

  @Override
  public String toString() {
    return keyspace + "." + table;
  }
}
