// Helpers of shops, with a session of the shop's account.

import { insertSession } from '#server/accounts/auth/sessions.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { insertHelper } from './store.ts'

export const makeShop = (name?: string) =>
  makeAccount('seller', { shop: true, ...(name !== undefined && { name }) })

/** The `id` is that of the shop's account. Without `password_hash` the helper can't log in. */
export async function makeHelper(
  { id: seller_id }: TestAccount,
  { name, password_hash = 'none' }: { name?: string; password_hash?: string } = {},
) {
  const { db, now } = (await testApp()).context
  const id = newId()
  const email = `${id}@example.com`
  const columns = { id, seller_id, name: name ?? `Helper ${id.slice(-4)}`, email, password_hash }
  await insertHelper(db, { ...columns, created_at: now() })
  const token = newToken()
  const session = { tokenHash: hashToken(token), accountId: seller_id, helperId: id }
  await insertSession(db, { ...session, userAgent: 'test', now: now() })
  return { id: seller_id, token, name: columns.name, email, helperId: id }
}
export type TestHelper = Awaited<ReturnType<typeof makeHelper>>
