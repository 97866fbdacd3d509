package io.goodput.core.bucket;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A token bucket at one moment of its clock: a {@link Count} for each of its limits. Immutable.
 *
 * @param counts in the order of the limits
 * @param virtualTime the largest start tag of any request that got tokens, as {@link FairTags} says
 * @param lastGrant the number of the latest grant, which no other grant has: its moment in
 *     microseconds, or one more than that of the grant before; 0 if there was none
 */
public record BucketState(List<Count> counts, long virtualTime, long lastGrant) {

  /**
   * How far a bucket may be counted ahead of its clock, and how long granted tokens may live, in
   * microseconds.
   */
  static final long FARTHEST_AHEAD = 5_000_000;

  /** Copies the list. */
  public BucketState {
    counts = List.copyOf(counts);
  }

  /** A bucket that has granted nothing yet. */
  public BucketState(List<Count> counts) {
    this(counts, 0, 0);
  }

  /** The bucket after a request, and its answer. */
  public record Answered(BucketState state, Grant grant) {}

  /** A full bucket. */
  public static BucketState full(Rates rates, long now) {
    return new BucketState(rates.all().stream().map(rate -> new Count(rate.burst(), now)).toList());
  }

  /** A bucket that is seen for the first time: full, or with its initial tokens. */
  public static BucketState first(Rates rates, long now) {
    long most = rates.isFullAtFirst() ? Rate.MAX_BURST : rates.initial();
    return new BucketState(
        rates.all().stream().map(rate -> new Count(Math.min(most, rate.burst()), now)).toList());
  }

  /**
   * Whole tokens in the bucket, by the limit that leaves the fewest.
   *
   * @param now in microseconds
   */
  public long level(Rates rates, long now) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < counts.size(); i++) {
      least = Math.min(least, counts.get(i).level(rates.all().get(i), now));
    }
    return least;
  }

  /** Whether the bucket has all of its tokens. */
  public boolean isFull(Rates rates, long now) {
    return fullIn(rates, now) == 0;
  }

  /**
   * Grants half of the level, or what is due if that is more, and leaves the rest to other clients;
   * never more than the request allows. A smaller grant is a multiple of the request's least. The
   * tokens that the request reserves for other clients do not count.
   *
   * <p>If the request may wait, a bucket that has too few tokens grants the fewest and owes them:
   * its level is negative until they have flowed in.
   *
   * <p>If the request says that tokens of the latest grant were spent early, the bucket counts them
   * no longer.
   *
   * <p>A bucket that was counted too far ahead, because its clock was wrong, is counted again.
   *
   * @param rates as many as there are counts
   * @param now in microseconds
   */
  public Answered acquire(Rates rates, TokenRequest request, long now) {
    BucketState seen =
        each(rates, (rate, count) -> count.atMostAhead(FARTHEST_AHEAD, now))
            .spentEarly(rates, request.spent())
            .turned(rates, now);
    long all = seen.level(rates, now);
    long level = Math.max(Math.min(all, 0), all - request.reserve());
    long granted = Math.min(request.most(), Math.max(Math.min(level, request.due()), level / 2));
    granted = Math.max(0, granted - (granted < request.most() ? granted % request.least() : 0));
    long enoughIn =
        granted == 0 ? seen.enoughIn(rates, request.least() + request.reserve(), now) : 0;
    boolean owed = enoughIn > 0 && request.isOwed(rates, enoughIn, seen.ahead(now));
    long taken = owed ? request.least() : granted;
    long endIn = rates.endIn(now);
    long life = owed ? request.owedLife(enoughIn) : Math.min(request.life(), endIn);
    BucketState after =
        taken == 0
            ? seen
            : seen.each(rates, (rate, count) -> count.before(rate, life, now).minus(taken));
    long at = after.counts.stream().mapToLong(Count::countedAt).reduce(now, Math::max);
    long virtual = taken == 0 ? virtualTime : Math.max(virtualTime, request.start());
    long number = taken == 0 ? lastGrant : Math.max(lastGrant + 1, now);
    return new Answered(
        new BucketState(after.counts, virtual, number),
        new Grant(
            taken,
            level - taken,
            at,
            after.counts.get(0).uncapped(rates.all().get(0), at),
            enoughIn,
            after.fullIn(rates, now),
            virtual,
            number,
            endIn,
            after.levels(rates, now)));
  }

  /**
   * Takes back the tokens that a lease has not spent, if no client has taken tokens since.
   *
   * <p>Otherwise these tokens are lost: a later grant has left no more room in the bucket than for
   * its own tokens.
   *
   * @param grant the answer that the tokens came with
   */
  public BucketState giveBack(Rates rates, long unspent, Grant grant) {
    Count first = counts.get(0);
    boolean untouched =
        first.countedAt() <= grant.at()
            && first.uncapped(rates.all().get(0), grant.at()) == grant.mark();
    return untouched ? each(rates, (rate, count) -> count.plus(unspent)) : this;
  }

  /** This bucket when other limits come in force: each count keeps its level, as far as it can. */
  public BucketState under(Rates fresh, Rates old, long now) {
    List<Count> changed = new ArrayList<>();
    for (int i = 0; i < fresh.all().size(); i++) {
      long burst = fresh.all().get(i).burst();
      changed.add(
          i < counts.size()
              ? new Count(
                  Math.min(burst, counts.get(i).level(old.all().get(i), now)),
                  Math.max(now, counts.get(i).countedAt()))
              : new Count(burst, now));
    }
    return new BucketState(changed, virtualTime, lastGrant);
  }

  private BucketState spentEarly(Rates rates, Spent spent) {
    return spent.grant() == lastGrant && lastGrant > 0
        ? each(rates, (rate, count) -> count.spentEarly(spent.early()))
        : this;
  }

  private BucketState turned(Rates rates, long now) {
    return rates.haveCalendar() ? each(rates, (rate, count) -> count.turned(rate, now)) : this;
  }

  /**
   * Puts back tokens that were spent but not used, as far as they fit in.
   *
   * @param tokens less than 0 if more were used than were spent
   */
  public BucketState refund(Rates rates, long tokens, long now) {
    return each(
        rates, (rate, count) -> count.atMostAhead(FARTHEST_AHEAD, now).refunded(rate, tokens, now));
  }

  /** Microseconds until the bucket is full if no one takes tokens. */
  private long fullIn(Rates rates, long now) {
    long longest = 0;
    for (int i = 0; i < counts.size(); i++) {
      Rate rate = rates.all().get(i);
      longest = Math.max(longest, counts.get(i).enoughIn(rate, rate.burst(), now));
    }
    return longest;
  }

  /** How far the bucket is counted ahead of its clock, in microseconds. */
  private long ahead(long now) {
    return counts.stream().mapToLong(Count::countedAt).reduce(now, Math::max) - now;
  }

  private long enoughIn(Rates rates, long least, long now) {
    long longest = 0;
    for (int i = 0; i < counts.size(); i++) {
      longest = Math.max(longest, counts.get(i).enoughIn(rates.all().get(i), least, now));
    }
    return longest;
  }

  /** Tokens left by each limit, if there are several. */
  private List<Long> levels(Rates rates, long now) {
    if (counts.size() == 1) {
      return List.of();
    }
    List<Long> levels = new ArrayList<>(counts.size());
    for (int i = 0; i < counts.size(); i++) {
      levels.add(counts.get(i).level(rates.all().get(i), now));
    }
    return List.copyOf(levels);
  }

  private BucketState each(Rates rates, BiFunction<Rate, Count, Count> change) {
    List<Count> changed = new ArrayList<>(counts.size());
    for (int i = 0; i < counts.size(); i++) {
      changed.add(change.apply(rates.all().get(i), counts.get(i)));
    }
    return new BucketState(changed, virtualTime, lastGrant);
  }
}
