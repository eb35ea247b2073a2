import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '#server/platform/operations/storage-url.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { RetryOptions } from './policy.ts'
import type { OpenedFile } from './storage.ts'

export type S3Response = { status: number; bytes: Uint8Array }

const isTransient = (status: number) => status >= 500 || status === 429

export const errorCodeOf = ({ status, bytes }: S3Response) =>
  `${status} ${/<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''}`.trim()

export const readResponse = async (response: Response): Promise<S3Response> => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
})

/** Reads on demand. Throws UnavailableError if the storage sends nothing for `timeoutMs`. */
async function* readChunks(body: ReadableStream<Uint8Array>, timeoutMs: number) {
  const reader = body.getReader()
  try {
    for (;;) {
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => timeout.reject(new UnavailableError('the picture store stopped sending')),
        timeoutMs,
      )
      const { done, value } = await Promise.race([reader.read(), timeout.promise]).finally(() =>
        clearTimeout(timer),
      )
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

export async function toOpenedFile(
  { headers, body }: Response,
  { timeoutMs }: RetryOptions,
): Promise<OpenedFile> {
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  const content = Readable.from(body ? readChunks(body, timeoutMs) : [], { objectMode: false })
  return { content, bytes: length === null ? undefined : Number(length) }
}

const unreachable = (error: unknown) =>
  new UnavailableError((error as Error).message, { cause: (error as Error).cause ?? error })

type RequestOptions = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** An object below the prefix; the whole bucket if there is none. */
  name?: string
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | undefined
  headers?: Record<string, string>
}
export type SendS3Request = <T>(
  request: RequestOptions,
  read: (response: Response) => Promise<T>,
) => Promise<T>

export function createS3Client(
  { base, region, accessKeyId, secretAccessKey }: S3Config,
  { maxAttempts, timeoutMs, retryDelayMs }: RetryOptions,
): SendS3Request {
  // The client's own retries don't cover broken connections and timeouts.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const { origin, pathname } = new URL(base)
  const [, bucket = ''] = pathname.split('/')
  return async ({ method, name, query = {}, body, headers }, read) => {
    const address = new URL(name === undefined ? `${origin}/${bucket}` : `${base}/${name}`)
    address.search = new URLSearchParams(query).toString()
    const signedHeaders = {
      ...headers,
      // Lets the storage reject a body that was damaged on its way.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    }
    for (let attempt = 1; ; attempt++) {
      const controller = new AbortController()
      const timer = setTimeout(
        () => controller.abort(new UnavailableError('the picture store didn’t answer in time')),
        timeoutMs,
      )
      try {
        // Signed for each attempt, because a signature contains its time.
        const request = await client.sign(address, {
          method,
          headers: signedHeaders,
          ...(body && { body }),
        })
        // A redirect is refused: where it leads is no address that the operator named.
        const response = await fetch(request, { signal: controller.signal, redirect: 'manual' })
        if (!isTransient(response.status)) return await read(response)
        const failed = await readResponse(response)
        if (attempt === maxAttempts)
          throw new UnavailableError(`the picture store answered ${errorCodeOf(failed)}`)
      } catch (error) {
        if (attempt === maxAttempts)
          throw error instanceof UnavailableError ? error : unreachable(error)
      } finally {
        clearTimeout(timer)
      }
      await sleep(retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}
