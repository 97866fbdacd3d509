package io.goodput.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_BACKGROUND_ERROR;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COLUMN_FAMILY_HANDLE_DELETION_STARTED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COMPACTION_BEGIN;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_COMPACTION_COMPLETED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_BEGIN;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_FLUSH_COMPLETED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_MEMTABLE_SEALED;
import static org.rocksdb.AbstractEventListener.EnabledEventCallback.ON_STALL_CONDITIONS_CHANGED;

import io.goodput.core.pacing.WritePacer;
import io.goodput.core.time.Nanos;
import io.goodput.core.time.TimeSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactionJobInfo;
import org.rocksdb.CompactionJobStats;
import org.rocksdb.Env;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MemTableInfo;
import org.rocksdb.Priority;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteStallCondition;
import org.rocksdb.WriteStallInfo;

/**
 * Reports the flushes and compactions of one database to its pacer. RocksDB does not tell
 * everything, so threads whose writes wait look at the database, too.
 *
 * <p>RocksDB calls this object on its background threads and on writing threads. No exception may
 * return to them, because native code would print it, or worse. Exceptions are faults instead.
 */
final class DatabaseEvents extends AbstractEventListener {

  private static final String PENDING_COMPACTION = "rocksdb.estimate-pending-compaction-bytes";
  private static final String MEMTABLES = "rocksdb.cur-size-all-mem-tables";
  private static final String UNFLUSHED = "rocksdb.num-immutable-mem-table";
  private static final String FLUSHES_DUE = "rocksdb.mem-table-flush-pending";
  private static final String RUNNING_FLUSHES = "rocksdb.num-running-flushes";
  private static final String RUNNING_COMPACTIONS = "rocksdb.num-running-compactions";
  private static final String ERRORS = "rocksdb.background-errors";

  private static final long LOOK_NANOS = 100 * Nanos.PER_MILLI;

  /** A flush that other databases keep waiting begins later, but pacing must not prevent it. */
  private static final long FIRST_FLUSH_NANOS = Nanos.PER_SECOND;

  /** Listing all files of a large database takes a while; do it in a hundredth of the time. */
  private static final long LISTING_SHARE = 100;

  private final WritePacer pacer;
  private final Faults faults;
  private final Runnable afterEach;
  private final OpenDatabase whenOpen;
  private final TimeSource time;
  private final AtomicLong lookDue;
  private final LongAdder stalls = new LongAdder();
  private final MemtableLimits memtableLimits = new MemtableLimits();

  // Guarded by this. Locks of RocksDB may be taken while it is held, but not the other way round.
  private final LevelZeroFiles levelZero = new LevelZeroFiles();
  private long listingDue;
  private long knownErrors;
  private boolean failing;
  private int lastJob;
  private int lastJobBeforeFailure;

  /** The database, from its first event until it begins to close; null otherwise. */
  private @Nullable RocksDB open;

  private boolean everOpen;

  /**
   * Creates a listener.
   *
   * @param afterEach runs when the pacer has seen an event
   * @param whenOpen runs when the database is seen for the first time
   */
  DatabaseEvents(
      WritePacer pacer, Faults faults, Runnable afterEach, OpenDatabase whenOpen, TimeSource time) {
    super(
        ON_MEMTABLE_SEALED,
        ON_FLUSH_BEGIN,
        ON_FLUSH_COMPLETED,
        ON_COMPACTION_BEGIN,
        ON_COMPACTION_COMPLETED,
        ON_BACKGROUND_ERROR,
        ON_STALL_CONDITIONS_CHANGED,
        ON_COLUMN_FAMILY_HANDLE_DELETION_STARTED);
    this.pacer = pacer;
    this.faults = faults;
    this.afterEach = afterEach;
    this.whenOpen = whenOpen;
    this.time = time;
    this.listingDue = time.monotonicNanos();
    this.lookDue = new AtomicLong(listingDue);
  }

  /**
   * Whether RocksDB can report to a listener: its threads find the classes of RocksJava only where
   * the system's class loader finds them. Otherwise, events are lost, or crash the process.
   */
  static boolean canArrive() {
    try {
      ClassLoader system = ClassLoader.getSystemClassLoader();
      return Class.forName(FlushJobInfo.class.getName(), false, system) == FlushJobInfo.class;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  @Override
  public void onMemTableSealed(MemTableInfo memtable) {
    handle(
        () -> {
          pacer.sealed(memtable.getColumnFamilyName(), memtable.getFirstSeqno());
          afterEach.run();
        });
  }

  @Override
  public void onFlushBegin(RocksDB db, FlushJobInfo flush) {
    handle(
        () -> {
          begun(db, flush);
          // Reads a file, so no other thread waits for it.
          memtableLimits.news(db, flush.getColumnFamilyName()).forEach(pacer::mostMemtables);
        });
  }

  @Override
  public void onFlushCompleted(RocksDB db, FlushJobInfo flush) {
    handle(
        () -> {
          flushed(db, flush);
          afterEach.run();
        });
  }

  @Override
  public void onCompactionBegin(RocksDB db, CompactionJobInfo compaction) {
    handle(() -> begun(db, compaction));
  }

  @Override
  public void onCompactionCompleted(RocksDB db, CompactionJobInfo compaction) {
    handle(
        () -> {
          compacted(db, compaction);
          afterEach.run();
        });
  }

  @Override
  public void onBackgroundError(BackgroundErrorReason reason, Status error) {
    handle(this::failed);
  }

  @Override
  public void onStallConditionsChanged(WriteStallInfo stall) {
    if (stall.getCurrentCondition() != WriteStallCondition.NORMAL) {
      stalls.increment();
    }
  }

  @Override
  public void onColumnFamilyHandleDeletionStarted(ColumnFamilyHandle handle) {
    handle(() -> closing(handle));
  }

  /** The database is open. Otherwise, its first flush or compaction says so. */
  void opened(RocksDB db) {
    handle(() -> openedNow(db));
  }

  /** How often RocksDB began to delay or stop writes. */
  long stalls() {
    return stalls.sum();
  }

  /** Looks at the database, at most ten times per second. */
  void look() {
    long now = time.monotonicNanos();
    long due = lookDue.get();
    if (now - due >= 0 && lookDue.compareAndSet(due, now + LOOK_NANOS)) {
      handle(this::lookNow);
    }
  }

  /** A column family is gone, or takes no writes any more. */
  synchronized void forget(String family) {
    pacer.forget(family);
    memtableLimits.forget(family);
    levelZero.forget(family);
    pacer.correctLevelZero(levelZero.most());
  }

  private synchronized void begun(RocksDB db, FlushJobInfo flush) throws RocksDBException {
    setOpen(db);
    lastJob = Math.max(lastJob, flush.getJobId());
    pacer.flushBegun(flush.getColumnFamilyName());
  }

  private synchronized void flushed(RocksDB db, FlushJobInfo flush) throws RocksDBException {
    setOpen(db);
    if (failing && flush.getJobId() > lastJobBeforeFailure) {
      failing = false;
      knownErrors = db.getLongProperty(ERRORS);
      pacer.failing(false);
    }
    String family = flush.getColumnFamilyName();
    pacer.flushed(family, flush.getLargestSeqno());
    observeMemtables(db);
    levelZero.add(family, List.of(flush.getFilePath()));
    pacer.levelZero(levelZero.most(), 0);
    listFiles(db);
    observePending(db, 0);
  }

  private synchronized void begun(RocksDB db, CompactionJobInfo compaction)
      throws RocksDBException {
    setOpen(db);
    if (compaction.baseInputLevel() == 0 && compaction.outputLevel() > 0) {
      levelZero.compacting(family(compaction));
      listFiles(db);
      pacer.correctLevelZero(levelZero.most());
    }
  }

  private synchronized void compacted(RocksDB db, CompactionJobInfo compaction)
      throws RocksDBException {
    setOpen(db);
    if (!succeeded(compaction)) {
      return;
    }
    if (compaction.baseInputLevel() == 0) {
      int removed = levelZero.remove(family(compaction), compaction.inputFiles());
      if (compaction.outputLevel() == 0) {
        levelZero.add(family(compaction), compaction.outputFiles());
      }
      pacer.levelZero(levelZero.most(), removed);
      listFiles(db);
    }
    try (CompactionJobStats stats = compaction.stats()) {
      observePending(db, stats.totalInputBytes());
    }
  }

  private synchronized void failed() {
    failing = true;
    lastJobBeforeFailure = lastJob;
    pacer.failing(true);
  }

  private synchronized void closing(ColumnFamilyHandle handle) throws RocksDBException {
    if (open != null) {
      byte[] family = open.getColumnFamilyMetaData(handle).name();
      if (Arrays.equals(family, RocksDB.DEFAULT_COLUMN_FAMILY)) {
        // The database may be closing. If it is not, its next event says so.
        open = null;
      } else {
        forget(new String(family, UTF_8));
      }
    }
  }

  private synchronized void openedNow(RocksDB db) throws RocksDBException {
    setOpen(db);
  }

  private synchronized void lookNow() throws RocksDBException {
    if (open == null) {
      if (!everOpen) {
        pacer.noFlushDue(FIRST_FLUSH_NANOS);
      }
      return;
    }
    // RocksJava does not report every background error.
    long errors = open.getLongProperty(ERRORS);
    if (errors > knownErrors) {
      knownErrors = errors;
      failed();
    }
    observeMemtables(open);
    if (open.getLongProperty(RUNNING_FLUSHES) == 0
        && open.getAggregatedLongProperty(FLUSHES_DUE) == 0) {
      pacer.noFlushDue(LOOK_NANOS);
    }
    if (open.getLongProperty(RUNNING_COMPACTIONS) == 0) {
      Env env = open.getEnv();
      if (env.getThreadPoolQueueLen(Priority.LOW) == 0
          && env.getThreadPoolQueueLen(Priority.BOTTOM) == 0) {
        // Automatic compaction is switched off, or has nothing to do.
        levelZero.notCompacting();
      }
      pacer.correctPendingCompaction(pendingBytes(open));
    }
    listFiles(open);
    pacer.correctLevelZero(levelZero.most());
  }

  private void setOpen(RocksDB db) throws RocksDBException {
    if (open == null) {
      knownErrors = db.getLongProperty(ERRORS);
    }
    open = db;
    if (!everOpen) {
      everOpen = true;
      whenOpen.accept(db);
    }
  }

  private void observeMemtables(RocksDB db) throws RocksDBException {
    if (db.getAggregatedLongProperty(UNFLUSHED) == 0) {
      pacer.nothingWaits();
    }
    pacer.memory(db.getAggregatedLongProperty(MEMTABLES));
  }

  private void observePending(RocksDB db, long compacted) throws RocksDBException {
    pacer.pendingCompaction(pendingBytes(db), compacted);
  }

  private long pendingBytes(RocksDB db) throws RocksDBException {
    return levelZero.isCompacting() ? db.getAggregatedLongProperty(PENDING_COMPACTION) : 0;
  }

  /** Events do not tell of files from before the opening, and may arrive in any order. */
  private void listFiles(RocksDB db) {
    long begun = time.monotonicNanos();
    if (begun - listingDue < 0) {
      return;
    }
    Map<String, Set<String>> actual = new HashMap<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      if (file.level() == 0) {
        actual
            .computeIfAbsent(new String(file.columnFamilyName(), UTF_8), name -> new HashSet<>())
            .add(file.fileName());
      }
    }
    int compacted = levelZero.replace(actual);
    if (compacted > 0) {
      // Their event is still to come.
      pacer.levelZero(levelZero.most(), compacted);
    } else {
      pacer.correctLevelZero(levelZero.most());
    }
    long now = time.monotonicNanos();
    listingDue = now + LISTING_SHARE * (now - begun);
  }

  private static boolean succeeded(CompactionJobInfo compaction) {
    try {
      return compaction.status().getCode() == Status.Code.Ok;
    } catch (IllegalArgumentException e) {
      // RocksJava does not know the code of a column family that was dropped meanwhile.
      return false;
    }
  }

  private static String family(CompactionJobInfo compaction) {
    return new String(compaction.columnFamilyName(), UTF_8);
  }

  private void handle(Event event) {
    try {
      event.report();
    } catch (Throwable e) {
      faults.add(e);
    }
  }

  /** What to do with a database. */
  @FunctionalInterface
  interface OpenDatabase {
    void accept(RocksDB db) throws RocksDBException;
  }

  /** An event of the database. */
  @FunctionalInterface
  private interface Event {
    void report() throws RocksDBException;
  }
}
