package io.goodput.lab.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The rounds of one arm of a benchmark, at least one.
 *
 * @param <R> what one round recorded
 */
public record Rounds<R>(List<R> list) {

  /** Those of all rounds of all arms that belong to one arm. */
  public static <R> Rounds<R> of(List<R> all, Predicate<R> arm) {
    return new Rounds<>(all.stream().filter(arm).toList());
  }

  /** All arms in the order of a round, counted from 1: each round begins with another one. */
  public static <T> List<T> order(List<T> arms, int round) {
    List<T> order = new ArrayList<>(arms);
    Collections.rotate(order, 1 - round);
    return order;
  }

  /** What the figures are. */
  public static String legend(int rounds) {
    return "Figures are medians of %d rounds, with the lowest and the highest.".formatted(rounds);
  }

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
