/** PostgreSQL: to connect, and for one statement. Migrations may take longer. */
export const connectTimeoutMs = 10_000
export const queryTimeoutMs = 30_000
export const maxPoolConnections = 10
/** A new connection plans each statement anew, which costs PostgreSQL up to 50 ms for one. */
export const idleConnectionMs = 10 * 60_000
export const keepAliveMs = 60_000
export const maxTransactionAttempts = 3
/** Longer transactions are rolled back; those that process the whole market may take longer. */
export const maxTransactionMs = 30_000
export const maxWholeMarketMs = 10 * 60_000
/** PostgreSQL ends transactions whose process has stopped. */
export const idleInTransactionMs = 60_000
/** How long a migration waits for others' locks, and how often it tries again, a pause between. */
export const migrationLocks = { timeoutMs: 1_000, pollMs: 500, maxAttempts: 400 } as const

/** A PGlite query that takes longer hangs, as it does when the disk is full. */
export const hungQueryMs = 60_000
/** PGlite makes no checkpoints by itself; in this time its log grows by some tens of megabytes. */
export const checkpointSeconds = 300
export const autovacuumSeconds = 60

/** What is slower is logged, if SLOW_QUERY_MS says nothing else. */
export const slowStatementMs = 500
/** When all statements are slow, a log of each would fill the disk. */
export const slowLinesPerMinute = 60
export const maxShapeLength = 1500

export const maxNamedStatements = 400
export const minUsesForName = 3
/** PGlite has one connection, so its plans take memory once. */
export const embeddedNames = { max: 1000, minUses: 2 } as const
