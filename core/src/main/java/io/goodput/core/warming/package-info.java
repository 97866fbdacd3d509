/** How fast a cold cache may be filled beside the reads that it is there for. */
package io.goodput.core.warming;
