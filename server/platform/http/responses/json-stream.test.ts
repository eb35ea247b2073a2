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
const enqueue = (work: () => Promise<void>) => work()

async function* iterate<T>(values: readonly T[]) {
  for (const value of values) yield value
}

test('a streamed response equals an unstreamed one, without undeclared fields', async () => {
  const row = fc.record(
    { id: fc.integer(), note: fc.string(), secret: fc.string() },
    { requiredKeys: ['id'] },
  )
  const rows = fc.array(fc.tuple(row, fc.array(fc.integer())))
  await fc.assert(
    fc.asyncProperty(fc.string(), rows, fc.array(row), async (name, generated, plain) => {
      const whole = { name, rows: generated.map(([row, more]) => ({ ...row, more })), plain }
      const streamed = {
        ...whole,
        rows: iterate(generated.map(([row, more]) => ({ ...row, more: iterate(more) }))),
      }
      expect(JSON.parse(await text(jsonStream(Reply, streamed, enqueue)))).toEqual(
        Reply.parse(whole),
      )
    }),
    { numRuns: 50 },
  )
})

test('a row that doesn’t fit the schema ends the stream with an error', async () => {
  const reply = { name: 'x', rows: iterate([{ id: 'one', more: [] }]), plain: [] }
  await expect(text(jsonStream(Reply, reply, enqueue))).rejects.toThrow()
  await expect(text(jsonStream(Reply, { rows: iterate([]), plain: [] }, enqueue))).rejects.toThrow()
})

/** Returns endless rows, and the number read. */
function endless() {
  const state = { readCount: 0, isClosed: false }
  async function* rows() {
    try {
      for (;;) yield { id: state.readCount++, note: 'x'.repeat(1000), more: [] }
    } finally {
      state.isClosed = true
    }
  }
  return { state, rows: rows() }
}

test('rows are read only as fast as the client receives them', async () => {
  const { state, rows } = endless()
  const stream = jsonStream(Reply, { name: 'x', rows, plain: [] }, enqueue)
  await once(stream, 'readable')
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  expect(state.readCount).toBeLessThan(100)
  expect(state.isClosed).toBe(false)
  stream.destroy()
  await once(stream, 'close')
  await expect.poll(() => state.isClosed).toBe(true)
})
