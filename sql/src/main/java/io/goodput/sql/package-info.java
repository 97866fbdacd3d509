/**
 * Strict token buckets that many processes share through a PostgreSQL or YugabyteDB.
 *
 * <p>Start at {@link io.goodput.sql.TokenBuckets}.
 */
package io.goodput.sql;
