import { expect, test } from 'vitest'
import { findNamedFilters } from './name-filters.ts'

const named = (typed: string) => findNamedFilters(typed).map(({ suggestion }) => suggestion.text)

test.each([
  ['class 12', ['Class 12']],
  ['class xi', ['Class 11', 'Class 12']],
  ['class 1', ['Class 1', 'Class 10', 'Class 11', 'Class 12']],
  ['physics class 9', ['Class 9']],
  ['12th', ['Class 12']],
  ['xii', ['Class 12']],
  ['physics 12', ['Class 12']],
  ['catch 12', []],
  ['12', []],
  ['jee', ['JEE']],
  ['je', ['JEE']],
  ['iit jee', ['JEE']],
  ['civil services', ['UPSC']],
  ['civil', []],
  ['bank ex', ['Bank exams']],
  ['ncert', ['CBSE / NCERT']],
  ['gr', ['GRE']],
  ['physics', []],
  ['', []],
])('%j names %j', (typed, texts) => {
  expect(named(typed)).toEqual(texts)
})

test('a class without a number names all classes, also after other words', () => {
  expect(named('cla').filter((text) => text.startsWith('Class'))).toHaveLength(12)
  expect(findNamedFilters('physics class 12')).toMatchObject([
    { suggestion: { class: 12, search: 'physics' }, tag: '‡class-12' },
  ])
  expect(findNamedFilters('physics jee')).toMatchObject([
    { suggestion: { exam: 'jee', search: 'physics' }, tag: '‡jee' },
  ])
})
