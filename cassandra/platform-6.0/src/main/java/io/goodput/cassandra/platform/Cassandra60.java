package io.goodput.cassandra.platform;

import com.codahale.metrics.Metric;
import com.google.common.collect.Lists;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.cassandra.concurrent.DebuggableTask;
import org.apache.cassandra.concurrent.DebuggableTask.DebuggableTaskRunner;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.CommentOnTableStatement;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.RequestFailure;
import org.apache.cassandra.locator.EndpointsForRange;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.ReplicationParams;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.SchemaProvider;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.tcm.ClusterMetadata;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.MBeanWrapper;
import org.jspecify.annotations.Nullable;

/** Cassandra 6.0. */
final class Cassandra60 implements SinceCassandra50 {

  @Override
  public List<ColumnSpecification> bindVariables(CQLStatement statement) {
    return statement.getBindVariables();
  }

  @Override
  public void validateTimes(ModificationStatement statement, QueryOptions options) {
    long unused = statement.getTimeToLive(options) + statement.getTimestamp(0, options);
  }

  @Override
  public long valueOf(LongToken token) {
    return token.getLongValue();
  }

  @Override
  public SchemaProvider schema() {
    return Schema.instance;
  }

  @Override
  public Keyspaces distributedKeyspaces() {
    return Schema.instance.distributedKeyspaces();
  }

  @Override
  public void follow(SchemaChangeListener listener) {
    Schema.instance.registerListener(listener);
  }

  /** Nodes tell each other CQL statements, and no statement changes extensions. */
  @Override
  public boolean storesExtensions() {
    return false;
  }

  @Override
  public @Nullable String commentAfter(AlterSchemaStatement statement) {
    if (!(statement instanceof CommentOnTableStatement)) {
      return null;
    }
    KeyspaceMetadata keyspace =
        statement.apply(ClusterMetadata.current()).getNullable(statement.keyspace());
    TableMetadata table = keyspace.getTableOrViewNullable(statement.getAuditLogContext().scope);
    return table == null ? null : table.params.comment;
  }

  @Override
  public EndpointsForRange replicas(String keyspace, Token token) {
    ClusterMetadata cluster = ClusterMetadata.current();
    Keyspace opened = Keyspace.open(keyspace);
    ReplicationParams replication = opened.getMetadata().params.replication;
    return replication.isLocal()
        ? opened.getReplicationStrategy().calculateNaturalReplicas(token, cluster)
        : cluster.placement(replication).reads.forRange(token).get();
  }

  /** Accord has messages of its own. */
  @Override
  public boolean sendsPlainMessages(TableMetadata table) {
    TableMetadata now = Schema.instance.getTableMetadata(table.id);
    return now != null && !now.requiresAccordSupport();
  }

  @Override
  public Collection<InetAddressAndPort> nodes() {
    return ClusterMetadata.current().directory.allJoinedEndpoints();
  }

  @Override
  public String dataCenter(InetAddressAndPort node) {
    return DatabaseDescriptor.getLocator().location(node).datacenter;
  }

  @Override
  public boolean ordersReadsBySnitch() {
    return false;
  }

  @Override
  public void filterOutgoing(
      MessagingService messaging, BiPredicate<Message<?>, InetAddressAndPort> filter) {
    messaging.outboundSink.add((message, to, connection) -> filter.test(message, to));
  }

  /** The registry accepts names of Cassandra's own groups only, and this is what else it does. */
  @Override
  public void register(CassandraMetricsRegistry registry, MetricName name, Metric metric) {
    registry.remove(name);
    registry.registerMBean(metric, name.getMBeanName(), MBeanWrapper.instance, false);
    registry.register(name.getMetricName(), metric);
  }

  @Override
  public void remove(CassandraMetricsRegistry registry, MetricName name) {
    registry.remove(name);
  }

  @Override
  public Envelope envelope(Envelope like, int streamId, ByteBuf body) {
    return Envelope.create(
        like.header.type, streamId, like.header.version, like.header.flags, body);
  }

  @Override
  public Object failure() {
    return RequestFailure.UNKNOWN;
  }

  @Override
  public List<? extends DebuggableTask> runningTasks() {
    return SharedExecutorPool.SHARED
        .workers()
        .map(DebuggableTaskRunner::running)
        .filter(Objects::nonNull)
        .toList();
  }

  /** The values of Cassandra 6.0 are arrays. A row is converted when it is looked at. */
  @Override
  public List<List<ByteBuffer>> values(ResultSet answer) {
    return Lists.transform(answer.rows, row -> each(row, Cassandra60::buffer));
  }

  @Override
  public ResultSet answer(ResultSet like, List<List<ByteBuffer>> values) {
    return new ResultSet(
        like.metadata, values.stream().map(row -> each(row, Cassandra60::array)).toList());
  }

  private static @Nullable ByteBuffer buffer(byte @Nullable [] value) {
    return value == null ? null : ByteBuffer.wrap(value);
  }

  private static byte @Nullable [] array(@Nullable ByteBuffer value) {
    return value == null ? null : ByteBufferUtil.getArray(value);
  }

  /** Values may be null, which streams do not collect. */
  private static <A, B> List<B> each(List<A> row, Function<A, B> change) {
    List<B> changed = new ArrayList<>(row.size());
    row.forEach(value -> changed.add(change.apply(value)));
    return changed;
  }

  @Override
  public int secondsOfInsertion(Row row) {
    return row.primaryKeyLivenessInfo().isEmpty() ? -1 : row.primaryKeyLivenessInfo().ttl();
  }

  @Override
  public boolean isTraced(Envelope message) {
    return Envelope.Header.Flag.contains(message.header.flags, Envelope.Header.Flag.TRACING);
  }

  @Override
  public List<String> gaps() {
    return List.of(
        "heat_weighted_reads and warm_after_restart are off, because Cassandra 6.0 has no snitch"
            + " that orders reads",
        "limits are stored in the comments of tables, because no statement of Cassandra 6.0"
            + " changes their extensions",
        "BEGIN TRANSACTION is not limited, because it names partitions only while it runs");
  }
}
