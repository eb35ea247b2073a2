// Prepared responses: bytes that are compressed once and sent often.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Dependencies } from './dependencies.ts'
import { brotliQuality, minCompressedBytes } from './policy.ts'

/** On a response to this process itself: the key under which it is cached. */
export const cacheKeyHeader = 'x-cache-key'

// Base64, because a key contains what visitors typed, and headers can only hold Latin-1.
export const encodeCacheKey = (key: string): string =>
  Buffer.from(key, 'utf16le').toString('base64')
export const decodeCacheKey = (header: string): string =>
  Buffer.from(header, 'base64').toString('utf16le')

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

export type PreparedResponse = {
  body: Buffer
  etag: string
  headers: Record<string, string>
  dependencies: Dependencies
  encoded: { [E in Encoding]?: Promise<Buffer> }
}

/** With its compressed forms, which come later. */
export const estimateBodyBytes = (body: ArrayBufferView): number =>
  body.byteLength < minCompressedBytes ? body.byteLength : 1.5 * body.byteLength

export function prepareResponse(
  body: Buffer,
  { headers, dependencies }: Pick<PreparedResponse, 'headers' | 'dependencies'>,
): PreparedResponse {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, etag, headers, dependencies, encoded: {} }
}

function encodingFor(
  accepted: string | undefined,
  { body }: PreparedResponse,
): Encoding | undefined {
  if (accepted === undefined || body.length < minCompressedBytes) return undefined
  const offers = accepted.split(',').map((offer) => offer.trim())
  return encodings.find((encoding) =>
    offers.some(
      (offer) =>
        offer === encoding || (offer.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(offer)),
    ),
  )
}

export type Delivery = { status: 200 | 304; headers: Record<string, string>; body: Buffer }

/** What a request gets of a response: nothing but headers where it has it already. */
export async function deliver(
  prepared: PreparedResponse,
  request: IncomingHttpHeaders,
): Promise<Delivery> {
  const headers = { ...prepared.headers, etag: prepared.etag, vary: 'accept-encoding' }
  if (request['if-none-match'] === prepared.etag)
    return { status: 304, headers, body: Buffer.alloc(0) }
  const encoding = encodingFor(request['accept-encoding'], prepared)
  if (!encoding) return { status: 200, headers, body: prepared.body }
  prepared.encoded[encoding] ??= compress[encoding](prepared.body)
  const body = await prepared.encoded[encoding]
  return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body }
}
