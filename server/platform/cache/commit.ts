import type { Transaction } from 'kysely'
import type { Topic } from '#contract/common/endpoint.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transactNotifying } from '#server/platform/database/row-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** A transaction of a job: what it changes is invalidated in the caches, as after a request. */
export const commitChanges = <T>(
  { db, applyChanges, expectCommit }: Pick<AppContext, 'db' | 'applyChanges' | 'expectCommit'>,
  topics: readonly Topic[],
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  transactNotifying(db, work, { expectCommit, onChange: (noted) => applyChanges(topics, noted) })
