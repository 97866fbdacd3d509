package io.goodput.cli.buckets;

import io.goodput.buckets.postgresql.admin.BucketRows;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The URL of a database with token buckets. */
public final class BucketUrl {

  private BucketUrl() {}

  /**
   * Opens the rows of the buckets. Connects to the database when it is first needed.
   *
   * @param schema of the table; null if the search path decides
   * @throws IllegalArgumentException if there is no driver for the URL, or if the database cannot
   *     have such a schema
   */
  public static BucketRows open(String url, @Nullable String schema) {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "There is no driver for '%s': write jdbc:postgresql://HOST:PORT/DATABASE or"
                  .formatted(url)
              + " jdbc:yugabytedb://HOST:PORT/DATABASE.",
          e);
    }
    return schema == null ? BucketRows.on(url) : BucketRows.on(url, schema);
  }
}
