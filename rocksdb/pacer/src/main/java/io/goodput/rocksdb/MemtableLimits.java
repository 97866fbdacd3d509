package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * How many memtables each column family of a database may have. A listener has no handle to ask for
 * that, but RocksDB writes the options of all families to a file. Thread-safe.
 */
final class MemtableLimits {

  private static final String DEFAULT_FAMILY = new String(RocksDB.DEFAULT_COLUMN_FAMILY, UTF_8);

  /** The file may have options that RocksJava cannot read. */
  private static final int MOST_FAILURES = 10;

  private final Map<String, Integer> known = new HashMap<>();
  private int failures;

  /** The limits of all families, if that of this one is news; otherwise nothing. */
  synchronized Map<String, Integer> news(RocksDB db, String family) {
    if (known.containsKey(family) || failures == MOST_FAILURES) {
      return Map.of();
    }
    Map<String, Integer> read;
    try {
      read = read(db);
    } catch (RocksDBException | RuntimeException e) {
      // While the database is being opened, there may be no file.
      read = Map.of();
    }
    if (!read.containsKey(family)) {
      failures++;
      return Map.of();
    }
    failures = 0;
    known.putAll(read);
    return read;
  }

  /** A family is gone. Another one may get its name. */
  synchronized void forget(String family) {
    known.remove(family);
  }

  /** Nothing if the file has another limit of the default family than the database. */
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
