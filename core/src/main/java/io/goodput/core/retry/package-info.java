/**
 * Which repeats of failed requests a server still executes while it receives more than it serves.
 * {@code FailedRequests} recognizes them, and {@code RepeatBudgets} bounds them.
 */
package io.goodput.core.retry;
