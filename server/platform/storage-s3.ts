// Pictures' bytes in an S3-compatible store, one object a name.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type S3Place, StartFault } from './config.ts'
import type { Storage } from './storage.ts'

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

/** A fault that passes by itself: the store is overloaded, or was out of reach. */
const passes = (status: number) => status >= 500 || status === 429

/** What S3 calls the error in an answer's XML body. */
const codeOf = ({ status, bytes }: Answer) => `${status} ${/<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1] ?? ''}`.trim()

/** Opens the store, and reads from it once, so that a wrong key or bucket is found at the start: a StartFault. */
export async function s3Storage({ base, region, accessKeyId, secretAccessKey }: S3Place, patience = usual): Promise<Storage> {
  // Its own retries know nothing of a connection that breaks or an answer that never comes.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })

  async function send(method: 'GET' | 'PUT' | 'DELETE', name: string, body?: Uint8Array<ArrayBuffer>): Promise<Answer> {
    const headers = {
      // Signed with the rest, so that the store refuses bytes that were damaged on their way.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body && { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }),
    }
    for (let tried = 1; ; tried++) {
      try {
        // Signed anew for each try: a signature holds the time of its making.
        const request = await client.sign(`${base}/${name}`, { method, headers, ...(body && { body }) })
        const response = await fetch(request, { signal: AbortSignal.timeout(patience.timeout) })
        const answer = { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
        if (!passes(answer.status) || tried === patience.tries) return answer
      } catch (error) {
        if (tried === patience.tries) throw error
      }
      await sleep(patience.pause * 2 ** (tried - 1) * (0.5 + Math.random()))
    }
  }

  /** Throws unless the store did it. */
  async function expectDone(asked: Promise<Answer>, ...fine: number[]): Promise<Answer> {
    const answer = await asked
    if (answer.status >= 300 && !fine.includes(answer.status)) throw new Error(`the picture store answered ${codeOf(answer)}`)
    return answer
  }

  const probe = await send('GET', 'probe').catch((error: Error) => {
    throw new StartFault(`STORAGE_URL: can't reach the store at ${new URL(base).host}: ${(error.cause as Error)?.message ?? error.message}`)
  })
  if (probe.status >= 300 && codeOf(probe) !== '404 NoSuchKey' && codeOf(probe) !== '404')
    throw new StartFault(`STORAGE_URL: the store at ${new URL(base).host} answered ${codeOf(probe)}.`)

  return {
    write: async (name, bytes) => void (await expectDone(send('PUT', name, Uint8Array.from(bytes)))),
    read: async (name) => {
      const { status, bytes } = await expectDone(send('GET', name), 404)
      return status === 404 ? undefined : bytes
    },
    remove: async (name) => void (await expectDone(send('DELETE', name), 404)),
  }
}
