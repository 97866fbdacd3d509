package io.goodput.cassandra.watch;

import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.CurrentRequest;
import io.goodput.cassandra.request.Pipeline;
import io.goodput.core.time.TimeSource;
import io.goodput.lab.microbenchmarks.BenchmarkDefaults;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.auth.AllowAllAuthorizer;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.KeyspaceParams;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaTransformations;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What the watch adds to a prepared read of one partition: the difference to {@code sample=OFF}.
 *
 * <p>Requires Cassandra's jars on the class path. Lives in this package to choose the sample.
 */
@State(Scope.Thread)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-opens=java.base/java.io=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"
    })
public class WatchBenchmark extends BenchmarkDefaults {

  /** Which requests the watch looks at. */
  public enum Sample {
    /** None, because it is switched off. */
    OFF(false, 1),
    /** Hardly any. */
    PASSED_OVER(true, 1_000_000_000),
    /** Each. */
    CHOSEN(true, 1);

    private final boolean enabled;
    private final int oneIn;

    Sample(boolean enabled, int oneIn) {
      this.enabled = enabled;
      this.oneIn = oneIn;
    }
  }

  private static final String READ = "SELECT * FROM bench.t WHERE k = ?";
  private static final int COUNTED_TOGETHER = 250;
  private static final ResultMessage ANSWER = new ResultMessage.Void();

  @Param private Sample sample = Sample.CHOSEN;

  private final ClientState client;
  private final CQLStatement statement;
  private final Faults faults = new Faults();
  private RequestWatch watch = new RequestWatch(TimeSource.system(), true, 1, faults);
  private Pipeline pipeline = new Pipeline(List.of(), request -> ANSWER, faults);
  private int number;

  /** Sets up a schema in this JVM. */
  public WatchBenchmark() {
    DatabaseDescriptor.clientInitialization(false);
    DatabaseDescriptor.setAuthorizer(new AllowAllAuthorizer());
    DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
    Schema.instance.transform(
        SchemaTransformations.addKeyspace(
            KeyspaceMetadata.create("bench", KeyspaceParams.simple(1)), true));
    Schema.instance.transform(
        SchemaTransformations.addTable(
            CreateTableStatement.parse("CREATE TABLE bench.t (k int PRIMARY KEY)", "bench").build(),
            true));
    client = ClientState.forInternalCalls();
    client.setDriverName("DataStax Java driver for Apache Cassandra(R)");
    client.setDriverVersion("4.19.0");
    client.setClientOptions(Map.of("APPLICATION_NAME", "shop"));
    statement = QueryProcessor.getStatement(READ, client);
  }

  /** Begins to watch. */
  @Setup
  public void start() {
    watch = new RequestWatch(TimeSource.system(), sample.enabled, sample.oneIn, faults);
    pipeline = new Pipeline(List.of(watch), watch.measuring(request -> ANSWER), faults);
  }

  /** On the thread of the request. */
  @Benchmark
  public Object request() {
    CurrentRequest.parsed(statement, READ);
    return pipeline.run(
        CurrentRequest.prepared(
            statement,
            new QueryState(client),
            QueryOptions.forInternalCalls(
                ConsistencyLevel.ONE, List.of(ByteBufferUtil.bytes(number++ & 0xFFF))),
            Map.of(),
            new Dispatcher.RequestTime(0, 0)));
  }

  /** On both threads: that of the request, and the one that counts the samples. */
  @Benchmark
  @OperationsPerInvocation(COUNTED_TOGETHER)
  public void countedRequest() {
    for (int i = 0; i < COUNTED_TOGETHER; i++) {
      Object unused = request();
    }
    watch.count(TimeSource.system().monotonicNanos());
  }
}
