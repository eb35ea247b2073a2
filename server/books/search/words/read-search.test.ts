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
  ['0 306 40615 2', '9780306406157'],
  ['0-8044-2957-x', '9780804429573'],
  ['ISBN-13: 978-0-306-40615-7', '9780306406157'],
  ['ISBN-10: 0306406152', '9780306406157'],
  ['ISBN 13 9780306406157', '9780306406157'],
  ['978–0–306–40615–7', '9780306406157'],
  ['978\u2212030640615\u22127', '9780306406157'],
  ['९७८०३०६४०६१५७', '9780306406157'],
  ['\u202a9780306406157\u202c', '9780306406157'],
  ['9780306406157 (pbk.)', '9780306406157'],
  ['0306406152, 9780306406157', '9780306406157'],
  ['978030640615751999', '9780306406157'],
  ['0306406157', '9780306406157'],
  ['9780306406157 2nd', '9780306406157'],
])('the search %s is for the ISBN %s', (search, isbn) => {
  expect(readSearch(search)).toEqual({ isbn, words: [], fillers: [], typed: [] })
})

test.each(['978030640615', '97803064061577', '0306406153', '0000000000', 'X306406152'])(
  'the search %s is for words',
  (search) => {
    expect(readSearch(search).isbn).toBeUndefined()
  },
)
