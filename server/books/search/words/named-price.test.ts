import { expect, test } from 'vitest'
import { findNamedPrice } from './read-search.ts'

test.each([
  ['novel under 100', { maxPrice: 100, search: 'novel' }],
  ['Under Rs. 200 hc verma', { maxPrice: 200, search: 'hc verma' }],
  ['physics below ₹250 class 12', { maxPrice: 250, search: 'physics class 12' }],
  ['less than 99 rupees', { maxPrice: 99, search: '' }],
  ['physics rs 150 tak', { maxPrice: 150, search: 'physics' }],
  ['गोदान 100 से कम', { maxPrice: 100, search: 'गोदान' }],
  ['₹300 physics', { maxPrice: 300, search: 'physics' }],
  ['physics 300 rs', { maxPrice: 300, search: 'physics' }],
  ['under the dome', undefined],
  ['catch 22', undefined],
  ['fahrenheit 451', undefined],
  ['books near 411038', undefined],
  ['class 12 physics', undefined],
  ['under 5', undefined],
  ['', undefined],
])('%s', (search, named) => {
  expect(findNamedPrice(search)).toEqual(named)
})
