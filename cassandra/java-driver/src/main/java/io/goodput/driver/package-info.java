/**
 * What a client of Cassandra adds to the Apache Java driver, so that nodes with Goodput do no work
 * for which no one waits, and retries keep no overload alive. Both classes are named in the
 * driver's configuration.
 */
package io.goodput.driver;
