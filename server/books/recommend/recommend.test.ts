import { expect, test } from 'vitest'
import {
  type Book,
  listBooks,
  listSimilarBooks,
  readBook,
  updateBook,
} from '#contract/books/books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, changeRow, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { updateRecommendations } from './recommend.ts'

const uniqueWord = () =>
  `w${newId()
    .replaceAll('-', '')
    .slice(-12)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`
const ids = (books: Book[]) => books.map(({ _id }) => _id)

async function recommendAll(now: Date): Promise<void> {
  const { context } = await testApp()
  while ((await updateRecommendations(context.db, now)) > 0);
  context.cache.outdate(['books'])
}
const recommendationsOf = async (id: string) =>
  (await as().call(readBook, { id })).body.recommendations

test('similar books share traits, the most similar first, without the book itself', async () => {
  const [branch, word, author, genre] = [uniqueWord(), uniqueWord(), uniqueWord(), uniqueWord()]
  const seller = await makeAccount('seller')
  const book = await makeBook(seller, { title: `${word} Vol 1`, author, branch, genre })
  const volume = await makeBook(seller, { title: `${word} Vol 2`, author, branch, genre })
  const sameAuthor = await makeBook(seller, { title: 'Unlike', author, branch: 'Law' })
  const sameGenre = await makeBook(seller, {
    title: 'Unlike too',
    author: 'Else',
    branch: 'Civil',
    genre,
  })
  const sameBranch = await makeBook(seller, { title: 'Unlike three', author: 'Else', branch })
  const sold = await makeBook(seller, { title: `${word} Vol 3`, author, branch, available: 0 })
  const unrelated = await makeBook(seller, {
    title: 'Unrelated',
    author: 'Else',
    branch: 'Children',
  })
  for (const account of [undefined, await makeAccount('buyer'), seller]) {
    const { status, body } = await as(account).call(listSimilarBooks, { id: book })
    expect([status, ids(body)]).toEqual([200, [volume, sameAuthor, sameBranch, sameGenre]])
  }
  expect(ids((await as().call(listSimilarBooks, { id: sold })).body)).toEqual(
    expect.arrayContaining([book, volume]),
  )
  expect(ids((await as().call(listSimilarBooks, { id: book })).body)).not.toContain(unrelated)
})

test('at most 12 books are similar, one of each other title', async () => {
  const branch = uniqueWord()
  const seller = await makeAccount('seller')
  const title = `Title 0 ${branch}`
  const book = await makeBook(seller, { title, branch })
  for (let n = 0; n < 15; n++) await makeBook(seller, { title: `Title ${n} ${branch}`, branch })
  await makeBook(seller, { title: `Title 14 ${branch}`, branch })
  const { body } = await as().call(listSimilarBooks, { id: book })
  expect(body).toHaveLength(12)
  const titles = new Set(body.map((similar) => similar.title))
  expect(titles.size).toBe(12)
  expect(titles).not.toContain(title)
})

test('the saved list is shown, without books off the market, until its book changes', async () => {
  const { context } = await testApp()
  const [branch, author] = [uniqueWord(), uniqueWord()]
  const seller = await makeAccount('seller')
  const [one, two] = [uniqueWord(), uniqueWord()]
  const [book = '', near = '', far = ''] = await Promise.all(
    [one, `${one} Waves`, two].map((title) => makeBook(seller, { title, author, branch })),
  )
  await recommendAll(context.now())
  const save = (...ids: string[]) =>
    context.db.updateTable('similar_books').set({ ids }).where('book_id', '=', book).execute()
  const similar = async () => {
    context.cache.outdate(['books'])
    return ids((await as().call(listSimilarBooks, { id: book })).body)
  }
  expect(await similar()).toEqual([near, far])
  await save(far, near)
  expect(await similar()).toEqual([far, near])

  const sell = (available: number) =>
    context.db.updateTable('books').set({ available }).where('id', '=', far).execute()
  await sell(0)
  expect(await similar()).toEqual([near])
  await sell(1)
  expect(await similar()).toEqual([far, near])

  const added = await makeBook(seller, { title: `${one} and More`, author, branch })
  expect(await similar()).toEqual([far, near])
  await recommendAll(context.now())
  expect(await similar()).toEqual([added, near, far])

  await save(far, near, added)
  await changeRow('books', book, { recommended_at: null })
  expect(await similar()).toEqual([added, near, far])
  const unlike = { title: uniqueWord(), author: uniqueWord(), branch: uniqueWord() }
  await as(seller).call(updateBook, { id: far, ...unlike })
  await context.jobs.idle()
  expect(await similar()).toEqual([added, near])
})

test('a title may contain special characters', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, {
    title: `100% _real_ \\ 'q" ${uniqueWord()}`,
    author: '%',
    branch: uniqueWord(),
  })
  expect((await as().call(listSimilarBooks, { id })).body.every(({ _id }) => _id !== id)).toBe(true)
  const empty = await makeBook(seller, { title: '📚', author: '?', branch: uniqueWord() })
  expect((await as().call(listSimilarBooks, { id: empty })).status).toBe(200)
})

test('recommendations are similar enough and on the market, even for older books', async () => {
  const { context } = await testApp()
  const now = new Date()
  const [branch, word] = [uniqueWord(), uniqueWord()]
  const seller = await makeAccount('seller')
  const first = await makeBook(seller, { title: `${word} Part One`, author: word, branch })
  const lonely = await makeBook(seller, { title: 'Alone', author: 'Nobody', branch })
  await recommendAll(now)
  expect(await recommendationsOf(first)).toEqual([])
  const later = new Date(now.getTime() + 60_000)
  const second = await makeBook(seller, { title: `${word} Part Two`, author: word, branch })
  await recommendAll(later)
  expect([
    await recommendationsOf(first),
    await recommendationsOf(second),
    await recommendationsOf(lonely),
  ]).toEqual([[second], [first], []])
  await changeRow('books', second, { available: 0 })
  context.cache.outdate(['orders'])
  expect(await recommendationsOf(first)).toEqual([])
  expect(
    (await as().call(listBooks, { branch })).body.find(({ _id }) => _id === first)?.recommendations,
  ).toEqual([])
})

test('recommendations are updated after a day, at most 8, and the same every time', async () => {
  const { context } = await testApp()
  const now = new Date(Date.now() + 3_600_000)
  const [branch, word] = [uniqueWord(), uniqueWord()]
  const seller = await makeAccount('seller')
  const book = await makeBook(seller, { title: word, author: word, branch })
  for (let n = 0; n < 10; n++)
    await makeBook(seller, { title: `${word} ${n}`, author: word, branch })
  await recommendAll(now)
  const before = await recommendationsOf(book)
  expect(before).toHaveLength(8)
  await context.db.deleteFrom('similar_books').where('book_id', '=', book).execute()
  await recommendAll(new Date(now.getTime() + 23 * 3_600_000))
  expect(await recommendationsOf(book)).toEqual([])
  await recommendAll(new Date(now.getTime() + 25 * 3_600_000))
  expect(await recommendationsOf(book)).toEqual(before)
})

test('a new price doesn’t change recommendations, and a new title makes them due', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Optics' })
  await context.jobs.idle()
  const recommended_at = new Date(context.now().getTime() - 3_600_000)
  await changeRow('books', id, { recommended_at })
  const readTime = async () => {
    await context.jobs.idle()
    const book = context.db.selectFrom('books').select('recommended_at').where('id', '=', id)
    return (await book.executeTakeFirstOrThrow()).recommended_at
  }
  await as(seller).call(updateBook, { id, price: 150 })
  expect(await readTime()).toEqual(recommended_at)
  await as(seller).call(updateBook, { id, title: 'Wave Optics' })
  expect(await readTime()).not.toEqual(recommended_at)
})
