import { test as base, unique } from '#e2e/support/fixtures.ts'
import { createSellerIn } from './create-seller-in.ts'

/** A test with three copies of one title: ₹200 in Kothrud, ₹100 in Hadapsar and ₹300 in Mumbai. */
export const test = base.extend<{ title: string }>({
  title: async ({ post, createBook }, use) => {
    const title = unique('Concepts of Physics')
    for (const [pinCode, price] of [
      ['411038', 200],
      ['411028', 100],
      ['400001', 300],
    ] as const)
      await createBook(await createSellerIn(post, pinCode), { title, price })
    await use(title)
  },
})
