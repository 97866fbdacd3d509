package io.goodput.core.peak;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How often the partitions of one series, the reads or the writes of one table, are used per
 * second: what a limit would have rejected, and which limit to choose. About 50 KiB at most,
 * whatever the number of partitions.
 *
 * <p>One thread counts; any thread reads.
 */
public final class PeakRates {

  /** The most partitions on which a proposal rests. */
  public static final int MOST_PARTITIONS = 4096;

  /** With fewer partitions, no proposal is made: a single one would be more than 0.1% of them. */
  public static final int LEAST_PARTITIONS = 1000;

  /** Seconds of counting before a proposal is made. */
  public static final int LEAST_SECONDS = 600;

  private final RateHistogram histogram = new RateHistogram();
  private final PeakSample sample = new PeakSample(MOST_PARTITIONS);
  private long seconds;
  private int highest;

  /**
   * Counts what a second has brought to a partition.
   *
   * @param partition well mixed bits that differ between the partitions of the series
   * @param requests in that second; more than 2^31-1 count as that many
   */
  public synchronized void count(long partition, long requests) {
    if (requests > 0) {
      int perSecond = (int) Math.min(Integer.MAX_VALUE, requests);
      histogram.add(perSecond);
      sample.add(partition, perSecond);
      highest = Math.max(highest, perSecond);
    }
  }

  /** Ends a second of which all partitions have been counted. */
  public synchronized void endSecond() {
    seconds++;
  }

  /** The most requests that a second has brought to a partition; 0 before the first. */
  public synchronized int highest() {
    return highest;
  }

  /** The partitions of which the highest rate is known: all, or a random sample. */
  public synchronized int partitions() {
    return sample.size();
  }

  /** For how many seconds it has counted. */
  public synchronized long seconds() {
    return seconds;
  }

  /** The bands that have been used, lowest first. */
  public synchronized List<RateBand> bands() {
    int[] partitions = new int[RateBands.COUNT];
    for (int peak : sample.peaks()) {
      partitions[RateBands.of(peak)]++;
    }
    List<RateBand> bands = new ArrayList<>();
    for (int band = 0; band < RateBands.COUNT; band++) {
      if (histogram.seconds(band) > 0) {
        bands.add(
            new RateBand(
                RateBands.from(band),
                histogram.seconds(band),
                histogram.requests(band),
                partitions[band]));
      }
    }
    return bands;
  }

  /**
   * How many of the counted requests a limit would have rejected, at least.
   *
   * @param limit requests to admit per partition and second
   */
  synchronized long rejectedAt(long limit) {
    return histogram.above(limit);
  }

  /** All counted requests. */
  synchronized long requests() {
    return histogram.requests();
  }

  /** A limit that follows from what was counted; empty without enough evidence. */
  public synchronized Optional<ProposedLimit> proposal() {
    if (sample.size() < LEAST_PARTITIONS || seconds < LEAST_SECONDS) {
      return Optional.empty();
    }
    int[] peaks = sample.peaks();
    int p999 = peaks[(999 * peaks.length + 999) / 1000 - 1];
    int limit = ProposedLimit.above(p999);
    double rejected = (double) histogram.above(limit) / histogram.requests();
    return Optional.of(new ProposedLimit(limit, p999, rejected));
  }
}
