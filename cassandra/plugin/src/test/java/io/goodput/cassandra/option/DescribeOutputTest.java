package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.ColumnSpecification;
import org.apache.cassandra.cql3.ResultSet;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DescribeOutputTest {

  private static final String STORED =
      "'per_partition_rate_limit': 0x"
          + ByteBufferUtil.bytesToHex(
              new RateLimitOption(OptionalLong.of(5), OptionalLong.empty(), true, HotReads.DEFAULT)
                  .toStored());
  private static final String SHOWN = "per_partition_rate_limit = {'max_reads_per_second': 5}";

  @Test
  void show_noExtension_isUnchanged() {
    String statement = "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND extensions = {};";

    assertThat(DescribeOutput.show(statement)).isEqualTo(statement);
  }

  @Test
  void show_onlyOurExtension_standsInItsPlaceInTheAlphabet() {
    assertThat(DescribeOutput.show(table("{" + STORED + "}")))
        .isEqualTo(
            "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND extensions = {}\n    AND "
                + SHOWN
                + "\n    AND read_repair = 'BLOCKING';");
  }

  @Test
  void show_otherExtensionBefore_isKept() {
    assertThat(DescribeOutput.show(table("{'a': 0x00, " + STORED + "}")))
        .contains("extensions = {'a': 0x00}\n");
  }

  @Test
  void show_otherExtensionAfter_isKept() {
    assertThat(DescribeOutput.show(table("{" + STORED + ", 'z': 0x00}")))
        .contains("extensions = {'z': 0x00}\n");
  }

  @Test
  void show_otherExtensionsAround_areKept() {
    assertThat(DescribeOutput.show(table("{'a': 0x00, " + STORED + ", 'z': 0x00}")))
        .contains("extensions = {'a': 0x00, 'z': 0x00}\n");
  }

  @Test
  void show_commentThatQuotesTheExtension_isUnchanged() {
    String statement =
        "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND comment = '"
            + STORED.replace("'", "''")
            + "'\n    AND extensions = {};";

    assertThat(DescribeOutput.show(statement)).isEqualTo(statement);
  }

  @Test
  void show_rowOfATable_hasTheOption() {
    assertThat(shown("table", table("{" + STORED + "}"))).contains(SHOWN);
  }

  @Test
  @DisplayName("The body of a function that contains the extension's text is unchanged")
  void show_rowOfAFunction_isUnchanged() {
    String function =
        "CREATE FUNCTION ks.f (a int) LANGUAGE java AS $$return \"{'per_partition_rate_limit': 0x01}\";$$";

    assertThat(shown("function", function)).isEqualTo(function);
  }

  private static String shown(String type, String statement) {
    List<ColumnSpecification> columns =
        Stream.of("keyspace_name", "type", "name", "create_statement")
            .map(it -> new ColumnIdentifier(it, true))
            .map(it -> new ColumnSpecification("system", "describe", it, UTF8Type.instance))
            .toList();
    List<ByteBuffer> row =
        Stream.of("ks", type, "x", statement).map(UTF8Type.instance::decompose).toList();
    ResultSet described = new ResultSet(new ResultSet.ResultMetadata(columns), List.of(row));

    ResultMessage.Rows shown =
        (ResultMessage.Rows)
            DescribeOutput.show(new ResultMessage.Rows(described), new OptionStore());
    return UTF8Type.instance.compose(shown.result.rows.get(0).get(3));
  }

  private static String table(String extensions) {
    return "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND extensions = "
        + extensions
        + "\n    AND read_repair = 'BLOCKING';";
  }
}
