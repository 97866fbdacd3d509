/**
 * Answers reads that many clients ask for at once: from one read for all of them, or with an old
 * answer. Start at {@code ReadCoalescing}; {@code core/coalesce} has the rule.
 */
package io.goodput.cassandra.coalesce;
