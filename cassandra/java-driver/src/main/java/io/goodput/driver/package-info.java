/**
 * What a client of Cassandra adds to the Apache Java driver, so that nodes with Goodput do no work
 * for which no one waits, retries keep no overload alive, and sessions slow down while nodes refuse
 * their requests. {@link io.goodput.driver.ClientDeadlines}, {@link
 * io.goodput.driver.BudgetedRetryPolicy}, and {@link io.goodput.driver.AdaptiveThrottler} are named
 * in the driver's configuration.
 */
package io.goodput.driver;
