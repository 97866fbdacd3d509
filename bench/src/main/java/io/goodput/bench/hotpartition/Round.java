package io.goodput.bench.hotpartition;

import io.goodput.bench.load.Recording;

/** What became of the requests of a round. */
record Round(Recording uniform, Recording attack) {}
