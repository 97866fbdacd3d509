package io.goodput.cassandra.fair;

import io.goodput.cassandra.request.Request;
import io.goodput.core.fair.FairAdmission;
import io.goodput.core.fair.Held;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cassandra.exceptions.CassandraException;

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
  private final CassandraException unnamed;

  /**
   * No refusals yet.
   *
   * @param node the address of this node, for its clients
   */
  Refusals(FairAdmission<?> admission, String node) {
    this.admission = admission;
    this.node = node;
    this.unnamed = new FairShareException(node);
  }

  /** Counts a refusal, and returns the answer to the request. */
  CassandraException refuse(int refusal, Request request, int tenant, int ofClass, int bits) {
    int place = (tenant + 31 * refusal + ofClass) & (PLACES - 1);
    HeldBack known = places.get(place);
    if (known == null) {
      Refused what = Refused.of(refusal, request, tenant, ofClass, bits);
      HeldBack added = new HeldBack(node, what, admission.held(refusal, tenant, ofClass, bits));
      known = places.compareAndSet(place, null, added) ? added : places.get(place);
    }
    return known != null && known.what().is(refusal, tenant, ofClass) ? known.refuse() : unnamed;
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
    return admission.held(what.refusal(), what.tenant(), what.ofClass(), what.bits());
  }

  /** Those that are held back. */
  List<HeldBack> all() {
    return IntStream.range(0, PLACES).mapToObj(places::get).flatMap(Stream::ofNullable).toList();
  }
}
