package io.goodput.bench.load;

import io.goodput.bench.BenchException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Load that is not measured, until the nodes' compilers have done their work. */
public final class WarmUp {

  private static final int WINDOW_SECONDS = 2;

  /** A busy node leaves its compilers little to work with. */
  private static final long PAUSE_MILLIS = 500;

  private static final int STABLE_WINDOWS = 3;
  private static final double TOLERANCE = 0.07;

  private WarmUp() {}

  /**
   * Runs closed loads until the throughput of three windows of two seconds in a row differs by 7 %
   * at most, or the time is up.
   *
   * @return requests answered a second, be it with a refusal, in the last three windows
   * @throws BenchException if nothing is answered for a whole window
   */
  public static double untilStable(
      Requests requests, int clients, int maxSeconds, Consumer<String> progress)
      throws InterruptedException {
    long begin = System.nanoTime();
    long end = begin + TimeUnit.SECONDS.toNanos(maxSeconds);
    List<Double> windows = new ArrayList<>();
    while (!isStable(windows) && System.nanoTime() < end) {
      Recording window = ClosedLoop.run(requests, clients, WINDOW_SECONDS);
      windows.add(window.over(0, WINDOW_SECONDS).answeredPerSecond());
      requireAnswers(windows, window);
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    double perSecond = last(windows).stream().mapToDouble(Double::doubleValue).average().orElse(0);
    progress.accept(
        "Warm after %d s: %.0f requests a second%s"
            .formatted(
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
                perSecond,
                isStable(windows) ? "" : ", not stable yet"));
    return perSecond;
  }

  private static void requireAnswers(List<Double> windows, Recording last) {
    if (windows.get(windows.size() - 1) == 0) {
      throw new BenchException(
          "The nodes served nothing in %d seconds: %s."
              .formatted(
                  WINDOW_SECONDS, Objects.requireNonNullElse(last.failure(), "no connection")));
    }
  }

  static boolean isStable(List<Double> windows) {
    if (windows.size() < STABLE_WINDOWS) {
      return false;
    }
    List<Double> last = last(windows);
    return Collections.max(last) <= Collections.min(last) * (1 + TOLERANCE);
  }

  private static List<Double> last(List<Double> windows) {
    return windows.subList(Math.max(0, windows.size() - STABLE_WINDOWS), windows.size());
  }
}
