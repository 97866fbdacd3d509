package io.goodput.core.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.goodput.core.line.Lines.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Lines in which three may wait, and one thread")
class LinesTest {

  private static final String KEY = "key";
  private static final long DEADLINE = TimeUnit.MILLISECONDS.toNanos(500);

  private long now;
  private final Lines<String> lines = new Lines<>(() -> now, () -> 3, () -> 1);
  private final List<String> told = new ArrayList<>();

  private final List<String> ended = new ArrayList<>();

  /** Lines in which no one may proceed. */
  private final Lines<String> held =
      new Lines<>(
          () -> now,
          () -> 3,
          () -> 0,
          new Gate<>() {
            @Override
            public boolean mayProceed(String key, boolean isContended, long when) {
              return false;
            }

            @Override
            public void ended(String key, long when) {
              ended.add(key);
            }

            @Override
            public void flush() {
              // There is nothing to do.
            }
          });

  private Place place(String name) {
    return place(name, DEADLINE);
  }

  private Place place(String name, long deadline) {
    return Place.of(
        new PendingTurn() {
          @Override
          public void proceed() {
            told.add(name + " proceeds");
          }

          @Override
          public void giveUp() {
            told.add(name + " gives up");
          }
        },
        deadline);
  }

  private Place enter(String name) {
    Place place = place(name);
    lines.enter(KEY, now, place);
    return place;
  }

  @Test
  void firstOne_proceedsAtOnce() {
    assertThat(lines.enter(KEY, now, place("a"))).isEqualTo(Entry.TURN);
    assertThat(told).isEmpty();
  }

  @Test
  void othersOfTheKey_proceedInOrderOfArrival() {
    Place a = enter("a");
    Place b = enter("b");
    enter("c");

    lines.leave(KEY, a);
    lines.leave(KEY, b);

    assertThat(told).containsExactly("b proceeds", "c proceeds");
  }

  @Test
  void otherKey_doesNotWait() {
    enter("a");

    assertThat(lines.enter("other", now, place("b"))).isEqualTo(Entry.TURN);
  }

  @Test
  void fourthOneThatWaits_isTooMany() {
    enter("a");
    IntStream.range(0, 3).forEach(i -> enter("w" + i));

    assertThat(lines.enter(KEY, now, place("z"))).isEqualTo(Entry.FULL);
  }

  @Test
  void oneThatEnds_twice_endsOneTurn() {
    Place a = enter("a");
    enter("b");
    enter("c");

    lines.leave(KEY, a);
    lines.leave(KEY, a);

    assertThat(told).containsExactly("b proceeds");
  }

  @Test
  void oneThatWaitsForItsTurn_cannotEndIt() {
    enter("a");
    Place b = enter("b");
    enter("c");

    lines.leave(KEY, b);

    assertThat(told).isEmpty();
  }

  @Test
  void oneWhoseDeadlineHasPassed_givesUpAndHasNoTurn() {
    Place a = enter("a");
    lines.enter(KEY, now, place("b", 10));
    enter("c");

    now = 11;
    lines.expire(now);
    lines.leave(KEY, a);

    assertThat(told).containsExactly("b gives up", "c proceeds");
  }

  @Test
  void oneWhoseDeadlineHasPassed_makesRoom() {
    enter("a");
    IntStream.range(0, 3).forEach(i -> lines.enter(KEY, now, place("w" + i, 10)));

    now = 11;
    lines.expire(now);

    assertThat(lines.enter(KEY, now, place("z"))).isEqualTo(Entry.WAITS);
  }

  @Test
  void nextOne_afterThreeSeconds_doesNotWaitForTheOneThatIsLost() {
    enter("a");
    lines.enter(KEY, now, place("b", Long.MAX_VALUE / 2));

    now = TimeUnit.SECONDS.toNanos(3) + 1;
    lines.expire(now);

    assertThat(told).containsExactly("b proceeds");
  }

  @Test
  void lostOne_thatEndsAfterAll_doesNotEndTheTurnOfAnother() {
    Place lost = enter("a");
    lines.enter(KEY, now, place("b", Long.MAX_VALUE / 2));
    lines.enter(KEY, now, place("c", Long.MAX_VALUE / 2));
    now = TimeUnit.SECONDS.toNanos(3) + 1;
    lines.expire(now);

    lines.leave(KEY, lost);

    assertThat(told).containsExactly("b proceeds");
  }

  @Test
  void keys_ofWhichNoOneIsLeft_takeNoMemory() {
    for (int i = 0; i < 100_000; i++) {
      Place place = place("one");
      lines.enter("key " + i, now, place);
      lines.leave("key " + i, place);
    }

    assertThat(lines.lines()).isZero();
  }

  @Test
  void keyWhoseOnlyTurnIsLost_takesNoMemory() {
    enter("a");

    lines.expire(TimeUnit.SECONDS.toNanos(3) + 1);

    assertThat(lines.lines()).isZero();
  }

  @Test
  void thread_beyondThoseThatMayWait_doesNotWait() {
    enter("a");
    lines.enter(KEY, now, Place.ofThread(DEADLINE));

    assertThat(lines.enter(KEY, now, Place.ofThread(DEADLINE))).isEqualTo(Entry.NO_THREADS);
    assertThat(lines.waiting()).isEqualTo(1);
  }

  @Test
  void keyThatNoOneWantsAnyLonger_whenItsGateOpens_hasEnded() {
    held.reopen(KEY, now);

    assertThat(ended).containsExactly(KEY);
  }

  @Test
  void threadThatMayNotWait_endsWhatItHasAskedFor() {
    assertThat(held.enter(KEY, now, Place.ofThread(DEADLINE))).isEqualTo(Entry.NO_THREADS);
    assertThat(ended).containsExactly(KEY);
    assertThat(held.lines()).isZero();
  }

  @Test
  void thread_whoseDeadlineHasPassed_hasNoTurn() {
    Place a = enter("a");
    Place thread = Place.ofThread(DEADLINE);
    lines.enter(KEY, now, thread);
    enter("c");
    now = DEADLINE;

    assertThat(lines.await(thread)).isFalse();

    lines.leave(KEY, a);
    assertThat(told).containsExactly("c proceeds");
  }

  @Test
  void manyThreadsAndOthers_onFewKeys_proceedOneAtATimeAndAllEnd() throws Exception {
    int each = 5_000;
    Lines<Integer> shared = new Lines<>(System::nanoTime, () -> 1_000_000, () -> 8);
    AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
    AtomicInteger most = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    ExecutorService ofOthers = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        boolean waitsWithThread = thread % 2 == 0;
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    int key = i % 2;
                    Turn turn = new Turn(shared, key, inside[key], most, ended, ofOthers);
                    turn.enter(waitsWithThread);
                  }
                }));
      }
      for (Future<?> it : running) {
        it.get();
      }
      await().untilAsserted(() -> assertThat(ended).hasValue(4 * each));
    } finally {
      threads.shutdown();
      ofOthers.shutdown();
    }

    assertThat(most).hasValue(1);
    assertThat(shared.lines()).isZero();
  }

  /** One that notes how many have their turn at the same time. */
  private record Turn(
      Lines<Integer> lines,
      int key,
      AtomicInteger inside,
      AtomicInteger most,
      AtomicInteger ended,
      ExecutorService others) {

    void enter(boolean waitsWithThread) {
      long start = System.nanoTime();
      long deadline = start + TimeUnit.MINUTES.toNanos(1);
      Place[] place = new Place[1];
      place[0] =
          waitsWithThread
              ? Place.ofThread(deadline)
              : Place.of(
                  new PendingTurn() {
                    @Override
                    public void proceed() {
                      others.execute(() -> run(place[0]));
                    }

                    @Override
                    public void giveUp() {
                      throw new AssertionError("a minute has passed");
                    }
                  },
                  deadline);
      switch (lines.enter(key, start, place[0])) {
        case TURN -> run(place[0]);
        case WAITS -> {
          if (waitsWithThread && lines.await(place[0])) {
            run(place[0]);
          }
        }
        case FULL, NO_THREADS -> throw new AssertionError("there is room for all");
      }
    }

    private void run(Place place) {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      inside.decrementAndGet();
      ended.incrementAndGet();
      lines.leave(key, place);
    }
  }
}
