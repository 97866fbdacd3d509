/** What Goodput adds to CQL: statements of its own, and replicated tables of its own. */
package io.goodput.cassandra.own;
