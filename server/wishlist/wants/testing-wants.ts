// For tests of wants: unique titles, and people who want them.
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { addWants, listWants } from '#contract/wishlist/wants.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, makeBook, type TestAccount, testApp } from '#server/testing.ts'
import { minListedDays } from '#server/wishlist/wants/wanted.ts'

/** Makes accounts belong to one person. */
export async function link(...accounts: TestAccount[]): Promise<void> {
  const { context } = await testApp()
  const person_id = newId()
  for (const { id } of accounts) await updateAccount(context.db, id, { person_id })
}

export const newTitle = () => ({ title: `Wanted ${uniqueLetters()}`, author: 'Asha B. Patil' })

type Terms = Omit<EndpointInput<typeof addWants>, 'titles'>

export const want = (
  account: TestAccount,
  title: { title?: string; author?: string; isbn?: string },
  terms: Terms = {},
) => as(account).call(addWants, { titles: [title], ...terms })

export async function makeWanting(
  count: number,
  title: { title: string; author: string },
  terms: Terms = {},
): Promise<TestAccount[]> {
  const buyers: TestAccount[] = []
  for (let n = 0; n < count; n++) {
    const buyer = await makeAccount('buyer')
    await want(buyer, title, terms)
    buyers.push(buyer)
  }
  return buyers
}

export const wantsOf = async (account: TestAccount) =>
  (await as(account).call(listWants, {})).body.wants

/** Creates a listing that is old enough for its title to be shown as wanted. */
export async function makeOldBook(...of: Parameters<typeof makeBook>): Promise<string> {
  const { db } = (await testApp()).context
  const id = await makeBook(...of)
  const old = new Date(Date.now() - (minListedDays + 1) * 86_400_000)
  await db
    .updateTable('books')
    .set({ created_at: old, updated_at: old })
    .where('id', '=', id)
    .execute()
  return id
}

/** Makes the public page show changes now. Otherwise it is computed only once a minute. */
export async function outdateWanted(): Promise<void> {
  ;(await testApp()).context.cache.outdate(['wants'])
}
