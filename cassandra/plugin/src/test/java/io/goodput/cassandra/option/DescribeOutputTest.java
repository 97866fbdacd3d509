package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.Test;

class DescribeOutputTest {

  private static final String STORED =
      "'per_partition_rate_limit': 0x"
          + ByteBufferUtil.bytesToHex(
              new RateLimitOption(OptionalLong.of(5), OptionalLong.empty(), true, HotReads.DEFAULT)
                  .toStored());
  private static final String SHOWN = "per_partition_rate_limit = {'max_reads_per_second': 5}";

  @Test
  void withOption_noExtension_isUnchanged() {
    String statement = "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND extensions = {};";

    assertThat(DescribeOutput.withOption(statement)).isEqualTo(statement);
  }

  @Test
  void withOption_onlyOurExtension_standsInItsPlaceInTheAlphabet() {
    assertThat(DescribeOutput.withOption(table("{" + STORED + "}")))
        .isEqualTo(
            "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND extensions = {}\n    AND "
                + SHOWN
                + "\n    AND read_repair = 'BLOCKING';");
  }

  @Test
  void withOption_otherExtensionBefore_isKept() {
    assertThat(DescribeOutput.withOption(table("{'a': 0x00, " + STORED + "}")))
        .contains("extensions = {'a': 0x00}\n");
  }

  @Test
  void withOption_otherExtensionAfter_isKept() {
    assertThat(DescribeOutput.withOption(table("{" + STORED + ", 'z': 0x00}")))
        .contains("extensions = {'z': 0x00}\n");
  }

  @Test
  void withOption_otherExtensionsAround_areKept() {
    assertThat(DescribeOutput.withOption(table("{'a': 0x00, " + STORED + ", 'z': 0x00}")))
        .contains("extensions = {'a': 0x00, 'z': 0x00}\n");
  }

  @Test
  void withOption_commentThatQuotesTheExtension_isUnchanged() {
    String statement =
        "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND comment = '"
            + STORED.replace("'", "''")
            + "'\n    AND extensions = {};";

    assertThat(DescribeOutput.withOption(statement)).isEqualTo(statement);
  }

  private static String table(String extensions) {
    return "CREATE TABLE ks.t (a int PRIMARY KEY)\n    AND extensions = "
        + extensions
        + "\n    AND read_repair = 'BLOCKING';";
  }
}
