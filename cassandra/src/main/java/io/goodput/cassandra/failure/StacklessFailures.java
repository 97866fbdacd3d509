package io.goodput.cassandra.failure;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.OverloadedException;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the stack traces from Cassandra's time-out, overload, and failure exceptions, because
 * they are a large part of the cost of such an exception.
 *
 * <p>These exceptions share one superclass, whose constructors pass a message on to {@link
 * RuntimeException}. In the running JVM, this class changes them to call the constructor that can
 * omit the stack trace ({@link RuntimeException#RuntimeException(String, Throwable, boolean,
 * boolean)}). The class in the jar does not change, so a restart with the setting off undoes it.
 */
public final class StacklessFailures {

  private static final Logger logger = LoggerFactory.getLogger(StacklessFailures.class);
  private static final String SWITCH = "(stackless_failures in goodput.yaml)";
  private static final String EXCEPTION = Type.getInternalName(CassandraException.class);
  private static final String SUPER = Type.getInternalName(RuntimeException.class);

  private StacklessFailures() {}

  /** Changes the superclass and logs what it did. If it cannot, it changes nothing. */
  public static void switchOn() {
    try {
      Instrumentation instrumentation = ByteBuddyAgent.install();
      ClassFileTransformer transformer = new Transformer();
      instrumentation.addTransformer(transformer, true);
      try {
        instrumentation.retransformClasses(CassandraException.class);
      } finally {
        instrumentation.removeTransformer(transformer);
      }
    } catch (Throwable e) {
      logger.warn(
          "Time-out, overload and failure exceptions keep their stack traces {}: classes cannot be"
              + " changed in this JVM, which -Djdk.attach.allowAttachSelf=true would allow ({})",
          SWITCH,
          e.toString());
      return;
    }
    if (areOn()) {
      logger.info(
          "Time-out, overload and failure exceptions are made without stack traces {}", SWITCH);
    } else {
      logger.warn(
          "Time-out, overload and failure exceptions keep their stack traces {}: this version of"
              + " Cassandra makes them in another way",
          SWITCH);
    }
  }

  static boolean areOn() {
    return new OverloadedException("").getStackTrace().length == 0;
  }

  private static final class Transformer implements ClassFileTransformer {

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String name,
        @Nullable Class<?> redefined,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (!name.equals(EXCEPTION)) {
        return null;
      }
      ClassReader reader = new ClassReader(bytes);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new Constructors(writer), 0);
      return writer.toByteArray();
    }
  }

  /** Rewrites the constructors of an exception whose first argument is its code. */
  private static final class Constructors extends ClassVisitor {

    Constructors(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals("<init>") ? new SuperCall(next) : next;
    }
  }

  private static final class SuperCall extends MethodVisitor {

    private static final int CODE_ARGUMENT = 1;

    SuperCall(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean withoutCause = descriptor.equals("(Ljava/lang/String;)V");
      boolean withCause = descriptor.equals("(Ljava/lang/String;Ljava/lang/Throwable;)V");
      if (opcode != Opcodes.INVOKESPECIAL || !owner.equals(SUPER) || !(withoutCause || withCause)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      if (withoutCause) {
        super.visitInsn(Opcodes.ACONST_NULL);
      }
      super.visitInsn(Opcodes.ICONST_1);
      super.visitVarInsn(Opcodes.ALOAD, CODE_ARGUMENT);
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          Type.getInternalName(StackTraces.class),
          "areKept",
          "(Lorg/apache/cassandra/exceptions/ExceptionCode;)Z",
          false);
      super.visitMethodInsn(
          Opcodes.INVOKESPECIAL,
          SUPER,
          "<init>",
          "(Ljava/lang/String;Ljava/lang/Throwable;ZZ)V",
          false);
    }
  }
}
