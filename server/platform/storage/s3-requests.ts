// Requests to an S3-compatible store: signed, asked again where that may help, given up in the end.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/platform/operations/config.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { OpenedFile } from './storage.ts'

export type RetryOptions = {
  /** How often a request is sent before it counts as failed. */
  tries: number
  /** The longest wait for one answer, and for more of it while it is sent on, in milliseconds. */
  timeout: number
  /** The wait before the second try, in milliseconds; it doubles with each one. */
  pause: number
}

export const defaultRetryOptions: RetryOptions = { tries: 4, timeout: 15_000, pause: 200 }

export type S3Response = { status: number; bytes: Uint8Array }
type Method = 'GET' | 'PUT' | 'DELETE'

/** A fault that passes by itself: the store is overloaded, or was out of reach. */
const passes = (status: number) => status >= 500 || status === 429

/** What S3 calls the error in an answer's XML body. */
export const codeOf = ({ status, bytes }: S3Response) =>
  `${status} ${/<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''}`.trim()

export const readWhole = async (response: Response): Promise<S3Response> => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
})

/** Bytes as they are wanted. Throws Unavailable where the store leaves its reader waiting for `timeout` milliseconds. */
async function* bytesAsWanted(body: ReadableStream<Uint8Array>, timeout: number) {
  const reader = body.getReader()
  try {
    for (;;) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => late.reject(new UnavailableError('the picture store stopped sending')),
        timeout,
      )
      const { done, value } = await Promise.race([reader.read(), late.promise]).finally(() =>
        clearTimeout(timer),
      )
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

/** An answer whose bytes are read as they are wanted, however long its reader takes. */
export async function toOpenedFile(
  { headers, body }: Response,
  { timeout }: RetryOptions,
): Promise<OpenedFile> {
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  const content = Readable.from(body ? bytesAsWanted(body, timeout) : [], { objectMode: false })
  return { content, bytes: length === null ? undefined : Number(length) }
}

/** A store that can't be reached, in the words of the fault. */
const outOfReach = (error: unknown) =>
  new UnavailableError((error as Error).message, { cause: (error as Error).cause ?? error })

type Request = {
  method: Method
  name: string
  body?: Uint8Array<ArrayBuffer> | undefined
  more?: Record<string, string>
}
/** Asks once, and again while that may help; `take` reads an answer that was got. Throws Unavailable in the end. */
export type S3Request = <T>(
  request: Request,
  take: (response: Response) => Promise<T>,
) => Promise<T>

/** How one store is asked, each request signed. */
export function createS3Request(
  { base, region, accessKeyId, secretAccessKey }: S3Config,
  { tries, timeout, pause }: RetryOptions,
): S3Request {
  // Its own retries know nothing of a connection that breaks or an answer that never comes.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  return async ({ method, name, body, more }, take) => {
    const headers = {
      ...more,
      // Signed with the rest, so that the store refuses bytes that were damaged on their way.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    }
    for (let tried = 1; ; tried++) {
      const late = new AbortController()
      const timer = setTimeout(
        () => late.abort(new UnavailableError('the picture store didn’t answer in time')),
        timeout,
      )
      try {
        // Signed anew for each try: a signature holds the time of its making.
        const request = await client.sign(`${base}/${name}`, {
          method,
          headers,
          ...(body && { body }),
        })
        const response = await fetch(request, { signal: late.signal })
        if (!passes(response.status)) return await take(response)
        const answer = await readWhole(response)
        if (tried === tries)
          throw new UnavailableError(`the picture store answered ${codeOf(answer)}`)
      } catch (error) {
        if (tried === tries) throw error instanceof UnavailableError ? error : outOfReach(error)
      } finally {
        // What is read as it is wanted may take as long as its reader does.
        clearTimeout(timer)
      }
      await sleep(pause * 2 ** (tried - 1) * (0.5 + Math.random()))
    }
  }
}

export type Send = (
  method: Method,
  name: string,
  body?: Uint8Array<ArrayBuffer>,
  more?: Record<string, string>,
) => Promise<S3Response>
