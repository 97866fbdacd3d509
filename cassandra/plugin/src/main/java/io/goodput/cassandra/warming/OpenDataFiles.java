package io.goodput.cassandra.warming;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.Schema;
import org.jspecify.annotations.Nullable;

/** The data files of this node, as they were open when the first one was asked for. Thread-safe. */
final class OpenDataFiles {

  private Map<String, SSTableReader> byName = Map.of();

  /** Whether Cassandra has opened the files of all tables. */
  static boolean areOpen() {
    Set<String> keyspaces = Schema.instance.getKeyspaces();
    return Keyspace.isInitialized()
        && keyspaces.stream().allMatch(name -> Schema.instance.getKeyspaceInstance(name) != null);
  }

  /** The file with this name, as the cache's keys have it; null if there is none. */
  synchronized @Nullable SSTableReader named(String name) {
    if (byName.isEmpty()) {
      byName = find();
    }
    return byName.get(name);
  }

  private static Map<String, SSTableReader> find() {
    Map<String, SSTableReader> files = new HashMap<>();
    for (ColumnFamilyStore table : ColumnFamilyStore.all()) {
      for (SSTableReader file : table.getLiveSSTables()) {
        files.put(file.getFilename(), file);
      }
    }
    return files;
  }
}
