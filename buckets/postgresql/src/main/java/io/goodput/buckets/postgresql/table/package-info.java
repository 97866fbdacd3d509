/**
 * The table of token buckets in PostgreSQL: its installation, and the statements on a bucket's row.
 * Not part of the API.
 */
package io.goodput.buckets.postgresql.table;
