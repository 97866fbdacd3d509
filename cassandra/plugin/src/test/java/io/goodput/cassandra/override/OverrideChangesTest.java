package io.goodput.cassandra.override;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.cassandra.event.Event;
import io.goodput.cassandra.event.Events;
import io.goodput.cassandra.limit.PartitionOverride;
import io.goodput.cassandra.request.Statements;
import io.goodput.core.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OverrideChangesTest {

  private static final Instant NOW = Instant.parse("2026-11-24T03:00:00Z");
  private static final Instant END = NOW.plusSeconds(600);

  private final Events events = new Events(TimeSource.system());
  private final OverrideChanges changes = new OverrideChanges(events);

  @BeforeAll
  static void createSchema() {
    Object unused = Statements.parse("SELECT * FROM ks.t");
  }

  @Test
  void tell_ofANewOverride_saysWhatAndUntilWhenAndByWhom() {
    changes.tell(List.of(), List.of(override(1, 10)), NOW);

    assertThat(told())
        .containsExactly(
            "override_set: Partition K of ks.t has an override until 2026-11-24T03:10:00Z, set by"
                + " ops: 10 reads/s; writes keep the table's limit");
  }

  @Test
  void tell_ofAChangedOverride_saysItsNewLimit() {
    changes.tell(List.of(override(1, 10)), List.of(override(1, 20)), NOW);

    assertThat(told()).singleElement().asString().contains("override_set", "20 reads");
  }

  @Test
  void tell_ofAnOverrideThatIsGoneBeforeItsEnd_saysThatItWasRemoved() {
    changes.tell(List.of(override(1, 10)), List.of(), NOW);

    assertThat(told())
        .containsExactly(
            "override_removed: Partition K of ks.t no longer has the override that ops set: it was"
                + " removed");
  }

  @Test
  void tell_ofAnOverrideThatIsGoneAtItsEnd_saysThatItHasExpired() {
    changes.tell(List.of(override(1, 10)), List.of(), END.minusMillis(900));

    assertThat(told()).singleElement().asString().contains("override_expired", "ops", "expired");
  }

  @Test
  void tell_ofTheSameOverrides_isNothing() {
    changes.tell(List.of(override(1, 10)), List.of(override(1, 10)), NOW);

    assertThat(told()).isEmpty();
  }

  @Test
  void tell_ofATableThatDoesNotExist_isNothing() {
    TableId other = TableId.generate();
    changes.tell(
        List.of(),
        List.of(
            new PartitionOverride(
                other, Int32Type.instance.decompose(1), 10, null, END, "ops", NOW)),
        NOW);

    assertThat(told()).isEmpty();
  }

  private static PartitionOverride override(int key, int reads) {
    TableMetadata table = Objects.requireNonNull(Schema.instance.getTableMetadata("ks", "t"));
    return new PartitionOverride(
        table.id, Int32Type.instance.decompose(key), reads, null, END, "ops", NOW);
  }

  private List<String> told() {
    return events.latest().stream().map(OverrideChangesTest::inWords).toList();
  }

  private static String inWords(Event event) {
    return event.kind() + ": " + event.message("K");
  }
}
