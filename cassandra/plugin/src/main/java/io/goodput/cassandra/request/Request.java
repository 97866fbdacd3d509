package io.goodput.cassandra.request;

import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.BatchQueryOptions;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.BatchStatement;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.tracing.Tracing;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;

/**
 * One client request that this node coordinates: what it asks for, worked out at most once and only
 * when a guard wants to know.
 *
 * <p>Each thread of requests or connections reuses one object for all its requests, and so
 * allocates none. Belongs to that thread and lives from its begin in {@link CurrentRequest} until
 * its {@link Pipeline} has run. It stores a reference only if it changes: a store into an object
 * this old makes the garbage collector G1 execute a memory fence.
 */
public final class Request {

  private boolean isUnderWay;
  private boolean isPrepared;
  private @Nullable CQLStatement statement;
  private @Nullable CQLStatement parsed;
  private @Nullable String text;
  private final boolean isNested;
  private final Course course = new Course();
  private @Nullable QueryState state;
  private @Nullable QueryOptions options;
  private @Nullable BatchQueryOptions batchOptions;
  private @Nullable Map<String, ByteBuffer> payload;
  private Dispatcher.@Nullable RequestTime time;
  private long queuedNanos;

  private @Nullable RequestKind kind;
  private @Nullable List<Partition> partitions;
  private Object[] slots = {};

  /** No request yet; a nested one is another query handler's, within a client's request. */
  Request(boolean isNested) {
    this.isNested = isNested;
  }

  /** Begins a request, which has options of one of the two kinds. */
  Request begin(
      boolean asPrepared,
      CQLStatement executed,
      QueryState client,
      @Nullable QueryOptions ofStatement,
      @Nullable BatchQueryOptions ofBatch,
      @Nullable Map<String, ByteBuffer> sent,
      Dispatcher.RequestTime begun) {
    isUnderWay = true;
    isPrepared = asPrepared;
    if (statement != executed) {
      statement = executed;
      kind = null;
    }
    state = client;
    options = ofStatement;
    batchOptions = ofBatch;
    if (payload != sent) {
      payload = sent;
    }
    time = begun;
    queuedNanos = begun.timeSpentInQueueNanos();
    return this;
  }

  /** Remembers the text of the statement that is executed next. */
  void setParsed(CQLStatement next, String query) {
    if (parsed != next) {
      parsed = next;
      text = query;
    }
  }

  boolean isUnderWay() {
    return isUnderWay;
  }

  /**
   * Forgets the request, so that the thread's next one starts anew. A prepared statement stays,
   * with its kind: the next request is often the same.
   */
  void end() {
    isUnderWay = false;
    if (!isPrepared) {
      statement = null;
      parsed = null;
      text = null;
      kind = null;
    }
    course.end();
    state = null;
    options = null;
    batchOptions = null;
    if (payload != null && !payload.isEmpty()) {
      payload = null;
    }
    time = null;
    partitions = null;
  }

  /** Has a query handler execute the request. */
  ResultMessage executeOn(QueryHandler handler) {
    if (batchOptions != null) {
      return handler.processBatch((BatchStatement) statement, state, batchOptions, payload, time);
    }
    return isPrepared
        ? handler.processPrepared(statement, state, options, payload, time)
        : handler.process(statement, state, options, payload, time);
  }

  /** The statement: the same object each time if it is prepared. */
  public CQLStatement statement() {
    return Objects.requireNonNull(statement);
  }

  /** The kind of the request. */
  public RequestKind kind() {
    RequestKind known = kind;
    if (known == null) {
      known = RequestKind.of(statement());
      kind = known;
    }
    return known;
  }

  /** The table that the request reads or writes; null if it is a batch or {@code EXEMPT}. */
  public @Nullable TableMetadata table() {
    if (kind() == RequestKind.EXEMPT) {
      return null;
    }
    if (statement instanceof SelectStatement select) {
      return select.table;
    }
    return statement instanceof ModificationStatement modification ? modification.metadata() : null;
  }

  /** A hash that identical requests share. */
  public int likeness() {
    return (int) ReadIdentity.hash(wording(), prepared().getValues());
  }

  /** The options, with values in the order of the statement's markers. */
  private QueryOptions prepared() {
    QueryOptions own = Objects.requireNonNull(options);
    own.prepare(Platform.ofThisNode().bindVariables(statement()));
    return own;
  }

  /**
   * Has the request begin now, after it has waited for its turn: Cassandra measures timeouts and
   * latencies from this time, and decides by it which cells have expired. Others may wait for it.
   */
  public void beginAt(long now) {
    // Not enqueued before, or a wait would shorten the read where time counts from the queue.
    time = new Dispatcher.RequestTime(now, now);
    state = new QueryState(Objects.requireNonNull(state).getClientState());
  }

  /**
   * Has Cassandra give up on the request, on this node and on replicas, when its client does.
   *
   * @param nanos from when the request entered the queue
   */
  public void giveUpAfter(long nanos) {
    Dispatcher.RequestTime begun = Objects.requireNonNull(time);
    time = new BoundedTime(begun, begun.enqueuedAtNanos() + nanos);
  }

  /** What guards have decided about the request so far. */
  public Course course() {
    return course;
  }

  /**
   * The size of the values that the client has sent, in bytes; of a simple statement, that of its
   * text, too.
   */
  public long sentBytes() {
    long ofText = isSimple() && text != null && parsed == statement ? text.length() : 0;
    return ofText + SentBytes.with(options) + SentBytes.with(batchOptions, batched().size());
  }

  /** Whether the request executes a prepared statement. */
  public boolean isPrepared() {
    return isPrepared;
  }

  /** Whether it executes one statement from its start: no batch, and no later page. */
  public boolean isSingle() {
    return options != null && options.getPagingState() == null;
  }

  /** Whether it executes one statement in text. */
  private boolean isSimple() {
    return !isPrepared && batchOptions == null;
  }

  /** What the request asks for; null if its answer cannot be shared. */
  public @Nullable ReadIdentity identity() {
    return statement instanceof SelectStatement select
            && options != null
            && !isNested
            && !Tracing.isTracing()
            && (payload == null || ReadIdentity.changesNoAnswer(payload))
            && partitions().size() == 1
        ? ReadIdentity.of(wording(), select, prepared(), clientState())
        : null;
  }

  /** The text of a simple statement, if it is known; else the statement itself. */
  private Object wording() {
    String known = text;
    return isSimple() && known != null && parsed == statement ? known : statement();
  }

  /**
   * The CQL text with its literals; null if it is not known. For a batch, the text of one of its
   * statements.
   */
  public @Nullable String text() {
    return parsed != null && (parsed == statement || batched().contains(parsed)) ? text : null;
  }

  /** Whether the request is a SELECT. */
  public boolean isRead() {
    return statement instanceof SelectStatement;
  }

  /** The statements of a batch; none if the request is no batch. */
  public List<ModificationStatement> batched() {
    return statement instanceof BatchStatement batch ? batch.getStatements() : List.of();
  }

  /** The consistency level; null if the request names none. */
  public @Nullable ConsistencyLevel consistency() {
    if (options != null) {
      return options.getConsistency();
    }
    return batchOptions == null ? null : batchOptions.getConsistency();
  }

  /**
   * The partitions that the request names, each of them once; none for a range read.
   *
   * @throws RequestValidationException if the request is invalid, so that Cassandra rejects it
   */
  public List<Partition> partitions() {
    List<Partition> known = partitions;
    if (known == null) {
      known =
          batchOptions == null
              ? Partitions.of(statement(), clientState(), Objects.requireNonNull(options))
              : Partitions.of((BatchStatement) statement(), clientState(), batchOptions);
      partitions = known;
    }
    return known;
  }

  /**
   * The partition of a prepared statement that names only one; null for all other requests, and for
   * a statement with functions, which may take time.
   */
  public @Nullable Partition onlyPartition() {
    if (!isPrepared
        || options == null
        || Partitions.areSeveral(statement())
        || statement().getFunctions().iterator().hasNext()) {
      return null;
    }
    List<Partition> known = partitions();
    return known.size() == 1 ? known.get(0) : null;
  }

  /**
   * Checks that the client may execute the statement, as Cassandra will.
   *
   * @throws RequestValidationException if it may not
   */
  public void authorize() {
    if (DatabaseDescriptor.getAuthorizer().requireAuthorization()) {
      statement().authorize(clientState());
    }
  }

  /**
   * Checks that the client may execute the statement and that it is valid, as Cassandra will.
   *
   * @throws RequestValidationException if it may not, or if the statement is invalid
   */
  public void validate() {
    authorize();
    statement().validate(clientState());
  }

  /** The client that has sent the request. */
  public Client client() {
    return new Client(clientState());
  }

  /** The role that the client has logged in with; null if clients do not log in. */
  public @Nullable String role() {
    return Client.roleOf(connection());
  }

  /** Who sends the request: the client's role, or the keyspace if clients do not log in. */
  public String tenant() {
    String role = role();
    if (role != null) {
      return role;
    }
    TableMetadata known = table();
    String keyspace = known == null ? clientState().getRawKeyspace() : known.keyspace;
    return keyspace == null ? "" : keyspace;
  }

  /** The state of the client's connection. */
  public ClientState connection() {
    return Objects.requireNonNull(state).getClientState();
  }

  private ClientState clientState() {
    return batchOptions == null
        ? connection()
        : connection().cloneWithKeyspaceIfSet(batchOptions.getKeyspace());
  }

  /** A value of the native protocol's custom payload; null if the client has not sent it. */
  public @Nullable ByteBuffer payload(String key) {
    return payload == null ? null : payload.get(key);
  }

  /** When the request left the node's queue, on the {@link RequestClock}. */
  public long startedNanos() {
    return Objects.requireNonNull(time).startedAtNanos();
  }

  /** When Cassandra gives up on the request by itself, on the {@link RequestClock}. */
  public long deadlineNanos() {
    return BoundedTime.unbounded(Objects.requireNonNull(time))
        .computeDeadline(kind().serverTimeoutNanos());
  }

  /** How long the request waited in the node's queue, in nanoseconds. */
  public long queuedNanos() {
    return queuedNanos;
  }

  /** How long ago the request left the queue, in nanoseconds, to within 2 ms. */
  public long servedNanos() {
    return Math.max(0, RequestClock.roughly() - startedNanos());
  }

  /** Whether the client's version of the protocol knows custom payloads. */
  public boolean canHavePayload() {
    QueryOptions any = options;
    if (batchOptions != null && !batchOptions.getQueryOrIdList().isEmpty()) {
      any = batchOptions.forStatement(0);
    }
    return any != null && any.getProtocolVersion().isGreaterOrEqualTo(ProtocolVersion.V4);
  }

  /** What a slot holds; null if it is empty. */
  @SuppressWarnings("unchecked") // set() stores nothing else there
  public <T> @Nullable T get(Slot<T> slot) {
    return slot.index() < slots.length ? (T) slots[slot.index()] : null;
  }

  /** Fills a slot, or empties it. */
  public <T> void set(Slot<T> slot, @Nullable T content) {
    if (slot.index() >= slots.length) {
      if (content == null) {
        return;
      }
      slots = Arrays.copyOf(slots, slot.index() + 1);
    }
    slots[slot.index()] = content;
  }
}
