package io.goodput.core.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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

    assertThat(classes).allMatch(it -> shares.enter(tenant, 1, it, 0.5) != FairShares.REFUSED);
  }

  @Property
  void enter_aClassWithoutRequestsInFlight_isNeverRefused(
      @ForAll @IntRange(min = 1, max = 50) int room,
      @ForAll @Size(max = 200) List<@IntRange(max = 9) Integer> others) {
    others.forEach(it -> shares.enter(TENANT, 1, it, 0.5));
    shares.share(room);

    assertThat(shares.enter(TENANT, 1, 10, 0.5)).isNotEqualTo(FairShares.REFUSED);
  }

  @Property
  void enter_roomLeft_refusesNothing(
      @ForAll @IntRange(min = 1, max = 50) int room, @ForAll @IntRange(min = 1, max = 9) int of) {
    shares.share(room);

    for (int i = 0; i < room; i++) {
      assertThat(shares.enter(TENANT, 1, i % of, 0.5)).isNotEqualTo(FairShares.REFUSED);
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
      if (ticket != FairShares.REFUSED) {
        tickets.add(ticket);
      }
    }

    tickets.forEach(shares::leave);

    assertThat(shares.inFlight()).isZero();
  }

  @Property
  void share_oneClassFloods_leavesOthersWhatTheyAskFor(
      @ForAll @IntRange(min = 20, max = 100) int room,
      @ForAll @IntRange(min = 1, max = 10) int others) {
    Flood flood = new Flood();
    for (int interval = 0; interval < 20; interval++) {
      flood.fill(TENANT, 1, 0, 200);
      for (int i = 1; i <= others; i++) {
        flood.fill(TENANT, 1, i, 1);
      }
      shares.share(room);
      flood.drain();
    }

    flood.fill(TENANT, 1, 0, 200);

    assertThat(flood.inFlight()).isBetween(room - others, room);
  }

  @Example
  void share_twoTenantsThatFlood_getTheirWeights() {
    Flood heavy = new Flood();
    Flood light = new Flood();
    for (int interval = 0; interval < 20; interval++) {
      heavy.fill(TENANT, 1000, 1, 200);
      light.fill(OTHER, 100, 2, 200);
      shares.share(110);
      heavy.drain();
      light.drain();
    }

    heavy.fill(TENANT, 1000, 1, 200);
    light.fill(OTHER, 100, 2, 200);

    assertThat(light.inFlight()).isEqualTo(10);
  }

  @Example
  void share_aTenantWithManyClasses_getsNoMoreThanOneWithOne() {
    Flood many = new Flood();
    Flood one = new Flood();
    for (int interval = 0; interval < 20; interval++) {
      one.fill(OTHER, 1, 0, 200);
      for (int i = 1; i <= 10; i++) {
        many.fill(TENANT, 1, i, 50);
      }
      shares.share(100);
      one.drain();
      many.drain();
    }

    one.fill(OTHER, 1, 0, 200);

    assertThat(one.inFlight()).isGreaterThanOrEqualTo(50);
  }

  /** Requests that stay in flight until they are drained. */
  private final class Flood {

    private final Deque<Integer> tickets = new ArrayDeque<>();

    void fill(int tenant, int weight, int ofClass, int requests) {
      for (int i = 0; i < requests; i++) {
        int ticket = shares.enter(tenant, weight, ofClass, 0.5);
        if (ticket == FairShares.REFUSED) {
          return;
        }
        tickets.add(ticket);
      }
    }

    int inFlight() {
      return tickets.size();
    }

    void drain() {
      tickets.forEach(shares::leave);
      tickets.clear();
    }
  }
}
