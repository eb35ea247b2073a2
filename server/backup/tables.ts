// Reads a database's tables, and creates and fills them again.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { type Migration, tablesSql } from '#server/platform/database/migrate.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'
import { type AddEntry, type Manifest, readEntries } from './archive.ts'

/** A connection to either kind of database. `run` returns the last statement's rows. */
export type Session = {
  run: <Row>(statements: string) => Promise<Row[]>
  close: () => Promise<void>
}

/** Makes all servers print values the same way, and turns timeouts off. */
const settings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set bytea_output = 'hex';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

export async function openEmbeddedSession(folder: string): Promise<Session> {
  const pglite = await openPGlite({ dataDir: folder })
  await pglite.exec(settings)
  const run = async (statements: string) => (await pglite.exec(statements)).at(-1)?.rows ?? []
  return { run: run as Session['run'], close: pglite.close }
}

/** Connects to PostgreSQL itself, not to a pooler. Throws a StartupError. */
export async function openPostgresSession(config: Config): Promise<Session> {
  const { default: pg } = await import('pg')
  const connectionString = config.databaseDirectUrl ?? config.databaseUrl
  const client = new pg.Client({ connectionString, keepAlive: true })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new StartupError(`DATABASE_URL: can't connect to PostgreSQL: ${error.message}`)
  })
  await client.query(settings)
  const run = async (text: string) => [await client.query(text)].flat().at(-1)?.rows ?? []
  return { run, close: () => client.end() }
}

/** A table's name and columns, quoted for SQL where necessary. */
type Table = { name: string; columns: string }

/** Finds all tables and their columns, except generated ones, which PostgreSQL computes again. */
export const findTables = ({ run }: Session) =>
  run<Table>(`
    select quote_ident(relname) as name,
      string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)

const linesOf = ({ name, columns }: Table) =>
  `select row_to_json(stored)::text as line from (select ${columns} from ${name}) as stored`

const summaryOf = (table: Table) => `
  select '${table.name}' collate "C" as name, count(*)::integer as rows,
    coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0)::text as sum
  from (${linesOf(table)}) as lines`

/** Returns each table's number of rows, and a sum of their hashes. */
export const summarize = ({ run }: Session, tables: Table[]) =>
  run<Manifest['tables'][number]>(`${tables.map(summaryOf).join(' union all ')} order by name`)

/** Adds all rows of a table to a backup. Call this in a transaction. */
export async function addTable({ run }: Session, table: Table, add: AddEntry): Promise<void> {
  await run(`declare table_rows no scroll cursor for ${linesOf(table)}`)
  for (let part = 1; ; part++) {
    const rows = await run<{ line: string }>('fetch 1000 from table_rows')
    if (rows.length === 0) break
    const bytes = await promisify(gzip)(rows.map(({ line }) => line).join('\n'))
    await add({ name: `tables/${table.name}/${part}.jsonl.gz`, bytes })
  }
  await run('close table_rows')
}

async function insertRows({ run }: Session, tables: Table[], file: string): Promise<void> {
  for await (const { name: entry, bytes } of readEntries(file)) {
    const table = tables.find(({ name }) => entry.startsWith(`tables/${name}/`))
    if (!table) return
    const rows = `${await promisify(gunzip)(bytes)}`.replaceAll('\n', ',').replaceAll("'", "''")
    await run(`insert into ${table.name} (${table.columns}) overriding system value
      select ${table.columns} from json_populate_recordset(null::${table.name}, '[${rows}]')`)
  }
}

/**
 * Returns statements that drop all foreign keys, and all indexes that don't belong to a constraint;
 * and statements that restore them.
 */
const findIndexes = ({ run }: Session) =>
  run<{ remove: string; add: string }>(`
    select format('drop index %s', indexrelid::regclass) as remove,
      pg_get_indexdef(indexrelid) as add, 1 as turn
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)), 2
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by turn`)

/**
 * Replaces the existing tables with those of a backup, in the caller's transaction, and verifies
 * that all rows are equal. Triggers don't run, because the backup contains their results.
 */
export async function loadTables(
  session: Session,
  file: string,
  { tables, sequences }: Manifest,
  migrations: readonly Migration[],
): Promise<void> {
  const { run } = session
  if ((await findTables(session)).length > 0)
    await run('drop schema public cascade; create schema public')
  await run(tablesSql(migrations))
  const made = await findTables(session)
  // While foreign keys and indexes are dropped, rows can be inserted in any order. Each index is
  // then created in one pass.
  const indexes = await findIndexes(session)
  for (const { remove } of indexes) await run(remove)
  for (const { name } of made) await run(`alter table ${name} disable trigger user`)
  // Migrations have inserted rows into some of the tables.
  await run(`truncate ${made.map(({ name }) => name)}`)
  await insertRows(session, made, file)
  for (const { add } of indexes) await run(add)
  for (const { name } of made) await run(`alter table ${name} enable trigger user`)
  for (const { name, value } of sequences) await run(`select setval('${name}', ${value})`)
  const wrong = (await summarize(session, made)).find(
    (table, index) => JSON.stringify(table) !== JSON.stringify(tables[index]),
  )
  if (wrong)
    throw new StartupError(`The backup can’t be restored: ${wrong.name} has other rows here.`)
}
