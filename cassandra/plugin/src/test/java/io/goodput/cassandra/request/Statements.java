package io.goodput.cassandra.request;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.auth.AllowAllAuthenticator;
import org.apache.cassandra.auth.AllowAllAuthorizer;
import org.apache.cassandra.auth.CassandraAuthorizer;
import org.apache.cassandra.auth.IAuthenticator;
import org.apache.cassandra.auth.PasswordAuthenticator;
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
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Requests with Cassandra's own statements, on a schema in this JVM: {@code ks.t (k, v)}, {@code
 * ks.pair ((a, b), v)}, {@code ks.counts (k, c counter)}, and {@code system_traces.t (k)}.
 */
public final class Statements {

  static {
    DatabaseDescriptor.clientInitialization(false);
    DatabaseDescriptor.setAuthorizer(new AllowAllAuthorizer());
    DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
    createKeyspace("ks");
    createKeyspace("system_traces");
    createTable("system_traces", "CREATE TABLE t (k int PRIMARY KEY)");
    createTable("ks", "CREATE TABLE t (k int PRIMARY KEY, v int)");
    createTable("ks", "CREATE TABLE pair (a int, b text, v int, PRIMARY KEY ((a, b)))");
    createTable("ks", "CREATE TABLE counts (k int PRIMARY KEY, c counter)");
  }

  private Statements() {}

  private static void createKeyspace(String name) {
    Schema.instance.transform(
        SchemaTransformations.addKeyspace(
            KeyspaceMetadata.create(name, KeyspaceParams.simple(1)), true));
  }

  private static void createTable(String keyspace, String query) {
    Schema.instance.transform(
        SchemaTransformations.addTable(CreateTableStatement.parse(query, keyspace).build(), true));
  }

  /** Has clients log in, and need permissions, until {@link #letAllIn}. */
  public static void requireLogin() {
    DatabaseDescriptor.setAuthenticator(Passwords.AUTHENTICATOR);
    DatabaseDescriptor.setAuthorizer(new CassandraAuthorizer());
  }

  public static void letAllIn() {
    DatabaseDescriptor.setAuthenticator(new AllowAllAuthenticator());
    DatabaseDescriptor.setAuthorizer(new AllowAllAuthorizer());
  }

  /** There can be one in a JVM. */
  private static final class Passwords {
    private static final IAuthenticator AUTHENTICATOR = new PasswordAuthenticator();
  }

  public static CQLStatement parse(String query) {
    return QueryProcessor.getStatement(query, ClientState.forInternalCalls());
  }

  /** Ends the request that the calling thread has begun last, if it has not ended. */
  public static void end() {
    Request request = CurrentRequest.get();
    if (request != null) {
      request.end();
    }
  }

  /** A prepared request at consistency level ONE. */
  public static Request request(String query, ByteBuffer... values) {
    return request(query, null, values);
  }

  /** A prepared request with int values, as the same statement each time. */
  public static Request request(CQLStatement statement, int... values) {
    List<ByteBuffer> bytes = Arrays.stream(values).mapToObj(Statements::bytes).toList();
    return CurrentRequest.prepared(
        statement,
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.forInternalCalls(ConsistencyLevel.ONE, bytes),
        null,
        new Dispatcher.RequestTime(0, 0));
  }

  static Request request(
      String query, @Nullable Map<String, ByteBuffer> payload, ByteBuffer... values) {
    return CurrentRequest.prepared(
        parse(query),
        new QueryState(ClientState.forInternalCalls()),
        QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(values)),
        payload,
        new Dispatcher.RequestTime(0, 0));
  }

  static ByteBuffer bytes(int value) {
    return ByteBufferUtil.bytes(value);
  }
}
