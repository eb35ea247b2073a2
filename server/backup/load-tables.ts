import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StartupError } from '#server/platform/operations/config.ts'
import { createFingerprint } from './fingerprint.ts'
import { type Manifest, type TableContents, tableOf } from './format.ts'
import { maxEntryBytes } from './policy.ts'
import { readContents } from './read-archive.ts'
import { findTables, readRows, type Table } from './read-tables.ts'
import { migrationsOf, rebuildTables, takeOffIndexes } from './schema.ts'
import type { SqlSession } from './sql-session.ts'

const unzip = promisify(gunzip)

function insertStatement({ name, columns }: Table): string {
  const names = columns.map((column) => column.name)
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`)
  return `insert into public.${name} (${names.join()}) overriding system value
    select ${values.join()} from jsonb_array_elements($1::text::jsonb) as line`
}

/** The tables as they were made, with the columns in the order of the backup. */
async function findTargets(
  session: SqlSession,
  contents: readonly TableContents[],
): Promise<Map<string, Table>> {
  const made = new Map((await findTables(session)).map((table) => [table.name, table]))
  if (made.size !== contents.length) throw differs('the tables')
  return new Map(
    contents.map(({ name, columns }) => {
      const table = made.get(name)
      if (table?.columns.length !== columns.length) throw differs(name)
      const typed = columns.map(
        (column) => table.columns.find((found) => found.name === column) ?? fail(name),
      )
      return [name, { name, columns: typed }]
    }),
  )
}

const differs = (what: string) =>
  new StartupError(`The backup can’t be restored: ${what} differ from those of its version.`)
const fail = (what: string): never => {
  throw differs(what)
}

async function insertRows(
  { query }: SqlSession,
  file: string,
  targets: Map<string, Table>,
): Promise<void> {
  for await (const { name, bytes } of readContents(file)) {
    const tableName = tableOf(name)
    if (tableName === undefined) return
    const table = targets.get(tableName) ?? fail(tableName)
    const lines = (await unzip(bytes, { maxOutputLength: maxEntryBytes })).toString().trimEnd()
    await query(insertStatement(table), [`[${lines.replaceAll('\n', ',')}]`])
  }
}

/** Reads every row again and compares: throws a StartupError if one is missing or other. */
async function proveEqual(
  session: SqlSession,
  targets: Map<string, Table>,
  contents: readonly TableContents[],
): Promise<void> {
  for (const { name, rows, fingerprint } of contents) {
    const found = createFingerprint()
    for await (const lines of readRows(session, targets.get(name) ?? fail(name)))
      for (const line of lines) found.add(line)
    if (found.rows() !== rows || found.text() !== fingerprint)
      throw new StartupError(
        `The backup can’t be restored: ${name} has other rows here. Nothing was changed.`,
      )
  }
}

/**
 * Puts the tables of a backup in the place of all that is there, inside the transaction of the
 * caller, and proves that they are equal. No trigger runs: what triggers keep is in the backup too.
 */
export async function loadTables(
  session: SqlSession,
  file: string,
  manifest: Manifest,
): Promise<void> {
  const { query, exec } = session
  await rebuildTables(session, await migrationsOf(manifest))
  const targets = await findTargets(session, manifest.tables)
  const names = [...targets.keys()].map((name) => `public.${name}`)
  const putBack = await takeOffIndexes(session)
  const setTriggers = (state: 'enable' | 'disable') =>
    exec(names.map((name) => `alter table ${name} ${state} trigger user`).join(';'))
  await setTriggers('disable')
  // Only where migrations have put rows: of some tables nobody may delete any.
  for (const name of names)
    if ((await query(`select from ${name} limit 1`)).length > 0) await exec(`truncate ${name}`)
  await insertRows(session, file, targets)
  for (const statement of putBack) await exec(statement)
  await setTriggers('enable')
  for (const { name, value } of manifest.sequences)
    if (value !== null)
      await query('select setval($1::regclass, $2::bigint)', [`public.${name}`, value])
  await proveEqual(session, targets, manifest.tables)
}
