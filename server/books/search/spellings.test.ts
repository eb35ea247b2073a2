// Typed searches and the titles that they should find, on a market with other books.
import { beforeAll, expect, test } from 'vitest'
import { type Book, listBooks } from '#contract/books/books.ts'
import { sumUpSearchWords } from '#server/books/search/words/terms.ts'
import { as, followPages, makeAccount, makeBook, testApp } from '#server/testing.ts'

type Listed = { title: string; author?: string } & Record<string, unknown>

const listed: readonly Listed[] = [
  ...[
    'ज्ञान',
    'पहाड़',
    'प्रेमचंद/गोदान भाष्य',
    'गोदान।',
    'रवीन्द्रनाथ',
    'बड़ी बहन',
    'स्\u200dथान का इतिहास',
  ].map((title) => ({ title })),
  { title: 'शेखर: एक जीवनी', author: 'अज्ञेय' },
  { title: 'Corporate Chanakya', author: 'R. Pillai' },
  { title: 'Q & A', author: 'Vikas Swarup' },
  { title: 'QED', author: 'A. Feynman' },
  { title: 'Class–12 Physics', author: 'A. Zed', branch: 'Class 11-12' },
  { title: 'Physics: Textbook for Class XII, Part I', author: 'NCERT', branch: 'Class 11-12' },
  { title: 'Physics: Textbook for Class XI, Part I', author: 'NCERT', branch: 'Class 11-12' },
  { title: 'Physics: Textbook for Class XI, Part II', author: 'NCERT', branch: 'Class 11-12' },
  { title: 'Mathematics for Class XII', author: 'NCERT', branch: 'Class 11-12' },
  { title: 'Mathematics for Class IX', author: 'NCERT', branch: 'School (Class 1-10)' },
  { title: 'Chemistry for Class XI', author: 'NCERT', branch: 'Class 11-12' },
  {
    title: '41 Years’ Chapterwise Solutions: IIT JEE Physics',
    author: 'D. C. Pandey',
    branch: 'Competitive Exams',
  },
  {
    title: 'Human Anatomy, Volume 1',
    author: 'B. D. Chaurasia',
    branch: 'Medical',
    genre: 'Anatomy',
  },
  {
    title: 'The Code of Criminal Procedure',
    author: 'A. Publisher',
    branch: 'Law',
    genre: 'Bare act',
  },
  { title: 'The Constitution: Bare Act', author: 'A. Publisher', branch: 'Law' },
  {
    title: 'Introduction to Algorithms',
    author: 'Thomas H. Cormen, Charles E. Leiserson, Ronald L. Rivest, Clifford Stein',
    branch: 'Computer Science',
  },
  { title: 'Bhagavad Gita As It Is', author: 'A. C. Prabhupada' },
  { title: 'Rich Dad Poor Dad', author: 'Robert T. Kiyosaki' },
  { title: 'Objective Mathematics', author: 'R. D. Sharma', branch: 'Mathematics' },
  { title: 'Ramcharit Manas', author: 'Tulsidas' },
  {
    title: 'The Immortals of Meluha',
    author: 'Amish Tripathi',
    branch: 'Fiction',
    description: 'Book one of the Shiva trilogy.',
  },
  {
    title: 'Nirmala',
    author: 'Premchand',
    branch: 'Fiction',
    genre: 'Hindi novel',
    description: 'In Hindi.',
  },
  {
    title: 'Rapidex English',
    author: 'A. Gupta',
    branch: 'Language & Literature',
    description: 'Learn English, explained in Hindi.',
  },
  { title: 'Malgudi Days', author: 'R. K. Narayan', branch: 'Fiction', genre: 'Short stories' },
  {
    title: 'Clean Code',
    author: 'Robert C. Martin',
    branch: 'Computer Science',
    genre: 'Programming',
  },
  { title: 'Fundamentals of Music', author: 'A. Teacher' },
  { title: 'A Brief History of Time', author: 'Stephen Hawking', isbn: '9780553380163' },
]

const search = async (text: string): Promise<string[]> =>
  ((await as().call(listBooks, { search: text, limit: 200 })).body as Book[]).map(
    ({ title }) => title,
  )

beforeAll(async () => {
  const seller = await makeAccount('seller')
  for (const book of listed) await makeBook(seller, { author: 'क', ...book })
  await sumUpSearchWords((await testApp()).context.db)
})

test.each([
  ...['gyan', 'jnan'].map((typed) => [typed, 'ज्ञान']),
  ...['pahad', 'पहाड'].map((typed) => [typed, 'पहाड़']),
  ...['bari behan', 'badi bahan'].map((typed) => [typed, 'बड़ी बहन']),
  ...['agyeya', 'ajneya'].map((typed) => [typed, 'शेखर: एक जीवनी']),
  ...['rabindra nath', 'rabindranath', 'रवींद्रनाथ'].map((typed) => [typed, 'रवीन्द्रनाथ']),
  ...['sthan', 'स्थान'].map((typed) => [typed, 'स्\u200dथान का इतिहास']),
  ...['godan', 'Go\u00addan', 'गोदान'].map((typed) => [typed, 'गोदान।']),
  ['गोदान भाष्य', 'प्रेमचंद/गोदान भाष्य'],
  ...['Q&A', 'q and a', 'Q & A'].map((typed) => [typed, 'Q & A']),
  ...['Class 12 Physics', '12 Physics', 'class-12 physics'].map((typed) => [
    typed,
    'Class–12 Physics',
  ]),
  ['11th physics part 2', 'Physics: Textbook for Class XI, Part II'],
  ['ninth maths', 'Mathematics for Class IX'],
  ['iit jee physics previous year questions', '41 Years’ Chapterwise Solutions: IIT JEE Physics'],
  ['mbbs first year anatomy', 'Human Anatomy, Volume 1'],
  ['crpc bare act', 'The Code of Criminal Procedure'],
  ['clrs', 'Introduction to Algorithms'],
  ...['bhagwat geeta', 'bhagvad gita', 'bhagavad geeta'].map((typed) => [
    typed,
    'Bhagavad Gita As It Is',
  ]),
  ['rich dad pore dad', 'Rich Dad Poor Dad'],
  ...['आर डी शर्मा', 'आरडी शर्मा', 'rd sharma'].map((typed) => [typed, 'Objective Mathematics']),
  ...['ramcharitmanas', 'रामचरितमानस', 'ramcharit manas'].map((typed) => [
    typed,
    'Ramcharit Manas',
  ]),
  ['amish shiva trilogy', 'The Immortals of Meluha'],
  ...['ISBN-13: 978-0-553-38016-3', '0553380168'].map((typed) => [
    typed,
    'A Brief History of Time',
  ]),
  ...['hindi novel', 'hindi upanyas', 'munshi premchand'].map((typed) => [typed, 'Nirmala']),
  ['kahaniyan', 'Malgudi Days'],
  ['python', 'Clean Code'],
  ['class 12 chemistry', 'Chemistry for Class XI'],
  ['robert martin', 'Clean Code'],
])('%s finds %s first', async (typed = '', title) => {
  expect((await search(typed))[0]).toBe(title)
})

test('wren martin doesn’t find another Martin if Wren and Martin is for sale', async () => {
  const { db } = (await testApp()).context
  const grammar = await makeBook(await makeAccount('seller'), {
    title: 'High School English Grammar',
    author: 'P. C. Wren, H. Martin',
  })
  await db.updateTable('books').set({ available: 0 }).where('id', '=', grammar).execute()
  await sumUpSearchWords(db)
  expect(await search('wren martin')).toEqual([])
})

test('plus two physics finds only books for class 12', async () => {
  expect((await search('plus two physics')).toSorted()).toEqual([
    'Class–12 Physics',
    'Physics: Textbook for Class XII, Part I',
  ])
})

test('upanyas finds what fiction finds', async () => {
  const found = await search('upanyas')
  expect(found).toEqual(await search('fiction'))
  expect(found).toContain('Nirmala')
  expect(found).not.toContain('Clean Code')
})

test.each(['nda', 'wren martin'])('%s finds no other book if it isn’t listed', async (typed) => {
  expect(await search(typed)).toEqual([])
})

test.each(['kitab', 'purani kitab', 'books', 'पुरानी किताब'])('%s finds any book', async (typed) => {
  expect(await search(typed)).toHaveLength(listed.length)
})

test('a search for any book has several pages', async () => {
  const path = `/books/buyer/books?${new URLSearchParams({ search: 'purani kitab', limit: '20' })}`
  expect(await followPages<Book>(path)).toHaveLength(listed.length)
})

test('a named price is an upper limit, unless it is part of a title', async () => {
  const seller = await makeAccount('seller')
  await makeBook(seller, { title: 'Pinjar and Others', author: 'A. Pritam', price: 80_00 })
  await makeBook(seller, { title: 'Pinjar and More', author: 'A. Pritam', price: 150_00 })
  const find = async (text: string) =>
    (await as().call(listBooks, { search: text, limit: 200 })).body as Book[]
  expect((await find('pinjar under 100')).map(({ title }) => title)).toEqual(['Pinjar and Others'])
  const cheap = await find('book under 100')
  expect(cheap.length).toBeGreaterThan(0)
  expect(cheap.every(({ price }) => price <= 100)).toBe(true)
})
