/** The {@code goodput} command: one class per subcommand. */
package io.goodput.cli;
