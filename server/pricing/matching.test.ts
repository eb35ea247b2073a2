// Tests which copies count for a title's price.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteBook, updateBook } from '#contract/books/books.ts'
import { predictPrice } from '#contract/books/pricing.ts'
import { titleKey, titleSearchText } from '#contract/books/title-key.ts'
import { readTitle } from '#contract/books/titles.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { as, testApp } from '#server/testing.ts'
import { rounds } from '#server/testing-rounds.ts'
import { author, newIsbn, newTitle, offer, sell } from '#server/testing-titles.ts'

const question = { condition: 'good', publication_year: 2016, original_price: 500 } as const

const predict = async (
  more: { title?: string; author?: string; isbn?: string; publication_year?: number } = {},
) => (await as().call(predictPrice, { ...question, ...more })).body

test('copies match by ISBN, or by title and author if one has none', async () => {
  const title = newTitle()
  const isbn = newIsbn()
  const otherIsbn = newIsbn()
  await offer(`Else ${title}`, 301, { isbn, publication_year: 1999 })
  await offer(title, 302)
  await offer(`${title}!`, 303, { publication_year: 2017 })
  await offer(title, 304, { publication_year: 2010 })
  await offer(title, 305, { isbn: otherIsbn })
  await offer(title, 306, { isbn: otherIsbn, publication_year: 2008 })
  const lowest = async (more: Parameters<typeof predict>[0]) => {
    const { known } = await predict(more)
    return [known?.offered, known?.lowestOffer, known?.prices]
  }
  expect(await lowest({ isbn })).toEqual([1, 301, 1])
  expect(await lowest({ isbn, title, author })).toEqual([2, 302, 3])
  expect(await lowest({ isbn: otherIsbn, title, author })).toEqual([2, 302, 4])
  expect(await lowest({ title, author })).toEqual([2, 302, 3])
  expect(await lowest({ title, author, publication_year: 2010 })).toEqual([1, 304, 1])
  expect(await lowest({ title, author, publication_year: 2009 })).toEqual([1, 304, 2])
  expect(await lowest({ title, author: 'Somebody Else' })).toEqual([0, undefined, 0])
  expect((await as().call(predictPrice, { ...question, isbn: '12' })).status).toBe(400)
})

test('counts copies on the linked page, which has most of them', async () => {
  const title = newTitle()
  const isbn = newIsbn()
  const told = async (more: Parameters<typeof predict>[0] = {}) => {
    const { known } = await predict({ title, author, ...more })
    const page = (await as().call(readTitle, { id: known?.title ?? '' })).body
    expect(known).toMatchObject({ offered: page.copies, lowestOffer: page.lowestPrice })
    return [page.isbn, known?.offered, known?.lowestOffer, known?.prices]
  }
  await offer(title, 321, { isbn })
  await offer(title, 300)
  expect(await told()).toEqual([undefined, 1, 300, 2])
  await offer(title, 349, { isbn })
  // The price is learned from the copies on both title pages.
  expect(await told()).toEqual([isbn, 2, 321, 3])
  expect(await told({ isbn })).toEqual([isbn, 2, 321, 3])
})

test('a copy without an ISBN matches those with one in any spelling', async () => {
  const mark = crypto.randomUUID().slice(0, 8)
  for (const [given, asked] of [
    [`गोदान: ${mark}`, `गोदान ${mark}`],
    [`Études, ${mark} (Vol. 1)`, `etudes ${mark} vol 1`],
    [`C++ & C# – ${mark}`, `c++ and c# ${mark}`],
    [`(New) Physics ${mark}`, `New Physics ${mark}`],
    [`"Emma" ${mark}"`, `Emma ${mark}`],
    [`Maths/Stats ${mark}`, `Maths Stats ${mark}`],
    [`100% Maths ${mark}`, `100 Maths ${mark}`],
    [`Godan ${mark}।`, `Godan ${mark}`],
  ] as const) {
    await offer(given, 310, { isbn: newIsbn() })
    expect((await predict({ title: asked, author })).known).toMatchObject({ offered: 1, prices: 1 })
    expect((await predict({ title: `${asked} 2`, author })).known).toMatchObject({ offered: 0 })
  }
})

/**
 * Returns the id of each book's work, as the database computes it. Books with the same key must be
 * one work, and other books must not.
 */
async function worksOf(books: readonly { title: string; author: string }[]): Promise<string[]> {
  const { db } = (await testApp()).context
  const texts = books.map((book) => `${titleSearchText(book)} ;; ;; ;; english`)
  const { rows } = await sql<{ work: string }>`
    select work_id(text) as work from unnest(${texts}::text[]) with ordinality as given(text, place)
    order by place`.execute(db)
  return rows.map(({ work }) => work)
}

test('the database normalizes titles like their keys, in any script', async () => {
  const { db } = (await testApp()).context
  // A sign after a letter either stays or becomes a space.
  const isSign = (code: number) => /^[^\p{Cn}\p{Cs}\p{Co}\0]$/u.test(String.fromCodePoint(code))
  const signs = Array.from({ length: 0x20000 }, (_, code) => code).filter(isSign)
  const titles = Array.from({ length: Math.ceil(signs.length / 64) }, (_, part) =>
    signs
      .slice(64 * part, 64 * part + 64)
      .map((code) => `x${String.fromCodePoint(code)}`)
      .join(''),
  )
  const { rows } = await sql<{ words: string }>`
    select key_words(split_part(text, ' ;; ', 1)) as words
    from unnest(${titles.map((title) => titleSearchText({ title, author: '' }))}::text[])
      with ordinality as given(text, place) order by place`.execute(db)
  // Compares only this many letters, because a key has no more.
  for (const [part, { words }] of rows.entries())
    expect(words.slice(0, 200)).toBe(
      titleKey({ title: titles[part] ?? '', author: '' }).slice(0, -' / '.length),
    )
})

test('copies with equal keys are one work, with any punctuation', async () => {
  const part = fc
    .array(fc.constantFrom(...'ab.,-/()"%।+#é 1कि'.split('')), { minLength: 1, maxLength: 8 })
    .map((letters) => letters.join(''))
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
  const pairs = fc.sample(fc.tuple(part, part, part, part), {
    numRuns: rounds(1000, 4000),
    seed: 33,
  })
  const named = pairs.map(([title, other, author]) => [
    { title, author: `${author} Rao` },
    { title: other, author: `${author} Rao` },
  ])
  const signed = pairs.map(([title, , author, signs]) => [
    { title, author },
    { title: `${signs.replace(/[\p{L}\p{M}\p{N}+#]/gu, '-')}${title}.`, author: ` ${author}` },
  ])
  const books = [...named, ...signed].flat()
  const works = await worksOf(books)
  let same = 0
  for (let n = 0; n < books.length; n += 2) {
    const [one, other] = [books[n], books[n + 1]]
    if (!one || !other) throw new Error('Books come in pairs.')
    const isSame = titleKey(one) === titleKey(other)
    if (isSame) same++
    expect([one, other, works[n] === works[n + 1]]).toEqual([one, other, isSame])
  }
  expect(same).toBeGreaterThan((books.length * 3) / 16)
})

test('authors match with and without dots and joined initials', async () => {
  const { db } = (await testApp()).context
  const names = ['R. K. Narayan', 'R K Narayan', 'R.K. Narayan', 'R.K.Narayan', 'r k  narayan.']
  const works = await worksOf(names.map((author) => ({ title: 'Swami', author })))
  expect(new Set(works).size).toBe(1)
  const [other] = await worksOf([{ title: 'Swami', author: 'R. L. Narayan' }])
  expect(works).not.toContain(other)
  expect((await sql<{ key: string }>`select key_words('  a––b ') as key`.execute(db)).rows).toEqual(
    [{ key: 'a b' }],
  )
})

test('a listing adds only itself to its title, not the sales of its ISBN', async () => {
  const [title, honest] = [newTitle(), newTitle()]
  const isbn = newIsbn()
  for (let n = 0; n < 6; n++) await sell(honest, 460, { isbn })
  const plain = await predict()
  const claiming = await offer(title, 235, { isbn, custom_price: null })
  const unknown = { predicted_price: plain.predicted_price, known: { sold: 0, prices: 0 } }
  expect(await predict({ title, author })).toMatchObject({
    ...unknown,
    known: { offered: 1, ...unknown.known },
  })
  expect(await predict({ title: honest, author })).toMatchObject({ known: { sold: 6, prices: 6 } })
  const { db } = (await testApp()).context
  await updateAccount(db, claiming.seller.id, { status: 'blocked' })
  expect((await predict({ title, author })).known).toMatchObject({ sold: 0, offered: 0 })
})

test('sales of copies with an ISBN count for the title under which they were sold', async () => {
  const [title, elsewhere] = [newTitle(), newTitle()]
  const { seller, bookId } = await sell(title, 400, { isbn: newIsbn() })
  const known = async (title: string) => (await predict({ title, author })).known
  expect(await known(title)).toMatchObject({ sold: 1, soldPrices: [400], prices: 1 })
  // If the listing is renamed later, its sales still belong to the title under which they were
  // sold.
  await as(seller).call(updateBook, { id: bookId, title: elsewhere })
  expect(await known(elsewhere)).toMatchObject({ sold: 0, prices: 0 })
  await as(seller).call(updateBook, { id: bookId, title })
  await as(seller).call(deleteBook, { id: bookId })
  expect(await known(title)).toMatchObject({ sold: 1, prices: 1 })
})
