/** The part that runs inside the nodes, which load it from this jar. */
package io.goodput.lab.bench.coldcache.node;
