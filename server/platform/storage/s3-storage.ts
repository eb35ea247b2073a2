// Pictures' bytes in an S3-compatible store, one object a name.
import { type S3Config, StartupError } from '#server/platform/operations/config.ts'
import {
  codeOf,
  createS3Request,
  defaultRetryOptions,
  readWhole,
  type S3Response,
  type Send,
  toOpenedFile,
} from './s3-requests.ts'
import type { OpenedFile, Storage } from './storage.ts'

/** The object that says whose pictures these are: the id of the installation, which stands in its database. */
const mark = 'installation'

/** Whose mark the store at this host bears; undefined where there is none. A StartFault. */
async function readMark(send: Send, host: string): Promise<string | undefined> {
  const answer = await send('GET', mark).catch((error: Error) => {
    throw new StartupError(
      `STORAGE_URL: can't reach the store at ${host}: ${(error.cause as Error)?.message ?? error.message}`,
    )
  })
  if (answer.status < 300) return Buffer.from(answer.bytes).toString().trim()
  if (codeOf(answer) === '404 NoSuchKey' || codeOf(answer) === '404') return undefined
  throw new StartupError(`STORAGE_URL: the store at ${host} answered ${codeOf(answer)}.`)
}

/**
 * Finds this installation's mark in the store, or leaves it where there is none. A StartFault, also where the mark is another
 * installation's: each would sweep the other's pictures.
 */
async function claim(send: Send, base: string, installation: string): Promise<void> {
  const { host, pathname } = new URL(base)
  let owner = await readMark(send, host)
  if (owner === undefined) {
    // Only where there is none yet: of two that start at once one gets it. Its answer doesn't matter, what stands there does.
    const put = await send('PUT', mark, Uint8Array.from(Buffer.from(installation)), {
      'if-none-match': '*',
    }).then(codeOf, (error: Error) => error.message)
    owner = await readMark(send, host)
    if (owner === undefined)
      throw new StartupError(`STORAGE_URL: the store at ${host} can't be written to: ${put}.`)
  }
  if (owner === installation) return
  const prefix = pathname.slice(1)
  throw new StartupError(
    `STORAGE_URL: the pictures in ${prefix} belong to another database (installation ${owner}). Name another bucket or prefix, or remove the object ${prefix}/${mark} if that database is no longer used.`,
  )
}

/** Throws unless the store did it. */
function expectDone(answer: S3Response, ...fine: number[]): S3Response {
  if (answer.status >= 300 && !fine.includes(answer.status))
    throw new Error(`the picture store answered ${codeOf(answer)}`)
  return answer
}

/** Opens the store for one installation. Asks it for its mark, so that a wrong key or bucket is found at the start, by a StartFault. */
export async function s3Storage(
  place: S3Config,
  installation: string,
  patience = defaultRetryOptions,
): Promise<Storage> {
  const ask = createS3Request(place, patience)
  const send: Send = (method, name, body, more) =>
    ask({ method, name, body, ...(more && { more }) }, readWhole)
  await claim(send, place.base, installation)
  return {
    write: async (name, bytes) => void expectDone(await send('PUT', name, Uint8Array.from(bytes))),
    open: async (name) => {
      const found = await ask<OpenedFile | S3Response>({ method: 'GET', name }, (response) =>
        response.status === 200 ? toOpenedFile(response, patience) : readWhole(response),
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
