/** Failures of the plug-in itself: the one place where they are counted and logged. */
package io.goodput.cassandra.fault;
