import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteBook, listBooks, updateBook } from '#contract/books/books.ts'
import { bookInvariants } from '#server/books/invariants.ts'
import { maxBooksOfKey, maxCountedMatches } from '#server/books/limits.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { findBroken } from '#server/testing-invariants.ts'
import { plainWord } from './read-search.ts'
import { findTerms, sumUpSearchWords } from './terms.ts'
import { addBooksLike, uniqueLetters } from './testing-words.ts'

const brokenWords = () => findBroken(bookInvariants, 'the words that searches ask for')

test('words follow the names of books at once, and their counts later', async () => {
  const { db } = (await testApp()).context
  const [first, second] = [uniqueLetters(), uniqueLetters()]
  const seller = await makeAccount('seller')
  const count = async () => {
    await Promise.all([sumUpSearchWords(db), sumUpSearchWords(db)])
    await sumUpSearchWords(db)
    expect(await brokenWords()).toEqual([])
    const { rows } = await sql<{ word: string; books: number }>`
      select word, books from search_words where word in (${first}, ${second})`.execute(db)
    return [first, second].map((word) => rows.find((row) => row.word === word)?.books)
  }
  const id = await makeBook(seller, { title: `${first}: (${first}), ${first}!` })
  await makeBook(seller, { title: first })
  expect(await findTerms(db, [plainWord(first.slice(1))], { few: 1 })).toMatchObject([
    { words: [first] },
  ])
  expect(await brokenWords()).toEqual([])
  expect(await count()).toEqual([2, undefined])
  await as(seller).call(updateBook, { id, title: second })
  expect(await findTerms(db, [plainWord(second)], { few: 1 })).toMatchObject([{ words: [second] }])
  expect(await count()).toEqual([1, 1])
  await as(seller).call(updateBook, { id, description: 'Another one' })
  expect(await count()).toEqual([1, 1])
  await as(seller).call(deleteBook, { id })
  expect(await count()).toEqual([1, undefined])
  expect((await as().call(listBooks, { search: second })).body).toEqual([])
})

test('an unused word is deleted in the next run, however briefly it was used', async () => {
  const { db } = (await testApp()).context
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  const isKnown = async () => {
    const { rows } = await sql`select from search_words where word = ${word}`.execute(db)
    return rows.length > 0
  }
  const id = await makeBook(seller, { title: word })
  await as(seller).call(deleteBook, { id })
  await sumUpSearchWords(db)
  expect(await isKnown()).toBe(true)
  await makeBook(seller, { title: word })
  await sumUpSearchWords(db)
  expect(await findTerms(db, [plainWord(word)], { few: 1 })).toMatchObject([
    { words: [word], books: 1 },
  ])
  const other = await makeBook(seller, { title: `${word} ${word}x` })
  await as(seller).call(deleteBook, { id: other })
  await sumUpSearchWords(db)
  await sumUpSearchWords(db)
  expect(await findTerms(db, [plainWord(`${word}x`)], { few: 1 })).toMatchObject([{ words: [] }])
  expect(await isKnown()).toBe(true)
  expect(await brokenWords()).toEqual([])
})

test('finds a word as long as a title', async () => {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  const titles = ['𝕏'.repeat(180) + word, `${'ﷺ'.repeat(180)}${word}`, `${'㌖'.repeat(60)}${word}`]
  for (const title of titles) await makeBook(seller, { title })
  const { body } = await as().call(listBooks, { search: word })
  expect(body.map(({ title }) => title).sort()).toEqual(titles.sort())
  expect(await brokenWords()).toEqual([])
})

test('if very many books match, those with the typed words come first', async () => {
  const word = uniqueLetters()
  const [common, typed] = [`${word}common`, `${word}commun`]
  const seller = await makeAccount('seller')
  const exact = [await makeBook(seller, { title: typed }), await makeBook(seller, { title: typed })]
  const id = await makeBook(seller, { title: common })
  await addBooksLike(id, maxCountedMatches)
  const read = async (query: object) => {
    const { body, headers } = await as().call(listBooks, { search: typed, ...query })
    return { ids: body.map(({ _id }) => _id), link: String(headers.link) }
  }
  const whole = await read({ limit: 8 })
  expect(whole.ids.slice(0, 2).sort()).toEqual(exact.toSorted())
  expect(whole.ids.slice(2)).toEqual(whole.ids.slice(2).sort().reverse())
  const pages: string[] = []
  for (let cursor: string | undefined, page = 0; page < 8; page++) {
    const { ids, link } = await read({ limit: 1, ...(cursor && { cursor }) })
    pages.push(...ids)
    cursor = /cursor=([^&>]+)/.exec(link)?.[1]
  }
  expect(pages).toEqual(whole.ids)
  expect((await read({ limit: 8, sort: 'price' })).ids).toHaveLength(8)
})

test('a word too short for the index of words is looked up if all others are common', async () => {
  const { db } = (await testApp()).context
  const [rare, common] = [uniqueLetters(), uniqueLetters()]
  await sql`insert into search_words (word, books) values (${rare}, 1), (${common}, ${maxBooksOfKey + 1})`.execute(
    db,
  )
  const wordsOf = async (...words: string[]) =>
    (await findTerms(db, words.map(plainWord), { few: 1 })).map(({ words }) => words)
  try {
    expect(await wordsOf(rare, '\u{10f0}')).toEqual([[rare], undefined])
    expect(await wordsOf(common, '\u{10f0}')).toEqual([[common], []])
  } finally {
    await sql`delete from search_words where word in (${rare}, ${common})`.execute(db)
  }
})
