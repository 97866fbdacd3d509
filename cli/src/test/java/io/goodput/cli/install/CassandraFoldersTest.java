package io.goodput.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.goodput.cli.CorrectableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A Cassandra on this machine")
class CassandraFoldersTest {

  @TempDir private Path root;

  private Path file(String path) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }

  @Test
  void find_tarball_hasItsJarInLib() throws IOException {
    file("opt/cassandra/lib/apache-cassandra-5.0.9.jar");
    file("opt/cassandra/conf/cassandra.yaml");

    assertThat(CassandraFolders.find(root.resolve("opt/cassandra"), null, Map.of(), root))
        .isEqualTo(
            new CassandraFolders(
                root.resolve("opt/cassandra/lib"),
                root.resolve("opt/cassandra/conf"),
                root.resolve("opt/cassandra/conf/cassandra.yaml"),
                "5.0.9"));
  }

  @ParameterizedTest
  @CsvSource({"etc/cassandra", "etc/cassandra/conf"})
  void find_package_needsNoOption(String configuration) throws IOException {
    file("usr/share/cassandra/apache-cassandra-4.1.10.jar");
    file("usr/share/cassandra/lib/guava.jar");
    file(configuration + "/cassandra.yaml");

    assertThat(CassandraFolders.find(null, null, Map.of(), root))
        .isEqualTo(
            new CassandraFolders(
                root.resolve("usr/share/cassandra/lib"),
                root.resolve(configuration),
                root.resolve(configuration + "/cassandra.yaml"),
                "4.1.10"));
  }

  @Test
  void find_environment_namesIt() throws IOException {
    file("c/lib/apache-cassandra-5.0.0.jar");
    file("conf/cassandra.yaml");
    Map<String, String> environment =
        Map.of(
            "CASSANDRA_HOME", root.resolve("c").toString(),
            "CASSANDRA_CONF", root.resolve("conf").toString());

    assertThat(CassandraFolders.find(null, null, environment, root).configuration())
        .isEqualTo(root.resolve("conf"));
  }

  @Test
  void find_none_fails() {
    assertThatThrownBy(() -> CassandraFolders.find(null, null, Map.of(), root))
        .isInstanceOf(CorrectableException.class)
        .hasMessage(
            "There is no Cassandra in %s: name its folder with --cassandra-home.",
            root.resolve("usr/share/cassandra"));
  }

  @Test
  void find_folderWithoutJar_fails() throws IOException {
    file("other/lib/guava.jar");

    assertThatThrownBy(() -> CassandraFolders.find(root.resolve("other"), null, Map.of(), root))
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("has no apache-cassandra-*.jar");
  }

  @Test
  @DisplayName("that is named does not get the configuration of another one")
  void find_namedHomeWithoutConfiguration_fails() throws IOException {
    file("c/lib/apache-cassandra-5.0.0.jar");
    file("etc/cassandra/cassandra.yaml");
    file("conf/cassandra.yaml");
    Map<String, String> environment = Map.of("CASSANDRA_CONF", root.resolve("conf").toString());

    assertThatThrownBy(() -> CassandraFolders.find(root.resolve("c"), null, environment, root))
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("was not found");
  }

  @Test
  void find_noConfiguration_fails() throws IOException {
    file("c/lib/apache-cassandra-5.0.0.jar");

    assertThatThrownBy(() -> CassandraFolders.find(root.resolve("c"), null, Map.of(), root))
        .isInstanceOf(CorrectableException.class)
        .hasMessageEndingWith("name the folder of its cassandra.yaml with --config.");
  }

  @Test
  void find_severalReleases_namesThem() throws IOException {
    file("c/lib/apache-cassandra-5.0.8.jar");
    file("c/lib/apache-cassandra-5.0.9.jar");
    file("c/conf/cassandra.yaml");

    assertThatThrownBy(() -> CassandraFolders.find(root.resolve("c"), null, Map.of(), root))
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("has the jars of several releases, 5.0.8 and 5.0.9: delete");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file://%s/elsewhere/cassandra.yaml", "../elsewhere/cassandra.yaml"})
  @DisplayName("has its settings next to the configuration that the node reads")
  void find_startedWithAnotherConfiguration_hasItsSettingsThere(String config) throws IOException {
    file("c/lib/apache-cassandra-5.0.9.jar");
    Path yaml = file("c/elsewhere/cassandra.yaml");
    Files.writeString(
        file("c/conf/jvm-server.options"),
        "-Dcassandra.config=" + config.formatted(root.resolve("c")) + "\n");

    assertThat(
            CassandraFolders.find(root.resolve("c"), null, Map.of(), root).settings().normalize())
        .isEqualTo(yaml.resolveSibling("goodput.yaml"));
  }

  @Test
  void find_configurationInAVariable_hasItsSettingsInTheFolder() throws IOException {
    file("c/lib/apache-cassandra-5.0.9.jar");
    Path yaml = file("c/conf/cassandra.yaml");
    Files.writeString(
        file("c/conf/cassandra-env.sh"),
        "JVM_OPTS=\"$JVM_OPTS -Dcassandra.config=file://$CASSANDRA_CONF/my.yaml\"\n");

    CassandraFolders found = CassandraFolders.find(root.resolve("c"), null, Map.of(), root);

    assertThat(found.settings()).isEqualTo(yaml.resolveSibling("goodput.yaml"));
    assertThat(found.startOptions().unseen())
        .singleElement()
        .asString()
        .contains("cassandra-env.sh, line 1 sets cassandra.config by a variable");
  }

  @Test
  void find_configurationThatIsNoFile_isOneSentence() throws IOException {
    file("c/lib/apache-cassandra-5.0.9.jar");
    Files.writeString(file("c/conf/jvm-server.options"), "-Dcassandra.config=file:cassandra.yaml");

    assertThatThrownBy(() -> CassandraFolders.find(root.resolve("c"), null, Map.of(), root))
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("which is no URL of a file: correct it.");
  }

  @Test
  void find_samplesOnly_saysWhatToDo() throws IOException {
    file("c/lib/apache-cassandra-5.0.9.jar");
    file("c/conf/jvm-server.options");
    file("c/conf/cassandra_latest.yaml");

    assertThatThrownBy(() -> CassandraFolders.find(root.resolve("c"), null, Map.of(), root))
        .isInstanceOf(CorrectableException.class)
        .hasMessageContaining("copy one of the samples of Cassandra to it");
  }

  @ParameterizedTest
  @CsvSource({
    "4.0.19, false",
    "4.1.0, false",
    "4.1.5, false",
    "4.1.6, true",
    "4.1.10, true",
    "5.0.0, true",
    "5.0.9, true",
    "5.0-beta1, false",
    "5.0-rc1, true",
    "5.1.0, false",
    "6.0-alpha2, true",
    "6.1.0, false",
    "unknown, false"
  })
  void isSupported_release_isThatOfTheTable(String release, boolean supported) {
    assertThat(new CassandraFolders(root, root, root, release).isSupported()).isEqualTo(supported);
  }
}
