import { type Account, unique, type Write } from '#e2e/support/fixtures.ts'

/** Creates a seller with a PIN code through the API. The sign-up page doesn't ask for one. */
export async function createSellerIn(post: Write, pinCode: string): Promise<Account> {
  const email = `${unique('seller').replaceAll(' ', '-')}@example.com`
  const password = 'monsoon-library-42'
  const form = { name: 'Ravi Kumar', email, password, sellerType: 'student', pinCode }
  await post('/seller/signup', form)
  return { ...((await post('/seller/login', { email, password })) as Account), email }
}
