package io.goodput.cassandra.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.goodput.cassandra.fault.Faults;
import io.goodput.cassandra.request.Statements;
import java.lang.management.ManagementFactory;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryHandler;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableOptionsTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String SETS =
      "ALTER TABLE ks.t WITH per_partition_rate_limit = {'max_reads_per_second': 5}";
  private static final String SETS_NOTHING =
      "ALTER TABLE ks.t WITH comment = 'per_partition_rate_limit'";

  private final TableOptions options = new TableOptions(OptionStore::new, new Faults());

  @Test
  void parse_statementWithTheOption_isOneThatStoresIt() {
    assertThat(parse(SETS)).isInstanceOf(TableStatement.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SETS_NOTHING,
        "SELECT per_partition_rate_limit FROM ks.t",
        "ALTER TABLE ks.t WITH per_partition_rate_limit = {"
      })
  void parse_statementWithoutTheOption_isNull(String query) {
    assertThat(parse(query)).isNull();
  }

  @Test
  void parse_invalidOption_saysWhatIsRight() {
    assertThatThrownBy(() -> parse("ALTER TABLE ks.t WITH per_partition_rate_limit = 5"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("must be a map such as");
  }

  @Test
  void parse_systemTable_isInvalid() {
    assertThatThrownBy(() -> parse(SETS.replace("ks.t", "system.local")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("cannot be set on system table system.local");
  }

  @Test
  @DisplayName("Cassandra's cache knows no option, so a statement from there is parsed again")
  void parseAgain_preparedStatementWithTheOption_storesIt() {
    QueryHandler.Prepared prepared =
        new QueryHandler.Prepared(Statements.parse(SETS_NOTHING), SETS, true, "ks");

    assertThat(options.parseAgain(prepared))
        .extracting(again -> again.statement)
        .isInstanceOf(TableStatement.class);
  }

  @Test
  @DisplayName("On a release that Goodput does not know, statements stay Cassandra's own")
  void parse_withoutAStore_isNullAndCountsAFault() {
    Faults faults = new Faults();
    TableOptions without =
        new TableOptions(
            () -> {
              throw new NoClassDefFoundError("not this release");
            },
            faults);

    assertThat(without.parse(SETS, ClientState.forInternalCalls())).isNull();
    assertThat(faults.count().getCount()).isOne();
  }

  @Test
  void describe_whatCannotBeShown_isCassandrasAnswer() {
    Faults faults = new Faults();
    TableOptions failing =
        new TableOptions(
            () -> {
              throw new ConfigurationException("stored by a later version");
            },
            faults);
    ResultMessage answer = new ResultMessage.Void();

    assertThat(failing.describe(Statements.parse("DESCRIBE TABLE ks.t"), answer)).isSameAs(answer);
    assertThat(faults.count().getCount()).isOne();
  }

  private @Nullable CQLStatement parse(String query) {
    return options.parse(query, ClientState.forInternalCalls());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE t WITH per_partition_rate_limit = {}",
        "ALTER TABLE t WITH Per_Partition_RATE_limit = {}",
        "per_partition_rate_limit",
        "per_partition_per_partition_rate_limit"
      })
  void mentionsOption_nameInAnyCase_isTrue(String query) {
    assertThat(TableOptions.mentionsOption(query)).isTrue();
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
    assertThat(TableOptions.mentionsOption(query)).isFalse();
  }

  @Test
  @DisplayName("A statement without the option costs no memory, however long it is")
  void mentionsOption_longStatement_allocatesNothing() {
    String query = "INSERT INTO Some_Table (k, v) VALUES (1, '" + "V_".repeat(500_000) + "')";
    boolean unused = TableOptions.mentionsOption(query);

    long before = THREADS.getCurrentThreadAllocatedBytes();
    boolean mentions = TableOptions.mentionsOption(query);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

    assertThat(mentions).isFalse();
    assertThat(allocated).isLessThan(1000);
  }
}
