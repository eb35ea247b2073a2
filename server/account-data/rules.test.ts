import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
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

test('open orders are named, but not by the hundred', () => {
  expect(messageOf([])).toBeUndefined()
  const ids = Array.from({ length: 12 }, () => newId())
  const [one = '', two = ''] = ids.map((id) => id.slice(-6).toUpperCase())
  const message = (count: number) => messageOf(ids.slice(0, count))
  expect(message(1)).toBe(`Order ${one} is still open. Finish or cancel it first.`)
  expect(message(2)).toBe(
    `These orders are still open: ${one}, ${two}. Finish or cancel them first.`,
  )
  expect(message(12)).toContain(' and 2 more. ')
})
