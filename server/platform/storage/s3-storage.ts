import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type S3Config, StartupError } from '#server/platform/operations/config.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Storage } from './storage.ts'

type RetryOptions = {
  maxAttempts: number
  /** The time limit for receiving a whole response. */
  timeoutMs: number
  retryDelayMs: number
}
const defaultRetries: RetryOptions = { maxAttempts: 4, timeoutMs: 15_000, retryDelayMs: 200 }

type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** An object's name below the prefix. If it is omitted, the request is for the bucket. */
  name?: string
  query?: Record<string, string>
  body?: Uint8Array
  headers?: Record<string, string>
}
type S3Response = { status: number; bytes: Uint8Array }
type Send = (request: S3Request) => Promise<S3Response>

const isTransient = ({ status }: S3Response) => status >= 500 || status === 429

const errorCodeOf = ({ status, bytes }: S3Response) =>
  `${status} ${/<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''}`.trim()

/**
 * Sends a request once. Each attempt is signed separately, because a signature contains its time.
 */
async function sendOnce(
  client: AwsClient,
  base: string,
  { method, name, query = {}, body, headers }: S3Request,
  timeoutMs: number,
): Promise<S3Response> {
  const address = new URL(base)
  if (name === undefined) address.pathname = address.pathname.split('/').slice(0, 2).join('/')
  else address.pathname += `/${name}`
  address.search = new URLSearchParams(query).toString()
  const request = await client.sign(address, {
    method,
    headers: {
      ...headers,
      // With this hash, the storage can reject a body that was damaged in transit.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      }),
    },
    ...(body && { body: Uint8Array.from(body) }),
  })
  // Doesn't follow redirects, because they lead to a host that the operator didn't configure.
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(request, { signal, redirect: 'manual' })
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/**
 * Returns a function that sends requests and retries them. aws4fetch retries after responses, but
 * not after lost connections or timeouts.
 */
function createClient(
  { base, region, accessKeyId, secretAccessKey }: S3Config,
  { maxAttempts, timeoutMs, retryDelayMs }: RetryOptions,
): Send {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const result = await sendOnce(client, base, request, timeoutMs).catch(
        (error: Error) =>
          new UnavailableError(error.message, { cause: (error.cause as Error) ?? error }),
      )
      if (!(result instanceof Error) && !isTransient(result)) return result
      if (attempt === maxAttempts)
        throw result instanceof Error
          ? result
          : new UnavailableError(`the picture store answered ${errorCodeOf(result)}`)
      await sleep(retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

const ownerObject = 'installation'

async function readOwner(send: Send, host: string): Promise<string | undefined> {
  const response = await send({ method: 'GET', name: ownerObject }).catch((error: Error) => {
    throw new StartupError(
      `STORAGE_URL: can't reach the store at ${host}: ${(error.cause as Error)?.message ?? error.message}`,
    )
  })
  if (response.status < 300) return Buffer.from(response.bytes).toString().trim()
  const code = errorCodeOf(response)
  if (code === '404 NoSuchKey' || code === '404') return undefined
  throw new StartupError(`STORAGE_URL: the store at ${host} answered ${code}.`)
}

/**
 * Makes the installation the owner of a storage that has none. Throws a StartupError if the storage
 * fails, or if another installation owns it, because each would delete the other's pictures.
 */
async function claim(send: Send, base: string, installationId: string): Promise<void> {
  const { host, pathname } = new URL(base)
  let owner = await readOwner(send, host)
  if (owner === undefined) {
    // If two processes start together, only one of their writes succeeds. Reading again shows which
    // one.
    const body = Buffer.from(installationId)
    const headers = { 'if-none-match': '*' }
    const written = await send({ method: 'PUT', name: ownerObject, body, headers }).then(
      errorCodeOf,
      (error: Error) => error.message,
    )
    owner = await readOwner(send, host)
    if (owner === undefined)
      throw new StartupError(`STORAGE_URL: the store at ${host} can't be written to: ${written}.`)
  }
  if (owner === installationId) return
  const prefix = pathname.slice(1)
  throw new StartupError(
    `STORAGE_URL: the pictures in ${prefix} belong to another database (installation ${owner}). Name another bucket or prefix, or remove the object ${prefix}/${ownerObject} if that database is no longer used.`,
  )
}

function assertSuccess(response: S3Response, ...otherStatuses: number[]): S3Response {
  if (response.status >= 300 && !otherStatuses.includes(response.status))
    throw new Error(`the picture store answered ${errorCodeOf(response)}`)
  return response
}

const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

/** Yields the names of the objects below the prefix. S3 sorts them. */
async function* listNames(send: Send, base: string): AsyncGenerator<string> {
  const [, , ...prefixes] = new URL(base).pathname.split('/')
  const prefix = prefixes.map((part) => `${decodeURIComponent(part)}/`).join('')
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const { bytes } = assertSuccess(await send({ method: 'GET', query }))
    const xml = Buffer.from(bytes).toString()
    for (const key of elementsOf(xml, 'Key')) yield key.slice(prefix.length)
    token = elementsOf(xml, 'NextContinuationToken')[0]
  } while (token !== undefined)
}

/** Opens the storage of one installation. Throws a StartupError. */
export async function s3Storage(
  config: S3Config,
  installationId: string,
  retryOptions = defaultRetries,
): Promise<Storage> {
  const send = createClient(config, retryOptions)
  const sendWithoutRetry = createClient(config, { ...retryOptions, maxAttempts: 1 })
  await claim(send, config.base, installationId)
  return {
    write: async (name, body) => void assertSuccess(await send({ method: 'PUT', name, body })),
    read: async (name) => {
      const { status, bytes } = assertSuccess(await send({ method: 'GET', name }), 404)
      return status === 404 ? undefined : bytes
    },
    check: async () =>
      void assertSuccess(await sendWithoutRetry({ method: 'GET', name: ownerObject })),
    remove: async (name) => void assertSuccess(await send({ method: 'DELETE', name }), 404),
    list: () => listNames(send, config.base),
  }
}
