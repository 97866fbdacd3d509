package io.goodput.cassandra.platform;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.cassandra.auth.Permission;
import org.apache.cassandra.cql3.CQL3Type;
import org.apache.cassandra.cql3.CQL3Type.Native;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.CompositeType;
import org.apache.cassandra.exceptions.UnauthorizedException;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;

/** Cassandra 4.1, which has no masks. */
final class Cassandra41 extends BeforeCassandra60 {

  /** The build compiles against Cassandra 5.0, where this method takes and returns a long. */
  private static final MethodHandle NOW_IN_SECONDS = nowInSeconds();

  private static final int NOT_SET = Integer.MIN_VALUE;

  /** Cassandra 4.1 writes these types without quotes, but reads them only with quotes. */
  private static final Set<CQL3Type> QUOTED =
      Set.of(Native.DATE, Native.TIME, Native.TIMESTAMP, Native.INET);

  private static MethodHandle nowInSeconds() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              QueryOptions.class, "getNowInSec", MethodType.methodType(int.class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("QueryOptions.getNowInSec", e);
    }
  }

  @Override
  public long nowInSeconds(QueryOptions options, long ifNotSet) {
    try {
      int now = (int) NOW_IN_SECONDS.invokeExact(options, NOT_SET);
      return now == NOT_SET ? ifNotSet : now;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String keyLiteral(TableMetadata table, ByteBuffer key) {
    if (!(table.partitionKeyType instanceof CompositeType composite)) {
      return literal(table.partitionKeyType, key);
    }
    List<AbstractType<?>> types = composite.getComponents();
    ByteBuffer[] values = composite.split(key);
    return IntStream.range(0, values.length)
        .mapToObj(i -> literal(types.get(i), values[i]))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String literal(AbstractType<?> type, ByteBuffer value) {
    String literal = type.toCQLString(value);
    return QUOTED.contains(type.asCQL3Type()) && value.hasRemaining()
        ? "'" + literal + "'"
        : literal;
  }

  @Override
  public boolean hasMasks(TableMetadata table) {
    return false;
  }

  @Override
  public boolean seesUnmasked(ClientState client, TableMetadata table) {
    return true;
  }

  @Override
  public boolean maySeeKeys(ClientState client, TableMetadata table) {
    try {
      client.ensureTablePermission(table, Permission.SELECT);
      return true;
    } catch (UnauthorizedException e) {
      return false;
    }
  }
}
