package io.goodput.cassandra.override;

import io.goodput.cassandra.limit.PartitionOverride;
import java.util.List;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableMetadata;

/** How many overrides there can be, so that no table and no role takes the places of all others. */
final class OverrideQuota {

  /** The most overrides at a time. */
  static final int MOST = 4096;

  /** The most of one table, and the most that one role, or one address, has set. */
  static final int MOST_OF_ONE = MOST / 4;

  private OverrideQuota() {}

  /**
   * Checks that there is room for one more.
   *
   * @param inForce all overrides
   * @param origin who sets it
   * @throws InvalidRequestException if there is no room
   */
  static void require(List<PartitionOverride> inForce, TableMetadata table, String origin) {
    long ofTable = inForce.stream().filter(it -> it.table().equals(table.id)).count();
    long ofOrigin = inForce.stream().filter(it -> it.setBy().equals(origin)).count();
    require(inForce.size(), MOST, "There are");
    require(ofTable, MOST_OF_ONE, "Table %s.%s has".formatted(table.keyspace, table.name));
    require(ofOrigin, MOST_OF_ONE, "You have set");
  }

  private static void require(long count, int most, String subject) {
    if (count >= most) {
      throw new InvalidRequestException(
          "%s %d overrides, and there can be no more: remove one with DELETE FROM"
                  .formatted(subject, count)
              + " goodput.overrides, or wait until one expires");
    }
  }
}
