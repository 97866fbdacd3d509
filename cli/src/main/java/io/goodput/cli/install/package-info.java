/** Puts the plug-in into a Cassandra on this machine, and takes it out. */
package io.goodput.cli.install;
