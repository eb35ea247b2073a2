import type {
  Kysely,
  KyselyPlugin,
  QueryResult,
  RootOperationNode,
  Transaction,
  UnknownRow,
} from 'kysely'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Tables } from './tables.ts'

export class TransactionTooLong extends UnavailableError {
  constructor() {
    super('A transaction took too long.')
  }
}

/** Rejects queries of a transaction whose time is up. */
class Limit implements KyselyPlugin {
  isOver = false

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    if (this.isOver) throw new TransactionTooLong()
    return node
  }

  async transformResult({ result }: { result: QueryResult<UnknownRow> }) {
    return result
  }
}

/**
 * Runs `work` in a transaction and rolls it back with TransactionTooLong after `maxMs`: on PGlite
 * everybody else waits for it, and PostgreSQL before 17 can only limit statements.
 */
export function runLimited<T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
  maxMs: number,
): Promise<T> {
  const limit = new Limit()
  return db
    .withPlugin(limit)
    .transaction()
    .execute(async (db) => {
      const { promise, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        limit.isOver = true
        reject(new TransactionTooLong())
      }, maxMs)
      return Promise.race([work(db), promise]).finally(() => clearTimeout(timer))
    })
}
