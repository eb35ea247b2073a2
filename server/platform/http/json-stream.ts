// Replies that are too long to be held whole: JSON that is written row by row, as fast as the caller takes it.
import { addAbortSignal, Readable } from 'node:stream'
import { z } from 'zod'

/** A reply whose lists may come row by row. */
export type StreamedJson<T> = T extends readonly (infer Row)[]
  ? T | AsyncIterable<StreamedJson<Row>>
  : T extends object
    ? { [Key in keyof T]: StreamedJson<T[Key]> }
    : T

/** So many characters go out at once. */
const chunkLength = 16_384
/** Whoever takes longer to read is cut off, in milliseconds: 20,000 messages on a bad mobile line take two minutes. */
const longestMs = 600_000

const isStreamed = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** The JSON of a value in pieces; what is not streamed goes through its schema, which drops undeclared fields. */
async function* piecesOf(schema: z.ZodType, value: unknown): AsyncGenerator<string, undefined> {
  if (isStreamed(value) && schema instanceof z.ZodArray) {
    let before = '['
    for await (const row of value) {
      yield before
      yield* piecesOf(schema.element as z.ZodType, row)
      before = ','
    }
    yield before === '[' ? '[]' : ']'
    return
  }
  const given = value as Record<string, unknown>
  if (!(schema instanceof z.ZodObject) || !Object.values(given).some(isStreamed))
    return void (yield JSON.stringify(schema.parse(value)))
  let before = '{'
  for (const [name, field] of Object.entries(schema.shape)) {
    if (given[name] === undefined && field.safeParse(undefined).success) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* piecesOf(field, given[name])
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/**
 * A reply as a stream of JSON. Nothing is read before it is asked for, each chunk in a turn of its own, and no more is
 * held than the caller is about to take. It breaks off where a row doesn't fit the schema, or can't be read.
 */
export function jsonStream(
  schema: z.ZodType,
  reply: unknown,
  inTurn: (work: () => Promise<void>) => Promise<void>,
): Readable {
  async function* chunks() {
    const pieces = piecesOf(schema, reply)
    try {
      for (let done = false; !done; ) {
        let text = ''
        await inTurn(async () => {
          while (!done && text.length < chunkLength) {
            const piece = await pieces.next()
            done = piece.done === true
            text += piece.value ?? ''
          }
        })
        if (text !== '') yield text
      }
    } finally {
      await pieces.return(undefined)
    }
  }
  return addAbortSignal(
    AbortSignal.timeout(longestMs),
    Readable.from(chunks(), { objectMode: false, highWaterMark: chunkLength }),
  )
}
