package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionParserTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE t WITH per_partition_rate_limit = {}",
        "ALTER TABLE t WITH Per_Partition_RATE_limit = {}",
        "per_partition_rate_limit",
        "per_partition_per_partition_rate_limit"
      })
  void mentionsOption_nameInAnyCase_isTrue(String query) {
    assertThat(OptionParser.mentionsOption(query)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "SELECT * FROM t",
        "SELECT per_partition FROM t",
        "per_partition_rate_limi",
        "er_partition_rate_limit"
      })
  void mentionsOption_noName_isFalse(String query) {
    assertThat(OptionParser.mentionsOption(query)).isFalse();
  }

  @Test
  @DisplayName("A statement without the option costs no memory, however long it is")
  void mentionsOption_longStatement_allocatesNothing() {
    String query = "INSERT INTO Some_Table (k, v) VALUES (1, '" + "V_".repeat(500_000) + "')";
    boolean unused = OptionParser.mentionsOption(query);

    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean mentions = OptionParser.mentionsOption(query);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

    assertThat(mentions).isFalse();
    assertThat(allocated).isLessThan(1000);
  }
}
