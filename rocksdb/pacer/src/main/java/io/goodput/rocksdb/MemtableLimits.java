package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * How many memtables each column family of a database may have. A listener has no handle to ask for
 * that, but RocksDB writes the options of all families to a file. Not thread-safe.
 */
final class MemtableLimits {

  private static final String DEFAULT_FAMILY = new String(RocksDB.DEFAULT_COLUMN_FAMILY, UTF_8);

  /** The file may have options that this process cannot read. */
  private static final int MOST_FAILURES = 10;

  private Map<String, Integer> known = Map.of();
  private int failures;

  /** The limits, if they are news: this family was not known before. Null otherwise. */
  @Nullable Map<String, Integer> news(RocksDB db, String family) {
    if (known.containsKey(family) || failures == MOST_FAILURES) {
      return null;
    }
    Map<String, Integer> read;
    try {
      read = read(db);
    } catch (RocksDBException e) {
      // While the database is being opened, there may be no file.
      read = Map.of();
    }
    if (!read.containsKey(family)) {
      failures++;
      return null;
    }
    known = read;
    return read;
  }

  /** Nothing if the file is older than the database, which is being opened. */
  private static Map<String, Integer> read(RocksDB db) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    try (ConfigOptions reading = new ConfigOptions();
        DBOptions others = new DBOptions()) {
      reading.setIgnoreUnknownOptions(true).setEnv(db.getEnv());
      OptionsUtil.loadLatestOptions(reading, db.getName(), others, families);
      Map<String, Integer> limits = new HashMap<>();
      for (ColumnFamilyDescriptor family : families) {
        limits.put(new String(family.getName(), UTF_8), family.getOptions().maxWriteBufferNumber());
      }
      Integer actual = db.getOptions().maxWriteBufferNumber();
      return actual.equals(limits.get(DEFAULT_FAMILY)) ? limits : Map.of();
    } finally {
      families.forEach(family -> family.getOptions().close());
    }
  }
}
