import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Id } from '#contract/common/schemas.ts'
import { newId } from './ids.ts'

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('an id is a UUID of version 7 and variant 10 with its time', () => {
  fc.assert(
    fc.property(times, (time) => {
      const id = newId(time)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Id.safeParse(id).success).toBe(true)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time)
    }),
  )
})

test('ids sort by time', () => {
  fc.assert(
    fc.property(times, times, (time1, time2) => {
      if (time1 !== time2) expect(newId(time1) < newId(time2)).toBe(time1 < time2)
    }),
  )
})

test('ids and their last 12 digits are unique', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(0))
  expect(new Set(ids).size).toBe(10_000)
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(10_000)
})

test('ids of one millisecond sort in the order of their creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(1_700_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})
