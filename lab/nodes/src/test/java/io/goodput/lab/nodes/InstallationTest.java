package io.goodput.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {

  @TempDir private Path root;

  @Test
  void in_checkoutNotBuilt_failsAndNamesBuildCommand() {
    assertThatThrownBy(() -> Installation.in(root))
        .isInstanceOf(PreconditionException.class)
        .hasMessageEndingWith("build them with ./mvnw -DskipTests package.");
  }

  @Test
  void in_checkoutWithoutPlugin_returnsNoPlugin() throws IOException {
    Files.createDirectories(root.resolve("lab/nodes/target/cassandra/lib"));

    assertThat(Installation.in(root).plugin()).isEmpty();
  }

  @Test
  void in_otherJarsNextToPlugin_findsPlugin() throws IOException {
    Files.createDirectories(root.resolve("lab/nodes/target/cassandra/lib"));
    Path target = Files.createDirectories(root.resolve("cassandra/jar/target"));
    Files.createFile(target.resolve("goodput-cassandra-plugin-0.1.0-SNAPSHOT-sources.jar"));
    Files.createFile(target.resolve("original-goodput-cassandra-plugin-0.1.0-SNAPSHOT.jar"));
    Path plugin = Files.createFile(target.resolve("goodput-cassandra-plugin-0.1.0-SNAPSHOT.jar"));

    assertThat(Installation.in(root).plugin()).contains(plugin.toAbsolutePath().normalize());
  }

  @Test
  void cassandraVersion_jarPresent_isVersionInJarName() throws IOException {
    Path lib = Files.createDirectories(root.resolve("lab/nodes/target/cassandra/lib"));
    Files.createFile(lib.resolve("cassandra-all-5.0.9.jar"));

    assertThat(Installation.in(root).cassandraVersion()).isEqualTo("5.0.9");
  }
}
