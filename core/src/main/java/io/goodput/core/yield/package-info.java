/**
 * Background work that yields to requests. An operator sets the rate of the work; this package
 * decides which share of it the work may use while requests wait. Start at {@code YieldingShare}.
 */
package io.goodput.core.yield;
