package io.goodput.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("After a restart of the node")
class RestartIT {

  @Test
  void limits_areInForceFromTheFirstRequest() {
    try (OneNode one = OneNode.start(Nodes.extra())) {
      one.cql()
          .run(
              "CREATE TABLE t (k int PRIMARY KEY)"
                  + " WITH per_partition_rate_limit = {'max_reads_per_second': 0}");
      one.node().stop();
      one.cluster().start(one.node());

      try (Cql cql = Cql.connect(one.node(), "ks")) {
        assertThat(cql.limits("t")).isEqualTo(Map.of("reads", 0));
        cql.assertRefused("reads", "t", () -> cql.run("SELECT * FROM t WHERE k = 1"));
      }
    }
  }
}
