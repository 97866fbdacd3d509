/** The one source of time, and the seconds that decaying counters agree on. */
package io.goodput.core.time;
