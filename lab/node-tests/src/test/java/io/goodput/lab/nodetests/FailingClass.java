package io.goodput.lab.nodetests;

import io.goodput.lab.nodes.NodeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/** A class of the plug-in in which some methods always throw an exception. */
record FailingClass(String name, ElementMatcher<MethodDescription> methods) {

  /** The options of a node that loads these classes instead of the plug-in's own. */
  static NodeOptions on(Path folder, FailingClass... classes) throws IOException {
    Path cassandra =
        Nodes.cassandraLib().resolve("cassandra-all-" + Nodes.cassandraVersion() + ".jar");
    try (ClassFileLocator plugin = ClassFileLocator.ForJarFile.of(Nodes.plugin().toFile());
        ClassFileLocator database = ClassFileLocator.ForJarFile.of(cassandra.toFile());
        ClassFileLocator locator =
            new ClassFileLocator.Compound(
                plugin, database, ClassFileLocator.ForClassLoader.ofPlatformLoader())) {
      for (FailingClass failing : classes) {
        failing.save(folder, locator);
      }
    }
    return Nodes.withPlugin().withClasspathFirst(folder);
  }

  private void save(Path folder, ClassFileLocator locator) throws IOException {
    TypeDescription type = TypePool.Default.of(locator).describe(name).resolve();
    new ByteBuddy()
        .redefine(type, locator)
        .method(methods)
        .intercept(ExceptionMethod.throwing(IllegalStateException.class, "injected"))
        .make()
        .saveIn(Files.createDirectories(folder).toFile());
  }
}
