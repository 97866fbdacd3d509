package io.goodput.cassandra.limit;

import io.goodput.cassandra.fault.Faults;
import java.util.Map;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;

/** A table {@code ks.t} whose limits a test changes. */
public final class Limited {

  static final TableMetadata TABLE =
      TableMetadata.builder("ks", "t")
          .partitioner(Murmur3Partitioner.instance)
          .addPartitionKeyColumn("k", Int32Type.instance)
          .build();

  /** The limits that are in force. */
  public final LimitedTables tables =
      new LimitedTables(
          new LimitedTables.Listener() {
            @Override
            public void limited(TableLimit limit) {}

            @Override
            public void unlimited(TableLimit limit) {}
          },
          new Faults());

  /** The table has no limits. */
  public Limited() {}

  /** Sets the option of the table; nothing for none. */
  public void alter(Map<String, String> option) {
    alter(TABLE, option);
  }

  /** Sets the option of another table. */
  public void alter(TableMetadata table, Map<String, String> option) {
    tables.onCreateTable(
        table
            .unbuild()
            .extensions(
                option.isEmpty()
                    ? Map.of()
                    : Map.of(
                        "per_partition_rate_limit",
                        MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false)
                            .decompose(option)))
            .build());
  }

  /** The only limit. */
  public TableLimit limit() {
    return tables.limits().get(0);
  }
}
