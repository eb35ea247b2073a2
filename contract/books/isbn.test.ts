import { expect, test } from 'vitest'
import { Isbn } from './book-forms.ts'
import { readIsbn } from './isbn.ts'

const isbn = '9788129135728'

test.each([
  '8129135728',
  '978 - 81 - 291 - 3572 - 8',
  '978–81–291–3572–8',
  '978\u201181\u2011291\u20113572\u20118',
  '978\u221281\u2212291\u22123572\u22128',
  'ISBN-13: 978-81-291-3572-8',
  'ISBN:9788129135728',
  'ISBN 10: 8129135728 ISBN 13: 9788129135728',
  '8129135728, 9788129135728',
  '8129135728 9788129135728',
  '9788129135728 (pbk.)',
  '978812913572851999',
  '\u202a9788129135728\u202c',
  '९७८८१२९१३५७२८',
])('the ISBN of “%s” is understood', (typed) => {
  expect(readIsbn(typed)).toEqual({ isbn })
  expect(Isbn.parse(typed)).toBe(isbn)
})

test.each([
  ['080442957x', '9780804429573'],
  ['0-8044-2957-X', '9780804429573'],
  // SBNs, used until 1970, have nine digits.
  ['340007656', '9780340007655'],
  ['SBN 340 00765 6', '9780340007655'],
  ['ISBN 1032525827', '9781032525822'],
  ['ISBN10 080442957X', '9780804429573'],
])('the ISBN %s is stored as %s', (typed, stored) => {
  expect(readIsbn(typed)).toEqual({ isbn: stored })
})

test.each([
  ['9788129135720', 'A digit of this ISBN is wrong. Compare it with the book.'],
  ['8129135720', 'A digit of this ISBN is wrong. Compare it with the book.'],
  ['0000000000', 'This is not the ISBN of a book. Leave it empty if the book has none.'],
  ['1111111111', 'This is not the ISBN of a book. Leave it empty if the book has none.'],
  ['0123456789', 'This is not the ISBN of a book. Leave it empty if the book has none.'],
  ['123456789X', 'This is not the ISBN of a book. Leave it empty if the book has none.'],
  ['9771234567003', 'This is not the ISBN of a book. Leave it empty if the book has none.'],
  ['9780553380163 9788129135728', 'These are ISBNs of different books. Enter one.'],
  ['97881291357', 'An ISBN has 10 or 13 digits.'],
  ['none', 'An ISBN has 10 or 13 digits.'],
])('“%s” is refused with its reason', (typed, message) => {
  expect(Isbn.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each(['01a22929-5a28-7760-8204-c676efcb72ad', 'OD9788129135728IN'])(
  'digits between the letters of %s aren’t an ISBN',
  (typed) => {
    expect(readIsbn(typed)).toEqual({ fault: 'length' })
  },
)
