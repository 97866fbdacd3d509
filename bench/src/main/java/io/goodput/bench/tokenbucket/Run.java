package io.goodput.bench.tokenbucket;

import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What came of one run of a case.
 *
 * @param clients a tally for each process
 * @param seconds in which requests were counted
 * @param databaseSeconds from before the first request to after the last, on the database's clock
 */
record Run(List<Tally> clients, double seconds, double databaseSeconds) {

  /** Copies the list. */
  Run {
    clients = List.copyOf(clients);
  }

  /** Of all processes. */
  long sum(ToLongFunction<Tally> count) {
    return clients.stream().mapToLong(count).sum();
  }

  double tokensPerSecond() {
    return sum(Tally::granted) / seconds;
  }

  Histogram latencies() {
    Histogram all = Tally.histogram();
    clients.forEach(client -> all.add(client.latencies()));
    return all;
  }
}
