package io.goodput.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.goodput.core.pacing.WritePacer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** An application whose classes, libraries, and RocksDB are in one jar. */
@Timeout(120)
class FatJarTest {

  /** With native code for all platforms, the jar would have hundreds of megabytes. */
  private static final List<String> NATIVE = List.of("jni-linux64.so", "jni-linux-aarch64.so");

  @TempDir private static Path shared;

  private static Path jar;

  @TempDir private Path folder;

  @BeforeAll
  static void build() throws IOException {
    jar = fatJar(shared.resolve("application.jar"));
  }

  @Test
  void databaseOfAFatJar_isPaced() throws Exception {
    List<String> command = new ArrayList<>(ForkedJvm.java(folder));
    command.addAll(List.of("-jar", jar.toString(), folder.resolve("db").toString(), "paced"));

    assertThat(ForkedJvm.run(command)).isZero();
  }

  /** As in an executable jar of Spring Boot: its launcher does not see RocksJava. */
  @Test
  void databaseOfAClassLoaderOfItsOwn_isNotPaced_whichIsAFault() throws Exception {
    Path launcher = Files.createDirectory(folder.resolve("launcher"));
    String name = FatJarProgram.Launcher.class.getName().replace('.', '/') + ".class";
    Files.createDirectories(launcher.resolve(name).getParent());
    Files.copy(location(FatJarProgram.class).resolve(name), launcher.resolve(name));
    List<String> command = new ArrayList<>(ForkedJvm.java(folder));
    command.addAll(
        List.of(
            "-cp",
            launcher.toString(),
            FatJarProgram.Launcher.class.getName(),
            jar.toString(),
            folder.resolve("db").toString()));

    assertThat(ForkedJvm.run(command)).isZero();
  }

  /** As in an application server: events would have the classes of another RocksJava. */
  @Test
  void databaseOfASecondRocksJava_isNotPaced_andDoesNotCrash() throws Exception {
    List<String> command =
        ForkedJvm.command(
            folder, FatJarProgram.Launcher.class, jar.toString(), folder.resolve("db").toString());

    assertThat(ForkedJvm.run(command)).isZero();
  }

  private static Path fatJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FatJarProgram.class.getName());
    Set<String> names = new HashSet<>(Set.of("META-INF/MANIFEST.MF", "META-INF/"));
    try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Class<?> type :
          List.of(FatJarProgram.class, DbPacer.class, WritePacer.class, RocksDB.class)) {
        copy(location(type), names, output);
      }
    }
    return jar;
  }

  private static Path location(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static void copy(Path from, Set<String> names, JarOutputStream output)
      throws IOException {
    if (Files.isDirectory(from)) {
      try (Stream<Path> files = Files.walk(from)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          try (InputStream input = Files.newInputStream(file)) {
            add(from.relativize(file).toString(), input, names, output);
          }
        }
      }
      return;
    }
    try (JarFile jar = new JarFile(from.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().endsWith(".class")
            || NATIVE.stream().anyMatch(entry.getName()::endsWith)) {
          try (InputStream input = jar.getInputStream(entry)) {
            add(entry.getName(), input, names, output);
          }
        }
      }
    }
  }

  private static void add(String name, InputStream input, Set<String> names, JarOutputStream output)
      throws IOException {
    if (names.add(name)) {
      output.putNextEntry(new JarEntry(name));
      input.transferTo(output);
      output.closeEntry();
    }
  }
}
