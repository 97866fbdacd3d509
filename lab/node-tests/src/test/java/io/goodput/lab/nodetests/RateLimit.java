package io.goodput.lab.nodetests;

/** Builds the table option {@code per_partition_rate_limit} in CQL, to put after {@code WITH}. */
final class RateLimit {

  private RateLimit() {}

  /** A limit of reads per second. */
  static String reads(int perSecond) {
    return "per_partition_rate_limit = {'max_reads_per_second': %d}".formatted(perSecond);
  }

  /** A limit of writes per second. */
  static String writes(int perSecond) {
    return "per_partition_rate_limit = {'max_writes_per_second': %d}".formatted(perSecond);
  }

  /** A limit of reads per second and a limit of writes per second. */
  static String of(int reads, int writes) {
    return "per_partition_rate_limit = {'max_reads_per_second': %d, 'max_writes_per_second': %d}"
        .formatted(reads, writes);
  }
}
