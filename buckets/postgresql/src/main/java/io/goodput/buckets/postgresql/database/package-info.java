/** Connections, transactions and retries, on any JDBC driver. Not part of the API. */
package io.goodput.buckets.postgresql.database;
