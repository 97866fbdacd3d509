package io.goodput.cassandra.override;

import io.goodput.cassandra.limit.PartitionOverride;
import java.util.List;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableMetadata;

/**
 * How many overrides there can be, so that no table and no role takes the places of all others.
 * Those that were removed, or that have expired, count until their rows have gone.
 */
final class OverrideQuota {

  /** The most overrides at a time. */
  static final int MOST = 4096;

  /** The most of one table, and the most that one role, or one address, has set. */
  static final int MOST_OF_ONE = MOST / 4;

  private OverrideQuota() {}

  /**
   * Checks that there is room for one more.
   *
   * @param stored all rows
   * @param origin who sets it
   * @throws InvalidRequestException if there is no room
   */
  static void require(List<OverrideTable.Stored> stored, TableMetadata table, String origin) {
    List<PartitionOverride> all = stored.stream().map(OverrideTable.Stored::override).toList();
    long ofTable = all.stream().filter(it -> it.table().equals(table.id)).count();
    long ofOrigin = all.stream().filter(it -> it.setBy().equals(origin)).count();
    require(all.size(), MOST, "There are");
    require(ofTable, MOST_OF_ONE, "Table %s.%s has".formatted(table.keyspace, table.name));
    require(ofOrigin, MOST_OF_ONE, "You have set");
  }

  private static void require(long count, int most, String subject) {
    if (count >= most) {
      throw new InvalidRequestException(
          ("%s %d overrides, and there can be no more: wait until one goes, which takes until the"
                  + " end of its TTL, and %d minutes at least, also if you remove it")
              .formatted(subject, count, OverrideTable.LEAST_SECONDS / 60));
    }
  }
}
