package io.goodput.cassandra;

import io.goodput.lab.microbenchmarks.BenchmarkDefaults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.concurrent.NamedThreadFactory;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The overhead of the plug-in for one prepared request, on a real node in this JVM. The next query
 * handler answers at once, so that a score is the time in the plug-in plus a constant: the time of
 * that handler and of the measurement loop, which {@code handler=NONE} measures.
 *
 * <p>Requires Cassandra's jars and the plug-in on the class path.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xmx1g",
      "-Djmh.shutdownTimeout=1",
      "-Djmh.executor=CUSTOM",
      "-Djmh.executor.class=io.goodput.cassandra.RequestBenchmark$RequestThreads",
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
      "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
      "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
      "--add-exports=java.sql/java.sql=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.module=ALL-UNNAMED",
      "--add-opens=java.base/java.io=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
      "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED"
    })
public class RequestBenchmark extends BenchmarkDefaults {

  /** The request to measure, on a node with the default settings unless the case has its own. */
  public enum Case {
    /** A read of a table without limits, on a node without any limits. */
    UNLIMITED("SELECT * FROM bench.free WHERE k = ?", false),
    /** A read of a table without limits while another table has limits. */
    UNLIMITED_BESIDE_LIMITS("SELECT * FROM bench.free WHERE k = ?", true),
    /** A read on a node that drops late requests, and this one is not late. */
    LATE_REQUESTS("SELECT * FROM bench.free WHERE k = ?", false, "drop_late_requests: true"),
    /** The same, with a client timeout shorter than Cassandra's, with which the read ends. */
    CLIENT_TIMEOUT(
        "SELECT * FROM bench.free WHERE k = ?",
        false,
        "drop_late_requests: true\nclient_timeout_reads: 500ms"),
    /** A read that no one else sends, on a node that coalesces reads. */
    COALESCED_ALONE("SELECT * FROM bench.free WHERE k = ?", false, "coalesce_reads: hot"),
    /** A read on a node that shares its room fairly while requests wait, and none does. */
    FAIR_SHARES("SELECT * FROM bench.free WHERE k = ?", false, "fair_shares: on"),
    /** A write to a table without limits while another table has limits. */
    UNLIMITED_WRITE("INSERT INTO bench.free (k) VALUES (?)", true),
    /** A read of a partition far below its limit. */
    ADMITTED("SELECT * FROM bench.roomy WHERE k = ?", true),
    /** A read of a partition with a limit of 0. */
    REJECTED("SELECT * FROM bench.closed WHERE k = ?", true),
    /** A read of a table without limits while partitions of another table have overrides. */
    UNLIMITED_BESIDE_OVERRIDES("SELECT * FROM bench.free WHERE k = ?", false),
    /** A read of a partition that an override denies, in a table without limits. */
    DENIED("SELECT * FROM bench.denied WHERE k = ?", false),
    /** A read of another partition of that table. */
    UNLIMITED_BESIDE_DENIED("SELECT * FROM bench.denied WHERE k = ?", false);

    private final String query;
    private final boolean limits;
    private final String setting;

    Case(String query, boolean limits) {
      this(query, limits, "");
    }

    Case(String query, boolean limits, String setting) {
      this.query = query;
      this.limits = limits;
      this.setting = setting;
    }
  }

  private static final Set<Case> OVERRIDDEN =
      EnumSet.of(Case.UNLIMITED_BESIDE_OVERRIDES, Case.DENIED, Case.UNLIMITED_BESIDE_DENIED);

  /** The query handler to measure. */
  public enum Handler {
    NONE,
    GOODPUT
  }

  @Param private Case request = Case.UNLIMITED;

  @Param private Handler handler = Handler.GOODPUT;

  private @Nullable Subject subject;

  /**
   * A request and its handler.
   *
   * @param state the state of a client without authentication
   */
  private record Subject(
      QueryHandler handler, CQLStatement statement, QueryState state, QueryOptions options) {

    Object run(Dispatcher.RequestTime time) {
      try {
        return handler.processPrepared(statement, state, options, Map.of(), time);
      } catch (RequestValidationException e) {
        return e;
      }
    }
  }

  /** Starts the node. */
  @Setup
  public void start() throws IOException {
    startNode(Files.createTempDirectory("request-benchmark"), request.setting);
    QueryState state = new QueryState(ClientState.forInternalCalls());
    QueryHandler goodput = new GoodputQueryHandler();
    schema().forEach(statement -> execute(goodput, statement, state));
    if (OVERRIDDEN.contains(request)) {
      ClientState client =
          ClientState.forExternalCalls(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client.login(AuthenticatedUser.ANONYMOUS_USER);
      execute(goodput, override(), new QueryState(client));
    }
    subject =
        new Subject(
            handler == Handler.GOODPUT ? goodput : new InstantQueryHandler(),
            QueryProcessor.getStatement(request.query, state.getClientState()),
            state,
            QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(ByteBufferUtil.bytes(1))));
  }

  private List<String> schema() {
    List<String> statements =
        new ArrayList<>(
            List.of(
                "CREATE KEYSPACE bench WITH replication ="
                    + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 1}",
                "CREATE TABLE bench.free (k int PRIMARY KEY)",
                "CREATE TABLE bench.roomy (k int PRIMARY KEY)",
                "CREATE TABLE bench.closed (k int PRIMARY KEY)",
                "CREATE TABLE bench.denied (k int PRIMARY KEY)"));
    if (request.limits) {
      statements.add(limit("roomy", Integer.MAX_VALUE));
      statements.add(limit("closed", 0));
    }
    return statements;
  }

  private String override() {
    return "UPDATE goodput.overrides USING TTL 86400 SET max_reads_per_second = 0"
        + " WHERE keyspace_name = 'bench' AND table_name = 'denied' AND partition_key = '%d'"
            .formatted(request == Case.DENIED ? 1 : 2);
  }

  private static void execute(QueryHandler handler, String statement, QueryState state) {
    CQLStatement parsed = handler.parse(statement, state, QueryOptions.DEFAULT);
    handler.process(parsed, state, QueryOptions.DEFAULT, Map.of(), now());
  }

  private static String limit(String table, int perSecond) {
    return "ALTER TABLE bench.%s WITH per_partition_rate_limit = {'max_reads_per_second': %d}"
        .formatted(table, perSecond);
  }

  private static Dispatcher.RequestTime now() {
    return new Dispatcher.RequestTime(System.nanoTime(), System.nanoTime());
  }

  private static void startNode(Path home, String setting) throws IOException {
    Path yaml = home.resolve("cassandra.yaml");
    Files.writeString(
        yaml,
        """
        cluster_name: benchmark
        num_tokens: 16
        partitioner: org.apache.cassandra.dht.Murmur3Partitioner
        endpoint_snitch: SimpleSnitch
        listen_address: 127.0.0.1
        rpc_address: 127.0.0.1
        storage_port: 9971
        start_native_transport: false
        commitlog_sync: periodic
        commitlog_sync_period: 10s
        data_file_directories: [%1$s/data]
        commitlog_directory: %1$s/commitlog
        hints_directory: %1$s/hints
        saved_caches_directory: %1$s/saved_caches
        cdc_raw_directory: %1$s/cdc_raw
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters: [{seeds: '127.0.0.1:9971'}]
        """
            .formatted(home));
    Files.writeString(
        home.resolve("goodput.yaml"),
        """
        %s
        query_handler: %s
        """
            .formatted(setting, InstantQueryHandler.class.getName()));
    System.setProperty("cassandra.config", yaml.toUri().toString());
    System.setProperty("cassandra.storagedir", home.toString());
    System.setProperty("cassandra.ring_delay_ms", "0");
    System.setProperty("cassandra.skip_wait_for_gossip_to_settle", "0");
    new CassandraDaemon(true).activate();
  }

  /** Processes one request. A rejection is thrown and caught. */
  @Benchmark
  public Object processPrepared(Arrival arrival) {
    return Objects.requireNonNull(subject).run(arrival.time);
  }

  /** Threads like those of Cassandra's requests, as JMH creates them by name. */
  public static final class RequestThreads extends ThreadPoolExecutor {

    /**
     * Threads that wait for work.
     *
     * @param most how many there may be
     * @param prefix of their names
     */
    public RequestThreads(int most, String prefix) {
      super(
          most,
          most,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          new NamedThreadFactory(prefix));
    }
  }

  /** The times when the request was queued and dequeued, the same for all iterations. */
  @State(Scope.Thread)
  public static class Arrival {
    private final Dispatcher.RequestTime time = now();
  }
}
