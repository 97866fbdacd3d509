package io.goodput.lab.nodetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A node whose overrides change all the time")
@Tag("slow")
class OverrideChurnIT {

  private static final int MOST_TOMBSTONES = 300;

  @AutoClose
  private final DedicatedNode server =
      DedicatedNode.start(
          Nodes.secured(Nodes.withPlugin())
              .withSetting("tombstone_warn_threshold", MOST_TOMBSTONES / 2)
              .withSetting("tombstone_failure_threshold", MOST_TOMBSTONES));

  @Test
  @DisplayName("reads them, however many have been removed")
  void update_afterManyRemovals_isInForce() throws Exception {
    Cql cql = server.cql();
    cql.run("CREATE TABLE t (k int PRIMARY KEY)");
    String where = " WHERE keyspace_name = 'ks' AND table_name = 't' AND partition_key = ?";
    PreparedStatement deny =
        cql.prepare("UPDATE goodput.overrides USING TTL 3600 SET max_reads_per_second = 0" + where);
    PreparedStatement remove = cql.prepare("DELETE FROM goodput.overrides" + where);
    for (int key = 0; key < MOST_TOMBSTONES + 10; key++) {
      cql.run(deny.bind(Integer.toString(key)));
      cql.run(remove.bind(Integer.toString(key)));
    }

    assertThat(cql.run(deny.bind("7")).getExecutionInfo().getWarnings()).isEmpty();

    assertThatThrownBy(() -> cql.run("SELECT * FROM t WHERE k = 7"))
        .isInstanceOf(InvalidConfigurationInQueryException.class);
    assertThat(cql.run("SELECT * FROM t WHERE k = 8").all()).isEmpty();
    assertThat(server.logged("tombstone cells")).isEmpty();
  }
}
