/**
 * Lines of those that must not proceed at the same time: one after the other, in order of arrival.
 */
package io.goodput.core.line;
