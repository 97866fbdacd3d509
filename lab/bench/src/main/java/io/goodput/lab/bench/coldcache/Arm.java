package io.goodput.lab.bench.coldcache;

import io.goodput.lab.bench.Bench;
import io.goodput.lab.bench.report.Text;
import io.goodput.lab.nodes.NodeOptions;

/** What the nodes of a cluster run. */
enum Arm {
  /** As Apache ships it: coordinators choose replicas by latency. */
  STOCK("stock"),
  /** Coordinators read from themselves and from the next replicas. */
  NO_DYNAMIC_SNITCH("stock, no dynamic snitch"),
  /** Weighted reads and warming, with the plug-in's defaults. */
  WEIGHTED("weighted");

  private final String title;

  Arm(String title) {
    this.title = title;
  }

  /** The name in tables and charts. */
  String title() {
    return title;
  }

  /** The name in the JSON document. */
  String key() {
    return Text.name(this);
  }

  NodeOptions options(Bench bench) {
    return switch (this) {
      case STOCK -> NodeOptions.stock();
      case NO_DYNAMIC_SNITCH -> NodeOptions.stock().withSetting("dynamic_snitch", false);
      case WEIGHTED -> bench.withPlugin().withGoodputYaml("heat_weighted_reads: true\n");
    };
  }
}
