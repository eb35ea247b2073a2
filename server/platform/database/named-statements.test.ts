import { expect, onTestFinished, test } from 'vitest'
import {
  createStatementNames,
  maxNamedStatements,
  minUsesForName,
  runNamed,
} from './named-statements.ts'

test('a statement gets a name after a few uses, but a search never does', () => {
  const nameOf = createStatementNames()
  const names = Array.from({ length: minUsesForName + 1 }, () => nameOf('select $1::integer'))
  expect(names.slice(0, minUsesForName - 1)).toEqual(
    Array.from({ length: minUsesForName - 1 }, () => undefined),
  )
  expect(names.at(-1)).toBe(names.at(-2))
  expect(names.at(-1)).toMatch(/^[\w-]{22}$/)
  for (let n = 0; n < 10; n++) expect(nameOf('select 1 where x like $1')).toBeUndefined()
  for (let n = 1; n < minUsesForName; n++) nameOf('select x like any($1::text[]) from found')
  expect(nameOf('select x like any($1::text[]) from found')).toBeDefined()
  const named = new Set<string>()
  for (let n = 0; n < 2 * maxNamedStatements; n++)
    for (let use = 0; use < minUsesForName; use++) {
      const name = nameOf(`select $1::integer + ${n}`)
      if (name !== undefined) named.add(name)
    }
  expect(named.size).toBe(maxNamedStatements - 2)
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a connection prepares frequent statements, and they still work after a table has changed',
  async () => {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 1 })
    onTestFinished(() => pool.end())
    const client = await pool.connect()
    onTestFinished(() => client.release())
    const nameOf = createStatementNames()
    const run = (text: string) => runNamed(client, nameOf, text, [1])
    await client.query('create temporary table shelf (id integer, title text)')
    await client.query("insert into shelf values (1, 'Optics')")
    const read = async () => (await run('select * from shelf where id = $1')).rows
    for (let n = 0; n < minUsesForName + 2; n++)
      expect(await read()).toEqual([{ id: 1, title: 'Optics' }])
    const kept = await client.query('select statement from pg_prepared_statements')
    expect(kept.rows).toEqual([{ statement: 'select * from shelf where id = $1' }])
    await client.query('alter table shelf add column price integer default 5')
    expect(await read()).toEqual([{ id: 1, title: 'Optics', price: 5 }])
    await expect(run('select nothing from shelf where id = $1')).rejects.toThrow(
      'column "nothing" does not exist',
    )
  },
)
