import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { sumUpSearchWords } from '#server/books/search/words/vocabulary.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { TableFile } from './table-file.ts'
import { writeMarket } from './write-market.ts'

type Client = pg.Client
/** Connections that index at the same time: one index keeps a core busy. */
const indexers = 2
const settings = "set maintenance_work_mem = '768MB'; set synchronous_commit = off"

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(settings)
  return client
}

/** Takes foreign keys and indexes off the tables; returns the statements that put them back. */
async function dropIndexes(client: Client, tables: string[]): Promise<Record<string, string[]>> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { drop } of [...keys, ...indexes]) await client.query(drop)
  return { indexes: indexes.map(({ add }) => add), keys: keys.map(({ add }) => add) }
}

/** Each connection takes the next statement; GIN indexes, which take longest, come first. */
async function runAll(url: string, statements: string[]): Promise<void> {
  const waiting = statements.toSorted((a, b) => Number(/gin/.test(b)) - Number(/gin/.test(a)))
  await Promise.all(
    Array.from({ length: indexers }, async () => {
      const client = await connect(url)
      for (let next = waiting.shift(); next; next = waiting.shift()) await client.query(next)
      await client.end()
    }),
  )
}

const copy = ({ table, columns, file }: TableFile) =>
  `copy ${table} (${columns.join(', ')}) from '${file}'`

/** Fills the empty database `url`, whose server reads files from `folder`; returns the seconds. */
export async function fillMarket(url: string, books: number, folder: string): Promise<number> {
  const begun = performance.now()
  const work = path.join(folder, `market-${books}`)
  mkdirSync(work, { mode: 0o755 })
  try {
    const client = await connect(url)
    await migrate(async (sql) => (await client.query(sql)).rows ?? [], { lock: false })
    const files = await writeMarket(work, books)
    const tables = [...new Set(files.map(({ table }) => table))]
    const { indexes = [], keys = [] } = await dropIndexes(client, tables)
    for (const file of files) await client.query(copy(file))
    await runAll(url, indexes)
    // Adding a key to a table waits for another that adds one to it: one after the other.
    for (const statement of keys) await client.query(statement)
    const { db, close } = await openPostgres(url)
    // As the server's job leaves it: a row for each word, not for each book.
    await sumUpSearchWords(db).finally(close)
    await client.query('vacuum (analyze)')
    await client.query('checkpoint')
    await client.end()
  } finally {
    rmSync(work, { recursive: true })
  }
  return (performance.now() - begun) / 1000
}
