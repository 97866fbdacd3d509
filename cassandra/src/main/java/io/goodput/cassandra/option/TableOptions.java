package io.goodput.cassandra.option;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.PropertyDefinitions;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.cql3.statements.schema.TableAttributes;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Finds the option in {@code CREATE TABLE} and {@code ALTER TABLE} statements.
 *
 * <p>Cassandra's grammar accepts any {@code WITH name = value}, and refuses names that it does not
 * know when the statement runs. So the option is taken off the parsed statement, and the statement
 * is wrapped in one that stores it. {@code WITH extensions = {'per_partition_rate_limit': 0x…}},
 * the form in a snapshot's schema.cql, is understood too; Cassandra itself ignores it.
 */
public final class TableOptions {

  private static final String EXTENSIONS = "extensions";

  private TableOptions() {}

  /**
   * The statement to run in place of the one that Cassandra would make of this text, if it states
   * the option; else null.
   *
   * @throws ConfigurationException if the option's value is invalid
   */
  public static @Nullable CQLStatement statementWithOption(String query, ClientState client) {
    if (!mentionsOption(query)) {
      return null;
    }
    CQLStatement.Raw parsed;
    try {
      parsed = QueryProcessor.parseStatement(query);
    } catch (SyntaxException e) {
      // Cassandra's own handler reports it.
      return null;
    }
    if (parsed instanceof CreateTableStatement.Raw create) {
      RateLimits limits = takenOff(create.attrs);
      return limits == null
          ? null
          : TableStatement.create(create.prepare(client), create.table(), limits);
    }
    if (parsed instanceof AlterTableStatement.Raw alter) {
      RateLimits limits = takenOff(alter.attrs);
      return limits == null ? null : TableStatement.alter(alter.prepare(client), limits);
    }
    return null;
  }

  /** The same for a statement that a client has prepared; the argument if it has no option. */
  public static QueryHandler.Prepared preparedWithOption(QueryHandler.Prepared prepared) {
    if (!(prepared.statement instanceof AlterSchemaStatement statementOfCassandra)) {
      return prepared;
    }
    ClientState client = ClientState.forInternalCalls(statementOfCassandra.keyspace());
    CQLStatement statement = statementWithOption(prepared.rawCQLStatement, client);
    return statement == null
        ? prepared
        : new QueryHandler.Prepared(
            statement, prepared.rawCQLStatement, prepared.fullyQualified, prepared.keyspace);
  }

  /** Keeps the second parse away from nearly every request. */
  private static boolean mentionsOption(String query) {
    return query.toLowerCase(Locale.ROOT).contains(RateLimits.OPTION);
  }

  private static @Nullable RateLimits takenOff(TableAttributes attributes) {
    if (attributes.hasProperty(RateLimits.OPTION)) {
      Object value = property(attributes, RateLimits.OPTION);
      attributes.removeProperty(RateLimits.OPTION);
      if (value instanceof Map<?, ?> map) {
        return RateLimits.fromOption(textMap(map));
      }
      throw new ConfigurationException(
          String.format(
              "%s must be a map such as %s, not '%s'",
              RateLimits.OPTION, "{'max_reads_per_second': 100}", value));
    }
    if (attributes.hasProperty(EXTENSIONS)
        && property(attributes, EXTENSIONS) instanceof Map<?, ?> extensions
        && extensions.get(RateLimits.OPTION) instanceof String hex) {
      return fromHex(hex);
    }
    return null;
  }

  private static RateLimits fromHex(String hex) {
    try {
      ByteBuffer stored = ByteBufferUtil.hexToBytes(hex.substring("0x".length()));
      return RateLimits.fromStored(stored);
    } catch (ConfigurationException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ConfigurationException(
          String.format(
              "Extension '%s' must be a blob that DESCRIBE has shown, not '%s'",
              RateLimits.OPTION, hex));
    }
  }

  @SuppressWarnings("unchecked") // the grammar makes maps of text to text only
  private static Map<String, String> textMap(Map<?, ?> map) {
    return (Map<String, String>) map;
  }

  /** Cassandra gives no public access to a property that it does not know. */
  private static @Nullable Object property(TableAttributes attributes, String name) {
    try {
      Field properties = PropertyDefinitions.class.getDeclaredField("properties");
      properties.setAccessible(true);
      return ((Map<?, ?>) properties.get(attributes)).get(name);
    } catch (ReflectiveOperationException e) {
      throw new ConfigurationException(
          "This version of Cassandra gives no access to the option " + name, e);
    }
  }
}
