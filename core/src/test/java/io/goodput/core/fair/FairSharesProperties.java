package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

class FairSharesProperties {

  private static final int TENANT = 1;
  private static final int OTHER = 2;

  private FairShares shares = new FairShares();

  @BeforeTry
  void empty() {
    shares = new FairShares();
  }

  @Property
  void enter_noBound_refusesNothing(
      @ForAll List<@IntRange(max = 1 << 20) Integer> classes, @ForAll int tenant) {
    shares.share(Room.UNLIMITED);

    assertThat(classes).allMatch(it -> shares.enter(tenant, 1, it, 0.5) >= 0);
  }

  @Property
  void enter_aClassWithoutRequestsInFlight_isNeverRefused(
      @ForAll @IntRange(min = 1, max = 50) int room,
      @ForAll @Size(max = 200) List<@IntRange(max = 9) Integer> others) {
    others.forEach(it -> shares.enter(TENANT, 1, it, 0.5));
    shares.share(room);

    assertThat(shares.enter(TENANT, 1, 10, 0.5)).isNotNegative();
  }

  /** As when all requests that have come during a pause are in flight at once. */
  @Property
  void enter_aClassOfWhichChanceBringsFourTogether_isNotRefused(
      @ForAll @IntRange(min = 24, max = 100) int room) {
    for (int other = 100; other < 1000; other++) {
      shares.enter(TENANT, 1, other, 0.5);
    }
    for (int i = 0; i < 4; i++) {
      shares.enter(TENANT, 1, 1, 0.5);
    }

    shares.share(room);

    assertThat(shares.enter(TENANT, 1, 1, 0.999)).isNotNegative();
  }

  @Property
  void enter_roomLeft_refusesNothing(
      @ForAll @IntRange(min = 1, max = 50) int room, @ForAll @IntRange(min = 1, max = 9) int of) {
    shares.share(room);

    for (int i = 0; i < room; i++) {
      assertThat(shares.enter(TENANT, 1, i % of, 0.5)).isNotNegative();
    }
  }

  @Property
  void leave_all_nothingIsInFlight(
      @ForAll @Size(max = 100) List<@IntRange(max = 99) Integer> classes,
      @ForAll @IntRange(min = 1, max = 20) int room) {
    Deque<Integer> tickets = new ArrayDeque<>();
    for (int it : classes) {
      shares.share(room);
      int ticket = shares.enter(it % 3, 1 + it % 2, it, 0.5);
      if (ticket >= 0) {
        tickets.add(ticket);
      }
    }

    tickets.forEach(it -> shares.leave(it));

    assertThat(shares.inFlight()).isZero();
  }

  @Property(tries = 20)
  void share_oneClassFloods_refusesNoOther(
      @ForAll @IntRange(min = 20, max = 100) int room,
      @ForAll @IntRange(min = 1, max = 10) int others) {
    Server server = new Server(room);
    server.clients(TENANT, 1, 0, 500);
    for (int i = 1; i <= others; i++) {
      server.clients(TENANT, 1, i, 1);
    }

    server.run(40);

    assertThat(server.refused(1)).isZero();
  }

  @Property(tries = 20)
  void share_oneClassFloods_getsWhatOthersLeave(
      @ForAll @IntRange(min = 20, max = 100) int room,
      @ForAll @IntRange(min = 1, max = 10) int others) {
    Server server = new Server(room);
    server.clients(TENANT, 1, 0, 500);
    for (int i = 1; i <= others; i++) {
      server.clients(TENANT, 1, i, 1);
    }

    server.run(40);

    assertThat(server.inFlight(0)).isBetween(0.8 * (room - others), room + 2 * Math.sqrt(room));
  }

  @Example
  void share_twoTenantsThatFlood_getTheirWeights() {
    Server server = new Server(110);
    server.clients(TENANT, 1000, 0, 500);
    server.clients(OTHER, 100, 1, 500);

    server.run(60);

    assertThat(server.inFlight(1)).isBetween(6.0, 15.0);
  }

  @Example
  void share_aTenantWithManyClasses_getsNoMoreThanOneWithOne() {
    Server server = new Server(100);
    server.clients(OTHER, 1, 0, 500);
    for (int i = 1; i <= 10; i++) {
      server.clients(TENANT, 1, i, 100);
    }

    server.run(60);

    assertThat(server.inFlight(0)).isBetween(40.0, 60.0);
  }

  @Example
  void share_aTenantAboveHalf_isHeldBack() {
    assertThat(isHeldBack(0)).isTrue();
  }

  @Example
  void share_aTenantAboveHalfWhileAnotherHasManyRefused_isServed() {
    assertThat(isHeldBack(5000)).isFalse();
  }

  @Example
  void share_manyCheapRequestsBesideFewCostlyOnes_theCheapAreServed() {
    crowd(true);

    assertThat(shares.enter(TENANT, 1, 0, 0.999)).isNotNegative();
  }

  @Example
  void share_manyCheapRequestsBesideFewCostlyOnes_theCostlyAreHeldBack() {
    crowd(true);

    assertThat(shares.enter(OTHER, 1, 1, 0.999)).isEqualTo(FairShares.TENANT_REFUSED);
  }

  @Example
  void share_byWhatIsInFlight_theManyAreHeldBack() {
    crowd(false);

    assertThat(shares.enter(TENANT, 1, 0, 0.999)).isEqualTo(FairShares.TENANT_REFUSED);
  }

  /** One tenant has 30 requests in flight, another one 20 that cost twenty times as much. */
  private void crowd(boolean byWork) {
    Deque<Integer> cheap = new ArrayDeque<>();
    Deque<Integer> costly = new ArrayDeque<>();
    for (int interval = 0; interval < 60; interval++) {
      while (cheap.size() < 30) {
        cheap.add(shares.enter(TENANT, 1, cheap.size(), 0));
      }
      while (costly.size() < 20) {
        costly.add(shares.enter(OTHER, 1, 1000 + costly.size(), 0));
      }
      shares.share(Room.UNLIMITED);
      // In 100 ms, each of them is answered five times.
      for (int i = 0; i < 150; i++) {
        shares.leave(cheap.remove(), Nanos.PER_MILLI / 20);
        cheap.add(shares.enter(TENANT, 1, i % 30, 0));
      }
      for (int i = 0; i < 100; i++) {
        shares.leave(costly.remove(), Nanos.PER_MILLI);
        costly.add(shares.enter(OTHER, 1, 1000 + i % 20, 0));
      }
      shares.share(20, byWork);
      cheap.removeIf(ticket -> ticket < 0);
      costly.removeIf(ticket -> ticket < 0);
    }
  }

  /** Whether a tenant with 34 requests in flight is, next to one with 22 and with refusals. */
  private boolean isHeldBack(int refused) {
    Deque<Integer> tickets = new ArrayDeque<>();
    for (int i = 0; i < 100; i++) {
      tickets.add(shares.enter(TENANT, 1, 0, 0));
    }
    for (int i = 0; i < 34; i++) {
      shares.enter(OTHER, 1, 1, 0);
    }
    for (int interval = 0; interval < 60; interval++) {
      shares.share(40);
      while (tickets.size() > 22) {
        shares.leave(tickets.remove());
      }
      for (int i = 0; i < refused; i++) {
        shares.enter(TENANT, 1, 0, 0.999);
      }
    }
    return shares.enter(OTHER, 1, 1, 0.999) == FairShares.TENANT_REFUSED;
  }

  /** Clients that send a request at once after an answer; requests end in random order. */
  private final class Server {

    private static final int STEPS = 500;

    /** So many times more requests arrive than end. */
    private static final int ARRIVALS = 3;

    private record Client(int tenant, int weight, int ofClass) {}

    private record Request(Client client, int ticket) {}

    private final double room;
    private final SplittableRandom random = new SplittableRandom(7);
    private final List<Client> waiting = new ArrayList<>();
    private final List<Request> running = new ArrayList<>();
    private final Map<Integer, Integer> refused = new HashMap<>();
    private final Map<Integer, Integer> samples = new HashMap<>();
    private int sampled;

    Server(double room) {
      this.room = room;
    }

    void clients(int tenant, int weight, int ofClass, int number) {
      for (int i = 0; i < number; i++) {
        waiting.add(new Client(tenant, weight, ofClass));
      }
    }

    /** Only the second half of the intervals counts. */
    void run(int intervals) {
      for (int interval = 0; interval < intervals; interval++) {
        shares.share(room);
        boolean counts = interval >= intervals / 2;
        for (int step = 0; step < STEPS; step++) {
          end();
          for (int i = 0; i < ARRIVALS && !waiting.isEmpty(); i++) {
            send(counts);
          }
        }
      }
    }

    private void end() {
      if (running.size() >= room) {
        Request done = remove(running);
        shares.leave(done.ticket);
        waiting.add(done.client);
      }
    }

    private void send(boolean counts) {
      Client client = remove(waiting);
      int ticket = shares.enter(client.tenant, client.weight, client.ofClass, random.nextDouble());
      if (ticket < 0) {
        waiting.add(client);
      } else {
        running.add(new Request(client, ticket));
      }
      if (counts) {
        refused.merge(client.ofClass, ticket < 0 ? 1 : 0, Integer::sum);
        running.forEach(request -> samples.merge(request.client.ofClass, 1, Integer::sum));
        sampled++;
      }
    }

    private <T> T remove(List<T> list) {
      int index = random.nextInt(list.size());
      T taken = list.get(index);
      list.set(index, list.get(list.size() - 1));
      list.remove(list.size() - 1);
      return taken;
    }

    int refused(int ofClass) {
      return refused.getOrDefault(ofClass, 0);
    }

    /** On average. */
    double inFlight(int ofClass) {
      return (double) samples.getOrDefault(ofClass, 0) / sampled;
    }
  }
}
