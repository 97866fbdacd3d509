/**
 * {@code hot-partition}: what a viral partition does to the rest of a cluster, without a limit and
 * with one.
 */
package io.goodput.bench.hotpartition;
