package io.goodput.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Nodes that take turns on a key, in simulated time")
@Label("Nodes that take turns on a key, in simulated time")
class TurnsTest {

  private static final String KEY = "key";

  @Test
  void nodes_thatWantTheSameKey_neverProceedTogether() {
    Simulation all = new Simulation(3, 1).run(TimeUnit.SECONDS.toNanos(10), 20);

    // The first transactions of the three nodes know nothing of each other.
    assertThat(all.overlaps).isEqualTo(2);
    assertThat(all.lastOverlap).isLessThan(Simulation.STEP_NANOS);
  }

  @Test
  void nodes_thatWantTheSameKey_doNearlyAsMuchAsOneAlone() {
    Simulation one = new Simulation(1, 1).run(TimeUnit.SECONDS.toNanos(10), 60);
    Simulation three = new Simulation(3, 1).run(TimeUnit.SECONDS.toNanos(10), 20);

    assertThat(three.done()).isGreaterThan((int) (0.85 * one.done()));
  }

  @Test
  void nodes_thatWantTheSameKey_getEqualShares() {
    Simulation all = new Simulation(3, 1).run(TimeUnit.SECONDS.toNanos(10), 20);

    double fair = all.done() / 3.0;
    for (SimulatedNode node : all.nodes) {
      assertThat((double) node.done).isBetween(0.8 * fair, 1.2 * fair);
    }
  }

  @Test
  void nodes_withoutSlots_proceedTogether() {
    Simulation all = new Simulation(3, 1);
    all.isHomeDown = true;

    all.run(TimeUnit.SECONDS.toNanos(10), 20);

    assertThat(all.overlaps).isGreaterThan(all.done() / 4);
  }

  @Test
  void node_whoseHomeIsSilent_doesNotStop() {
    Simulation all = new Simulation(1, 1);
    all.isHomeDown = true;

    all.run(TimeUnit.SECONDS.toNanos(10), 20);

    // Of each 1.3 s, it waits for 0.3.
    double most = TimeUnit.SECONDS.toNanos(10) / (double) Simulation.STEP_NANOS;
    assertThat((double) all.done()).isGreaterThan(0.7 * most);
    assertThat(all.nodes.get(0).slots.silences()).isBetween(7L, 9L);
  }

  @Test
  void node_thatDiesInItsSlot_costsTheOthersOneSlotThatIsLost() {
    Simulation all = new Simulation(3, 1);
    SimulatedNode dying = all.nodes.get(1);
    all.at(TimeUnit.SECONDS.toNanos(5), () -> dying.diesInItsNextStep = true);

    all.run(TimeUnit.SECONDS.toNanos(10), 20);

    assertThat(dying.isDead).isTrue();
    assertThat(all.longestPause)
        .isBetween(Home.LOST_NANOS - Slots.SLOT_NANOS, Home.LOST_NANOS + 2 * Simulation.TICK_NANOS);
    int survivors = all.nodes.get(0).done + all.nodes.get(2).done;
    assertThat(survivors).isGreaterThan(3 * dying.done);
  }

  @Property(tries = 60)
  void everyOne_proceedsOrGivesUp_andNothingIsLeft(
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll @IntRange(min = 1, max = 12) int clients,
      @ForAll @DoubleRange(min = 0, max = 0.5) double lost,
      @ForAll long seed) {
    Simulation all = new Simulation(nodes, seed);
    all.lost = lost;

    all.run(TimeUnit.SECONDS.toNanos(5), clients);

    for (SimulatedNode node : all.nodes) {
      assertThat(node.begun).isEqualTo(node.done + node.late);
      assertThat(node.lines.lines()).isZero();
      assertThat(node.slots.keys()).isZero();
    }
    assertThat(all.home.keys()).isZero();
  }

  /** Nodes, a home, and a network between them that delays messages, and may lose them. */
  private static final class Simulation {

    static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private record Event(long time, long number, Runnable what) {}

    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparing(Event::number));
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Random random;
    private final Home<String, SimulatedNode> home;
    private double lost;
    private boolean isHomeDown;
    private long now;
    private long number;
    private long end;
    private int inside;
    private int overlaps;
    private long lastOverlap;
    private long lastStep;
    private long longestPause;

    Simulation(int count, long seed) {
      random = new Random(seed);
      home =
          new Home<>(
              new Home.ToNode<>() {
                @Override
                public void grant(SimulatedNode node, String key, long slot, boolean others) {
                  message(() -> node.granted(key, slot, others));
                }

                @Override
                public void queue(SimulatedNode node, String key, long slot) {
                  message(() -> node.slots.queued(key, slot, now));
                }
              });
      IntStream.range(0, count).forEach(i -> nodes.add(new SimulatedNode(this)));
    }

    void at(long time, Runnable what) {
      events.add(new Event(time, number++, what));
    }

    void after(long nanos, Runnable what) {
      at(now + nanos, what);
    }

    void message(Runnable what) {
      if (random.nextDouble() >= lost) {
        after(TimeUnit.MICROSECONDS.toNanos(200 + random.nextInt(600)), what);
      }
    }

    void toHome(Runnable what) {
      if (!isHomeDown) {
        message(what);
      }
    }

    /** Clients send again as soon as they have an answer, then all waits end. */
    Simulation run(long nanos, int clients) {
      end = nanos;
      nodes.forEach(node -> IntStream.range(0, clients).forEach(i -> node.begin()));
      long drained = nanos + TimeUnit.SECONDS.toNanos(15);
      for (long time = 0; time < drained; time += TICK_NANOS) {
        at(time, this::tick);
      }
      at(nanos, () -> longestPause = Math.max(longestPause, now - lastStep));
      while (!events.isEmpty()) {
        Event next = events.poll();
        now = next.time;
        next.what.run();
      }
      return this;
    }

    private void tick() {
      home.expire(now);
      nodes.forEach(SimulatedNode::tick);
    }

    int done() {
      return nodes.stream().mapToInt(node -> node.done).sum();
    }

    void stepBegins() {
      if (now < end) {
        longestPause = Math.max(longestPause, now - lastStep);
      }
      if (inside++ > 0) {
        overlaps++;
        lastOverlap = now;
      }
    }

    void stepEnds() {
      inside--;
      lastStep = now;
    }
  }

  private static final class SimulatedNode {

    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Simulation all;
    private final Slots<String> slots;
    private final Lines<String> lines;
    private boolean isDead;
    private boolean diesInItsNextStep;
    private int begun;
    private int done;
    private int late;

    SimulatedNode(Simulation all) {
      this.all = all;
      this.slots =
          new Slots<>(
              new Slots.ToHome<>() {
                @Override
                public void ask(String key, long slot) {
                  all.toHome(() -> all.home.ask(SimulatedNode.this, key, slot, all.now));
                }

                @Override
                public void giveBack(String key, long slot) {
                  all.toHome(() -> all.home.giveBack(SimulatedNode.this, key, slot, all.now));
                }
              },
              () -> all.now,
              0);
      this.lines = new Lines<>(() -> all.now, () -> 64, () -> 0, slots);
    }

    void granted(String key, long slot, boolean others) {
      if (!isDead && slots.granted(key, slot, others, all.now)) {
        lines.reopen(key, all.now);
      }
    }

    void tick() {
      if (!isDead) {
        lines.expire(all.now);
        slots.expire(all.now);
      }
    }

    void begin() {
      if (isDead || all.now >= all.end) {
        return;
      }
      begun++;
      Place[] place = new Place[1];
      place[0] =
          Place.of(
              new PendingTurn() {
                @Override
                public void proceed() {
                  step(place[0]);
                }

                @Override
                public void giveUp() {
                  late++;
                  begin();
                }
              },
              all.now + DEADLINE_NANOS);
      switch (lines.enter(KEY, all.now, place[0])) {
        case TURN -> step(place[0]);
        case WAITS -> {}
        case FULL, NO_THREADS -> throw new AssertionError("there is room for all");
      }
    }

    private void step(Place place) {
      all.stepBegins();
      all.after(
          Simulation.STEP_NANOS,
          () -> {
            all.stepEnds();
            isDead |= diesInItsNextStep;
            if (!isDead) {
              done++;
              lines.leave(KEY, place);
              begin();
            }
          });
    }
  }
}
