/** {@code token-bucket}: the cost of token buckets that processes share through a database. */
package io.goodput.lab.bench.tokenbucket;
