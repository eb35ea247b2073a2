// Simulates a killed process: from one statement on, no statement reaches the database.
import type { AppContext } from '#server/platform/app-context.ts'

class Killed extends Error {}

/** Returns a context whose process dies before its `at`-th statement from now on. */
export function dyingAt(context: AppContext, at: number): AppContext {
  let left = at
  const db = context.db.withPlugin({
    transformQuery({ node }) {
      if (--left <= 0) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // A dead process logs nothing.
  return { ...context, db, log: { ...context.log, error: () => {} } as AppContext['log'] }
}

/** Returns true if `work` was killed before its end. Throws other errors. */
export async function isKilled(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return false
  } catch (error) {
    if (error instanceof Killed) return true
    throw error
  }
}
