package io.goodput.lab.bench.overload;

import io.goodput.lab.bench.load.Outcome;
import io.goodput.lab.bench.load.Recording;
import io.goodput.lab.bench.load.Summary;
import io.goodput.lab.bench.report.Figure;
import io.goodput.lab.bench.report.Rounds;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What an application with the library for the Java driver gets from nodes with Goodput, if it asks
 * for {@value #FACTOR} times what they serve.
 *
 * @param capacity requests per second that the nodes served in a closed loop right before
 * @param settle seconds that do not count
 * @param sent attempts of all requests
 */
record Application(double capacity, Recording recording, int settle, long sent) {

  static final int FACTOR = 2;

  static final List<Figure<Rounds<Application>>> FIGURES =
      List.of(
          ratio("goodput_of_capacity", "goodput of what they serve", Application::goodput),
          ratio("refused_of_asked", "requests refused by nodes", Application::refused),
          ratio("not_sent_of_asked", "not sent", Application::notSent),
          ratio("attempts_of_asked", "attempts for each request", Application::attempts));

  private static Figure<Rounds<Application>> ratio(
      String key, String title, ToDoubleFunction<Application> figure) {
    return Figure.ratio(key, title, 3, rounds -> rounds.spread(figure));
  }

  private Summary summary() {
    return recording.over(settle, recording.length());
  }

  double goodput() {
    return summary().goodPerSecond() / capacity;
  }

  double refused() {
    Summary all = summary();
    return all.perSecond(Outcome.REFUSED, Outcome.TIMED_OUT, Outcome.OVERLOADED)
        / all.offeredPerSecond();
  }

  double notSent() {
    Summary all = summary();
    return all.perSecond(Outcome.DROPPED) / all.offeredPerSecond();
  }

  double attempts() {
    Summary all = recording.whole();
    return sent / (all.offeredPerSecond() * all.seconds());
  }
}
