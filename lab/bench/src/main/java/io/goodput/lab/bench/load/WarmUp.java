package io.goodput.lab.bench.load;

import io.goodput.cli.CommandException;
import io.goodput.lab.bench.report.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Load that is not measured. It gives the nodes' compilers time to finish. */
public final class WarmUp {

  private static final int WINDOW_SECONDS = 2;
  private static final int STABLE_WINDOWS = 3;

  private WarmUp() {}

  /**
   * Runs closed loops of two seconds until the throughput of three in a row differs by at most 7%,
   * or {@code maxSeconds} have passed.
   *
   * @throws CommandException if no request of a loop is answered
   */
  public static void untilStable(
      Requests requests, int clients, int maxSeconds, Consumer<String> progress)
      throws InterruptedException {
    long begin = System.nanoTime();
    long end = begin + TimeUnit.SECONDS.toNanos(maxSeconds);
    List<Double> windows = new ArrayList<>();
    while (!isStable(windows) && System.nanoTime() < end) {
      Recording window = ClosedLoop.run(requests, clients, WINDOW_SECONDS);
      Summary answers = window.whole();
      double perSecond = answers.servedPerSecond() + answers.perSecond(Outcome.REFUSED);
      if (perSecond == 0) {
        String reason = Objects.requireNonNullElse(window.failure(), "no connection");
        throw new CommandException(
            "The nodes served nothing in %d seconds: %s.".formatted(WINDOW_SECONDS, reason));
      }
      windows.add(perSecond);
      // A busy node leaves little CPU time for its compilers.
      TimeUnit.MILLISECONDS.sleep(500);
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    double rate = last(windows).stream().mapToDouble(Double::doubleValue).average().orElse(0);
    String unstable = isStable(windows) ? "" : ", not stable yet";
    progress.accept(
        Text.of("Warm after %d s: %.0f requests per second%s", seconds, rate, unstable));
  }

  static boolean isStable(List<Double> windows) {
    List<Double> last = last(windows);
    return last.size() == STABLE_WINDOWS && Collections.max(last) <= Collections.min(last) * 1.07;
  }

  private static List<Double> last(List<Double> windows) {
    return windows.subList(Math.max(0, windows.size() - STABLE_WINDOWS), windows.size());
  }
}
