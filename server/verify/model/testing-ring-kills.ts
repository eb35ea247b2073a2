// A process that is killed in the middle: from some statement on, none reaches the database.
import type { AppContext } from '#server/platform/app-context.ts'

class Killed extends Error {}

/** A context of which the process dies before its `at`-th statement from now on. */
export function dyingAt(context: AppContext, at: number): AppContext {
  let left = at
  const db = context.db.withPlugin({
    transformQuery({ node }) {
      if (--left <= 0) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // What a dead process logs nobody reads.
  return { ...context, db, log: { ...context.log, error: () => {} } as AppContext['log'] }
}

/** True if `work` was killed before its end; throws what else becomes of it. */
export async function isKilled(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}
