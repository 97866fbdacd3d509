/** Makes the exceptions cheaper that Cassandra creates under overload. */
package io.goodput.cassandra.failure;
