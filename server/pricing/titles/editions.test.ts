import { expect, test } from 'vitest'
import { titleKey } from '#contract/books/title-key.ts'
import { isSameEdition, splitEditions } from './editions.ts'

const named = titleKey({ title: 'Optics', author: 'Ajoy Ghatak' })
const withIsbn = titleKey({ title: '', author: '', isbn: '9780070147959' })

test('copies are of one edition by their ISBN, or by years at most one apart', () => {
  expect(isSameEdition(named, 2015, 2016)).toBe(true)
  expect(isSameEdition(named, 2015, 2017)).toBe(false)
  expect(isSameEdition(named, null, 2017)).toBe(true)
  expect(isSameEdition(withIsbn, 1990, 2017)).toBe(true)
})

test('titles are split where years are missing between their copies', () => {
  const copy = (title: string, publicationYear: number) => ({ title, publicationYear })
  const split = splitEditions([
    copy(named, 2017),
    copy(named, 2009),
    copy(named, 2010),
    copy(withIsbn, 1990),
    copy(named, 2018),
    copy(withIsbn, 2017),
  ])
  const yearsOf = Map.groupBy(split, ({ title }) => title)
  expect(
    [...yearsOf.values()].map((own) => own.map(({ publicationYear }) => publicationYear)),
  ).toEqual([
    [2009, 2010],
    [2017, 2018],
    [1990, 2017],
  ])
})
