import { expect, test } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import { newId } from '#server/platform/database/ids.ts'
import { rejectOpenOrders } from './rules.ts'

const messageOf = (ids: string[]): string | undefined => {
  try {
    rejectOpenOrders(ids)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  return undefined
}

test('the error names at most ten open orders', () => {
  expect(messageOf([])).toBeUndefined()
  const ids = Array.from({ length: 12 }, () => newId())
  const [first = '', second = ''] = ids.map((id) => id.slice(-6).toUpperCase())
  const message = (count: number) => messageOf(ids.slice(0, count))
  expect(message(1)).toBe(`Order ${first} is still open. Finish or cancel it first.`)
  expect(message(2)).toBe(
    `These orders are still open: ${first}, ${second}. Finish or cancel them first.`,
  )
  expect(message(12)).toContain(' and 2 more. ')
})
