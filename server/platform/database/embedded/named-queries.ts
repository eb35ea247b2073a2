// Prepares statements, as on PostgreSQL. PGlite's `query` parses and plans a statement every time,
// which takes several times as long as running it.
import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { createStatementNames } from '#server/platform/database/named-statements.ts'

const { serialize } = protocol

type Row = Results['rows'][number]
type Query = (sql: string, parameters: unknown[]) => Promise<Results>

/** A replacement for PGlite's own `query`. */
export function createNamedQueries(pglite: PGlite): Query {
  const nameOf = createStatementNames()
  /** The parameter types of each prepared statement, by its name. */
  const prepared = new Map<string, number[]>()

  async function prepare(name: string, text: string): Promise<number[]> {
    const messages = await pglite.execProtocolStream(
      Buffer.concat([
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
      { syncToFs: false },
    )
    const types = parse.parseDescribeStatementResults(messages)
    prepared.set(name, types)
    return types
  }

  const runNamed = (name: string, text: string, parameters: unknown[]): Promise<Results> =>
    pglite.runExclusive(async () => {
      const types = prepared.get(name) ?? (await prepare(name, text))
      const values = parameters.map((value, index) => {
        if (value === null || value === undefined) return null
        const serializer = pglite.serializers[types[index] as number]
        return serializer ? serializer(value) : String(value)
      })
      const messages = await pglite.execProtocolStream(
        Buffer.concat([
          serialize.bind({ statement: name, values }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
          serialize.sync(),
        ]),
        {},
      )
      return parse.parseResults(messages, pglite.parsers)[0] as Results
    })

  // Prepared plans never get outdated, because migrations run before all other statements.
  return async (sql, parameters) => {
    const name = parameters.length > 0 ? nameOf(sql) : undefined
    return name === undefined ? pglite.query<Row>(sql, parameters) : runNamed(name, sql, parameters)
  }
}
