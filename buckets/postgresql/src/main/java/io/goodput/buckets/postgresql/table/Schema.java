package io.goodput.buckets.postgresql.table;

import io.goodput.buckets.store.BucketId;

/**
 * Where the table and the functions are.
 *
 * @param name of the schema; empty for the first schema on the search path that has them
 */
public record Schema(String name) {

  /** The search path of each connection decides. */
  public static final Schema ON_SEARCH_PATH = new Schema("");

  private static final String LITERAL = "'${schema}'";
  private static final String PLACEHOLDER = "${schema}.";

  /**
   * Checks the name of a schema.
   *
   * @throws IllegalArgumentException if the database cannot have such a schema
   */
  public static Schema of(String name) {
    BucketId.checkText("schema", name, 63);
    return new Schema(name);
  }

  /** Returns a text in SQL with the names of this schema's objects, and its name as a literal. */
  public String in(String sql) {
    return sql.replace(LITERAL, "'" + name.replace("'", "''") + "'")
        .replace(PLACEHOLDER, name.isEmpty() ? "" : '"' + name.replace("\"", "\"\"") + "\".");
  }
}
