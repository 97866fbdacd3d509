/** Looks at the nodes of a running cluster, and says what is wrong and what to wait for. */
package io.goodput.cli.doctor;
