// Streams JSON that is too long for memory, row by row, as fast as the client reads.
import { addAbortSignal, Readable } from 'node:stream'
import { z } from 'zod'

const streamChunkLength = 16_384
const maxStreamMs = 600_000

export type StreamedJson<T> = T extends readonly (infer Row)[]
  ? T | AsyncIterable<StreamedJson<Row>>
  : T extends object
    ? { [Key in keyof T]: StreamedJson<T[Key]> }
    : T

const isStreamed = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Yields pieces of JSON. Parses values that aren't streamed, which drops undeclared fields. */
async function* jsonPieces(schema: z.ZodType, value: unknown): AsyncGenerator<string, undefined> {
  if (isStreamed(value) && schema instanceof z.ZodOptional)
    return yield* jsonPieces(schema.unwrap() as z.ZodType, value)
  if (isStreamed(value) && schema instanceof z.ZodArray) {
    let separator = '['
    for await (const row of value) {
      yield separator
      yield* jsonPieces(schema.element as z.ZodType, row)
      separator = ','
    }
    yield separator === '[' ? '[]' : ']'
    return
  }
  const object = value as Record<string, unknown>
  if (!(schema instanceof z.ZodObject) || !Object.values(object).some(isStreamed))
    return void (yield JSON.stringify(schema.parse(value)))
  let separator = '{'
  for (const [name, field] of Object.entries(schema.shape)) {
    if (object[name] === undefined && field.safeParse(undefined).success) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* jsonPieces(field, object[name])
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

/**
 * Streams a response as JSON, and reads rows only as the client receives them. `enqueue` runs the
 * work for each chunk. The stream fails at a row that fails or doesn't fit the schema.
 */
export function jsonStream(
  schema: z.ZodType,
  response: unknown,
  enqueue: (work: () => Promise<void>) => Promise<void>,
): Readable {
  async function* chunks() {
    const pieces = jsonPieces(schema, response)
    try {
      for (let done = false; !done; ) {
        let text = ''
        await enqueue(async () => {
          while (!done && text.length < streamChunkLength) {
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
    AbortSignal.timeout(maxStreamMs),
    Readable.from(chunks(), { objectMode: false, highWaterMark: streamChunkLength }),
  )
}
