/** {@code goodput buckets}: token buckets in a database, as an operator sees them. */
package io.goodput.cli.buckets;
