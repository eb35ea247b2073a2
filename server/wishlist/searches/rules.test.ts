import { expect, test } from 'vitest'
import { BookFilters } from '#contract/books/book-forms.ts'
import {
  type SearchFilters,
  saveSearch,
  searchKey,
  searchName,
} from '#contract/wishlist/searches.ts'
import { findPlace } from '#server/places/places.ts'
import { newCopiesQuery, newCopiesText } from '#server/wishlist/texts.ts'
import { keptFilters, readFilters } from './rules.ts'

const keep = (filters: SearchFilters) => keptFilters(saveSearch.input.parse(filters))

test('saves the filters that choose books, in the format of a URL, and nothing else', () => {
  const filters = {
    search: 'hc verma',
    branch: 'Science',
    bookType: 'old',
    condition: 'good',
    minPrice: '50',
    maxPrice: '199.5',
    rentable: 'true',
    class: '11',
    exam: 'jee',
    language: 'hindi',
    near: '411038',
    within: '10',
    city: 'Pune, Maharashtra',
    handOver: 'post',
    openToExchange: 'true',
  }
  expect(keep({ ...filters, sort: 'price' })).toEqual(filters)
  // This must contain every filter of lists, even those that are added later.
  expect(Object.keys(filters).sort()).toEqual(
    Object.keys(BookFilters.shape)
      .filter((name) => name !== 'sort')
      .sort(),
  )
  const query = readFilters(keep(filters))
  expect(query).toMatchObject({ class: 11, rentable: true, maxPrice: 199.5, within: 10 })
})

test('saves a place only with a distance, and a position only as a PIN code', () => {
  expect(keep({ search: 'physics', near: '411038' })).toEqual({ search: 'physics' })
  expect(keep({ search: 'physics', within: '5' })).toEqual({ search: 'physics' })
  const { near = '', ...others } = keep({ near: '18.51,73.82', within: '5' })
  expect(others).toEqual({ within: '5' })
  expect(findPlace(near)).toMatchObject({ city: 'Pune' })
  for (const near of ['100000', '0,0', '-89,0'])
    expect(() => keep({ near, within: '5' })).toThrow('We don’t know where that is.')
  expect(keep({ search: 'c++' })).toEqual({ search: 'c++' })
})

test.each([
  {},
  { search: '  ' },
  { search: '...' },
  { search: '\u200b' },
  { near: '411038' },
  { search: '', branch: '' },
])('a search for nothing isn’t saved: %o', (filters) => {
  expect(() => keep(filters)).toThrow('Search for something or choose a filter first.')
})

test('equal searches have the same key, regardless of spaces, capitals and order', () => {
  const key = searchKey(keep({ search: ' HC  verma', branch: 'science', exam: 'JEE' }))
  const same = { exam: 'jee', sort: 'price', branch: 'Science', near: '411038', search: 'hc verma' }
  expect(searchKey(same)).toBe(key)
  expect(searchKey({ ...same, branch: 'Arts' })).not.toBe(key)
  expect(searchKey({ ...same, within: '5' })).not.toBe(key)
})

test('leaves a search saved by another version alone', () => {
  expect(readFilters({ search: 'physics', colour: 'red' })).toBeUndefined()
  expect(readFilters({ condition: 'torn' })).toBeUndefined()
  expect(readFilters({ near: '100000', within: '5' })).toBeUndefined()
})

test('names each search as its page does, and a single search links to its list', () => {
  const one = { search: 'hc verma', class: '11', city: 'Pune, Maharashtra', maxPrice: '200' }
  const name = '“hc verma” · In Pune · Class 11 · Up to ₹200'
  expect(newCopiesText([one], 1)).toBe(`1 new copy for your search: ${name}.`)
  expect(newCopiesQuery([one])).toBe(
    'search=hc+verma&class=11&city=Pune%2C+Maharashtra&maxPrice=200&sort=newest',
  )
  const { name: first, details } = searchName(one)
  expect([first, ...details].join(' · ')).toBe(name)
  const others = [{ exam: 'jee', within: '5', near: '411038' }, { maxPrice: '100' }]
  const names = `${name}; Within 5 km of 411038 · JEE; Up to ₹100`
  expect(newCopiesText([one, ...others], 100)).toBe(`99+ new copies for your searches: ${names}.`)
  const five = [one, ...others, one, one]
  expect(newCopiesText(five, 5)).toBe(`5 new copies for your searches: ${names}; and 2 more.`)
  expect(newCopiesQuery(five)).toBeUndefined()
})

test.each<[SearchFilters, string]>([
  [{ bookType: 'old' }, 'Old books'],
  [{ condition: 'good' }, 'Good condition'],
  [{ rentable: 'true', minPrice: '50.5' }, 'Rentable · From ₹50.50'],
  [{ handOver: 'post' }, 'By post'],
  [{ openToExchange: 'true' }, 'Open to swap'],
  [{ branch: 'Fiction', language: 'hindi' }, 'Fiction · Hindi'],
  [{ branch: 'ab '.repeat(60) }, `${'ab '.repeat(20).trim()}…`],
  // These values may have been saved by another version.
  [{ condition: 'torn' }, 'torn condition'],
  [{ colour: 'red' }, 'Saved search'],
])('%j is named %s', (filters, name) => {
  expect(newCopiesText([filters], 1)).toBe(`1 new copy for your search: ${name}.`)
})
