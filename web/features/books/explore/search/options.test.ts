import { expect, test } from 'vitest'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { optionsOf } from './options.ts'

test.each([
  ['Physics: Textbook for Class XI, Part II', 'Part II · Class XI · NCERT'],
  ['Concepts of Physics, Volume 2', 'Vol. 2 · NCERT'],
  ['Optics', 'NCERT'],
])('%s: a phone cuts the title, and the line below it is %s', (text, note) => {
  const [option] = optionsOf([{ kind: 'title', text, title: 'id', author: 'NCERT' }])
  expect(option).toMatchObject({ label: text, note })
})

test('unknown kinds are left out, and the others are shown', () => {
  const found = [
    { kind: 'series', text: 'Feynman Lectures' },
    { kind: 'title', text: 'Optics', title: 'id', author: '' },
    { kind: 'shop', text: 'Books from Kitab Ghar', seller: 'id', city: 'Pune' },
    { kind: 'exam', text: 'JEE', exam: 'jee', search: 'physics' },
  ] as Suggestion[]
  expect(optionsOf(found).map(({ label, note }) => [label, note])).toEqual([
    ['Optics', ''],
    ['Books from Kitab Ghar', 'Pune'],
    ['physics · JEE', 'Filter'],
  ])
})
