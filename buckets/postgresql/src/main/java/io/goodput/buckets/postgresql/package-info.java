/**
 * Token buckets in PostgreSQL or YugabyteDB. Start at {@link
 * io.goodput.buckets.postgresql.PostgresBuckets}. The public types of this package and of {@link
 * io.goodput.buckets.postgresql.admin} are the API. The other packages are not, although some of
 * their types are public:
 *
 * <ul>
 *   <li>{@code table}: the table, the functions, and the statements on a bucket's row
 *   <li>{@code database}: connections, transactions and retries
 * </ul>
 */
package io.goodput.buckets.postgresql;
