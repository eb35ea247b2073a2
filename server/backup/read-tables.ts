import type { Sequence } from './format.ts'
import { rowsPerFetch } from './policy.ts'
import type { SqlSession } from './sql-session.ts'

/** `name`s are quoted for SQL where that is needed. */
export type Table = { name: string; columns: { name: string; type: string }[] }

/** What belongs to an extension isn't ours. */
export const isOwn = (catalog: 'pg_class' | 'pg_proc', oid: string) =>
  `not exists (select from pg_depend where deptype = 'e' and classid = '${catalog}'::regclass and objid = ${oid})`

/** All tables with the columns that are stored: those that are generated come by themselves. */
export async function findTables({ query }: SqlSession): Promise<Table[]> {
  const rows = await query<{ table: string; column: string; type: string }>(`
    select quote_ident(relname) as table, quote_ident(attname) as column,
      format_type(atttypid, atttypmod) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attgenerated = '' and ${isOwn('pg_class', 'pg_class.oid')}
    order by relname, attnum`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
  }))
}

/** Yields all rows, each as a line of JSON, some at a time. Only inside a transaction. */
export async function* readRows(
  { query, exec }: SqlSession,
  { name, columns }: Table,
): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${column.name}::text`)
  await exec(`declare table_rows no scroll cursor for
    select to_json(array[${texts.join()}]::text[])::text as line from public.${name}`)
  for (;;) {
    const rows = await query<{ line: string }>(`fetch ${rowsPerFetch} from table_rows`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await exec('close table_rows')
}

/**
 * The last values that the sequences gave. They stand outside of transactions, so they may be ahead
 * of the rows, never behind.
 */
export const findSequences = ({ query }: SqlSession): Promise<Sequence[]> =>
  query<Sequence>(`
    select quote_ident(sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = 'public' order by sequencename`)
