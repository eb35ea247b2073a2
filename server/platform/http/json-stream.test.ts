import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonStream } from './json-stream.ts'

const Row = z.object({ id: z.number(), note: z.string().optional() })
const Reply = z.object({
  name: z.string(),
  empty: z.string().optional(),
  rows: z.array(Row.extend({ more: z.array(z.number()) })),
  plain: z.array(Row),
})
const at = (work: () => Promise<void>) => work()

async function* each<T>(values: readonly T[]) {
  for (const value of values) yield value
}

test('a streamed reply is the JSON of the reply, whatever stands in it, without undeclared fields', async () => {
  const row = fc.record(
    { id: fc.integer(), note: fc.string(), secret: fc.string() },
    { requiredKeys: ['id'] },
  )
  const rows = fc.array(fc.tuple(row, fc.array(fc.integer())))
  await fc.assert(
    fc.asyncProperty(fc.string(), rows, fc.array(row), async (name, made, plain) => {
      const whole = { name, rows: made.map(([one, more]) => ({ ...one, more })), plain }
      const streamed = {
        ...whole,
        rows: each(made.map(([one, more]) => ({ ...one, more: each(more) }))),
      }
      expect(JSON.parse(await text(jsonStream(Reply, streamed, at)))).toEqual(Reply.parse(whole))
    }),
    { numRuns: 50 },
  )
})

test('a row that does not fit breaks the stream off', async () => {
  const reply = { name: 'x', rows: each([{ id: 'one', more: [] }]), plain: [] }
  await expect(text(jsonStream(Reply, reply, at))).rejects.toThrow()
  await expect(text(jsonStream(Reply, { rows: each([]), plain: [] }, at))).rejects.toThrow()
})

/** Rows without an end, which tell how many were asked for and that nobody asks any more. */
function endless() {
  const seen = { asked: 0, closed: false }
  async function* rows() {
    try {
      for (;;) yield { id: seen.asked++, note: 'x'.repeat(1000), more: [] }
    } finally {
      seen.closed = true
    }
  }
  return { seen, rows: rows() }
}

test('who does not read is asked for nothing more, and who leaves lets go of the rows', async () => {
  const { seen, rows } = endless()
  const stream = jsonStream(Reply, { name: 'x', rows, plain: [] }, at)
  await once(stream, 'readable')
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  expect(seen.asked).toBeLessThan(100)
  expect(seen.closed).toBe(false)
  stream.destroy()
  await once(stream, 'close')
  await expect.poll(() => seen.closed).toBe(true)
})
