package io.goodput.core.fair;

import io.goodput.core.table.HashedEntries;

/**
 * Gives each tenant a number of its own, under which it is counted. Only if there are more than
 * some hundred tenants at a time, some share a number. A tenant that asks for nothing for a minute
 * loses its number.
 *
 * <p>Thread-safe and lock-free, except that one thread calls {@link #tick}.
 */
final class TenantNumbers {

  /** After this number of ticks without a request, a tenant loses its number. */
  static final int IDLE_TICKS = 600;

  private final HashedEntries<Tenant> tenants = new HashedEntries<>(FairShares.TENANTS);

  /**
   * The number of a tenant, from 0 to below {@link FairShares#TENANTS}.
   *
   * @param tenant a well mixed hash
   */
  int of(int tenant) {
    int place = tenants.placeOf(tenant);
    if (place == HashedEntries.NONE && tenants.hasRoom(tenant)) {
      tenants.add(new Tenant(tenant));
      place = tenants.placeOf(tenant);
    }
    if (place == HashedEntries.NONE) {
      return tenants.placeOf(tenant, 0);
    }
    Tenant found = tenants.at(place);
    if (found != null) {
      found.use();
    }
    return place;
  }

  /** Ends an interval. */
  void tick() {
    tenants.removeIf(Tenant::isIdle);
  }

  private static final class Tenant implements HashedEntries.Entry {

    private final int hash;
    private volatile boolean isUsed = true;
    private int idleTicks;

    Tenant(int hash) {
      this.hash = hash;
    }

    @Override
    public long hash() {
      return hash;
    }

    void use() {
      if (!isUsed) {
        isUsed = true;
      }
    }

    boolean isIdle() {
      idleTicks = isUsed ? 0 : idleTicks + 1;
      isUsed = false;
      return idleTicks >= IDLE_TICKS;
    }
  }
}
