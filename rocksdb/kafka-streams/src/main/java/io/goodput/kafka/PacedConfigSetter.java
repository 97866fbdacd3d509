package io.goodput.kafka;

import io.goodput.rocksdb.DbPacer;
import io.goodput.rocksdb.RecommendedOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;

/**
 * Prepares the databases of paced stores: {@code
 * rocksdb.config.setter=io.goodput.kafka.PacedConfigSetter}. Your own setter runs first; name it in
 * {@value #CHAINED}. Databases of other stores keep their options.
 */
public final class PacedConfigSetter implements RocksDBConfigSetter {

  /** The setting with the class of your own {@link RocksDBConfigSetter}. */
  public static final String CHAINED = "goodput.rocksdb.config.setter";

  private static final Logger LOG = System.getLogger(PacedConfigSetter.class.getName());

  private static final int MEMTABLES = 6;
  private static final long SMALLEST_MEMTABLE = 1 << 20;

  /** With more, RocksDB flushes several memtables of a database at a time. */
  private static final int JOBS_WITH_ONE_FLUSH = 7;

  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private @Nullable RocksDBConfigSetter chained;
  private @Nullable StorePacers pacers;
  private @Nullable DbPacer pacer;

  /** For Kafka Streams, which creates one for each database. */
  public PacedConfigSetter() {}

  @Override
  public void setConfig(String database, Options options, Map<String, Object> configs) {
    Object name = configs.get(CHAINED);
    if (name != null) {
      chained = create(name);
      chained.setConfig(database, options, configs);
    }
    if (!DbPacer.canReceiveEvents()) {
      if (WARNED.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "No store is paced: " + DbPacer.NO_EVENTS);
      }
      return;
    }
    pacers = StorePacers.called();
    if (pacers == null) {
      // Kafka Streams has set the threads of the process for one database.
      RecommendedOptions.applyToDb(options, Math.max(1, StorePacers.databases()));
      if (WARNED.compareAndSet(false, true)) {
        LOG.log(
            Level.INFO,
            ("The database '%s' is not paced: its store comes neither from PacedStoreSuppliers nor"
                    + " from PacedStores. There may be others, which the log does not name.")
                .formatted(database));
      }
      return;
    }
    // As much memory as before, in more memtables.
    long memory = options.writeBufferSize() * options.maxWriteBufferNumber();
    RecommendedOptions.applyToFamily(options, Math.max(SMALLEST_MEMTABLE, memory / MEMTABLES));
    options.setMaxBackgroundJobs(Math.min(options.maxBackgroundJobs(), JOBS_WITH_ONE_FLUSH));
    pacer = DbPacer.create(database);
    pacer.attachTo(options);
    pacers.add(database, pacer);
    RecommendedOptions.applyToDb(options, StorePacers.databases());
  }

  private static RocksDBConfigSetter create(Object name) {
    try {
      Class<?> type =
          name instanceof Class<?> known
              ? known
              : Class.forName(name.toString(), true, Utils.getContextOrKafkaClassLoader());
      return type.asSubclass(RocksDBConfigSetter.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new ConfigException(
          CHAINED,
          name,
          "Name a public class that implements RocksDBConfigSetter and has a constructor without"
              + " parameters ("
              + e
              + ").");
    }
  }

  @Override
  public void close(String database, Options options) {
    if (pacers != null && pacer != null) {
      pacers.remove(database, pacer);
    }
    if (chained != null) {
      chained.close(database, options);
    }
  }
}
