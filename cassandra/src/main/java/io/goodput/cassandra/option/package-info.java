/** The table option {@code per_partition_rate_limit}: parsed, stored in the schema, described. */
package io.goodput.cassandra.option;
