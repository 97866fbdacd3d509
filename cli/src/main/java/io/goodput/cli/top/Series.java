package io.goodput.cli.top;

/**
 * What a limit is set on.
 *
 * @param kind reads or writes
 */
record Series(TableName table, String kind) {}
