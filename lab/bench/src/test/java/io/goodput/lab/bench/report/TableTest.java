package io.goodput.lab.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void text_namesToTheLeft_figuresToTheRight() {
    Table table = new Table(List.of("node", "reads/s"), List.of(List.of("stock", "12")), List.of());

    assertThat(table.text()).isEqualTo("node   reads/s\nstock       12\n");
  }
}
