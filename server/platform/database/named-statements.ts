// Prepares statements once per connection. Planning a book's query takes ten times as long as
// running it.
import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'

/** A prepared statement takes memory in each connection. */
const maxNamedStatements = 600

/**
 * Whether a statement's plan depends on its values, as in a search (`like any` is used only on rows
 * that were found in other ways), or its text on the length of a list.
 */
const isVariable = (text: string): boolean => / like (?!any\()|<%| in \(\$\d+, |\), \(\$/.test(text)

/** Whether a newer version's migration has changed a table that the statement reads. */
const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000'

/** Every process uses the same name; it also appears in PostgreSQL's pg_prepared_statements. */
const statementName = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export function createStatementNames(
  max = maxNamedStatements,
): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!names.has(text) && names.size < max && !isVariable(text))
      names.set(text, statementName(text))
    return names.get(text)
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
