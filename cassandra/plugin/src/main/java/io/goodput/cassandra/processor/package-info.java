/** How the threads of this node use its processors. */
package io.goodput.cassandra.processor;
