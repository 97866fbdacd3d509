package io.goodput.cassandra.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.request.Statements;
import io.goodput.cassandra.view.Rows;
import io.goodput.core.peak.PeakRates;
import java.util.Map;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LimitViewsTest {

  private static final int PER_SECOND = 7;

  private final Limited limited = new Limited();
  private final VirtualTable view = LimitViews.proposedLimits(limited.tables, true);

  /** Initializes Cassandra. */
  @BeforeAll
  static void initialize() {
    assertThat(Statements.parse("SELECT * FROM ks.t")).isNotNull();
  }

  @Test
  void proposedLimits_withEnoughEvidence_haveTheProposal() {
    limited.alter(Map.of("max_reads_per_second", "5"));
    observe(PeakRates.LEAST_PARTITIONS);

    assertThat(Rows.of(view))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("proposed_per_second", 80);
              assertThat(row).containsEntry("p999_per_second", PER_SECOND);
              assertThat(row).containsEntry("partitions", PeakRates.LEAST_PARTITIONS);
            });
  }

  @Test
  void proposedLimits_withoutEnoughEvidence_sayWhatTheyWaitFor() {
    limited.alter(Map.of("max_reads_per_second", "5"));
    observe(PeakRates.LEAST_PARTITIONS - 1);

    assertThat(Rows.of(view))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.get("proposed_per_second")).isNull();
              assertThat(row).containsEntry("partitions", PeakRates.LEAST_PARTITIONS - 1);
              assertThat(row).containsEntry("seconds_observed", (long) PeakRates.LEAST_SECONDS);
              assertThat(row).containsEntry("waits_for", "1000 partitions and 600 seconds");
            });
  }

  @Test
  void proposedLimits_ofANodeThatCountsNothing_sayWhatTheyWaitFor() {
    limited.alter(Map.of("max_reads_per_second", "5"));

    assertThat(Rows.of(LimitViews.proposedLimits(limited.tables, false)))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("waits_for", "enforce_limits: true"));
  }

  private void observe(int partitions) {
    PeakRates peaks = limited.limit().peaks();
    for (int second = 0; second < PeakRates.LEAST_SECONDS; second++) {
      peaks.endSecond();
    }
    for (long partition = 0; partition < partitions; partition++) {
      peaks.count(partition, PER_SECOND);
    }
  }
}
