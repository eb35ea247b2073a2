// Prepares statements once per connection, because planning a book's query takes ten times as long
// as running it.
import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'

/** The number is limited, because a prepared statement takes memory in each connection. */
const maxNamedStatements = 600

/**
 * Whether a statement isn't prepared, because its plan depends on its values, as in a search, or
 * its text on the length of a list. (`like any` is used only on rows that were found in other
 * ways. Of a range whose ends it doesn't know, PostgreSQL expects so few rows that it sorts them
 * all instead of reading the first ones from the index.)
 */
const isVariable = (text: string): boolean =>
  / like (?!any\()|<%| between \$| in \(\$\d+, |\), \(\$/.test(text)

/**
 * Whether a prepared statement fails because a newer version's migration has changed its tables.
 */
const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000'

/**
 * Returns a statement's name, which is the same in every process. PostgreSQL's
 * pg_prepared_statements shows it.
 */
const statementName = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export function createStatementNames(max = maxNamedStatements) {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
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
    // Runs the statement without preparing it. In a transaction this also fails, because the first
    // error has ended the transaction.
    return client.query(text, values).catch(() => {
      throw error
    })
  })
}
