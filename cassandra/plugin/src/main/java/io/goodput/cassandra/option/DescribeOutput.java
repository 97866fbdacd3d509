package io.goodput.cassandra.option;

import io.goodput.cassandra.platform.Platform;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.db.marshal.UTF8Type;
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
  private static final ByteBuffer TABLE = ByteBufferUtil.bytes("table");

  /** The next option in the alphabetical order of DESCRIBE. */
  private static final Pattern NEXT_OPTION = Pattern.compile("\\n *AND read_repair = ");

  private DescribeOutput() {}

  /** An answer of DESCRIBE, with the option in the statement of each table that has it. */
  static ResultMessage show(ResultMessage answer, OptionStore store) {
    if (!(answer instanceof ResultMessage.Rows rows)) {
      return answer;
    }
    int type = column("type", rows.result.metadata.names);
    int statement = column("create_statement", rows.result.metadata.names);
    if (type < 0 || statement < 0) {
      return answer;
    }
    List<List<ByteBuffer>> shown = new ArrayList<>();
    for (List<ByteBuffer> row : Platform.ofThisNode().values(rows.result)) {
      List<ByteBuffer> copy = new ArrayList<>(row);
      // The body of a function, for one, may contain anything.
      if (TABLE.equals(copy.get(type))) {
        String text = UTF8Type.instance.compose(copy.get(statement));
        copy.set(statement, UTF8Type.instance.decompose(store.show(text)));
      }
      shown.add(copy);
    }
    return new ResultMessage.Rows(Platform.ofThisNode().answer(rows.result, shown));
  }

  private static int column(String name, List<ColumnSpecification> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name.toString().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** A statement with the option instead of the extension, if it has one. */
  static String show(String statement) {
    Matcher stored = STORED_OPTION.matcher(statement);
    if (!stored.find()) {
      return statement;
    }
    RateLimitOption option = RateLimitOption.ofStored(ByteBufferUtil.hexToBytes(stored.group(2)));
    return insert(option, cut(stored, statement), stored.start());
  }

  /** A statement without the extension. */
  static String hideExtension(String statement) {
    Matcher stored = STORED_OPTION.matcher(statement);
    return stored.find() ? cut(stored, statement).toString() : statement;
  }

  private static StringBuilder cut(Matcher stored, String statement) {
    boolean betweenOthers = stored.group(1) != null && stored.group(3) != null;
    return new StringBuilder(statement)
        .replace(stored.start(), stored.end(), betweenOthers ? ", " : "");
  }

  /** A statement with the option, which belongs behind an index. */
  static String insert(RateLimitOption option, StringBuilder statement, int behind) {
    Matcher next = NEXT_OPTION.matcher(statement);
    int at = next.find(behind) ? next.start() : statement.length();
    return statement
        .insert(at, "\n    AND " + RateLimitOption.NAME + " = " + option.toCql())
        .toString();
  }
}
