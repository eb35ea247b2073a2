// `npm run tables`: writes db/tables.ts, the types of all tables, from a freshly migrated database.
import { writeFile } from 'node:fs/promises'
import { openPGlite } from '#server/platform/database/embedded/pglite.ts'
import { migrate } from '#server/platform/database/migrate.ts'

const types: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  int2: 'number',
  int4: 'number',
  float8: 'number',
  // The drivers return these types as text, so that nothing is rounded unnoticed. Queries that need
  // a number cast in SQL.
  numeric: 'string',
  int8: 'string',
  bool: 'boolean',
  date: 'string',
  daterange: 'string',
  // Written as text. The drivers read it differently, but no code reads it.
  point: 'unknown',
  _uuid: 'string[]',
  _text: 'string[]',
  timestamptz: 'Date',
  bytea: 'Uint8Array',
  jsonb: 'Json',
}

type Column = {
  table: string
  column: string
  type: string
  nullable: boolean
  defaulted: boolean
  generated: boolean
}

const pglite = await openPGlite({ dataDir: 'memory://' })
await migrate(async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [], { lock: false })
const { rows: columns } = await pglite.query<Column>(`
  select c.table_name as table, c.column_name as column, c.udt_name as type,
    c.is_nullable = 'YES' as nullable, c.column_default is not null as defaulted,
    c.is_generated = 'ALWAYS' as generated
  from information_schema.columns c where c.table_schema = 'public' and c.table_name <> 'migrations'
  order by c.table_name, c.ordinal_position`)
const { rows: checks } = await pglite.query<{ table: string; definition: string }>(`
  select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`)
await pglite.close()

/** Returns a union of the values that the check of a text column lists, if it has one. */
function choices(table: string, column: string): string | undefined {
  const check = checks.find(
    (found) =>
      found.table === table && found.definition.startsWith(`CHECK ((${column} = ANY (ARRAY[`),
  )
  return (
    check &&
    [...check.definition.matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`).join(' | ')
  )
}

function typeOf({ table, column, type, nullable, defaulted, generated }: Column): string {
  const known = types[type]
  if (known === undefined)
    throw new Error(`${table}.${column}: scripts/tables.ts doesn't know the type ${type}`)
  const value = `${choices(table, column) ?? known}${nullable ? ' | null' : ''}`
  if (generated) return `ColumnType<${value}, never, never>`
  return defaulted ? `Generated<${value}>` : value
}

const names = [...new Set(columns.map((column) => column.table))]
const pascal = (name: string) =>
  name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
const body = names.map((name) => {
  const lines = columns
    .filter((column) => column.table === name)
    .map((column) => `  ${column.column}: ${typeOf(column)}`)
  return `export type ${pascal(name)}Table = {\n${lines.join('\n')}\n}\n`
})
const used = ['ColumnType', 'Generated'].filter((word) =>
  body.some((table) => table.includes(`${word}<`)),
)
const json = body.some((table) => table.includes('Json')) ? 'type Json = unknown\n\n' : ''
const head = `// Made by \`npm run tables\` from db/migrations; don't edit.
import type { ${used.join(', ')} } from 'kysely'
`
const all = names.map((name) => `  ${name}: ${pascal(name)}Table`).join('\n')
await writeFile(
  new URL('../db/tables.ts', import.meta.url),
  `${head}\n${json}${body.join('\n')}\nexport type Tables = {\n${all}\n}\n`,
)
