import { type Account, password, type Write } from '#e2e/support/fixtures.ts'

/** The seller account of somebody who has bought so far. */
export async function openSeller(post: Write, buyer: Account): Promise<Account> {
  await post('/account/seller', { name: buyer.name, sellerType: 'student' }, buyer)
  const session = await post('/seller/login', { email: buyer.email, password })
  return { ...(session as Account), email: buyer.email }
}
