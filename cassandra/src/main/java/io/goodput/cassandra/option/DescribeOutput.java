package io.goodput.cassandra.option;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * Shows the option in the output of {@code DESCRIBE} instead of the bytes of its extension.
 *
 * <p>A table's comment cannot imitate the extension's text: DESCRIBE doubles its quotes.
 */
final class DescribeOutput {

  private static final Pattern STORED_OPTION =
      Pattern.compile("(, )?'" + RateLimitOption.NAME + "': 0x([0-9a-fA-F]*)(, )?");
  private static final String CREATE_STATEMENT = "create_statement";

  /** The next option in the alphabetical order of DESCRIBE. */
  private static final Pattern NEXT_OPTION = Pattern.compile("\\n *AND read_repair = ");

  private DescribeOutput() {}

  /** The same answer, with the option in the statement of each table that has it. */
  static ResultMessage withOption(ResultMessage answer) {
    if (!(answer instanceof ResultMessage.Rows rows)) {
      return answer;
    }
    int column = createStatementColumn(rows.result.metadata.names);
    if (column < 0) {
      return answer;
    }
    List<List<ByteBuffer>> shown = new ArrayList<>(rows.result.rows.size());
    for (List<ByteBuffer> row : rows.result.rows) {
      List<ByteBuffer> copy = new ArrayList<>(row);
      copy.set(column, withOption(copy.get(column)));
      shown.add(copy);
    }
    return new ResultMessage.Rows(new ResultSet(rows.result.metadata, shown));
  }

  private static int createStatementColumn(List<ColumnSpecification> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name.toString().equals(CREATE_STATEMENT)) {
        return i;
      }
    }
    return -1;
  }

  private static ByteBuffer withOption(ByteBuffer statement) {
    try {
      return ByteBufferUtil.bytes(withOption(ByteBufferUtil.string(statement)));
    } catch (java.nio.charset.CharacterCodingException e) {
      return statement;
    }
  }

  static String withOption(String statement) {
    Matcher stored = STORED_OPTION.matcher(statement);
    if (!stored.find()) {
      return statement;
    }
    RateLimitOption option = RateLimitOption.ofStored(ByteBufferUtil.hexToBytes(stored.group(2)));
    boolean betweenOthers = stored.group(1) != null && stored.group(3) != null;
    StringBuilder shown = new StringBuilder(statement);
    shown.replace(stored.start(), stored.end(), betweenOthers ? ", " : "");
    Matcher next = NEXT_OPTION.matcher(shown);
    int at = next.find(stored.start()) ? next.start() : shown.length();
    shown.insert(at, "\n    AND " + RateLimitOption.NAME + " = " + option.toCql());
    return shown.toString();
  }
}
