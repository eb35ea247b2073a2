// Lists filtered by class, exam and language.
import { expect, test } from 'vitest'
import { examNames, languageNames } from '#contract/books/book-tags.ts'
import { listBooks } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { exams, languages } from '#server/books/search/words/dictionary.ts'
import { uniqueLetters } from '#server/books/search/words/testing-words.ts'
import { as, followPages, makeAccount, makeBook } from '#server/testing.ts'

async function makeMarket() {
  const word = uniqueLetters()
  const seller = await makeAccount('seller')
  const names = new Map<string, string>()
  const add = async (name: string, title: string, more: object = {}) =>
    names.set(await makeBook(seller, { title: `${title} ${word}`, branch: word, ...more }), name)
  await add('physics', 'Physics for Class XII', { price: 30_000 })
  await add('jee', 'Chemistry', { description: 'Class 12, also for JEE Main.', price: 10_000 })
  await add('eleven', 'Biology for Class 11', { genre: 'NEET', price: 20_000 })
  await add('hindi', 'भौतिकी कक्षा 12')
  await add('novel', 'Godaan', { genre: 'Hindi novel' })
  const list = async (query: object) => {
    const { body, headers } = await as().call(listBooks, { branch: word, ...query } as never)
    return [
      Number(headers['x-total-count']),
      body.map(({ _id }) => names.get(_id) as string).sort(),
    ]
  }
  return { word, seller, names, list }
}

test('lists by class, exam and language, alone and with other filters', async () => {
  const { word, names, list } = await makeMarket()
  expect(await list({ class: 12, limit: 9 })).toEqual([3, ['hindi', 'jee', 'physics']])
  expect(await list({ class: '11', limit: 9 })).toEqual([1, ['eleven']])
  expect(await list({ exam: 'JEE', limit: 9 })).toEqual([1, ['jee']])
  expect(await list({ exam: 'neet', class: 11, limit: 9 })).toEqual([1, ['eleven']])
  expect(await list({ language: 'Hindi', limit: 9 })).toEqual([2, ['hindi', 'novel']])
  expect(await list({ language: 'hindi', class: 12, limit: 9 })).toEqual([1, ['hindi']])
  expect(await list({ language: 'marathi', limit: 9 })).toEqual([0, []])
  expect(await list({ class: 12, maxPrice: 250, limit: 9 })).toEqual([2, ['hindi', 'jee']])
  expect(await list({ class: 12, search: word, limit: 9 })).toEqual([
    3,
    ['hindi', 'jee', 'physics'],
  ])
  expect(await list({ class: 12, search: 'chemistry', limit: 9 })).toEqual([1, ['jee']])
  expect((await list({ class: '', exam: '', language: '', limit: 9 }))[0]).toBe(5)
  const sorted = await followPages<{ _id: string }>(
    `/books/buyer/books?branch=${word}&class=12&sort=price&limit=1`,
  )
  expect(sorted.map(({ _id }) => names.get(_id))).toContain('physics')
  expect(sorted).toHaveLength(3)
  const titles = await as().call(searchTitles, { branch: word, exam: 'jee', search: word })
  expect(titles.body.map(({ book }) => names.get(book._id))).toEqual(['jee'])
})

test('rejects an unknown class, exam or language with a sentence', async () => {
  const refused = async (query: object) => {
    const { status, error } = await as().call(listBooks, query as never)
    return [status, ...Object.values(error.fields ?? {})]
  }
  for (const number of [13, 0, 'XII', '7.5'])
    expect(await refused({ class: number })).toEqual([400, 'A class is a number from 1 to 12.'])
  expect(await refused({ exam: 'mba' })).toEqual([
    400,
    `An exam is one of ${Object.keys(examNames).join(', ')}.`,
  ])
  expect(await refused({ language: 'toString' })).toEqual([
    400,
    `A language is one of ${Object.keys(languageNames).join(', ')}.`,
  ])
})

test('every exam that has a tag and every language in the dictionary can be chosen', () => {
  expect(Object.keys(examNames).sort()).toEqual(exams.map(({ name }) => name).sort())
  for (const language of languages)
    if (language !== 'english') expect(languageNames).toHaveProperty(language)
})
