import { StartupError } from '#server/platform/operations/config.ts'
import type { S3Config } from '#server/platform/operations/storage-url.ts'
import { s3RetryOptions } from './policy.ts'
import {
  createS3Client,
  errorCodeOf,
  readResponse,
  type S3Response,
  type SendS3Request,
  toOpenedFile,
} from './s3-requests.ts'
import type { OpenedFile, Storage } from './storage.ts'

const ownerObject = 'installation'

async function readOwner(send: SendS3Request, host: string): Promise<string | undefined> {
  const response = await send({ method: 'GET', name: ownerObject }, readResponse).catch(
    (error: Error) => {
      throw new StartupError(
        `STORAGE_URL: can't reach the store at ${host}: ${(error.cause as Error)?.message ?? error.message}`,
      )
    },
  )
  if (response.status < 300) return Buffer.from(response.bytes).toString().trim()
  const code = errorCodeOf(response)
  if (code === '404 NoSuchKey' || code === '404') return undefined
  throw new StartupError(`STORAGE_URL: the store at ${host} answered ${code}.`)
}

/**
 * Makes the installation the owner of a storage without one. Throws a StartupError, also if another
 * installation owns it: each would delete the other's pictures.
 */
async function claim(send: SendS3Request, base: string, installationId: string): Promise<void> {
  const { host, pathname } = new URL(base)
  let owner = await readOwner(send, host)
  if (owner === undefined) {
    // Of two processes that start at once only one write succeeds; reading again shows which.
    const writeResult = await send(
      {
        method: 'PUT',
        name: ownerObject,
        body: Uint8Array.from(Buffer.from(installationId)),
        headers: { 'if-none-match': '*' },
      },
      readResponse,
    ).then(errorCodeOf, (error: Error) => error.message)
    owner = await readOwner(send, host)
    if (owner === undefined)
      throw new StartupError(
        `STORAGE_URL: the store at ${host} can't be written to: ${writeResult}.`,
      )
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

/** The names of the objects below the prefix, which S3 sorts. */
async function* listNames(send: SendS3Request, base: string): AsyncGenerator<string> {
  const [, , ...prefixes] = new URL(base).pathname.split('/')
  const prefix = prefixes.map((part) => `${decodeURIComponent(part)}/`).join('')
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const response = assertSuccess(await send({ method: 'GET', query }, readResponse))
    const xml = Buffer.from(response.bytes).toString()
    for (const key of elementsOf(xml, 'Key')) yield key.slice(prefix.length)
    token = elementsOf(xml, 'NextContinuationToken')[0]
  } while (token !== undefined)
}

/** Opens the storage of one installation. Throws a StartupError. */
export async function s3Storage(
  config: S3Config,
  installationId: string,
  retryOptions = s3RetryOptions,
): Promise<Storage> {
  const send = createS3Client(config, retryOptions)
  const sendOnce = createS3Client(config, { ...retryOptions, maxAttempts: 1 })
  await claim(send, config.base, installationId)
  return {
    write: async (name, bytes) => {
      const body = Uint8Array.from(bytes)
      assertSuccess(await send({ method: 'PUT', name, body }, readResponse))
    },
    open: async (name) => {
      const file = await send<OpenedFile | S3Response>({ method: 'GET', name }, (response) =>
        response.status === 200 ? toOpenedFile(response, retryOptions) : readResponse(response),
      )
      if ('content' in file) return file
      assertSuccess(file, 404)
      return undefined
    },
    read: async (name) => {
      const response = assertSuccess(await send({ method: 'GET', name }, readResponse), 404)
      return response.status === 404 ? undefined : response.bytes
    },
    check: async () =>
      void assertSuccess(await sendOnce({ method: 'GET', name: ownerObject }, readResponse)),
    remove: async (name) =>
      void assertSuccess(await send({ method: 'DELETE', name }, readResponse), 404),
    list: () => listNames(send, config.base),
  }
}
