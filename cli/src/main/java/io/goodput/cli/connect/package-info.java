/** How commands reach the nodes of a running cluster. */
package io.goodput.cli.connect;
