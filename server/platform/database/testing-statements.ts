import type { CompiledQuery } from 'kysely'
import { createStatementWatch, type StatementWatch } from './statement-watch.ts'

type Listener = (statement: CompiledQuery) => void
const listeners = new Set<Listener>()

export function createRecordedWatch(): StatementWatch {
  const watch = createStatementWatch()
  return {
    ...watch,
    note: (event) => {
      for (const listen of listeners) listen(event.query)
      watch.note(event)
    },
  }
}

/** Returns all statements that are sent until `work` is done. No job may run at the same time. */
export async function recordStatements(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const listen: Listener = (statement) => void statements.push(statement)
  listeners.add(listen)
  try {
    await work()
  } finally {
    listeners.delete(listen)
  }
  return statements
}
