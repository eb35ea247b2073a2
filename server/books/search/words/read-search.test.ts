import { expect, test } from 'vitest'
import { readSearch } from './read-search.ts'

test.each([
  ['  Physics  PHYSICS concepts ', ['physics', 'concepts']],
  ['h.c. verma', ['h', 'c', 'verma']],
  ['c++', ['c++']],
  [' ., ', []],
  [undefined, []],
])('the search %o has the words %o', (search, words) => {
  const { isbn, words: found, fillers } = readSearch(search)
  expect([isbn, found.map(({ word }) => word), fillers]).toEqual([undefined, words, []])
})

test.each([
  ['978-0-306-40615-7', '9780306406157'],
  ['ISBN-10: 0306406152', '9780306406157'],
  ['0306406157', '9780306406157'],
  ['9780306406157 2nd', '9780306406157'],
])('the search %s is the ISBN %s', (search, isbn) => {
  expect(readSearch(search)).toEqual({ isbn, words: [], fillers: [], typed: [] })
})

test.each(['978030640615', '97803064061577', '0306406153', '0000000000', 'X306406152'])(
  'the search %s isn’t an ISBN',
  (search) => {
    expect(readSearch(search).isbn).toBeUndefined()
  },
)
