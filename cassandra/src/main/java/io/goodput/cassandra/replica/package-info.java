/** What nodes tell each other: stamps on requests, refusals by replicas, demands. */
package io.goodput.cassandra.replica;
