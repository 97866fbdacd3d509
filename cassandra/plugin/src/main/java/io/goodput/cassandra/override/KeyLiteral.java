package io.goodput.cassandra.override;

import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;

/**
 * Reads a partition key as {@link Platform#keyLiteral} writes it. Has Cassandra prepare a SELECT of
 * that partition, which is not executed.
 */
final class KeyLiteral {

  private KeyLiteral() {}

  /**
   * The serialized key.
   *
   * @param literal a constant such as {@code 1} or {@code 'a'}; {@code (1, 'a')} for a key of
   *     several columns
   * @throws InvalidRequestException if it is no key of this table
   */
  static ByteBuffer parse(TableMetadata table, String literal) {
    List<ColumnMetadata> columns = table.partitionKeyColumns();
    try {
      List<String> constants =
          columns.size() == 1 ? List.of(literal) : constants(withoutParentheses(literal.strip()));
      if (constants.size() != columns.size()) {
        throw new InvalidRequestException(
            "it has %d columns, not %d".formatted(columns.size(), constants.size()));
      }
      ByteBuffer key = onlyKey(select(table, columns, constants));
      QueryProcessor.validateKey(key);
      return key;
    } catch (RequestValidationException e) {
      String problem =
          e instanceof SyntaxException ? "it is not well formed" : String.valueOf(e.getMessage());
      throw new InvalidRequestException(
          "%s is not a key of %s.%s (%s). Its partition key is %s: write it as in CQL%s"
              .formatted(
                  literal, table.keyspace, table.name, problem, shapeOf(columns), like(columns)));
    }
  }

  /** An example, if the columns have common types. */
  private static String like(List<ColumnMetadata> columns) {
    List<String> constants = columns.stream().map(KeyLiteral::constant).toList();
    if (constants.contains("")) {
      return "";
    }
    String list = String.join(", ", constants);
    return ", such as " + (columns.size() == 1 ? list : "(" + list + ")");
  }

  private static String constant(ColumnMetadata column) {
    return switch (column.type.asCQL3Type().toString()) {
      case "tinyint", "smallint", "int", "bigint", "varint" -> "1";
      case "text", "ascii" -> "'a'";
      default -> "";
    };
  }

  private static String shapeOf(List<ColumnMetadata> columns) {
    String shape =
        columns.stream()
            .map(column -> column.name.toCQLString() + " " + column.type.asCQL3Type())
            .collect(Collectors.joining(", "));
    return columns.size() == 1 ? shape : "(" + shape + ")";
  }

  private static String withoutParentheses(String literal) {
    if (literal.length() < 2 || !literal.startsWith("(") || !literal.endsWith(")")) {
      throw new SyntaxException("A key of several columns is in parentheses");
    }
    return literal.substring(1, literal.length() - 1);
  }

  /**
   * Splits a list at its commas, but for those in quotes and in brackets.
   *
   * @throws SyntaxException if a quote or a bracket has no counterpart: no constant may end what
   *     the statement around it has begun
   */
  private static List<String> constants(String list) {
    List<String> constants = new ArrayList<>();
    int start = 0;
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < list.length(); i++) {
      char next = list.charAt(i);
      if (quote != 0) {
        quote = next == quote ? 0 : quote;
      } else if (next == '\'' || next == '"') {
        quote = next;
      } else if (next == ',' && depth == 0) {
        constants.add(list.substring(start, i));
        start = i + 1;
      } else {
        depth += "([{".indexOf(next) >= 0 ? 1 : ")]}".indexOf(next) >= 0 ? -1 : 0;
        if (depth < 0) {
          throw new SyntaxException("A closing bracket is unmatched");
        }
      }
    }
    if (depth != 0 || quote != 0) {
      throw new SyntaxException("A quote or a bracket is missing");
    }
    constants.add(list.substring(start));
    return constants;
  }

  /** In a list of alternatives, nothing but constants is well formed. */
  private static CQLStatement select(
      TableMetadata table, List<ColumnMetadata> columns, List<String> constants) {
    String where =
        IntStream.range(0, constants.size())
            .mapToObj(
                i -> columns.get(i).name.toCQLString() + " IN (" + only(constants.get(i)) + ")")
            .collect(Collectors.joining(" AND "));
    return QueryProcessor.getStatement(
        "SELECT * FROM %s.%s WHERE %s"
            .formatted(
                ColumnIdentifier.maybeQuote(table.keyspace),
                ColumnIdentifier.maybeQuote(table.name),
                where),
        ClientState.forInternalCalls());
  }

  private static String only(String constant) {
    if (constants(constant).size() != 1) {
      throw new InvalidRequestException("it has one column");
    }
    return constant;
  }

  private static ByteBuffer onlyKey(CQLStatement statement) {
    if (statement.getFunctions().iterator().hasNext()
        || !Platform.ofThisNode().bindVariables(statement).isEmpty()) {
      throw new InvalidRequestException("it must be a constant");
    }
    if (((SelectStatement) statement).getRestrictions().isKeyRange()) {
      throw new InvalidRequestException("it must have each column");
    }
    List<ByteBuffer> keys =
        ((SelectStatement) statement)
            .getRestrictions()
            .getPartitionKeys(QueryOptions.DEFAULT, ClientState.forInternalCalls());
    if (keys.size() != 1) {
      throw new InvalidRequestException("it must be one key");
    }
    return keys.get(0);
  }
}
