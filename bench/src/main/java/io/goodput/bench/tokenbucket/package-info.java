/**
 * What sharing a token bucket through a database costs: {@link
 * io.goodput.bench.tokenbucket.TokenBucketBenchmark}.
 */
package io.goodput.bench.tokenbucket;
