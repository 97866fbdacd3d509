/**
 * What has happened on this node, in the view {@code goodput.events} and in the log: start at
 * {@code Events}. The watches of each feature look once a second for what it counts anyway, outside
 * the path of requests.
 */
package io.goodput.cassandra.event;
