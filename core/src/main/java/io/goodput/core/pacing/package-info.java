/**
 * Paces writes by how fast memtables are flushed and compacted, so that the database never has to
 * stop them. Start at {@code WritePacer}, which delays the writes of one database.
 */
package io.goodput.core.pacing;
