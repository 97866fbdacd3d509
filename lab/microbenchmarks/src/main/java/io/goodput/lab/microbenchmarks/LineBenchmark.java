package io.goodput.lab.microbenchmarks;

import io.goodput.core.line.Lines;
import io.goodput.core.line.Lines.Entry;
import io.goodput.core.line.Place;
import io.goodput.core.line.Slots;
import java.util.List;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The turn of a lightweight transaction on a key that no other one wants. */
@State(Scope.Thread)
public class LineBenchmark extends BenchmarkDefaults {

  private static final int KEYS = 1_024;

  private final List<Long> keys = LongStream.range(0, KEYS).boxed().toList();
  private final Lines<Long> lines =
      new Lines<>(
          System::nanoTime, () -> 64, () -> 8, new Slots<>(new NoHome(), System::nanoTime, 0));
  private int next;

  private static final class NoHome implements Slots.ToHome<Long> {

    @Override
    public void ask(Long key, long number) {
      throw new IllegalStateException("no one else wants the key");
    }

    @Override
    public void giveBack(Long key, long number) {
      throw new IllegalStateException("there is no slot");
    }
  }

  /** Enters a line, and leaves it. */
  @Benchmark
  public Entry turn() {
    Long key = keys.get(next++ % KEYS);
    Place place = Place.ofThread(Long.MAX_VALUE / 2);
    Entry entry = lines.enter(key, 0, place);
    lines.leave(key, place);
    return entry;
  }
}
