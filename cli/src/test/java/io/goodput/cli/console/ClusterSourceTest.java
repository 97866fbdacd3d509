package io.goodput.cli.console;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.goodput.cli.watch.NodeSample;
import io.goodput.cli.watch.NodeSample.Latency;
import io.goodput.cli.watch.NodeSample.LimitCounts;
import io.goodput.cli.watch.NodeSample.State;
import io.goodput.cli.watch.Snapshot.BusyPartition;
import io.goodput.cli.watch.Snapshot.Series;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterSourceTest {

  private static final Series READS = new Series("demo", "posts", "reads");

  private List<Map<String, @Nullable Object>> events = List.of();
  private List<Map<String, @Nullable Object>> overrides = List.of();
  private final long start = System.nanoTime();
  private boolean isSilent;
  private long rejected;

  @Test
  void next_aFindingWithAnOldEvent_isDatedByTheEvent() throws Exception {
    events = List.of(rejectionsBegan(1000));

    assertThat(since(source(this::sample).next(true))).isEqualTo(1000);
  }

  @Test
  void next_aFindingWithALaterEvent_keepsItsStart() throws Exception {
    events = List.of(rejectionsBegan(1000));
    ClusterSource source = source(this::sample);
    Feed.Frame frame = source.next(true);

    events = List.of(rejectionsBegan(2000), rejectionsBegan(1000));
    // Events are sampled at each fifth frame.
    for (int next = 0; next < 5; next++) {
      frame = source.next(false);
    }

    assertThat(since(frame)).isEqualTo(1000);
  }

  @Test
  void next_anOverrideSetBetweenCompleteSamples_isKnown() throws Exception {
    ClusterSource source = source(this::sample);
    source.next(true);

    overrides = List.of(Map.of("partition_key", "1", "max_reads_per_second", 80));

    assertThat(json(source.next(false)).at("/views/overrides")).hasSize(1);
  }

  @Test
  void next_aNodeThatRejectsReads_tellsHowMany() throws Exception {
    ClusterSource source = source(this::sample);
    source.next(true);

    // All tests of this class sample faster than once a second.
    assertThat(json(source.next(false)).at("/nodes/0/rejected_per_second").asDouble())
        .isGreaterThan(50);
  }

  @Test
  void next_noNodeAnswers_hasNoFigures() throws Exception {
    Feed.Frame frame =
        source(
                (isComplete, views) ->
                    List.of(NodeSample.withoutPlugin("a", State.NO_ANSWER, Map.of())))
            .next(true);

    assertThat(json(frame).get("totals").isNull()).isTrue();
    assertThat(frame.point()).isEmpty();
  }

  @Test
  void next_aNodeMissesACompleteSample_sharesStayThoseOfAllNodes() throws Exception {
    ClusterSource source = source(this::sampleOfTwo);
    Feed.Frame frame = source.next(true);
    for (int next = 0; next < 6; next++) {
      frame = source.next(false);
    }
    double share = share(frame);

    isSilent = true;
    for (int next = 0; next < 5; next++) {
      frame = source.next(false);
    }

    assertThat(share(frame)).isCloseTo(share, within(0.05));
  }

  @Test
  void next_aNodeIsSilentInTheFirstSample_noPartitionIsTroubleYet() throws Exception {
    isSilent = true;
    ClusterSource source =
        source(
            (isComplete, views) -> {
              List<NodeSample> samples = sampleOfTwo(isComplete, views);
              isSilent = false;
              return samples;
            });

    assertThat(json(source.next(true)).get("findings").findValuesAsText("level"))
        .doesNotContain("TROUBLE");
  }

  @Test
  void next_aNodeComesAndGoes_sharesFollowTheLoad() throws Exception {
    ClusterSource source = source(this::sampleOfTwo);
    Feed.Frame frame = source.next(true);
    for (int next = 0; next < 20; next++) {
      isSilent = next / 5 % 2 == 0;
      frame = source.next(false);
    }

    assertThat(share(frame)).isBetween(0.2, 1.0);
  }

  @Test
  void next_aNodeComesBack_lacksNoViewBeforeItsCompleteSample() throws Exception {
    isSilent = true;
    ClusterSource source = source(this::sampleOfTwo);
    source.next(true);
    isSilent = false;

    assertThat(json(source.next(false)).get("lacking")).isEmpty();
  }

  private static double share(Feed.Frame frame) throws Exception {
    return json(frame).at("/partitions/0/share").asDouble();
  }

  /** A node that serves the hot partition, and one that serves others and may be silent. */
  private List<NodeSample> sampleOfTwo(boolean isComplete, List<String> views) {
    long nanos = System.nanoTime() - start;
    NodeSample hot =
        serving(
            "a",
            nanos,
            400,
            List.of(new BusyPartition(READS, "1", "42", 400_000, 0, 0, null, null, null, null)),
            views);
    return List.of(
        hot,
        isSilent
            ? NodeSample.withoutPlugin("b", State.NO_ANSWER, Map.of())
            : serving("b", nanos, 600_000, List.of(), views));
  }

  private static NodeSample serving(
      String address, long nanos, long perSecond, List<BusyPartition> busy, List<String> views) {
    return new NodeSample(
        address,
        State.PROTECTED,
        Map.of(READS, new Latency(perSecond * nanos / 1_000_000_000, 1, 2, 3)),
        Map.of(),
        busy,
        List.of(),
        null,
        null,
        views.stream().collect(toMap(identity(), view -> List.of())));
  }

  private static ClusterSource source(BiFunction<Boolean, List<String>, List<NodeSample>> nodes) {
    return new ClusterSource(
        (isComplete, views) ->
            nodes.apply(isComplete, views).stream().collect(toMap(NodeSample::address, identity())),
        Duration.ofMillis(10),
        () -> {});
  }

  private static JsonNode json(Feed.Frame frame) throws Exception {
    return new ObjectMapper().readTree(frame.json());
  }

  private static long since(Feed.Frame frame) throws Exception {
    return json(frame).at("/findings/0/since").asLong();
  }

  private static Map<String, @Nullable Object> rejectionsBegan(long at) {
    return Map.of(
        "keyspace_name", "demo",
        "table_name", "posts",
        "kind", "rejections_began",
        "partition_key", "1",
        "message", "Rejections began at " + at,
        "at", at);
  }

  /** A node that rejects most reads of partition 1. */
  private List<NodeSample> sample(boolean isComplete, List<String> views) {
    rejected += 50;
    Map<String, List<Map<String, @Nullable Object>>> all =
        Map.of("events", events, "overrides", overrides);
    return List.of(
        new NodeSample(
            "a",
            State.PROTECTED,
            Map.of(),
            Map.of(READS, new LimitCounts(80, "enforce", 0, rejected, 0, 0, 0, 0, 0)),
            List.of(new BusyPartition(READS, "1", "42", 780, 700, 0, null, null, null, null)),
            List.of(),
            null,
            null,
            views.stream().filter(all::containsKey).collect(toMap(identity(), all::get))));
  }
}
