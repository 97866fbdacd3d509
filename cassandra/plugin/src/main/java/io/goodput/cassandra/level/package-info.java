/**
 * Service levels: the statements that define them and attach them to roles, the table that keeps
 * them, and the level of each request. Start at {@code ServiceLevels} and {@code LevelStatements}.
 */
package io.goodput.cassandra.level;
