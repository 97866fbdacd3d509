package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.EffectiveLevel;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.Held;
import io.goodput.core.table.HashedEntries;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answers to requests that are refused, and the names of those that are held back.
 *
 * <p>The table has a fixed size, and tenants have equal parts of it. One that finds no place gets
 * an answer without numbers. Thread-safe and lock-free; allocates only when one begins to be held
 * back.
 */
final class Refusals {

  private static final int PLACES = 256;
  private static final int WAYS = HashedEntries.WAYS;

  private final FairAdmission<?> admission;
  private final Function<Request, @Nullable EffectiveLevel> levels;
  private final HashedEntries<HeldBack> table = new HashedEntries<>(PLACES);
  private final String node;
  private final Counter refused = new Counter();
  private final FairRejection unnamed;

  /**
   * No refusals yet.
   *
   * @param levels the service level of a request, or null
   * @param node the address of this node, for its clients
   */
  Refusals(
      FairAdmission<?> admission, Function<Request, @Nullable EffectiveLevel> levels, String node) {
    this.admission = admission;
    this.levels = levels;
    this.node = node;
    this.unnamed = new FairRejection(new FairShareException(node), refused, new LongAdder());
  }

  /** Requests that were rejected. */
  Counter refused() {
    return refused;
  }

  /** The verdict about a request that was refused. */
  FairRejection refuse(int refusal, Request request, Competitor competitor) {
    long hash = Refused.hash(refusal, competitor);
    HeldBack known = table.find(hash);
    if (known == null) {
      known = hold(hash, refusal, request, competitor);
    }
    return known == null ? unnamed : known.rejection();
  }

  /** Finds a place: an empty one, or one of a tenant that has more of them. */
  private @Nullable HeldBack hold(long hash, int refusal, Request request, Competitor competitor) {
    boolean hasRoom = table.hasRoom(hash);
    int place = hasRoom ? HashedEntries.NONE : placeOfMost(hash, competitor.tenant());
    if (!hasRoom && place == HashedEntries.NONE) {
      return null;
    }
    Refused what = Refused.of(refusal, request, levels.apply(request), competitor);
    HeldBack added = new HeldBack(hash, node, what, now(what), refused);
    if (hasRoom) {
      return table.add(added);
    }
    return table.replace(place, table.at(place), added) ? added : null;
  }

  /** A place of the tenant with the most; none if it would have fewer than this one then. */
  private int placeOfMost(long hash, int tenant) {
    int first = table.placeOf(hash, 0);
    int own = places(first, tenant);
    int most = own + 1;
    int found = HashedEntries.NONE;
    for (int place = first; own < WAYS / 2 && place < first + WAYS; place++) {
      HeldBack holder = table.at(place);
      int count = holder == null ? 0 : places(first, holder.what().competitor().tenant());
      if (count > most) {
        most = count;
        found = place;
      }
    }
    return found;
  }

  /** How many places of a set a tenant has. */
  private int places(int first, int tenant) {
    int count = 0;
    for (int place = first; place < first + WAYS; place++) {
      HeldBack holder = table.at(place);
      count += holder != null && holder.what().competitor().tenant() == tenant ? 1 : 0;
    }
    return count;
  }

  /** Brings answers up to date, and frees the places of those that are held back no more. */
  void refresh() {
    table.removeIf(known -> !known.refresh(now(known.what())));
  }

  private Held now(Refused what) {
    Competitor of = what.competitor();
    return admission.held(what.refusal(), of.tenant(), of.partition(), of.replicas());
  }

  /** Those that are held back. */
  List<HeldBack> all() {
    return table.all();
  }
}
