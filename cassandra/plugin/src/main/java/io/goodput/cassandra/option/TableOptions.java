package io.goodput.cassandra.option;

import io.goodput.cassandra.fault.Faults;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.cassandra.audit.AuditLogContext;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.DescribeStatement;
import org.apache.cassandra.cql3.statements.PropertyDefinitions;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.cql3.statements.schema.TableAttributes;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Adds the table option {@code per_partition_rate_limit} to Cassandra's statements. Where it fails,
 * the statement stays Cassandra's own. Thread-safe.
 *
 * <p>Cassandra's grammar accepts any {@code WITH name = value}, and Cassandra rejects unknown names
 * when it runs the statement. So the option is taken off the parsed statement, and the {@link
 * OptionStore} makes a statement that stores it. This also understands {@code WITH extensions =
 * {'per_partition_rate_limit': 0x…}}, as a snapshot's schema.cql has it; Cassandra ignores that.
 */
public final class TableOptions {

  private static final String EXTENSIONS = "extensions";

  /** Where the option's name has its first underscore. */
  private static final int UNDERSCORE = RateLimitOption.NAME.indexOf('_');

  private final Supplier<OptionStore> store;
  private final Faults faults;

  /** The options of this node's tables. Never throws; reports what fails. */
  public TableOptions(Faults faults) {
    this(OptionStore::ofThisNode, faults);
  }

  /** The same with another store, which is asked for only where a failure is reported. */
  TableOptions(Supplier<OptionStore> store, Faults faults) {
    this.store = store;
    this.faults = faults;
  }

  /**
   * The option of a table, as the schema of this node's release of Cassandra keeps it.
   *
   * @throws RuntimeException if what is stored is damaged
   */
  public static RateLimitOption of(TableMetadata table) {
    return OptionStore.ofThisNode().read(table.params);
  }

  /**
   * The statement to run instead of the one that Cassandra would make of this query; null if the
   * query does not state the option.
   *
   * @throws RequestValidationException if the option's value is invalid
   */
  public @Nullable CQLStatement parse(String query, ClientState client) {
    return mentionsOption(query)
        ? orElse(Optional.<CQLStatement>empty(), "parsing options", () -> stating(query, client))
            .orElse(null)
        : null;
  }

  /**
   * A parsed statement that leaves the options of tables as they are, unless it states them.
   *
   * @throws RequestValidationException if Cassandra rejects the statement
   */
  public CQLStatement keep(CQLStatement parsed, String query, ClientState client) {
    return parsed instanceof AlterSchemaStatement statement
        ? orElse(
            parsed, "keeping a table's options", () -> store.get().keep(statement, query, client))
        : parsed;
  }

  /**
   * A statement of Cassandra's cache, which knows no option: parsed again if it may state one.
   *
   * @throws RequestValidationException if the option's value is invalid
   */
  public QueryHandler.@Nullable Prepared parseAgain(QueryHandler.@Nullable Prepared prepared) {
    if (prepared == null || !(prepared.statement instanceof AlterSchemaStatement statement)) {
      return prepared;
    }
    String query = prepared.rawCQLStatement;
    ClientState client = ClientState.forInternalCalls(statement.keyspace());
    CQLStatement stated = parse(query, client);
    return new QueryHandler.Prepared(
        stated == null ? keep(statement, query, client) : stated,
        query,
        prepared.fullyQualified,
        prepared.keyspace);
  }

  /** The answer to a statement, which shows the option if the statement is a DESCRIBE. */
  public ResultMessage describe(CQLStatement statement, ResultMessage answer) {
    if (!(statement instanceof DescribeStatement)) {
      return answer;
    }
    try {
      return DescribeOutput.show(answer, store.get());
    } catch (Throwable e) {
      // What is stored may be invalid for this version, which is no mistake of the client.
      faults.report("describing a table", e);
      return answer;
    }
  }

  private <T> T orElse(T otherwise, String activity, Supplier<T> task) {
    try {
      return task.get();
    } catch (RequestValidationException e) {
      throw e;
    } catch (Throwable e) {
      faults.report(activity, e);
      return otherwise;
    }
  }

  private Optional<CQLStatement> stating(String query, ClientState client) {
    CQLStatement.Raw parsed;
    try {
      parsed = QueryProcessor.parseStatement(query);
    } catch (SyntaxException e) {
      // Cassandra's own handler reports it.
      return Optional.empty();
    }
    Optional<CQLStatement> stating = Optional.empty();
    if (parsed instanceof CreateTableStatement.Raw create) {
      stating = take(create.attrs).map(option -> store.get().create(create, option, client));
    } else if (parsed instanceof AlterTableStatement.Raw alter) {
      stating = take(alter.attrs).map(option -> store.get().alter(alter, option, client));
    }
    stating.map(CQLStatement::getAuditLogContext).ifPresent(TableOptions::requireUserTable);
    return stating;
  }

  private static void requireUserTable(AuditLogContext table) {
    if (SchemaConstants.isSystemKeyspace(table.keyspace)) {
      throw new ConfigurationException(
          String.format(
              "%s cannot be set on system table %s.%s; set it on one of your own tables",
              RateLimitOption.NAME, table.keyspace, table.scope));
    }
  }

  /** Spares nearly all requests a second parse, at no more than a search for an underscore. */
  static boolean mentionsOption(String query) {
    int underscore = query.indexOf('_');
    while (underscore >= 0) {
      if (query.regionMatches(
          true, underscore - UNDERSCORE, RateLimitOption.NAME, 0, RateLimitOption.NAME.length())) {
        return true;
      }
      underscore = query.indexOf('_', underscore + 1);
    }
    return false;
  }

  /** Removes the option from a statement's attributes; empty if they do not have it. */
  private static Optional<RateLimitOption> take(TableAttributes attributes) {
    if (attributes.updatedProperties().contains(RateLimitOption.NAME)) {
      Object value = properties(attributes).get(RateLimitOption.NAME);
      attributes.removeProperty(RateLimitOption.NAME);
      if (value instanceof Map<?, ?> map) {
        return Optional.of(RateLimitOption.of(textMap(map)));
      }
      throw new ConfigurationException(
          String.format(
              "%s must be a map such as %s, not '%s'",
              RateLimitOption.NAME, "{'max_reads_per_second': 100}", value));
    }
    if (attributes.updatedProperties().contains(EXTENSIONS)
        && properties(attributes).get(EXTENSIONS) instanceof Map<?, ?> extensions
        && extensions.get(RateLimitOption.NAME) instanceof String hex) {
      return Optional.of(ofHex(hex));
    }
    return Optional.empty();
  }

  private static RateLimitOption ofHex(String hex) {
    try {
      ByteBuffer stored = ByteBufferUtil.hexToBytes(hex.substring("0x".length()));
      return RateLimitOption.ofStored(stored);
    } catch (ConfigurationException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ConfigurationException(
          String.format(
              "Extension '%s' must be a blob that DESCRIBE has shown, not '%s'",
              RateLimitOption.NAME, hex));
    }
  }

  @SuppressWarnings("unchecked") // the grammar builds maps of text to text only
  private static Map<String, String> textMap(Map<?, ?> map) {
    return (Map<String, String>) map;
  }

  /** The attributes by name. Cassandra gives no public access to unknown ones. */
  @SuppressWarnings("unchecked") // the type of the field on 6.0; before, the values were wildcards
  static Map<String, Object> properties(TableAttributes attributes) {
    try {
      Field properties = PropertyDefinitions.class.getDeclaredField("properties");
      properties.setAccessible(true);
      return (Map<String, Object>) properties.get(attributes);
    } catch (ReflectiveOperationException e) {
      throw new ConfigurationException(
          "This version of Cassandra gives no access to the option " + RateLimitOption.NAME, e);
    }
  }
}
