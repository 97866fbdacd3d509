/** Shares this node's room for requests in flight fairly while requests have to wait. */
package io.goodput.cassandra.fair;
