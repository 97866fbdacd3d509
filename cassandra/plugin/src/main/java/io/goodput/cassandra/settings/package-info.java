/** The settings file {@code goodput.yaml}. */
package io.goodput.cassandra.settings;
