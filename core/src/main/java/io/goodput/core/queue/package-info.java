/**
 * Which requests that have waited in a queue are still worth serving: start at {@code
 * QueueDeadline}.
 */
package io.goodput.core.queue;
