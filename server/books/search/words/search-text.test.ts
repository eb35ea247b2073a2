import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalize } from '#contract/books/normalize.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { likePattern } from '#server/platform/database/database.ts'
import { searchText } from './search-text.ts'

test.each([
  ['  Les   MISÉRABLES ', 'les miserables'],
  ['Łódź ﬁne Straße', 'lodz fine strasse'],
  ['İstanbul', 'istanbul'],
  ['O’Reilly', "o'reilly"],
  ['क़लम', 'कलम'],
  ['कमला', 'कमला'],
  ['📚 𝕊tory', '📚 story'],
  ['كِتَاب', 'كتاب'],
  ['Midnightʼs', "midnight's"],
  ['Midnight`s', "midnight's"],
  ['Crime & Punishment', 'crime and punishment'],
  ['Crime＆Punishment', 'crime and punishment'],
  ['माँ', 'मां'],
  ['गाँधी', 'गांधी'],
  ['हिन्दी पण्डित', 'हिंदी पंडित'],
  ['सम्मान', 'सम्मान'],
  ['१९८४ ৩ ٣ ۴', '1984 3 3 4'],
  ['Go\u00addan \u200egodan\ufeff', 'godan godan'],
  ['क्\u200cषमा स्\u200dथान', 'क्षमा स्थान'],
  ['Class–12 Class‑12', 'class-12 class-12'],
  ['प्रेमचंद/गोदान।', 'प्रेमचंद गोदान'],
])('%s is normalized to %s', (text, expected) => {
  expect(normalize(text)).toBe(expected)
})

test('normalizing twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      (text) => normalize(normalize(text)) === normalize(text),
    ),
  )
})

test('copies of a title have the same key in any spelling, and other titles have another', () => {
  const key = titleKey({ title: 'Les Misérables', author: 'Victor Hugo' })
  expect(titleKey({ title: 'LES  MISERABLES!', author: 'victor hugo' })).toBe(key)
  expect(titleKey({ title: 'Les Misérables 2', author: 'Victor Hugo' })).not.toBe(key)
  expect(titleKey({ title: 'कमल', author: 'x' })).not.toBe(titleKey({ title: 'कमला', author: 'x' }))
  expect(titleKey({ title: 'A', author: 'B', isbn: '9780306406157' })).toBe(
    titleKey({ title: 'C', author: 'D', isbn: '9780306406157' }),
  )
  expect(titleKey({ title: 'C++', author: 'x' })).not.toBe(titleKey({ title: 'C', author: 'x' }))
})

test.each([
  ['Midnight’s Children', 'Midnightʼs Children', "Midnight's Children", 'Midnight`s Children'],
  ['Class–12', 'Class-12', 'Class‑12', 'Class 12'],
])('%s and its other spellings are one title', (...titles) => {
  expect(new Set(titles.map((title) => titleKey({ title, author: 'X' }))).size).toBe(1)
})

test('a key fits into an index in any script', () => {
  const key = titleKey({ title: 'ﷺ'.repeat(200), author: '𠜎'.repeat(100) })
  expect(Buffer.byteLength(key)).toBeLessThan(2000)
})

test.each([
  ['H. C. Verma', 'hc verma'],
  ['R.D. Sharma', 'rd sharma'],
  ['S. Chand', 's chand'],
  ['Victor Hugo', ''],
  ['V', ''],
])('%s is also found as %s', (author, joined) => {
  expect(searchText({ title: 't', author })).toBe(
    ['t', ';;', normalize(author), joined, ';;', ';;', ';;', ';;']
      .filter((part) => part !== '')
      .join(' '),
  )
})

test('special characters of LIKE are escaped', () => {
  expect(likePattern('50%_\\')).toBe('%50\\%\\_\\\\%')
})
