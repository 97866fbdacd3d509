/** What each concern of the plug-in gives to the node that it runs on: start at {@code Feature}. */
package io.goodput.cassandra.feature;
