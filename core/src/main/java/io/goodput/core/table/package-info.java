/**
 * Tables in fixed memory that are addressed by hash: {@code HashedEntries} and {@code HashedLongs};
 * and {@code SecretHash}, the hash of what clients choose.
 */
package io.goodput.core.table;
