/**
 * Strict token buckets that many processes share through a PostgreSQL or YugabyteDB database.
 *
 * <p>Start at {@link io.goodput.buckets.TokenBuckets}. The public types of this package and of
 * {@link io.goodput.buckets.admin} are the API. The other packages are not, although some of their
 * types are public:
 *
 * <ul>
 *   <li>{@code bucket}: how callers of one process wait for tokens, and how buckets get them; its
 *       {@code BucketStore} is for those who write a store
 *   <li>{@code table}: the table, the functions, and the statements on a bucket's row
 *   <li>{@code database}: connections, transactions and retries
 * </ul>
 */
package io.goodput.buckets;
