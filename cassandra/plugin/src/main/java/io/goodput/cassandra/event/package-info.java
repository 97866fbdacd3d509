/**
 * What has happened on this node, in the view {@code goodput.events} and in the log: start at
 * {@code Events}. {@code EventWatch} looks once a second for what guards do, outside the path of
 * requests.
 */
package io.goodput.cassandra.event;
