/**
 * Strict token buckets that many processes share through a store, such as a database.
 *
 * <p>Start at {@link io.goodput.buckets.TokenBuckets}, or at the builder of a store, such as {@code
 * PostgresBuckets} or {@code CassandraBuckets}. The public types of this package are the API. The
 * other packages are not, although some of their types are public:
 *
 * <ul>
 *   <li>{@code store}: what a store does, for those who write one, and a store in memory
 *   <li>{@code lease}: how callers of one process wait for tokens, and how buckets get them
 * </ul>
 */
package io.goodput.buckets;
