package io.goodput.cassandra.fair;

import com.codahale.metrics.Counter;
import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.Held;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The answers to requests that are refused, and the names of those that are held back.
 *
 * <p>The table has a fixed size. One that finds its place taken gets an answer without numbers.
 * Thread-safe and lock-free; allocates only when one begins to be held back.
 */
final class Refusals {

  private static final int PLACES = 256;

  private final FairAdmission<?> admission;
  private final AtomicReferenceArray<HeldBack> places = new AtomicReferenceArray<>(PLACES);
  private final String node;
  private final Counter refused = new Counter();
  private final FairRejection unnamed;

  /**
   * No refusals yet.
   *
   * @param node the address of this node, for its clients
   */
  Refusals(FairAdmission<?> admission, String node) {
    this.admission = admission;
    this.node = node;
    this.unnamed = new FairRejection(new FairShareException(node), refused, new LongAdder());
  }

  /** Requests that were rejected. */
  Counter refused() {
    return refused;
  }

  /** The verdict about a request that was refused. */
  FairRejection refuse(int refusal, Request request, Competitor competitor) {
    int place = (competitor.tenant() + 31 * refusal + competitor.partition()) & (PLACES - 1);
    HeldBack known = places.get(place);
    if (known == null) {
      Refused what = Refused.of(refusal, request, competitor);
      HeldBack added = new HeldBack(node, what, now(what), refused);
      known = places.compareAndSet(place, null, added) ? added : places.get(place);
    }
    return known != null && known.what().is(refusal, competitor) ? known.rejection() : unnamed;
  }

  /** Brings answers up to date, and frees the places of those that are held back no more. */
  void refresh() {
    for (int i = 0; i < PLACES; i++) {
      HeldBack known = places.get(i);
      if (known != null && !known.refresh(now(known.what()))) {
        places.set(i, null);
      }
    }
  }

  private Held now(Refused what) {
    Competitor of = what.competitor();
    return admission.held(what.refusal(), of.tenant(), of.partition(), of.replicas());
  }

  /** Those that are held back. */
  List<HeldBack> all() {
    return IntStream.range(0, PLACES).mapToObj(places::get).flatMap(Stream::ofNullable).toList();
  }
}
