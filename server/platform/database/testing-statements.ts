import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'

/** Returns all statements that are sent before `work` ends. No job may run at the same time. */
export async function recordStatements(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const { prototype } = DefaultQueryExecutor
  const { executeQuery } = prototype
  prototype.executeQuery = function (...args) {
    statements.push(args[0])
    return executeQuery.apply(this, args) as never
  }
  try {
    await work()
  } finally {
    prototype.executeQuery = executeQuery
  }
  return statements
}
