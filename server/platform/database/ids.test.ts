import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Id } from '#contract/common/schemas.ts'
import { newId } from './ids.ts'

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const randomBytes = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('an id is a UUID of version 7 and variant 10 with its time and its random bits', () => {
  fc.assert(
    fc.property(times, randomBytes, (time, random) => {
      const id = newId(time, random)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Id.safeParse(id).success).toBe(true)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time)
      expect(id.slice(-12)).toBe(Buffer.from(random.slice(10)).toString('hex'))
    }),
  )
})

test('ids sort by time, whatever their random bits are', () => {
  fc.assert(
    fc.property(times, times, randomBytes, randomBytes, (time1, time2, random1, random2) => {
      if (time1 !== time2) expect(newId(time1, random1) < newId(time2, random2)).toBe(time1 < time2)
    }),
  )
})

test('newId doesn’t change its argument, and ids are unique', () => {
  const bytes = new Uint8Array(16).fill(255)
  newId(0, bytes)
  expect(bytes).toEqual(new Uint8Array(16).fill(255))
  expect(new Set(Array.from({ length: 10_000 }, () => newId(0))).size).toBe(10_000)
})

test('ids of one millisecond sort in the order of their creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(1_700_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})
