package io.goodput.lab.bench.tokenbucket;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Bucket4j in the memory of this process, with its defaults. */
final class LocalBucket4jClient extends BucketClient {

  private final Bucket bucket;

  LocalBucket4jClient(Work work) {
    super(work);
    BucketCase what = work.what();
    bucket =
        Bucket.builder()
            .addLimit(
                it ->
                    it.capacity(what.rate().burst())
                        .refillGreedy(what.perSecond(), Duration.ofSeconds(1)))
            .build();
  }

  @Override
  BooleanSupplier asking(Supplier<String> ids) {
    return () -> bucket.tryConsume(1);
  }

  @Override
  public void close() {}
}
