/** Requests that have waited in a queue: which of them are still worth serving. */
package io.goodput.core.queue;
