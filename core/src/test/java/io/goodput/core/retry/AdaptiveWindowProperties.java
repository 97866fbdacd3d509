package io.goodput.core.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class AdaptiveWindowProperties {

  private static final long NETWORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final double MOST_WAIT_NANOS = 62.5e6;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(13);

  @Property(tries = 40)
  void clients_thatOfferTooMuch_sendAboutWhatTheServerServes(
      @ForAll @IntRange(min = 1_000, max = 10_000) int capacity,
      @ForAll @IntRange(min = 4, max = 10) int windowsOfRoom,
      @ForAll @IntRange(min = 1, max = 8) int clients,
      @ForAll @IntRange(min = 12, max = 40) int tenthsOfLoad) {
    int room = windowsOfRoom * clients * AdaptiveWindow.LEAST;
    // Less would leave the server idle while answers and requests travel.
    int enough = Math.max(room, (int) (capacity * 4L * NETWORK_NANOS / 1_000_000_000) + 1);

    Overload overload = new Overload(capacity, enough, clients, tenthsOfLoad / 10.0);
    overload.run();

    assertThat(overload.served / overload.couldServe()).isGreaterThan(0.97);
    assertThat(overload.refused / (overload.served + overload.refused)).isLessThan(0.1);
  }

  @Example
  void client_thatOffersTwiceTheCapacity_seesHardlyARefusal() {
    Overload overload = new Overload(2_000, 72, 1, 2);
    overload.run();

    assertThat(overload.served / overload.couldServe()).isGreaterThan(0.97);
    assertThat(overload.refused / (overload.served + overload.refused)).isLessThan(0.01);
  }

  @Property
  void window_isNeverBelowTheLeast(@ForAll @Size(max = 500) List<Boolean> refusals) {
    AdaptiveWindow window = new AdaptiveWindow(0);
    long now = 0;
    for (boolean refused : refusals) {
      now += 1_000_000;
      window.ended(now, refused, AdaptiveWindow.LEAST, now);

      assertThat(window.size()).isGreaterThanOrEqualTo(AdaptiveWindow.LEAST);
    }
  }

  @Property
  void window_withoutARefusal_hasNoBound(@ForAll @IntRange(min = 1, max = 5_000) int requests) {
    AdaptiveWindow window = new AdaptiveWindow(0);
    for (int request = 0; request < requests; request++) {
      window.ended(request, false, 1 + request % 50, request);
    }

    assertThat(window.hasRoomNextTo(Integer.MAX_VALUE - 1, requests)).isTrue();
  }

  @Example
  void window_shrinksByWhatWasRefused_andOnlyOnceForRequestsOfThatTime() {
    AdaptiveWindow window = new AdaptiveWindow(0);
    for (int request = 0; request < 100; request++) {
      window.ended(1, request % 4 == 0, 100, 10);
    }
    assertThat(window.size()).isEqualTo(75);

    for (int request = 0; request < 100; request++) {
      window.ended(9, true, 100, 20);
    }

    assertThat(window.size()).isEqualTo(75);
  }

  @Example
  void window_afterAnOverload_opensWithinSeconds() {
    AdaptiveWindow window = new AdaptiveWindow(0);
    refuseAll(window);

    long now = 10;
    while (window.size() < 1_000 && now < TimeUnit.SECONDS.toNanos(20)) {
      now += TimeUnit.MILLISECONDS.toNanos(10);
      int inFlight = (int) window.size();
      for (int request = 0; request < inFlight; request++) {
        window.ended(now, false, inFlight, now);
      }
    }

    assertThat(now).isLessThan(TimeUnit.SECONDS.toNanos(8));
  }

  @Example
  void window_tenSecondsAfterTheLastRefusal_hasNoBound() {
    AdaptiveWindow window = new AdaptiveWindow(0);
    refuseAll(window);

    long now = 10 + TimeUnit.SECONDS.toNanos(10);
    assertThat(window.hasRoomNextTo(1_000, now)).isFalse();
    assertThat(window.hasRoomNextTo(1_000, now + 1)).isTrue();
  }

  @Property(tries = 20)
  void refusals_thatTheClientDoesNotCause_leaveItsWindowOpen(
      @ForAll @IntRange(min = 0, max = 30) int perThousand, @ForAll Random random) {
    AdaptiveWindow window = new AdaptiveWindow(0);
    long now = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 2_000; round++) {
      now += TimeUnit.MILLISECONDS.toNanos(5);
      int inFlight = (int) Math.min(200, window.size());
      for (int request = 0; request < inFlight; request++) {
        window.ended(now, random.nextInt(1_000) < perThousand, inFlight, now);
      }
      least = Math.min(least, window.size());
    }

    assertThat(least).isGreaterThan(100);
  }

  private static void refuseAll(AdaptiveWindow window) {
    for (int request = 0; request < 100; request++) {
      window.ended(1, true, 100, 10);
    }
    assertThat(window.size()).isEqualTo(AdaptiveWindow.LEAST);
  }

  /** Clients with a window each, and a server that refuses requests beyond its room at once. */
  private static final class Overload {

    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::at));
    private final Random random = new Random(20261129);
    private final List<Client> clients = new ArrayList<>();
    private final double nanosPerRequest;
    private final int room;
    private long busyUntil;
    private int inside;
    private double served;
    private double refused;

    Overload(int capacity, int room, int clients, double load) {
      this.nanosPerRequest = 1e9 / capacity;
      this.room = room;
      for (int number = 0; number < clients; number++) {
        this.clients.add(new Client(nanosPerRequest * clients / load));
      }
    }

    double couldServe() {
      return (END_NANOS - WARM_UP_NANOS) / nanosPerRequest;
    }

    void run() {
      clients.forEach(client -> at(random.nextInt(1_000_000), client::ask));
      while (true) {
        Event event = events.remove();
        if (event.at > END_NANOS) {
          return;
        }
        event.action.happen(event.at);
      }
    }

    private void at(long moment, Action action) {
      events.add(new Event(moment, action));
    }

    private void arrive(long now, Client client, long begun) {
      if (inside >= room) {
        refused += now > WARM_UP_NANOS ? 1 : 0;
        at(now + NETWORK_NANOS, then -> client.end(then, begun, true));
        return;
      }
      inside++;
      double jitter = 0.5 + random.nextDouble();
      busyUntil = Math.max(busyUntil, now) + (long) (jitter * nanosPerRequest);
      at(
          busyUntil,
          then -> {
            inside--;
            served += then > WARM_UP_NANOS ? 1 : 0;
            at(then + NETWORK_NANOS, later -> client.end(later, begun, false));
          });
    }

    private record Event(long at, Action action) {}

    private interface Action {
      void happen(long now);
    }

    private final class Client {

      private final AdaptiveWindow window = new AdaptiveWindow(0);
      private final double nanosPerAsk;
      private int inFlight;
      private int waiting;

      Client(double nanosPerAsk) {
        this.nanosPerAsk = nanosPerAsk;
      }

      private void ask(long now) {
        if (window.hasRoomNextTo(inFlight, now)) {
          send(now);
        } else {
          waiting = Math.min(1 + (int) (MOST_WAIT_NANOS / nanosPerAsk), waiting + 1);
        }
        at(now + (long) (2 * random.nextDouble() * nanosPerAsk), this::ask);
      }

      private void send(long now) {
        inFlight++;
        at(now + NETWORK_NANOS, then -> arrive(then, this, now));
      }

      private void end(long now, long begun, boolean wasRefused) {
        window.ended(begun, wasRefused, inFlight, now);
        inFlight--;
        while (waiting > 0 && window.hasRoomNextTo(inFlight, now)) {
          waiting--;
          send(now);
        }
      }
    }
  }
}
