package io.goodput.cassandra.option;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.cassandra.audit.AuditLogContext;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.PropertyDefinitions;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.cql3.statements.schema.TableAttributes;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Finds the option in {@code CREATE TABLE} and {@code ALTER TABLE} statements.
 *
 * <p>Cassandra's grammar accepts any {@code WITH name = value}, and Cassandra rejects unknown names
 * when it runs the statement. So the parser takes the option off the parsed statement and wraps the
 * statement in a {@link TableStatement} that stores it. It also understands {@code WITH extensions
 * = {'per_partition_rate_limit': 0x…}}, as a snapshot's schema.cql has it; Cassandra ignores that.
 */
final class OptionParser {

  private static final String EXTENSIONS = "extensions";

  /** Where the option's name has its first underscore. */
  private static final int UNDERSCORE = RateLimitOption.NAME.indexOf('_');

  private OptionParser() {}

  /**
   * The statement to run instead of the one that Cassandra would make of this query; null if the
   * query does not state the option.
   *
   * @throws ConfigurationException if the option's value is invalid
   */
  static @Nullable CQLStatement parse(String query, ClientState client) {
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
      RateLimitOption option = take(create.attrs);
      return option == null
          ? null
          : ofUserTable(OptionStore.ofThisNode().create(create, option, client));
    }
    if (parsed instanceof AlterTableStatement.Raw alter) {
      RateLimitOption option = take(alter.attrs);
      return option == null
          ? null
          : ofUserTable(OptionStore.ofThisNode().alter(alter, option, client));
    }
    return null;
  }

  private static CQLStatement ofUserTable(CQLStatement statement) {
    AuditLogContext table = statement.getAuditLogContext();
    if (SchemaConstants.isSystemKeyspace(table.keyspace)) {
      throw new ConfigurationException(
          String.format(
              "%s cannot be set on system table %s.%s; set it on one of your own tables",
              RateLimitOption.NAME, table.keyspace, table.scope));
    }
    return statement;
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

  /** Removes the option from a statement's attributes; null if they do not have it. */
  private static @Nullable RateLimitOption take(TableAttributes attributes) {
    if (attributes.updatedProperties().contains(RateLimitOption.NAME)) {
      Object value = properties(attributes).get(RateLimitOption.NAME);
      attributes.removeProperty(RateLimitOption.NAME);
      if (value instanceof Map<?, ?> map) {
        return RateLimitOption.of(textMap(map));
      }
      throw new ConfigurationException(
          String.format(
              "%s must be a map such as %s, not '%s'",
              RateLimitOption.NAME, "{'max_reads_per_second': 100}", value));
    }
    if (attributes.updatedProperties().contains(EXTENSIONS)
        && properties(attributes).get(EXTENSIONS) instanceof Map<?, ?> extensions
        && extensions.get(RateLimitOption.NAME) instanceof String hex) {
      return ofHex(hex);
    }
    return null;
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
