package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.coldcache.node.EmulatedDisk;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Findings;
import io.goodput.lab.bench.report.Findings.Fact;
import io.goodput.lab.bench.report.Rounds;
import io.goodput.lab.bench.report.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of all arms.
 *
 * @param lengths of the parts of a run
 */
record Arms<R extends Run>(Record lengths, Map<Arm, Rounds<R>> rounds) {

  private static final List<Figure<Record>> SETTING =
      List.of(
          Figure.of("nodes", lengths -> ColdCache.NODES),
          Figure.of("reads_per_s", lengths -> ColdCache.READS_PER_SECOND),
          Figure.of("partitions", lengths -> Articles.PARTITIONS),
          Figure.of("skew", lengths -> Articles.SKEW),
          Figure.of("disk_channels", lengths -> EmulatedDisk.CHANNELS),
          Figure.of("disk_read_ms", lengths -> EmulatedDisk.READ_MILLIS),
          Figure.of("deadline_ms", lengths -> ColdCache.DEADLINE.toMillis()),
          Figure.of("seconds", lengths -> lengths));

  /** What all arms say, after each other. */
  String each(BiFunction<String, Rounds<R>, String> saying) {
    return rounds.entrySet().stream()
        .map(arm -> saying.apply(arm.getKey().title(), arm.getValue()))
        .collect(Collectors.joining(", "));
  }

  /**
   * The findings.
   *
   * @param figures of each arm
   * @param remark what the figures mean
   */
  Findings findings(String title, String headline, List<Figure<Rounds<R>>> figures, String remark) {
    Map<String, Rounds<R>> columns = new LinkedHashMap<>();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    rounds.forEach(
        (arm, of) -> {
          columns.put(arm.title(), of);
          document.put(arm.key(), Figure.json(figures, of));
        });
    document.put("setting", Figure.json(SETTING, lengths));
    Stream<Recording> recordings =
        rounds.values().stream().flatMap(of -> of.list().stream()).map(Run::latency);
    return new Findings(
        title,
        headline,
        Table.byArm(figures, columns),
        Stream.concat(
                Stream.of(
                    "Figures are medians of the rounds (lowest to highest), charts show the last. "
                        + remark
                        + " Warm: 95% of the hit rate before. Disks are emulated."),
                Recording.firstFailure(recordings))
            .toList(),
        RunCharts.of(rounds),
        Fact.of(SETTING, lengths),
        document);
  }
}
