import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
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
const plain = (mark: readonly unknown[]) => JSON.parse(JSON.stringify(mark)) as unknown

test('a cursor comes back as it was written, and fits into an address', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (mark) => {
      const cursor = writeCursor(mark)
      expect(encodeURIComponent(cursor)).toBe(cursor)
      expect(readCursor(cursor, mark.length)).toEqual(plain(mark))
    }),
  )
})

const refused = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformed') return 'refused'
    throw error
  }
}

test('whatever else is sent as a cursor is refused, or reads as harmless values', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
  )
  fc.assert(
    fc.property(anything, (cursor) => {
      const mark = refused(() => readCursor(cursor, 2))
      if (mark !== 'refused')
        expect(
          (mark as unknown[]).every(
            (one) => one === null || ['string', 'number'].includes(typeof one),
          ),
        ).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const written = (json: string) => Buffer.from(json).toString('base64url')

test.each([
  '',
  'x',
  written('{}'),
  written('[1]'),
  written('[1,2,3]'),
  written('[1,{"a":1}]'),
  written('[1,[2]]'),
  written('[true,1]'),
  written('[1e999,1]'),
  written(`["${'x'.repeat(201)}",1]`),
  written('["a\\u0000b",1]'),
  written('[1,2'),
])('the cursor %o is refused', (cursor) => {
  expect(refused(() => readCursor(cursor, 2))).toBe('refused')
})

test('no cursor is the beginning', () => {
  expect(readCursor(undefined, 2)).toBeUndefined()
})

test.each([
  undefined,
  null,
  7,
  '',
  'x',
  newId().toUpperCase(),
  `${newId()}'`,
  newId().replaceAll('-', ''),
])('%o is no id', (id) => {
  expect(refused(() => cursorId(id))).toBe('refused')
})

test.each([undefined, null, '7', 1.5, 2 ** 31, -(2 ** 31), 1e20, Number.NaN])(
  '%o is no integer of a column',
  (value) => {
    expect(refused(() => cursorInteger(value))).toBe('refused')
  },
)

test.each([undefined, null, '7', 1e9, -1e9, Number.NaN])('%o is no number of a column', (value) => {
  expect(refused(() => cursorNumber(value))).toBe('refused')
})

test.each([undefined, null, '2026-01-01', -1, 1.5, 253_402_300_800_000, 1e300, Number.NaN])(
  '%o is no moment',
  (value) => {
    expect(refused(() => cursorTime(value))).toBe('refused')
  },
)

test('numbers and moments are themselves', () => {
  expect([cursorInteger(-(2 ** 31) + 1), cursorInteger(0), cursorNumber(4.25)]).toEqual([
    -(2 ** 31) + 1,
    0,
    4.25,
  ])
  expect(
    [cursorTime(0), cursorTime(253_402_300_799_999)].map((time) => time.toISOString()),
  ).toEqual(['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])
})

test('an id is itself', () => {
  const id = newId()
  expect(cursorId(id)).toBe(id)
})

test('pages give every row once, in order, and the last one announces no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 8 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, at) => at)
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

test('without a limit a list ends at its ceiling and says that more follow', () => {
  const rows = [1, 2, 3, 4]
  expect(rowLimit({}, 3)).toBe(4)
  expect(toPage(rows, {}, 3, (row) => [row])).toEqual({ rows: [1, 2, 3], next: writeCursor([3]) })
})
