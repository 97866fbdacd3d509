package io.goodput.lab.nodetests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Whether the classes of a jar link against libraries of other versions than those that they were
 * compiled with: whether each class, method, and field that they name is there and accessible, and
 * whether they implement each abstract method.
 */
final class Linkage {

  private final Map<String, ClassNode> own = new HashMap<>();
  private final Map<String, Path> libraries = new HashMap<>();
  private final Map<String, Optional<ClassNode>> known = new HashMap<>();
  private final Set<String> problems = new TreeSet<>();

  private Linkage(Path jar, List<Path> libraries) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().filter(Linkage::isClass).toList()) {
        try (InputStream bytes = file.getInputStream(entry)) {
          ClassNode node = read(bytes, 0);
          own.put(node.name, node);
        }
      }
    }
    for (Path library : libraries) {
      try (JarFile file = new JarFile(library.toFile())) {
        file.stream()
            .filter(Linkage::isClass)
            .forEach(entry -> this.libraries.putIfAbsent(className(entry), library));
      }
    }
  }

  /**
   * What does not link, in words.
   *
   * @param jar the classes to check
   * @param libraries the jars to link against
   * @param except how problems begin that do not count: with a class, or a class and a method
   */
  static Set<String> problems(Path jar, List<Path> libraries, String... except) throws IOException {
    Linkage linkage = new Linkage(jar, libraries);
    linkage.own.values().forEach(linkage::check);
    linkage.problems.removeIf(it -> Arrays.stream(except).anyMatch(it::startsWith));
    return linkage.problems;
  }

  /** The version of the file format by class. */
  static Map<String, Integer> versions(Path jar) throws IOException {
    Map<String, Integer> versions = new HashMap<>();
    new Linkage(jar, List.of()).own.forEach((name, node) -> versions.put(name, node.version));
    return versions;
  }

  private static boolean isClass(JarEntry entry) {
    return entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/");
  }

  private static String className(JarEntry entry) {
    return entry.getName().substring(0, entry.getName().length() - ".class".length());
  }

  private static ClassNode read(InputStream bytes, int flags) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, flags);
    return node;
  }

  private void check(ClassNode owner) {
    checkTypes(owner.name, Type.getObjectType(owner.superName));
    owner.interfaces.forEach(it -> checkTypes(owner.name, Type.getObjectType(it)));
    for (MethodNode method : owner.methods) {
      String from = owner.name + "." + method.name;
      checkTypes(from, Type.getMethodType(method.desc));
      for (AbstractInsnNode instruction : method.instructions) {
        check(owner, from, instruction);
      }
    }
    for (FieldNode field : owner.fields) {
      checkTypes(owner.name + "." + field.name, Type.getType(field.desc));
    }
    if ((owner.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
      checkImplemented(owner);
    }
  }

  private void check(ClassNode caller, String from, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      checkMethod(caller, from, call.owner, call.name, call.desc);
      checkKind(from, call);
    } else if (instruction instanceof FieldInsnNode access) {
      checkField(caller, from, access.owner, access.name, access.desc);
    } else if (instruction instanceof TypeInsnNode type) {
      checkTypes(from, Type.getObjectType(type.desc));
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle handle) {
          if (handle.getTag() <= Opcodes.H_PUTSTATIC) {
            checkField(caller, from, handle.getOwner(), handle.getName(), handle.getDesc());
          } else {
            checkMethod(caller, from, handle.getOwner(), handle.getName(), handle.getDesc());
          }
        }
      }
    }
  }

  private void checkTypes(String from, Type type) {
    switch (type.getSort()) {
      case Type.METHOD -> {
        checkTypes(from, type.getReturnType());
        Arrays.stream(type.getArgumentTypes()).forEach(it -> checkTypes(from, it));
      }
      case Type.ARRAY -> checkTypes(from, type.getElementType());
      case Type.OBJECT -> {
        if (find(type.getInternalName()).isEmpty()) {
          problems.add("%s: no class %s".formatted(from, type.getInternalName()));
        }
      }
      default -> {}
    }
  }

  private void checkMethod(
      ClassNode caller, String from, String owner, String name, String descriptor) {
    if (owner.startsWith("[")) {
      return;
    }
    checkTypes(from, Type.getObjectType(owner));
    boolean isFound =
        superTypes(owner)
            .anyMatch(
                type ->
                    type.methods.stream()
                        .filter(it -> isAccessible(caller, type, it.access))
                        .anyMatch(it -> it.name.equals(name) && isSame(it, descriptor)));
    if (!isFound && find(owner).isPresent()) {
      problems.add("%s: no method %s.%s%s".formatted(from, owner, name, descriptor));
    }
  }

  /** A call of an interface's method differs from that of a class's method. */
  private void checkKind(String from, MethodInsnNode call) {
    find(call.owner)
        .filter(it -> ((it.access & Opcodes.ACC_INTERFACE) != 0) != call.itf)
        .ifPresent(it -> problems.add("%s: %s has become another kind".formatted(from, it.name)));
  }

  private static boolean isSame(MethodNode declared, String descriptor) {
    // Method handles and variable handles take any arguments.
    return declared.desc.equals(descriptor) || (declared.access & Opcodes.ACC_NATIVE) != 0;
  }

  private static boolean isAccessible(ClassNode caller, ClassNode type, int access) {
    boolean isPrivate = (access & Opcodes.ACC_PRIVATE) != 0;
    boolean isOpen = (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
    return isOpen
        || caller.name.equals(type.name)
        || (packageOf(caller).equals(packageOf(type))
            && (!isPrivate || nestOf(caller).equals(nestOf(type))));
  }

  private static String packageOf(ClassNode type) {
    return type.name.substring(0, Math.max(0, type.name.lastIndexOf('/')));
  }

  private static String nestOf(ClassNode type) {
    return type.nestHostClass == null ? type.name : type.nestHostClass;
  }

  private void checkField(
      ClassNode caller, String from, String owner, String name, String descriptor) {
    checkTypes(from, Type.getObjectType(owner));
    boolean isFound =
        superTypes(owner)
            .anyMatch(
                type ->
                    type.fields.stream()
                        .filter(it -> isAccessible(caller, type, it.access))
                        .anyMatch(it -> it.name.equals(name) && it.desc.equals(descriptor)));
    if (!isFound && find(owner).isPresent()) {
      problems.add("%s: no field %s.%s of type %s".formatted(from, owner, name, descriptor));
    }
  }

  private void checkImplemented(ClassNode owner) {
    List<ClassNode> types = superTypes(owner.name).toList();
    for (ClassNode type : types) {
      for (MethodNode method : type.methods) {
        if ((method.access & Opcodes.ACC_ABSTRACT) != 0
            && types.stream().noneMatch(it -> implementsMethod(it, method))) {
          problems.add(
              "%s: does not implement %s.%s%s"
                  .formatted(owner.name, type.name, method.name, method.desc));
        }
      }
    }
  }

  private static boolean implementsMethod(ClassNode type, MethodNode wanted) {
    return type.methods.stream()
        .anyMatch(
            it ->
                (it.access & Opcodes.ACC_ABSTRACT) == 0
                    && it.name.equals(wanted.name)
                    && it.desc.equals(wanted.desc));
  }

  /** A type and all that it inherits from, as far as they are found. */
  private Stream<ClassNode> superTypes(String name) {
    Set<String> seen = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      String next = open.pop();
      if (seen.add(next)) {
        find(next)
            .ifPresent(
                type -> {
                  if (type.superName != null) {
                    open.add(type.superName);
                  }
                  open.addAll(type.interfaces);
                });
      }
    }
    if (find(name).filter(it -> (it.access & Opcodes.ACC_INTERFACE) != 0).isPresent()) {
      seen.add("java/lang/Object");
    }
    return seen.stream().flatMap(it -> find(it).stream());
  }

  private Optional<ClassNode> find(String name) {
    return known.computeIfAbsent(name, this::load);
  }

  private Optional<ClassNode> load(String name) {
    if (own.containsKey(name)) {
      return Optional.of(own.get(name));
    }
    try {
      Optional<ClassNode> ofJdk = ofJdk(name);
      Path library = libraries.get(name);
      if (library == null || ofJdk.isPresent()) {
        return ofJdk;
      }
      try (JarFile file = new JarFile(library.toFile());
          InputStream bytes = file.getInputStream(file.getEntry(name + ".class"))) {
        return Optional.of(read(bytes, ClassReader.SKIP_CODE));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ClassNode> ofJdk(String name) throws IOException {
    ClassLoader jdk = ClassLoader.getPlatformClassLoader();
    try (InputStream bytes = jdk.getResourceAsStream(name + ".class")) {
      return bytes == null ? Optional.empty() : Optional.of(read(bytes, ClassReader.SKIP_CODE));
    }
  }
}
