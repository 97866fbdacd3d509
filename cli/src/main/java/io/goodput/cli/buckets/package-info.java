/** {@code goodput buckets}: token buckets in a database, for operators. */
package io.goodput.cli.buckets;
