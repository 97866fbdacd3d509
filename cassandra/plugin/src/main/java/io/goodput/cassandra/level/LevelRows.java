package io.goodput.cassandra.level;

import io.goodput.core.fair.ServiceLevel;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.Duration;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/** The rows of an answer. Belongs to one thread. */
final class LevelRows {

  private final List<ColumnSpecification> columns = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  LevelRows column(String name, AbstractType<?> type) {
    columns.add(
        new ColumnSpecification(
            LevelTable.KEYSPACE, LevelTable.NAME, new ColumnIdentifier(name, true), type));
    return this;
  }

  /** Adds a row, with a value for each column. */
  LevelRows row(@Nullable Object... values) {
    rows.add(values);
    return this;
  }

  ResultMessage answer() {
    ResultSet result = new ResultSet(new ResultSet.ResultMetadata(columns));
    for (Object[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        Object value = row[i];
        result.addColumnValue(value == null ? null : columns.get(i).type.decomposeUntyped(value));
      }
    }
    return new ResultMessage.Rows(result);
  }

  /** The timeout of a level as CQL has it; null if the level has none. */
  static @Nullable Duration timeout(ServiceLevel level) {
    return level.timeoutNanos() == 0 ? null : Duration.newInstance(0, 0, level.timeoutNanos());
  }
}
