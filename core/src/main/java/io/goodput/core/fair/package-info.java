/**
 * Fair shares of a node's room for requests in flight, while there is not enough for all: start at
 * {@code FairAdmission}.
 */
package io.goodput.core.fair;
