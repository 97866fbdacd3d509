package io.goodput.cassandra.platform;

import com.codahale.metrics.Metric;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.cassandra.concurrent.DebuggableTask;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.cql3.statements.ModificationStatement;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.gms.Gossiper;
import org.apache.cassandra.locator.EndpointsForRange;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.apache.cassandra.net.Message;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.SchemaChangeListener;
import org.apache.cassandra.schema.SchemaProvider;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.transport.Envelope;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;

/** The release of Cassandra that a node runs. Thread-safe. */
public interface Platform {

  /** That of this node. */
  static Platform ofThisNode() {
    return ThisNode.PLATFORM;
  }

  /** The time that the client wants the request to be executed at, in seconds since 1970. */
  long nowInSeconds(QueryOptions options, long ifNotSet);

  /** Whether columns of the table are masked from some roles. */
  boolean hasMasks(TableMetadata table);

  /** Whether no mask of the table applies to the client. */
  boolean seesUnmasked(ClientState client, TableMetadata table);

  /**
   * Whether the client may see the partition keys of a table: it may read the table, and no mask
   * hides a column of the key from it.
   */
  boolean maySeeKeys(ClientState client, TableMetadata table);

  /** A partition key as a literal of CQL, which a statement can contain. */
  default String keyLiteral(TableMetadata table, ByteBuffer key) {
    return table.partitionKeyAsCQLLiteral(key);
  }

  /** The markers of a statement, in the order of their values. */
  List<ColumnSpecification> bindVariables(CQLStatement statement);

  /** For how many seconds an inserted row lives, 0 for ever; -1 if it was only updated. */
  int secondsOfInsertion(Row row);

  /**
   * Checks the times that a statement binds.
   *
   * @throws InvalidRequestException if Cassandra will not execute the statement with them
   */
  void validateTimes(ModificationStatement statement, QueryOptions options);

  /** The number that a token is. */
  long valueOf(LongToken token);

  /** The schema of this node. */
  SchemaProvider schema();

  /** Whether this node knows the schema: it has joined its cluster, or it is up without that. */
  default boolean knowsTheSchema() {
    return StorageService.instance.isNormal() || StorageService.instance.isDaemonSetupCompleted();
  }

  /** The keyspaces that all nodes have. */
  Keyspaces distributedKeyspaces();

  /** Tells a listener of all changes of the schema from now on. */
  void follow(SchemaChangeListener listener);

  /** Whether a schema change may store extensions of a table. If not, it is a CQL statement. */
  boolean storesExtensions();

  /**
   * The comment that a table has after a statement has changed it; null if the statement changes no
   * comment, or if this line stores extensions.
   */
  @Nullable String commentAfter(AlterSchemaStatement statement);

  /** The replicas of a partition; the same object until they change. */
  EndpointsForRange replicas(String keyspace, Token token);

  /** Whether plain reads and writes reach the replicas of a table as messages of their own kind. */
  boolean sendsPlainMessages(TableMetadata table);

  /** The nodes of the cluster, up or not. */
  Collection<InetAddressAndPort> nodes();

  /** The data center of a node. */
  String dataCenter(InetAddressAndPort node);

  /** The other nodes of this node's data center that are up. */
  default Set<InetAddressAndPort> otherLiveNodesHere() {
    String here = DatabaseDescriptor.getLocalDataCenter();
    Set<InetAddressAndPort> nodes = Gossiper.instance.getLiveMembers();
    nodes.remove(FBUtilities.getBroadcastAddressAndPort());
    nodes.removeIf(node -> !here.equals(dataCenter(node)));
    return nodes;
  }

  /** Whether a snitch decides on the order of reads, so that another one can take its place. */
  boolean ordersReadsBySnitch();

  /** Sends a message only if the filter accepts it; asks it before all other filters. */
  void filterOutgoing(
      MessagingService messaging, BiPredicate<Message<?>, InetAddressAndPort> filter);

  /** Registers a metric, and exports it by JMX. */
  void register(CassandraMetricsRegistry registry, MetricName name, Metric metric);

  /** Removes a metric, if it is there. */
  void remove(CassandraMetricsRegistry registry, MetricName name);

  /** An envelope with the type, the version, and the flags of another one. */
  Envelope envelope(Envelope like, int streamId, ByteBuf body);

  /** What a message contains that tells a coordinator of a failure without a known reason. */
  Object failure();

  /** What the threads of this node execute now, as far as Cassandra shows it. */
  List<? extends DebuggableTask> runningTasks();

  /** The values of an answer, which the caller must not change. */
  List<List<ByteBuffer>> values(ResultSet answer);

  /** An answer with the columns of another one. */
  ResultSet answer(ResultSet like, List<List<ByteBuffer>> values);

  /** Whether a message asks for a trace of what it causes. */
  boolean isTraced(Envelope message);

  /** What does not work on this line, a sentence for each, for the log. */
  List<String> gaps();
}
