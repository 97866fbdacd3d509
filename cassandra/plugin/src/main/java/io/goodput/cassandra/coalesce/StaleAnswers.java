package io.goodput.cassandra.coalesce;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.limit.LimitedTables;
import io.goodput.cassandra.limit.PartitionNames;
import io.goodput.cassandra.limit.TableLimit;
import io.goodput.cassandra.option.HotReads;
import io.goodput.cassandra.request.Execution;
import io.goodput.cassandra.request.ReadIdentity;
import io.goodput.cassandra.request.Reply;
import io.goodput.cassandra.request.Request;
import io.goodput.cassandra.request.RequestClock;
import io.goodput.core.coalesce.KeptAnswers;
import io.goodput.core.coalesce.LastRejections;
import io.goodput.core.time.Nanos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * The last answers of the reads of tables whose option says {@code 'over_limit': 'stale'}. The
 * answer of a read over its limit names its age, in a warning and in the custom payload. A write
 * through this node makes the answers of its partition invalid. Thread-safe.
 */
public final class StaleAnswers {

  /** The age of an answer in milliseconds, in text: a key of the custom payload. */
  static final String AGE = "goodput.staleness_ms";

  /** How long after a rejection the answers of a partition are kept. */
  private static final long HOT_NANOS = 10 * Nanos.PER_SECOND;

  /** An answer, and the option of its table when the read started: an ALTER TABLE replaces it. */
  private record Old(SharedAnswer answer, HotReads option) {}

  private final KeptAnswers<ReadIdentity, Old> kept;
  private final LastRejections rejections;
  private final PartitionNames names;
  private final Faults faults;
  private final Counter used = new Counter();

  /**
   * No answers yet.
   *
   * @param maxBytes memory that they may take
   * @param names count the reads of busy partitions that got a stale answer
   */
  public StaleAnswers(long maxBytes, PartitionNames names, Faults faults) {
    long now = RequestClock.now();
    this.kept = new KeptAnswers<>(maxBytes, now);
    this.rejections = new LastRejections(now);
    this.names = names;
    this.faults = faults;
  }

  /** Reads over their limit that got a stale answer. */
  public Counter used() {
    return used;
  }

  /** The memory that the answers take, in bytes, roughly. */
  public long bytes() {
    return kept.bytes();
  }

  /** Forgets answers that are too old; called about once a second. */
  public void tick() {
    kept.forget(RequestClock.now());
  }

  /** Keeps the answer of a read if reads of its partition have lately been rejected. */
  void keep(HotRead read, SharedAnswer answer) {
    try {
      long started = answer.startedNanos();
      if (read.option().allowsStale()
          && answer.isShareable()
          && rejections.isWithin((int) read.partition().secretHash(), HOT_NANOS, started)) {
        kept.keep(
            read.identity(),
            new Old(answer, read.option()),
            started,
            started + read.option().maxStaleness().toNanos(),
            answer.bytes() + read.identity().bytes());
      }
    } catch (RuntimeException e) {
      faults.report("keeping an answer", e);
    }
  }

  /** A stale answer to a read over its limit, which counts as used; null if none is new enough. */
  @Nullable Found find(HotRead read) {
    try {
      TableLimit limit = read.limit();
      return limit != null && read.option().allowsStale() ? lookUp(read, limit) : null;
    } catch (RuntimeException e) {
      faults.report("looking for a stale answer", e);
      return null;
    }
  }

  @SuppressWarnings("ReferenceEquality") // each ALTER TABLE makes another option
  private @Nullable Found lookUp(HotRead read, TableLimit limit) {
    long now = RequestClock.now();
    HotReads option = read.option();
    int hash = (int) read.partition().secretHash();
    // Only reads over the limit come here, also while one of them waits for its admission.
    rejections.rejected(hash, now);
    Old old = kept.find(read.identity(), hash, now - option.maxStaleness().toNanos()).orElse(null);
    if (old == null || old.option != option) {
      return null;
    }
    used.inc();
    names.countAnsweredStale(limit, read.partition().token());
    return new Found(old.answer, (now - old.answer.startedNanos()) / Nanos.PER_MILLI);
  }

  /** A stale answer and its age. */
  record Found(SharedAnswer answer, long millis) {

    private String warning() {
      return "Answered with data that is "
          + millis
          + " ms old, because the partition is over its limit";
    }

    private Map<String, ByteBuffer> payload() {
      Map<String, ByteBuffer> known = answer.payload();
      Map<String, ByteBuffer> extended = known == null ? new HashMap<>() : new HashMap<>(known);
      extended.put(AGE, ByteBufferUtil.bytes(Long.toString(millis)));
      return extended;
    }

    /** The answer to a request of this thread. */
    ResultMessage message(Request request) {
      ResultMessage message = answer.message();
      ClientWarn.instance.warn(warning());
      if (request.canHavePayload()) {
        message.setCustomPayload(payload());
      }
      request.course().answeredByOthers();
      return message;
    }

    /** The answer to a request that has just arrived. */
    ResultMessage message(Reply reply) {
      List<String> warnings = new ArrayList<>(answer.warnings());
      warnings.add(warning());
      // A message of this age differs from one without an age, even if it is 0.
      return answer.message(reply, warnings, payload(), millis + 1);
    }
  }

  /** Whether a request writes to a table that allows stale answers. */
  static boolean isWrite(Request request, LimitedTables tables) {
    if (!request.kind().isWrite()) {
      return false;
    }
    TableMetadata table = request.table();
    if (table != null) {
      return allowsStale(table, tables);
    }
    for (ModificationStatement statement : request.batched()) {
      if (allowsStale(statement.metadata(), tables)) {
        return true;
      }
    }
    return false;
  }

  private static boolean allowsStale(TableMetadata table, LimitedTables tables) {
    HotReads hotReads = tables.hotReads(table.id);
    return hotReads != null && hotReads.allowsStale();
  }

  /** Executes a write, and drops the answers of its partitions even if it fails. */
  ResultMessage executeWrite(Request request, Execution next) {
    try {
      return next.execute(request);
    } finally {
      written(request);
    }
  }

  private void written(Request request) {
    try {
      long now = RequestClock.now();
      request.partitions().forEach(partition -> kept.written((int) partition.secretHash(), now));
    } catch (RequestValidationException e) {
      // Cassandra has rejected the write for the same reason.
    } catch (RuntimeException e) {
      faults.report("dropping stale answers", e);
    }
  }
}
