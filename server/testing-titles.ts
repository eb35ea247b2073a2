// Creates sales and listings from which a title's price is learned, by accounts that are old enough
// to count.
import type { Insertable } from 'kysely'
import { checkDigit13 } from '#contract/books/isbn.ts'
import type { BooksTable } from '#db/tables.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { makeAccount, makeBook, makeDelivered, type TestAccount, testApp } from './testing.ts'

export const author = 'R. K. Narayan'
export const newTitle = () => `The Guide ${crypto.randomUUID().slice(0, 8)}`
let isbns = Date.now() % 1e8
export function newIsbn(): string {
  const begin = `9799${String(isbns++).padStart(8, '0')}`
  return begin + checkDigit13(begin)
}

export async function grown(role: 'buyer' | 'seller', days = 900): Promise<TestAccount> {
  const account = await makeAccount(role)
  const created_at = new Date(Date.now() - days * 86_400_000)
  await updateAccount((await testApp()).context.db, account.id, { created_at })
  return account
}

export type TitleColumns = Partial<Insertable<BooksTable>>

const columns = (title: string, rupees: number, more: TitleColumns): TitleColumns => ({
  title,
  author,
  original_price: 50_000,
  publication_year: 2016,
  predicted_price: 23_500,
  price: rupees * 100,
  custom_price: rupees * 100,
  ...more,
})

export async function offer(
  title: string,
  rupees: number,
  more: TitleColumns = {},
  seller?: TestAccount,
) {
  const owner = seller ?? (await grown('seller'))
  return { seller: owner, id: await makeBook(owner, columns(title, rupees, more)) }
}

export async function sell(
  title: string,
  rupees: number,
  more: TitleColumns = {},
  seller?: TestAccount,
  buyer?: TestAccount,
) {
  const owner = seller ?? (await grown('seller'))
  const bookId = await makeBook(owner, columns(title, rupees, more))
  const made = await makeDelivered({
    seller: owner,
    buyer: buyer ?? (await grown('buyer')),
    bookId,
  })
  return { ...made, bookId }
}
