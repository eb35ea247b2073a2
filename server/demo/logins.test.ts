import { beforeAll, expect, test } from 'vitest'
import { logInBuyer, logInSeller } from '#contract/accounts/auth.ts'
import { listAllOrders } from '#contract/admin/admin.ts'
import { readBook } from '#contract/books/books.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { insertAccount, updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { knownLogins } from './accounts.ts'
import { refuseDemoLogins, removeDemo } from './logins.ts'

/** The ids of the demo accounts by role, and of another demo seller. */
const accounts: Record<string, string> = {}
beforeAll(async () => {
  const { context } = await testApp()
  const enter = async (
    name: string,
    role: 'buyer' | 'seller' | 'admin',
    email: string,
    password: string,
  ) => {
    const id = newId()
    const seller = role === 'seller' ? { seller_type: 'student' as const } : {}
    await insertAccount(context.db, {
      id,
      person_id: newId(),
      role,
      name,
      email,
      password_hash: await hashPassword(password),
      is_demo: true,
      ...seller,
    })
    accounts[name] = id
  }
  for (const { role, email, password } of knownLogins) await enter(role, role, email, password)
  await enter('other', 'seller', 'debashis.sarkar@dobara.example', 'a password that nobody kept')
})

const refusal = async () =>
  refuseDemoLogins((await testApp()).context.db).catch((error: unknown) => error)
const books: Record<string, string> = {}

test('a production server doesn’t start while a demo login works', async () => {
  const fault = await refusal()
  expect(fault).toBeInstanceOf(StartupError)
  expect((fault as Error).message).toBe(
    'The demo logins still work here, with passwords that everybody can read: buyer@dobara.example, seller@dobara.example, admin@dobara.example. Close them by `npm run demo:remove`, with the same DATA_DIR or DATABASE_URL, and start again.',
  )
})

test('a demo login whose password was changed belongs to somebody', async () => {
  const { db } = (await testApp()).context
  const { id, password_hash } = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('id', '=', accounts.buyer ?? '')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword('my own monsoon') })
    .where('id', '=', id)
    .execute()
  expect(((await refusal()) as Error).message).not.toContain('buyer@')
  await db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
})

test('removing the demo closes its logins and removes its sellers’ books', async () => {
  const { db } = (await testApp()).context
  const someone = await makeAccount('seller')
  for (const name of ['seller', 'other'])
    books[name] = await makeBook({ id: accounts[name] ?? '', token: '', name, email: '' })
  books.someone = await makeBook(someone)
  const buyer = knownLogins.find(({ role }) => role === 'buyer')
  const login = { email: buyer?.email ?? '', password: buyer?.password ?? '' }
  expect((await as().call(logInBuyer, login)).status).toBe(200)
  const { closed, books: gone } = await removeDemo(db, new Date())
  expect([closed.sort(), gone]).toEqual([
    ['admin@dobara.example', 'buyer@dobara.example', 'seller@dobara.example'],
    2,
  ])
  expect(await refusal()).toBeUndefined()
  expect((await as().call(logInBuyer, login)).status).toBe(401)
  const seller = knownLogins.find(({ role }) => role === 'seller')
  expect(
    (await as().call(logInSeller, { email: seller?.email ?? '', password: seller?.password ?? '' }))
      .status,
  ).toBe(401)
  expect(
    await db
      .selectFrom('sessions')
      .select('account_id')
      .where('account_id', 'in', Object.values(accounts))
      .execute(),
  ).toEqual([])
  const states = await Promise.all(
    Object.values(books).map(async (id) => (await as().call(readBook, { id })).status),
  )
  expect(states).toEqual([404, 404, 200])
  expect(await removeDemo(db, new Date())).toEqual({ closed: [], books: 0 })
})

test.each([
  ['that the fill marked', { email: 'stranger@example.com', is_demo: true }],
  ['whose email is the demo’s', { email: 'Admin@dobara.example', is_demo: false }],
])('production refuses to start while an admin %s exists', async (_, facts) => {
  const { db } = (await testApp()).context
  const id = newId()
  const password_hash = await hashPassword('a stranger chose this')
  await insertAccount(db, {
    id,
    person_id: newId(),
    role: 'admin',
    name: 'Admin',
    password_hash,
    ...facts,
  })
  const own = await makeAccount('admin')
  expect(((await refusal()) as Error).message).toBe(
    `The demo admin still works here, with a password that anybody may have given it: ${facts.email}. Remove it by \`npm run demo:remove\`, with the same DATA_DIR or DATABASE_URL, and start again.`,
  )
  await updateAccount(db, id, { status: 'blocked' })
  expect(await refusal()).toBeUndefined()
  await updateAccount(db, id, { status: 'active' })
  expect(await removeDemo(db, new Date())).toMatchObject({ closed: [facts.email] })
  expect(await refusal()).toBeUndefined()
  expect((await as(own).call(listAllOrders, {})).status).toBe(200)
})

test('removes books of all demo sellers, except those somebody took over', async () => {
  const { db } = (await testApp()).context
  const [marked, someone] = [await makeAccount('seller'), await makeAccount('seller')]
  await updateAccount(db, marked.id, { is_demo: true })
  const [gone, kept, own] = [
    await makeBook(marked),
    await makeBook(someone),
    await makeBook({ ...someone, id: accounts.seller ?? '' }),
  ]
  expect(await removeDemo(db, new Date())).toEqual({ closed: [], books: 1 })
  const states = await Promise.all(
    [gone, kept, own].map(async (id) => (await as().call(readBook, { id })).status),
  )
  expect(states).toEqual([404, 200, 200])
})
