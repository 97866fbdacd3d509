package io.goodput.cassandra.option;

import io.goodput.cassandra.platform.Platform;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.service.ClientState;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the option at the end of the table's comment, where Cassandra's own statements can put it.
 * Each node runs a schema change as the CQL text that the first one got, also a node without the
 * plug-in. An extension holds as long as the comment has no {@link Mark}: an older line of
 * Cassandra may have stored it.
 */
final class CommentStore extends OptionStore {

  private static final String COMMENT = TableParams.Option.COMMENT.toString();

  private static final String TEXT = "'((?:[^']++|'')*+)'";

  /** The comment in the output of DESCRIBE, which has it twice. */
  private static final Pattern STATED = Pattern.compile(" AND comment = " + TEXT);

  private static final Pattern AGAIN =
      Pattern.compile("\\nCOMMENT ON TABLE [^']+ IS " + TEXT + ";");

  @Override
  RateLimitOption read(TableParams table) {
    RateLimitOption marked = Mark.in(table.comment);
    return marked == null ? RateLimitOption.fromExtensions(table.extensions) : marked;
  }

  @Override
  CQLStatement create(CreateTableStatement.Raw create, RateLimitOption option, ClientState client) {
    if (!option.isNone()) {
      Map<String, Object> attributes = TableOptions.properties(create.attrs);
      String comment = (String) attributes.getOrDefault(COMMENT, "");
      attributes.put(COMMENT, Mark.on(Mark.without(comment), option));
    }
    return create.prepare(client);
  }

  @Override
  CQLStatement alter(AlterTableStatement.Raw alter, RateLimitOption option, ClientState client) {
    AlterSchemaStatement statement = alter.prepare(client);
    TableMetadata table = tableOf(statement);
    if (table == null) {
      // It fails, or does nothing if it says IF EXISTS.
      return statement;
    }
    Map<String, Object> attributes = TableOptions.properties(alter.attrs);
    String comment = Mark.without((String) attributes.getOrDefault(COMMENT, table.params.comment));
    boolean isNeeded = !option.isNone() || !extension(table).isNone();
    attributes.put(COMMENT, isNeeded ? Mark.on(comment, option) : comment);
    return alter(table, attributes, client);
  }

  private static RateLimitOption extension(TableMetadata table) {
    return RateLimitOption.fromExtensions(table.params.extensions);
  }

  @Override
  CQLStatement keep(AlterSchemaStatement statement, String query, ClientState client) {
    TableMetadata table = tableOf(statement);
    RateLimitOption kept = table == null ? null : Mark.in(table.params.comment);
    if (table == null || kept == null) {
      return statement;
    }
    Map<String, Object> attributes = attributes(statement, query);
    String comment = (String) attributes.get(COMMENT);
    if (comment == null || Mark.in(comment) != null) {
      return statement;
    }
    attributes.put(COMMENT, Mark.on(comment, kept));
    return alter(table, attributes, client);
  }

  /** The attributes of a table that a statement sets. */
  private static Map<String, Object> attributes(AlterSchemaStatement statement, String query) {
    if (statement instanceof AlterTableStatement) {
      AlterTableStatement.Raw parsed =
          (AlterTableStatement.Raw) QueryProcessor.parseStatement(query);
      return TableOptions.properties(parsed.attrs);
    }
    Map<String, Object> attributes = new HashMap<>();
    String comment = Platform.ofThisNode().commentAfter(statement);
    if (comment != null) {
      attributes.put(COMMENT, comment);
    }
    return attributes;
  }

  /** The table that a statement names; null if it names none, or one that does not exist. */
  private static @Nullable TableMetadata tableOf(AlterSchemaStatement statement) {
    String keyspace = statement.keyspace();
    String name = statement.getAuditLogContext().scope;
    return keyspace == null || name == null
        ? null
        : Platform.ofThisNode().schema().getTableMetadata(keyspace, name);
  }

  private static CQLStatement alter(
      TableMetadata table, Map<String, Object> attributes, ClientState client) {
    String changes =
        attributes.entrySet().stream()
            .map(attribute -> attribute.getKey() + " = " + literal(attribute.getValue()))
            .collect(Collectors.joining(" AND "));
    return QueryProcessor.getStatement(
        "ALTER TABLE %s.%s WITH %s"
            .formatted(
                ColumnIdentifier.maybeQuote(table.keyspace),
                ColumnIdentifier.maybeQuote(table.name),
                changes),
        client);
  }

  /** The grammar makes texts and maps of all values. */
  private static String literal(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> literal(entry.getKey()) + ": " + literal(entry.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return "'" + ((String) value).replace("'", "''") + "'";
  }

  @Override
  String show(String statement) {
    Matcher stated = STATED.matcher(statement);
    RateLimitOption option = stated.find() ? Mark.in(stated.group(1)) : null;
    if (option == null) {
      return DescribeOutput.show(statement);
    }
    StringBuilder shown = new StringBuilder(DescribeOutput.hideExtension(statement));
    hideAgain(shown);
    String comment = Mark.without(stated.group(1));
    shown.replace(stated.start(1), stated.end(1), comment);
    int behind = stated.start(1) + comment.length();
    return option.isNone() ? shown.toString() : DescribeOutput.insert(option, shown, behind);
  }

  private static void hideAgain(StringBuilder shown) {
    Matcher again = AGAIN.matcher(shown);
    if (again.find()) {
      String comment = Mark.without(again.group(1));
      int whole = comment.isEmpty() ? 0 : 1;
      shown.replace(again.start(whole), again.end(whole), comment);
    }
  }
}
