package io.goodput.cassandra.override;

import io.goodput.cassandra.own.Tokens;
import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.exceptions.SyntaxException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * Reads a partition key as {@link Platform#keyLiteral} writes it. Has Cassandra prepare a SELECT of
 * that partition, which is not executed.
 */
final class KeyLiteral {

  private static final Set<String> OPENING = Set.of("(", "[", "{");
  private static final Set<String> CLOSING = Set.of(")", "]", "}");

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
      List<String> constants = constants(literal);
      if (columns.size() > 1) {
        constants = constants(withoutParentheses(constants));
      }
      if (constants.size() != columns.size()) {
        throw new InvalidRequestException(
            columns.size() == 1
                ? "it has one column"
                : "it has %d columns, not %d".formatted(columns.size(), constants.size()));
      }
      ByteBuffer key = onlyKey(table, columns, constants);
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

  private static String withoutParentheses(List<String> constants) {
    String list = constants.get(0);
    if (constants.size() > 1 || !list.startsWith("(") || !list.endsWith(")")) {
      throw new SyntaxException("A key of several columns is in parentheses");
    }
    return list.substring(1, list.length() - 1);
  }

  /**
   * Splits a list at its commas, but for those in brackets.
   *
   * @throws SyntaxException if a quote or a bracket has no counterpart: no constant may end what
   *     the statement around it has begun
   */
  private static List<String> constants(String list) {
    List<String> constants = new ArrayList<>();
    StringBuilder constant = new StringBuilder();
    Tokens tokens = new Tokens(list);
    int depth = 0;
    while (!tokens.isAtEnd() && !tokens.isBroken() && depth >= 0) {
      String token = tokens.written();
      depth += OPENING.contains(token) ? 1 : CLOSING.contains(token) ? -1 : 0;
      if (depth == 0 && token.equals(",")) {
        constants.add(constant.toString());
        constant.setLength(0);
      } else {
        constant.append(constant.length() > 0 ? " " : "").append(token);
      }
    }
    if (depth != 0 || tokens.isBroken()) {
      throw new SyntaxException("A quote or a bracket has no counterpart");
    }
    constants.add(constant.toString());
    return constants;
  }

  /** The key of a SELECT; in its lists of alternatives, nothing but constants is well formed. */
  private static ByteBuffer onlyKey(
      TableMetadata table, List<ColumnMetadata> columns, List<String> constants) {
    StringJoiner where = new StringJoiner(" AND ");
    List<ByteBuffer> empty = new ArrayList<>();
    for (int i = 0; i < constants.size(); i++) {
      boolean isEmpty = isEmpty(columns.get(i), constants.get(i));
      if (isEmpty) {
        empty.add(ByteBufferUtil.EMPTY_BYTE_BUFFER);
      }
      where.add(
          columns.get(i).name.toCQLString() + " IN (" + (isEmpty ? "?" : constants.get(i)) + ")");
    }
    CQLStatement statement =
        QueryProcessor.getStatement(
            "SELECT * FROM %s.%s WHERE %s"
                .formatted(
                    ColumnIdentifier.maybeQuote(table.keyspace),
                    ColumnIdentifier.maybeQuote(table.name),
                    where),
            ClientState.forInternalCalls());
    if (statement.getFunctions().iterator().hasNext()
        || Platform.ofThisNode().bindVariables(statement).size() != empty.size()) {
      throw new InvalidRequestException("it must be a constant");
    }
    StatementRestrictions restrictions = ((SelectStatement) statement).getRestrictions();
    if (restrictions.isKeyRange()) {
      throw new InvalidRequestException("it must have each column");
    }
    List<ByteBuffer> keys =
        restrictions.getPartitionKeys(
            QueryOptions.forInternalCalls(empty), ClientState.forInternalCalls());
    if (keys.size() != 1) {
      throw new InvalidRequestException("it must be one key");
    }
    return keys.get(0);
  }

  /** CQL has no constant for some empty values; {@link Platform#keyLiteral} writes null or (). */
  private static boolean isEmpty(ColumnMetadata column, String constant) {
    ByteBuffer empty = ByteBufferUtil.EMPTY_BYTE_BUFFER;
    try {
      column.type.validate(empty);
      return constant.replace(" ", "").equalsIgnoreCase(column.type.toCQLString(empty));
    } catch (MarshalException e) {
      return false;
    }
  }
}
