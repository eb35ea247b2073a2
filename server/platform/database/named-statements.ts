// Prepares statements once per connection. Planning a book's query takes ten times as long as
// running it.
import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'

export const maxNamedStatements = 400
export const minUsesForName = 3

/**
 * Whether a statement is a search, whose plan depends on the words searched for. `like any` is used
 * only on rows that were found in other ways.
 */
const isSearch = (text: string): boolean => / like (?!any\()|<%/.test(text)

/** Whether a newer version's migration has changed a table that the statement reads. */
export const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000'

/** Every process uses the same name; it also appears in PostgreSQL's pg_prepared_statements. */
export const statementName = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export function createStatementNames({
  max = maxNamedStatements,
  minUses = minUsesForName,
} = {}): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= max || isSearch(text)) return name
    const count = (uses.get(text) ?? 0) + 1
    if (count < minUses) {
      // Statements with lists of different lengths would otherwise fill the map without limit.
      if (uses.size >= 10 * max) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    const created = statementName(text)
    names.set(text, created)
    return created
  }
}

export async function runNamed(
  client: Pick<PoolClient, 'query'>,
  nameOf: (text: string) => string | undefined,
  text: string,
  values: unknown[],
): Promise<QueryResult> {
  const name = values.length > 0 ? nameOf(text) : undefined
  if (name === undefined) return client.query(text, values)
  return client.query({ name, text, values }).catch((error: unknown) => {
    if (!isOutdated(error)) throw error
    // In a transaction this fails too, because the first error has ended it.
    return client.query(text, values).catch(() => {
      throw error
    })
  })
}
