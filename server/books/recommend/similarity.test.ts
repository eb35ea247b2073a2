import fc from 'fast-check'
import { expect, test } from 'vitest'
import { similarityTo, titleWords } from './similarity.ts'

const book = {
  title: 'Concepts of Physics Vol 1',
  author: 'H. C. Verma',
  branch: 'Science',
  genre: 'Physics',
  description: 'Mechanics and waves.',
}

test('volumes are more similar than the same author, and that than the same branch', () => {
  const volume = similarityTo(book)({ ...book, title: 'Concepts of Physics Vol 2' })
  const author = similarityTo(book)({
    ...book,
    title: 'Foundation Science',
    genre: null,
    description: null,
  })
  const branch = similarityTo(book)({
    title: 'Organic Chemistry',
    author: 'Morrison',
    branch: 'Science',
    genre: null,
    description: null,
  })
  expect(volume).toBeGreaterThan(author)
  expect(author).toBeGreaterThan(branch)
  expect(branch).toBeGreaterThan(0)
})

test('similarity is symmetric and between 0 and 1', () => {
  const words = fc
    .array(fc.constantFrom('physics', 'maths', 'verma', 'guide', 'of', 'ka'), { maxLength: 4 })
    .map((list) => list.join(' '))
  const optionalWords = fc.option(words)
  const books = fc.record({
    title: words,
    author: words,
    branch: words,
    genre: optionalWords,
    description: optionalWords,
  })
  fc.assert(
    fc.property(books, books, (a, b) => {
      const score = similarityTo(a)(b)
      expect(score).toBe(similarityTo(b)(a))
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1.0000001)
    }),
  )
})

test('a missing genre or description doesn’t reduce the similarity', () => {
  const other = { ...book, title: 'Physics for All' }
  const bare = { ...other, genre: null, description: null }
  expect(similarityTo({ ...book, genre: null, description: null })(bare)).toBe(
    similarityTo(book)(bare),
  )
})

test('title words are the words that name the subject', () => {
  expect(titleWords('The Complete Guide to Organic Chemistry, 2nd Edition 2019')).toEqual([
    'chemistry',
    'organic',
    '2nd',
  ])
})
