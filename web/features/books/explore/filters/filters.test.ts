import { expect, test } from 'vitest'
import { changeFilters, type Filters, isFurtherTyping, readFilters } from './filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))
const change = (query: string, changes: Filters) =>
  `${changeFilters(new URLSearchParams(query), changes)}`

test.each([
  ['within=25', {}, false],
  ['sort=near', {}, false],
  ['near=411038', {}, false],
  ['near=411038&sort=price', { sort: 'price' }, true],
  ['near=411038&sort=near', { near: '411038', sort: 'near' }, true],
  ['near=411038&within=25', { near: '411038', within: '25' }, true],
  ['search=physics&branch=Law', { search: 'physics', branch: 'Law' }, false],
])(
  '%s: a place counts where it is needed, and what needs one where there is one',
  (query, filters, isList) => {
    expect(read(query)).toEqual({ filters, isList })
  },
)

test.each<[string, Filters, string]>([
  ['near=411038&sort=near', { sort: 'price' }, 'sort=price'],
  ['near=411038&within=5&class=12', { within: '' }, 'class=12'],
  ['near=411038&within=5&sort=near', { within: '' }, 'near=411038&sort=near'],
  ['near=411038&within=5&sort=near', { near: '' }, ''],
  ['class=12', { class: '', search: 'optics' }, 'search=optics'],
  ['login=buyer&sort=near', { class: '12' }, 'login=buyer&class=12'],
])('%s with %o becomes %s, without a place that no filter uses', (query, changes, changed) => {
  expect(change(query, changes)).toBe(changed)
})

test.each<[Filters, Filters, boolean]>([
  [{}, { search: 'p' }, false],
  [{ search: 'p' }, { search: 'ph' }, true],
  [{}, { maxPrice: '1' }, false],
  [{ maxPrice: '1' }, { maxPrice: '10' }, true],
  [{ maxPrice: '10' }, { maxPrice: '' }, false],
  [{ search: 'p', class: '11' }, { class: '12' }, false],
])('from %o to %o replaces the history entry: %s', (filters, changes, isReplaced) => {
  expect(isFurtherTyping(filters, changes)).toBe(isReplaced)
})
