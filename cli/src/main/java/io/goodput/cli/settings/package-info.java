/** Prepares a cluster for Goodput: settings on all nodes, and the permissions of a role. */
package io.goodput.cli.settings;
