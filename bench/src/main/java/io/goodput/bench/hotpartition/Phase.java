package io.goodput.bench.hotpartition;

import java.util.Locale;

/** The parts of a round. */
enum Phase {
  ALONE,
  ATTACKED,
  PROTECTED;

  /** The second of the round in which the phase begins. */
  int begin(Lengths lengths) {
    return switch (this) {
      case ALONE -> 0;
      case ATTACKED -> lengths.alone();
      case PROTECTED -> lengths.alone() + lengths.attacked();
    };
  }

  /** The first second that counts. */
  int countsFrom(Lengths lengths) {
    return begin(lengths) + lengths.settle();
  }

  /** The second after its last. */
  int end(Lengths lengths) {
    return switch (this) {
      case ALONE -> lengths.alone();
      case ATTACKED -> lengths.alone() + lengths.attacked();
      case PROTECTED -> lengths.round();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
