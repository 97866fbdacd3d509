/** Has the lightweight transactions of a partition wait in line instead of against one another. */
package io.goodput.cassandra.transaction;
