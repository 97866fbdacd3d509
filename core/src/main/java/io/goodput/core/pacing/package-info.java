/** Paces writes by how fast memtables are flushed, so that they never have to be stopped. */
package io.goodput.core.pacing;
