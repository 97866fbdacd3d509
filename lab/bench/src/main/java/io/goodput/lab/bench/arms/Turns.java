package io.goodput.lab.bench.arms;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order of arms in a round, so that no arm always comes first. */
public final class Turns {

  private Turns() {}

  /** All of them, in the order of a round, counted from 1: each round begins with another one. */
  public static <T> List<T> of(List<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    Collections.rotate(order, 1 - round);
    return order;
  }
}
