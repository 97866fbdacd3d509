package io.goodput.bench.tokenbucket;

import io.goodput.sql.Isolation;

/**
 * What one client process is to do.
 *
 * @param ids how its threads name buckets
 * @param prefix of all ids
 * @param process number of this process, which tells its own ids from those of others
 * @param demandPerSecond requests in an open loop, or 0: then each thread asks again at once
 * @param warmUpMillis before what is counted
 * @param millis that are counted
 */
record Work(
    String url,
    Mode mode,
    Isolation isolation,
    Ids ids,
    String prefix,
    int process,
    int threads,
    long perSecond,
    long burst,
    int demandPerSecond,
    long warmUpMillis,
    long millis) {

  /** What names the bucket of a request. */
  String id(int thread, long request) {
    return switch (ids) {
      case ONE -> prefix;
      case DIFFERENT -> "%s-%d-%d".formatted(prefix, process, thread);
      case FRESH -> prefix + '-' + process + '-' + thread + '-' + request;
    };
  }
}
