// The statements that the database of a worker's tests is sent, whoever sends them.
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

/** All statements that are sent until `work` is done: let no job run meanwhile. */
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
