import { expect, test } from 'vitest'
import { readSearch } from './read-search.ts'
import { bookTags, initialsSign } from './tags.ts'

const tagsOf = (title: string, more: object = {}) =>
  Object.values(bookTags({ title, author: 'An Author', ...more }))
    .flat()
    .filter((tag) => !tag.startsWith(initialsSign))
    .sort()

test.each([
  ['Physics: Textbook for Class XII, Part I', ['‡class-12', '‡part-01', '‡physics']],
  ['Mathematics for Class 12, Volume I', ['‡class-12', '‡mathematics', '‡part-01']],
  ['Plus Two Physics', ['‡class-12', '‡physics']],
  ['भौतिकी भाग २', ['‡part-02', '‡physics']],
  ['Code of Criminal Procedure: Bare Act', ['‡bare-act', '‡criminal-procedure']],
  ['12th Standard Chemistry', ['‡chemistry', '‡class-12']],
  ['Active Grammar for Class 1-3', ['‡class-01', '‡class-02', '‡class-03']],
  ['Biology for Classes XI and XII', ['‡biology', '‡class-11', '‡class-12']],
  ['41 Years of IIT-JEE Physics', ['‡jee', '‡physics']],
  ['The 10th Edition', []],
  ['Henry VIII', []],
  ['Tom Sawyer', []],
  ['Second Class Citizen', []],
  ['बारहवीं कक्षा भौतिकी', ['‡class-12', '‡physics']],
])('%s has the tags %j', (title, tags) => {
  expect(tagsOf(title)).toEqual(tags)
})

test('genre and description give tags too, and each word of a branch is a tag', () => {
  expect(
    tagsOf('Elementary Lessons', {
      branch: 'School (Class 1-10)',
      genre: 'NEET',
      description: 'For class XI; good for JEE Main as well.',
    }),
  ).toEqual(['‡class-11', '‡jee', '‡neet', '‡school', '‡textbook'])
})

test.each([
  ...['class 12 physics', 'physics for class xii', '12th physics', 'physics class 12th'],
  ...['physics twelfth class', 'std 12 physics', 'phy 12', 'बारहवीं भौतिकी', 'physics +2'],
  ...['plus two physics', 'class-12 physics', 'Class–12 Physics', 'physics १२', 'twelfth physics'],
])('%s asks for the class and the subject', (question) => {
  const { words } = readSearch(question)
  expect(words.flatMap(({ tags }) => tags).sort()).toEqual(['‡class-12', '‡physics'])
})

test.each([
  ['second hand godan book', ['godan'], ['second', 'hand', 'book']],
  ['wings of fire in english', ['wings', 'fire'], ['of', 'in', 'english']],
  ['english grammar', ['english', 'grammar'], []],
  ['the book', ['the', 'book'], []],
  ['data structures', ['data structures'], []],
  ['tom sawyer', ['tom', 'sawyer'], []],
  ['mbbs first year anatomy', ['mbbs', 'anatomy'], ['first year']],
  ['hindi novel', ['hindi', 'novel'], []],
  ['godan novel', ['godan'], ['novel']],
  ['purani kitab', ['purani', 'kitab'], []],
  ['physics - class 12', ['physics', 'class 12'], []],
  ['Q&A', ['q'], ['and', 'a']],
  ['आर डी शर्मा', ['आर डी', 'शर्मा'], []],
])('%s asks for %j', (question, words, fillers) => {
  const found = readSearch(question)
  expect(found.words.map(({ word }) => word)).toEqual(words)
  expect(found.fillers).toEqual(fillers)
})

test('finds an ISBN among words', () => {
  expect(readSearch('ISBN: 978-0-306-40615-7').isbn).toBe('9780306406157')
})

test('initials of authors and the series in a description become tags', () => {
  const { others } = bookTags({
    title: 'Introduction to Algorithms',
    author: 'Thomas H. Cormen, Charles E. Leiserson, Ronald L. Rivest, Clifford Stein',
  })
  expect(others).toContain(`${initialsSign}clrs`)
  expect(
    tagsOf('The Immortals of Meluha', { description: 'Book one of the Shiva trilogy.' }),
  ).toEqual(['‡shiva', '‡trilogy'])
})

test('abbreviations spelled out in Hindi mean the same', () => {
  expect(readSearch('एनसीईआरटी').words).toEqual([{ word: 'एनसीईआरटी', tags: ['‡cbse'] }])
  expect(readSearch('आरडी शर्मा').words[0]).toEqual({ word: 'आरडी', tags: ['rd'] })
})
