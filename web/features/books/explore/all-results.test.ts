import { expect, test } from 'vitest'
import { allResults } from './all-results.ts'

const shelf = (branch: string, total: number, isMinimum?: true) => ({
  branch,
  total,
  books: [],
  ...(isMinimum && { isMinimum }),
})
const of = (...branches: ReturnType<typeof shelf>[]) => ({
  recommended: [],
  bestsellers: [],
  branches,
})

test('a search in several branches leads to all of its results', () => {
  expect(allResults(of(shelf('Law', 900), shelf('Arts', 334)), 'work book')).toEqual({
    to: '?search=work+book&sort=match',
    label: '1,234 books: see as a list',
  })
  expect(allResults(of(shelf('Law', 900), shelf('Arts', 334, true)), 'x')?.label).toBe(
    '1,234+ books: see as a list',
  )
})

test('nothing is linked without a search, or where one shelf has it all', () => {
  expect(allResults(of(shelf('Law', 9), shelf('Arts', 3)), undefined)).toBeUndefined()
  expect(allResults(of(shelf('Law', 9)), 'x')).toBeUndefined()
})
