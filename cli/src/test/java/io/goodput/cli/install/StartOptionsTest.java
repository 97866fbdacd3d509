package io.goodput.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The options that Cassandra's start scripts pass to a node")
class StartOptionsTest {

  @TempDir private Path configuration;

  private void write(String file, String content) throws IOException {
    Files.writeString(configuration.resolve(file), content, JvmOption.BYTES);
  }

  private static String set(String handler) {
    return "-D" + JvmOption.HANDLER + "=" + handler;
  }

  private List<String> inForce() {
    return new StartOptions(configuration)
        .inForce(JvmOption.HANDLER).stream()
            .map(onJava -> onJava.java() + ":" + onJava.option().map(JvmOption::value).orElse(""))
            .toList();
  }

  @Test
  void inForce_optionOfOneJava_isThatOfThisJavaOnly() throws IOException {
    write("jvm-server.options", "-ea\n");
    write("jvm11-server.options", set("a.B"));
    write("jvm17-server.options", "");
    write("jvm-clients.options", set("a.C"));

    assertThat(inForce()).containsExactly("11:a.B", "17:");
  }

  @Test
  @DisplayName("are the last ones: of the script, else of the Java's file, else of the common one")
  void inForce_several_isTheLastOne() throws IOException {
    write("jvm-server.options", set("a.First") + " " + set("a.Common"));
    assertThat(inForce()).containsExactly(":a.Common");

    write("jvm17-server.options", set("a.Java"));
    assertThat(inForce()).containsExactly("17:a.Java");

    write("cassandra-env.sh", "JVM_OPTS=\"$JVM_OPTS " + set("a.Script") + "\"\n");
    assertThat(inForce()).containsExactly("17:a.Script");
  }

  @Test
  @DisplayName("are what a shell makes of these files")
  void inForce_files_isWhatAShellPasses() throws Exception {
    write("jvm-server.options", " " + set("a.Indented") + "\n#" + set("a.Comment") + "\n-ea\n");
    write("jvm17-server.options", "-Xss256k\t" + set("a.Java") + "\n");
    write("cassandra-env.sh", "# " + set("a.Comment") + "\nJVM_OPTS=\"${JVM_OPTS#-ea}\"\n");
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "for opt in `grep '^-' jvm-server.options` `grep '^-' jvm17-server.options`; do"
                    + " JVM_OPTS=\"$JVM_OPTS $opt\"; done; . ./cassandra-env.sh; echo $JVM_OPTS")
            .directory(configuration.toFile())
            .redirectErrorStream(true)
            .start();
    String passed = new String(shell.getInputStream().readAllBytes(), JvmOption.BYTES);
    assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();

    assertThat(passed).isEqualTo("-ea -Xss256k " + set("a.Java") + "\n");
    assertThat(inForce()).containsExactly("17:a.Java");
  }

  @Test
  void unseen_scriptsThatTheScriptReads_areNamed() throws IOException {
    write("cassandra-env.sh", "# . no\n  . /etc/other.sh\n[ -f x ] && source \"$X/more.sh\"\n");

    assertThat(new StartOptions(configuration).unseen())
        .hasSize(2)
        .anyMatch(it -> it.contains("cassandra-env.sh reads /etc/other.sh, which"))
        .anyMatch(it -> it.contains("reads \"$X/more.sh\", which"));
  }
}
