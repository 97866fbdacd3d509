package io.goodput.lab.bench.overload;

import io.goodput.lab.bench.arms.Arm;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import java.time.Duration;
import java.util.List;

/** A round without overload on one cluster, and the CPU time that its nodes used. */
record Moderate(Arm arm, Recording recording, Duration cpu) {

  static final List<Figure<Moderate>> FIGURES =
      List.of(
          Figure.number("goodput", 1, Moderate::goodput),
          Figure.number("p99_ms", 2, Moderate::p99Millis));

  double goodput() {
    return summary().goodPerSecond();
  }

  double p99Millis() {
    return summary().p99Millis();
  }

  double cpuPerWrite() {
    return cpu.toNanos() / goodput();
  }

  private Summary summary() {
    return recording.whole();
  }
}
