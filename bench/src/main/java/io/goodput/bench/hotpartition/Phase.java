package io.goodput.bench.hotpartition;

import java.util.Locale;

/** The parts of a round, in order. */
enum Phase {
  ALONE,
  ATTACKED,
  PROTECTED;

  /** The second of the round in which the phase begins. */
  int begin(PhaseLengths lengths) {
    return switch (this) {
      case ALONE -> 0;
      case ATTACKED -> lengths.alone();
      case PROTECTED -> lengths.alone() + lengths.attacked();
    };
  }

  int end(PhaseLengths lengths) {
    return switch (this) {
      case ALONE -> ATTACKED.begin(lengths);
      case ATTACKED -> PROTECTED.begin(lengths);
      case PROTECTED -> PROTECTED.begin(lengths) + lengths.guarded();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
