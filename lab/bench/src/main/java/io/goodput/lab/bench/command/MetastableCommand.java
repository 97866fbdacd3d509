package io.goodput.lab.bench.command;

import io.goodput.lab.bench.metastable.Metastable;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code goodput bench metastable}. */
@Command(
    name = "metastable",
    description = "Whether a cluster recovers from a disturbance while its clients retry.")
final class MetastableCommand implements Runnable {

  @Mixin private final BenchRun bench = new BenchRun();

  @Option(
      names = "--trigger",
      paramLabel = "NAME",
      description =
          "Measure this disturbance: pause, cold_cache, hints, or logins; repeat for several"
              + " (default: all).")
  private final List<String> triggers = new ArrayList<>();

  @Override
  public void run() {
    for (String trigger : triggers) {
      if (!Metastable.triggers().contains(trigger)) {
        throw bench.mistake(
            "There is no trigger '%s': choose among %s."
                .formatted(trigger, String.join(", ", Metastable.triggers())));
      }
    }
    bench.run(Metastable.of(triggers));
  }
}
