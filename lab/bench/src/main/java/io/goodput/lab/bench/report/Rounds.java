package io.goodput.lab.bench.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The rounds of one arm of a benchmark, at least one.
 *
 * @param <R> what one round recorded
 */
public record Rounds<R>(List<R> list) {

  /** A figure over the rounds. */
  public Spread spread(ToDoubleFunction<? super R> figure) {
    return Spread.of(list.stream().map(figure::applyAsDouble).toList());
  }

  /** A figure divided by the same figure of another arm, round by round. */
  public Spread ratio(Rounds<? extends R> base, ToDoubleFunction<? super R> figure) {
    return Spread.of(
        IntStream.range(0, base.list().size())
            .mapToObj(
                round ->
                    figure.applyAsDouble(list.get(round))
                        / figure.applyAsDouble(base.list().get(round)))
            .toList());
  }

  public double median(ToDoubleFunction<? super R> figure) {
    return spread(figure).median();
  }

  public long sum(ToLongFunction<? super R> count) {
    return list.stream().mapToLong(count).sum();
  }

  public R last() {
    return list.get(list.size() - 1);
  }
}
