/**
 * Looks at prepared statements when they arrive, on the threads of their connections, before they
 * wait for a request thread.
 */
package io.goodput.cassandra.arrival;
