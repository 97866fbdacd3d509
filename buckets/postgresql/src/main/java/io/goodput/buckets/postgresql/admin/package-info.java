/**
 * Operations on the rows of buckets, for operators and their tools. Part of the API.
 *
 * <p>Start at {@link io.goodput.buckets.postgresql.admin.BucketRows}.
 */
package io.goodput.buckets.postgresql.admin;
