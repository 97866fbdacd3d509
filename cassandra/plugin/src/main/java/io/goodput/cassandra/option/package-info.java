/**
 * The table option {@code per_partition_rate_limit}: parsed from CQL, stored as a schema extension,
 * and shown by DESCRIBE. Start at {@link io.goodput.cassandra.option.TableOptions}.
 */
package io.goodput.cassandra.option;
