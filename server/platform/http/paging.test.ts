import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#contract/common/error-catalog.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  cursorId,
  cursorInteger,
  cursorNumber,
  cursorTime,
  readCursor,
  rowLimit,
  toPage,
  writeCursor,
} from './paging.ts'

const value = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
)
const asJson = (values: readonly unknown[]) => JSON.parse(JSON.stringify(values)) as unknown

test('a cursor can be read back, and is safe in a URL', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
      const cursor = writeCursor(values)
      expect(encodeURIComponent(cursor)).toBe(cursor)
      expect(readCursor(cursor, values.length)).toEqual(asJson(values))
    }),
  )
})

const attempt = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformed') return 'rejected'
    throw error
  }
}

test('any other cursor is rejected, or read as harmless values', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
  )
  fc.assert(
    fc.property(anything, (cursor) => {
      const values = attempt(() => readCursor(cursor, 2))
      if (values !== 'rejected')
        expect(
          (values as unknown[]).every(
            (value) => value === null || ['string', 'number'].includes(typeof value),
          ),
        ).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const encode = (json: string) => Buffer.from(json).toString('base64url')

test.each([
  '',
  'x',
  encode('{}'),
  encode('[1]'),
  encode('[1,2,3]'),
  encode('[1,{"a":1}]'),
  encode('[1,[2]]'),
  encode('[true,1]'),
  encode('[1e999,1]'),
  encode(`["${'x'.repeat(201)}",1]`),
  encode('["a\\u0000b",1]'),
  encode('[1,2'),
])('the cursor %o is rejected', (cursor) => {
  expect(attempt(() => readCursor(cursor, 2))).toBe('rejected')
})

test('without a cursor a list starts at its beginning', () => {
  expect(readCursor(undefined, 2)).toBeUndefined()
})

test.each([
  ...[undefined, null, 7, '', 'x', newId().toUpperCase(), `${newId()}'`].map(
    (value) => [cursorId, value] as const,
  ),
  ...[undefined, null, '7', 1.5, 2 ** 31, -(2 ** 31) - 1, 1e20, Number.NaN].map(
    (value) => [cursorInteger, value] as const,
  ),
  ...[undefined, null, '7', 1e9, -1e9, Number.NaN].map((value) => [cursorNumber, value] as const),
  ...[undefined, null, '2026-01-01', -1, 1.5, 253_402_300_800_000, 1e300, Number.NaN].map(
    (value) => [cursorTime, value] as const,
  ),
])('%o refuses %o', (read, value) => {
  expect(attempt(() => (read as (value: unknown) => unknown)(value))).toBe('rejected')
})

test('valid ids, numbers and times are returned unchanged', () => {
  const id = newId()
  expect(cursorId(id)).toBe(id)
  const low = -(2 ** 31)
  expect([cursorInteger(low), cursorInteger(0), cursorNumber(4.25)]).toEqual([low, 0, 4.25])
  for (const ms of [0, 253_402_300_799_999]) expect(cursorTime(ms).getTime()).toBe(ms)
})

test('pages contain every row once, in order, and the last one has no next page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 8 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, index) => index)
      const seen: number[] = []
      for (let cursor: string | undefined, pages = 0; ; pages++) {
        const after = readCursor(cursor, 1)?.[0] ?? -1
        const rows = all
          .filter((row) => row > Number(after))
          .slice(0, rowLimit({ limit, cursor }, 1000))
        const page = toPage(rows, { limit, cursor }, 1000, (row) => [row])
        seen.push(...page.rows)
        cursor = page.next
        if (cursor === undefined) break
        expect(pages).toBeLessThan(count)
      }
      expect(seen).toEqual(all)
    }),
  )
})

test('without a limit a list ends at its maximum and has a next page', () => {
  const rows = [1, 2, 3, 4]
  expect(rowLimit({}, 3)).toBe(4)
  expect(toPage(rows, {}, 3, (row) => [row])).toEqual({ rows: [1, 2, 3], next: writeCursor([3]) })
})
