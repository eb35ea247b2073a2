import { expect, onTestFinished, test } from 'vitest'
import { createStatementNames, runNamed } from './named-statements.ts'

test('statements get names, but not searches, lists, or more than the maximum', () => {
  const nameOf = createStatementNames(3)
  const name = nameOf('select $1::integer')
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(nameOf('select $1::integer')).toBe(name)
  expect(nameOf('select x like any($1::text[]) from found')).toBeDefined()
  for (const text of [
    'select 1 where x like $1',
    'select 1 where x between $1 and $2',
    'select 1 where x in ($1, $2)',
    'insert into shelf values ($1, $2), ($3, $4)',
  ])
    expect(nameOf(text)).toBeUndefined()
  expect(nameOf('insert into shelf values ($1, $2)')).toBeDefined()
  expect(nameOf('select $1::text')).toBeUndefined()
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a connection prepares statements, and they still work after a table has changed',
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
    for (let n = 0; n < 3; n++) expect(await read()).toEqual([{ id: 1, title: 'Optics' }])
    const kept = await client.query('select statement from pg_prepared_statements')
    expect(kept.rows).toEqual([{ statement: 'select * from shelf where id = $1' }])
    await client.query('alter table shelf add column price integer default 5')
    expect(await read()).toEqual([{ id: 1, title: 'Optics', price: 5 }])
    await expect(run('select nothing from shelf where id = $1')).rejects.toThrow(
      'column "nothing" does not exist',
    )
  },
)
