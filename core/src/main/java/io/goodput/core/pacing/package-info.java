/**
 * Paces writes by how fast memtables are flushed and compacted, so that the database never has to
 * stop them. Start at {@code WritePacer}, which delays the writes of one database, or at {@code
 * MemoryPacer}, which rejects writes instead of delaying them.
 */
package io.goodput.core.pacing;
