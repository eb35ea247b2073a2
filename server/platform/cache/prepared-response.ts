// Response bodies that are compressed once and sent often.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** Compressing a smaller body saves about one packet, and a book's answer takes a seventh longer. */
export const minCompressedBytes = 2048
/** Up to this size, compressing takes less processor time than waking a thread that compresses. */
const maxCompressedAtOnceBytes = 32 * 1024

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const atOnce = { br: brotliCompressSync, gzip: gzipSync }
/**
 * Higher levels would make responses about 8% smaller, in twice the time. A higher `memLevel` takes
 * longer to set up than a response takes to compress.
 */
const options = { level: 3, memLevel: 6, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compress = async (encoding: Encoding, bytes: Buffer): Promise<Buffer> =>
  bytes.length <= maxCompressedAtOnceBytes
    ? atOnce[encoding](bytes, options)
    : inThread[encoding](bytes, options)

export class PreparedResponse {
  readonly etag: string
  readonly encoded: { [E in Encoding]?: Promise<Buffer> } = {}
  readonly body: Buffer
  readonly headers: Record<string, string>

  constructor(body: Buffer, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  }
}

/** Estimates the size of a body together with its compressed forms, which are created later. */
export const estimateBodyBytes = (body: ArrayBufferView): number =>
  body.byteLength < minCompressedBytes ? body.byteLength : 1.5 * body.byteLength

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

/** Returns what to send for a request: the response, or a 304 if the client already has it. */
export async function deliver(prepared: PreparedResponse, request: IncomingHttpHeaders) {
  const headers = { ...prepared.headers, etag: prepared.etag, vary: 'accept-encoding' }
  if (request['if-none-match'] === prepared.etag)
    return { status: 304, headers, body: Buffer.alloc(0) }
  const encoding = encodingFor(request['accept-encoding'], prepared)
  if (!encoding) return { status: 200, headers, body: prepared.body }
  prepared.encoded[encoding] ??= compress(encoding, prepared.body)
  const body = await prepared.encoded[encoding]
  return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body }
}
