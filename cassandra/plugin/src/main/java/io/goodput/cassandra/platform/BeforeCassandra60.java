package io.goodput.cassandra.platform;

import com.codahale.metrics.Metric;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.cassandra.concurrent.DebuggableTask;
import org.apache.cassandra.concurrent.SharedExecutorPool;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.RequestFailureReason;
import org.apache.cassandra.locator.EndpointsForRange;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.SchemaProvider;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.transport.Envelope;
import org.jspecify.annotations.Nullable;

/** What Cassandra 4.1 and 5.0 have in common. */
abstract class BeforeCassandra60 implements Platform {

  @Override
  public List<ColumnSpecification> bindVariables(CQLStatement statement) {
    return statement.getBindVariables();
  }

  @Override
  public int secondsOfInsertion(Row row) {
    return row.primaryKeyLivenessInfo().isEmpty() ? -1 : row.primaryKeyLivenessInfo().ttl();
  }

  @Override
  public void validateTimes(ModificationStatement statement, QueryOptions options) {
    long unused = statement.getTimeToLive(options) + statement.getTimestamp(0, options);
  }

  @Override
  public long valueOf(LongToken token) {
    return token.token;
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

  @Override
  public boolean storesExtensions() {
    return true;
  }

  @Override
  public @Nullable String commentAfter(AlterSchemaStatement statement) {
    return null;
  }

  @Override
  public EndpointsForRange replicas(String keyspace, Token token) {
    return Keyspace.open(keyspace).getReplicationStrategy().getNaturalReplicas(token);
  }

  @Override
  public boolean sendsPlainMessages(TableMetadata table) {
    return true;
  }

  @Override
  public Collection<InetAddressAndPort> nodes() {
    return StorageService.instance.getTokenMetadata().getAllEndpoints();
  }

  @Override
  public String dataCenter(InetAddressAndPort node) {
    return DatabaseDescriptor.getEndpointSnitch().getDatacenter(node);
  }

  @Override
  public boolean ordersReadsBySnitch() {
    return true;
  }

  @Override
  public void filterOutgoing(
      MessagingService messaging, BiPredicate<Message<?>, InetAddressAndPort> filter) {
    messaging.outboundSink.add(filter);
  }

  @Override
  public void register(CassandraMetricsRegistry registry, MetricName name, Metric metric) {
    registry.register(name, metric);
  }

  @Override
  public void remove(CassandraMetricsRegistry registry, MetricName name) {
    registry.remove(name);
  }

  @Override
  public Envelope envelope(Envelope like, int streamId, ByteBuf body) {
    return Envelope.create(
        like.header.type, streamId, like.header.version, EnumSet.copyOf(like.header.flags), body);
  }

  @Override
  public Object failure() {
    return RequestFailureReason.UNKNOWN;
  }

  @Override
  public List<? extends DebuggableTask> runningTasks() {
    return SharedExecutorPool.SHARED.runningTasks();
  }

  @Override
  public List<List<ByteBuffer>> values(ResultSet answer) {
    return answer.rows;
  }

  @Override
  public ResultSet answer(ResultSet like, List<List<ByteBuffer>> values) {
    return new ResultSet(like.metadata, values);
  }

  @Override
  public boolean isTraced(Envelope message) {
    return message.header.flags.contains(Envelope.Header.Flag.TRACING);
  }

  @Override
  public List<String> gaps() {
    return List.of();
  }
}
