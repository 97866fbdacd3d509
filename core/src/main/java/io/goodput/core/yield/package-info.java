/**
 * Background work that yields to requests: how much of the rate that an operator has set it may use
 * while requests wait.
 */
package io.goodput.core.yield;
