package io.goodput.cassandra.level;

import io.goodput.cassandra.own.OwnTable;
import io.goodput.core.fair.ServiceLevel;
import io.goodput.core.fair.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.exceptions.RequestExecutionException;

/**
 * The table {@code goodput_levels.service_levels}. Everything is in one partition, so that a node
 * reads all of it at once. Its consistency levels are those of roles. Thread-safe; each method may
 * throw a {@link RequestExecutionException}, as when too few replicas are up.
 */
final class LevelTable {

  static final String KEYSPACE = "goodput_levels";
  static final String NAME = "service_levels";

  private static final String SCOPE = "cluster";
  private static final String LEVEL = "level";
  private static final String ROLE = "role";

  private static final OwnTable OWN =
      new OwnTable(
          KEYSPACE,
          NAME,
          """
          scope text,
          kind text,
          name text,
          shares int,
          timeout_ms bigint,
          workload_type text,
          service_level text,
          PRIMARY KEY (scope, kind, name)
          """,
          """
          id = 6f1dcb5c-2a53-5d0f-8f5b-0d6a7b1f9e21
          AND comment = 'service levels, and the service levels of roles: use CREATE SERVICE LEVEL'
          """);
  private static final String TABLE = OWN.qualifiedName();
  private static final String WHERE = " WHERE scope = '" + SCOPE + "'";
  private static final String SELECT = "SELECT * FROM " + TABLE + WHERE;
  private static final String SAVE =
      "INSERT INTO %s (scope, kind, name, shares, timeout_ms, workload_type)".formatted(TABLE)
          + " VALUES ('%s', '%s', ?, ?, ?, ?)".formatted(SCOPE, LEVEL);
  private static final String ATTACH =
      "INSERT INTO %s (scope, kind, name, service_level)".formatted(TABLE)
          + " VALUES ('%s', '%s', ?, ?)".formatted(SCOPE, ROLE);
  private static final String DELETE =
      "DELETE FROM " + TABLE + WHERE + " AND kind = ? AND name = ?";

  /** What the table holds; nothing if it does not exist. */
  StoredLevels read() {
    if (!OWN.exists()) {
      return StoredLevels.NONE;
    }
    Map<String, ServiceLevel> levels = new HashMap<>();
    Map<String, String> attachments = new HashMap<>();
    for (UntypedResultSet.Row row : OWN.read(SELECT)) {
      String name = row.getString("name");
      if (row.getString("kind").equals(LEVEL)) {
        levels.put(name, level(name, row));
      } else if (row.has("service_level")) {
        attachments.put(name, row.getString("service_level"));
      }
    }
    return StoredLevels.of(levels, attachments);
  }

  /** Users may have written rows themselves, so no value of a row is an error. */
  private static ServiceLevel level(String name, UntypedResultSet.Row row) {
    int shares = row.has("shares") ? row.getInt("shares") : ServiceLevel.MOST_SHARES;
    long timeoutMillis = row.has("timeout_ms") ? row.getLong("timeout_ms") : 0;
    Workload workload = Workload.UNSPECIFIED;
    for (Workload each : Workload.values()) {
      if (row.has("workload_type")
          && LevelOptions.nameOf(each).equals(row.getString("workload_type"))) {
        workload = each;
      }
    }
    return new ServiceLevel(
        name,
        Math.max(1, Math.min(ServiceLevel.MOST_SHARES, shares)),
        TimeUnit.MILLISECONDS.toNanos(Math.max(0, timeoutMillis)),
        workload);
  }

  /** Stores a level, and creates the table first if it does not exist. */
  void save(ServiceLevel level) {
    OWN.createIfMissing();
    OWN.write(
        SAVE,
        level.name(),
        level.shares(),
        level.timeoutNanos() == 0 ? null : TimeUnit.NANOSECONDS.toMillis(level.timeoutNanos()),
        LevelOptions.nameOf(level.workload()));
  }

  /** Detaches a level from its roles, and then removes it. */
  void remove(ServiceLevel level, List<String> roles) {
    roles.forEach(this::detach);
    OWN.write(DELETE, LEVEL, level.name());
  }

  void attach(ServiceLevel level, String role) {
    OWN.write(ATTACH, role, level.name());
  }

  void detach(String role) {
    OWN.write(DELETE, ROLE, role);
  }
}
