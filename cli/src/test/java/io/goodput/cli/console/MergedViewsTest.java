package io.goodput.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MergedViewsTest {

  @Test
  void clients_ofOneClientOnTwoNodes_addUp() {
    MergedViews views =
        merged(
            "top_clients",
            List.of(client("10.0.0.7", 100), client("10.0.0.8", 150)),
            List.of(client("10.0.0.7", 200)));

    assertThat(views.rows("top_clients"))
        .extracting(row -> row.get("client_address"), row -> row.get("per_second"))
        .containsExactly(tuple("10.0.0.7", 300.0), tuple("10.0.0.8", 150.0));
  }

  @Test
  void overrides_thatNodesLearnOneAfterTheOther_areTheNewest() {
    MergedViews views =
        merged("overrides", List.of(override(100, 1)), List.of(override(10, 2)), List.of());

    assertThat(views.rows("overrides"))
        .extracting(row -> row.get("max_reads_per_second"))
        .containsExactly(10);
  }

  @Test
  void peaks_ofCoordinators_addUp() {
    MergedViews views = merged("peak_rates", List.of(peak(8, 10, 90)), List.of(peak(8, 5, 45)));

    assertThat(views.rows("peak_rates"))
        .extracting(row -> row.get("partition_seconds"), row -> row.get("requests"))
        .containsExactly(tuple(15.0, 135.0));
  }

  @Test
  void events_ofSeveralNodes_areSortedByTime() {
    MergedViews views =
        merged("events", List.of(event(1, "a"), event(3, "b")), List.of(event(2, "c")));

    assertThat(views.rows("events"))
        .extracting(row -> row.get("at"), row -> row.get("nodes"))
        .containsExactly(
            tuple(3L, Set.of("node1")), tuple(2L, Set.of("node2")), tuple(1L, Set.of("node1")));
  }

  @Test
  void events_thatSeveralNodesTellAtTheSameTime_areOne() {
    MergedViews views =
        merged("events", List.of(event(1000, "a")), List.of(event(5999, "a"), event(5998, "b")));

    assertThat(views.rows("events"))
        .extracting(row -> row.get("message"), row -> row.get("nodes"))
        .containsExactly(tuple("a", Set.of("node2", "node1")), tuple("b", Set.of("node2")));
  }

  @Test
  void events_thatAreTheSameAtAnotherTime_areTwo() {
    MergedViews views = merged("events", List.of(event(1000, "a")), List.of(event(6000, "a")));

    assertThat(views.rows("events")).hasSize(2);
  }

  @Test
  void events_moreThanThePageShows_areTheLatest() {
    MergedViews views =
        merged(
            "events",
            IntStream.range(0, 150)
                .<Map<String, @Nullable Object>>mapToObj(i -> event(i, "event " + i))
                .toList());

    assertThat(views.rows("events")).hasSize(100);
    assertThat(views.rows("events").get(99)).containsEntry("at", 50L);
  }

  @Test
  void lacking_aViewThatOneNodeHas_namesTheOther() {
    MergedViews views =
        MergedViews.of(
            List.of(sample("node1", Map.of("top_clients", List.of())), sample("node2", Map.of())),
            List.of("top_clients"),
            Set.of("node1", "node2"));

    assertThat(views.lacking()).containsExactly(entry("top_clients", List.of("node2")));
    assertThat(views.rows()).containsKey("top_clients");
  }

  @Test
  void lacking_aNodeThatWasNotSampledCompletely_isNotNamed() {
    assertThat(
            MergedViews.of(List.of(sample("node1", Map.of())), List.of("top_clients"), Set.of())
                .lacking())
        .isEmpty();
  }

  @Test
  void lacking_aNodeWithoutPlugin_isNotNamed() {
    NodeSample bare = NodeSample.withoutPlugin("node1", State.NO_PLUGIN, Map.of());

    assertThat(MergedViews.of(List.of(bare), List.of("top_clients"), Set.of("node1")).lacking())
        .isEmpty();
  }

  @SafeVarargs
  private static MergedViews merged(String view, List<Map<String, @Nullable Object>>... ofNodes) {
    List<NodeSample> nodes = new ArrayList<>();
    for (List<Map<String, @Nullable Object>> rows : ofNodes) {
      nodes.add(sample("node" + (nodes.size() + 1), Map.of(view, rows)));
    }
    return MergedViews.of(nodes, List.of(view), Set.of());
  }

  private static NodeSample sample(
      String address, Map<String, List<Map<String, @Nullable Object>>> views) {
    return new NodeSample(
        address, State.PROTECTED, Map.of(), Map.of(), List.of(), List.of(), null, null, views);
  }

  private static Map<String, @Nullable Object> client(String address, double perSecond) {
    return Map.of("role", "app", "client_address", address, "per_second", perSecond);
  }

  private static Map<String, @Nullable Object> override(int reads, long setAt) {
    return Map.of("partition_key", "1", "max_reads_per_second", reads, "set_at", setAt);
  }

  private static Map<String, @Nullable Object> peak(int from, long seconds, long requests) {
    return Map.of("from_per_second", from, "partition_seconds", seconds, "requests", requests);
  }

  private static Map<String, @Nullable Object> event(long at, String message) {
    return Map.of("at", at, "kind", "fault", "message", message);
  }
}
