// Pictures' bytes in an S3-compatible store, one object a name.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type S3Place, StartFault } from './config.ts'
import type { Opened, Storage } from './storage.ts'
import { Unavailable } from './unavailable.ts'

type Patience = {
  /** How often a request is sent before it counts as failed. */
  tries: number
  /** The longest wait for one answer, in milliseconds. */
  timeout: number
  /** The wait before the second try, in milliseconds; it doubles with each one. */
  pause: number
}

const usual: Patience = { tries: 4, timeout: 15_000, pause: 200 }

type Answer = { status: number; bytes: Uint8Array }
type Method = 'GET' | 'PUT' | 'DELETE'

/** A fault that passes by itself: the store is overloaded, or was out of reach. */
const passes = (status: number) => status >= 500 || status === 429

/** What S3 calls the error in an answer's XML body. */
const codeOf = ({ status, bytes }: Answer) => `${status} ${/<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''}`.trim()

const whole = async (response: Response): Promise<Answer> => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
})

/** An answer whose bytes are read as they are wanted. */
async function opened({ headers, body }: Response): Promise<Opened> {
  const length = headers.has('content-encoding') ? null : headers.get('content-length')
  // Its types are those of the browser.
  const content = body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([])
  return { content, bytes: length === null ? undefined : Number(length) }
}

/** A store that can't be reached, in the words of the fault. */
const outOfReach = (error: unknown) => new Unavailable((error as Error).message, { cause: (error as Error).cause ?? error })

type Request = { method: Method; name: string; body?: Uint8Array<ArrayBuffer> | undefined; more?: Record<string, string> }

/** The object that says whose pictures these are: the id of the installation, which stands in its database. */
const mark = 'installation'

/**
 * Opens the store for one installation. Reads its mark, so that a wrong key or bucket is found at the start, and leaves one
 * where there is none. A StartFault, also where the mark is another installation's: each would sweep the other's pictures.
 */
export async function s3Storage(place: S3Place, installation: string, patience = usual): Promise<Storage> {
  const { base, region, accessKeyId, secretAccessKey } = place
  // Its own retries know nothing of a connection that breaks or an answer that never comes.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  /** Asks once, and again while that may help; `take` reads an answer that was got. Throws Unavailable in the end. */
  async function ask<T>({ method, name, body, more }: Request, take: (response: Response) => Promise<T>): Promise<T> {
    const headers = {
      ...more,
      // Signed with the rest, so that the store refuses bytes that were damaged on their way.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }),
    }
    for (let tried = 1; ; tried++) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(new Unavailable('the picture store didn’t answer in time')), patience.timeout)
      try {
        // Signed anew for each try: a signature holds the time of its making.
        const request = await client.sign(`${base}/${name}`, { method, headers, ...(body && { body }) })
        const response = await fetch(request, { signal: late.signal })
        if (!passes(response.status)) return await take(response)
        const answer = await whole(response)
        if (tried === patience.tries) throw new Unavailable(`the picture store answered ${codeOf(answer)}`)
      } catch (error) {
        if (tried === patience.tries) throw error instanceof Unavailable ? error : outOfReach(error)
      } finally {
        // What is read as it is wanted may take as long as its reader does.
        clearTimeout(timer)
      }
      await sleep(patience.pause * 2 ** (tried - 1) * (0.5 + Math.random()))
    }
  }
  const send = (method: Method, name: string, body?: Uint8Array<ArrayBuffer>, more?: Record<string, string>): Promise<Answer> =>
    ask({ method, name, body, ...(more && { more }) }, whole)

  /** Throws unless the store did it. */
  function expectDone(answer: Answer, ...fine: number[]): Answer {
    if (answer.status >= 300 && !fine.includes(answer.status)) throw new Error(`the picture store answered ${codeOf(answer)}`)
    return answer
  }

  const { host, pathname } = new URL(base)
  /** Whose mark the store bears; undefined where there is none. */
  async function readMark(): Promise<string | undefined> {
    const answer = await send('GET', mark).catch((error: Error) => {
      throw new StartFault(`STORAGE_URL: can't reach the store at ${host}: ${(error.cause as Error)?.message ?? error.message}`)
    })
    if (answer.status < 300) return Buffer.from(answer.bytes).toString().trim()
    if (codeOf(answer) === '404 NoSuchKey' || codeOf(answer) === '404') return undefined
    throw new StartFault(`STORAGE_URL: the store at ${host} answered ${codeOf(answer)}.`)
  }
  let owner = await readMark()
  if (owner === undefined) {
    // Only where there is none yet: of two that start at once one gets it. Its answer doesn't matter, what stands there does.
    const put = await send('PUT', mark, Uint8Array.from(Buffer.from(installation)), { 'if-none-match': '*' }).then(
      codeOf,
      (error: Error) => error.message,
    )
    owner = await readMark()
    if (owner === undefined) throw new StartFault(`STORAGE_URL: the store at ${host} can't be written to: ${put}.`)
  }
  if (owner !== installation) {
    const prefix = pathname.slice(1)
    throw new StartFault(
      `STORAGE_URL: the pictures in ${prefix} belong to another database (installation ${owner}). Name another bucket or prefix, or remove the object ${prefix}/${mark} if that database is no longer used.`,
    )
  }

  return {
    write: async (name, bytes) => void expectDone(await send('PUT', name, Uint8Array.from(bytes))),
    open: async (name) => {
      const found = await ask<Opened | Answer>({ method: 'GET', name }, (response) =>
        response.status === 200 ? opened(response) : whole(response),
      )
      if ('content' in found) return found
      expectDone(found, 404)
      return undefined
    },
    read: async (name) => {
      const { status, bytes } = expectDone(await send('GET', name), 404)
      return status === 404 ? undefined : bytes
    },
    remove: async (name) => void expectDone(await send('DELETE', name), 404),
  }
}
