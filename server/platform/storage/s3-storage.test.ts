import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig, StartupError } from '#server/platform/operations/config.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const secret = 'se/cret+key'
const retryOptions = { maxAttempts: 3, timeoutMs: 300, retryDelayMs: 1 }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

async function authorizationOf({ method = '', url = '', headers }: IncomingMessage) {
  const signed = ['x-amz-content-sha256', 'x-amz-date', 'if-none-match', 'cache-control']
  const signer = new AwsV4Signer({
    method,
    url: `http://${headers.host}${url}`,
    headers: signed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    accessKeyId: 'KEY',
    secretAccessKey: secret,
    service: 's3',
    region: 'ap-south-1',
    datetime: String(headers['x-amz-date']),
  })
  return (await signer.sign()).headers.get('authorization')
}

const objects = new Map<string, Buffer>()
/** How the next requests fail, in order. */
let failures: (number | 'disconnect' | 'no response' | 'half' | 'redirect')[] = []
let requests: string[] = []

const sendError = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)

/** Lists two names per page. The continuation token is the last name of the previous page. */
function listObjects(url: string): string {
  const { searchParams } = new URL(url, 'http://x')
  const prefix = searchParams.get('prefix') ?? ''
  const after = searchParams.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .map((key) => key.slice('/pictures/'.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort()
  const page = keys.slice(0, 2)
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents}${next}</ListBucketResult>`
}

/** Simulates S3 with one bucket, which is called 'pictures'. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  requests.push(`${request.method} ${request.url}`)
  const body = await buffer(request)
  const failure = failures.shift()
  if (failure === 'disconnect') return request.socket.destroy()
  if (failure === 'no response') return
  if (failure === 'redirect')
    return response
      .writeHead(307, { location: '/elsewhere' })
      .end('<Error><Code>TemporaryRedirect</Code></Error>')
  if (failure === 'half')
    return response.writeHead(200, { 'content-length': 5000 }).write(Buffer.alloc(2500))
  if (failure !== undefined)
    return sendError(response, failure, failure === 503 ? 'SlowDown' : 'InternalError')
  if (request.headers.authorization !== (await authorizationOf(request)))
    return sendError(response, 403, 'SignatureDoesNotMatch')
  if (request.headers['x-amz-content-sha256'] !== sha256(body))
    return sendError(response, 400, 'XAmzContentSHA256Mismatch')
  const url = request.url ?? ''
  if (url.startsWith('/pictures?list-type=2')) return response.end(listObjects(url))
  if (!url.startsWith('/pictures/')) return sendError(response, 404, 'NoSuchBucket')
  if (request.method === 'PUT' && request.headers['if-none-match'] === '*' && objects.has(url))
    return sendError(response, 412, 'PreconditionFailed')
  if (request.method === 'PUT') objects.set(url, body)
  if (request.method === 'DELETE') objects.delete(url)
  if (request.method !== 'GET')
    return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
  const object = objects.get(url)
  return object ? response.end(object) : sendError(response, 404, 'NoSuchKey')
}

const server = createServer((request, response) => void serve(request, response))
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  objects.clear()
  failures = []
  requests = []
})

const installationId = '0192f0c4-0000-7000-8000-000000000001'
const otherInstallationId = '0192f0c4-0000-7000-8000-000000000002'

const open = (
  bucket = '/pictures/dobara',
  key = `KEY:${encodeURIComponent(secret)}`,
  port = (server.address() as AddressInfo).port,
  id = installationId,
) => {
  const { storage } = readConfig({
    STORAGE_URL: `s3://${key}@127.0.0.1:${port}${bucket}?region=ap-south-1&tls=0`,
  })
  if (!storage) throw new Error('the test names a store')
  return s3Storage(storage, id, retryOptions)
}
const openAs = (id: string, bucket?: string) => open(bucket, undefined, undefined, id)
async function opened(): Promise<Storage> {
  const storage = await open()
  requests = []
  objects.clear()
  return storage
}
const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 251)

test('writes, reads and removes files under the prefix, with signed requests', async () => {
  const storage = await opened()
  await storage.write('a-480.webp', bytes)
  expect([...objects.keys()]).toEqual(['/pictures/dobara/a-480.webp'])
  expect(Buffer.from((await storage.read('a-480.webp')) ?? [])).toEqual(Buffer.from(bytes))
  await storage.remove('a-480.webp')
  await storage.remove('a-480.webp')
  expect(await storage.read('a-480.webp')).toBeUndefined()
  expect(requests.map((line) => line.split(' ')[0])).toEqual([
    'PUT',
    'GET',
    'DELETE',
    'DELETE',
    'GET',
  ])
})

test.each(['/pictures/dobara', '/pictures'])(
  'lists the files in %s page by page',
  async (bucket) => {
    const storage = await open(bucket)
    objects.clear()
    objects.set('/pictures/dobara.txt', Buffer.from('of another prefix'))
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await storage.write(name, bytes)
    const listed = await Readable.from(storage.list()).toArray()
    expect(listed.filter((name) => name !== 'dobara.txt')).toEqual(names)
    expect(listed.includes('dobara.txt')).toBe(bucket === '/pictures')
  },
)

test('writes a slice of a buffer, not the whole buffer', async () => {
  const storage = await opened()
  await storage.write('b', Buffer.from('0123456789').subarray(2, 5))
  expect(objects.get('/pictures/dobara/b')?.toString()).toBe('234')
})

test.each([
  ['An overloaded storage', [503, 503]],
  ['An error of the storage', [500]],
  ['A broken connection', ['disconnect', 'disconnect']],
  ['A missing response', ['no response']],
] as const)('%s is retried', async (_, sequence) => {
  const storage = await opened()
  failures = [...sequence]
  await storage.write('c', bytes)
  expect([requests.length, objects.size]).toEqual([sequence.length + 1, 1])
  failures = [...sequence]
  expect((await storage.read('c'))?.length).toBe(bytes.length)
})

test.each([
  [[503, 503, 503], /503 SlowDown/],
  [['disconnect', 'disconnect', 'disconnect'], /fetch failed/],
  [['half', 'half', 'half'], /terminated|aborted/],
  [['no response', 'no response', 'no response'], /timeout/],
] as const)('after %o the request fails as unavailable', async (sequence, reason) => {
  const storage = await opened()
  failures = [...sequence]
  await expect(storage.write('d', bytes)).rejects.toThrow(reason)
  expect(requests).toHaveLength(3)
  // If the storage is unreachable, reading must fail instead of reporting a missing file.
  failures = [...sequence]
  const error = await storage.read('d').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UnavailableError)
  expect(String(error)).toMatch(reason)
})

test('a redirect is not followed', async () => {
  const storage = await opened()
  const refused = 'the picture store answered 307 TemporaryRedirect'
  failures = ['redirect', 'redirect', 'redirect']
  await expect(storage.write('f', bytes)).rejects.toThrow(refused)
  await expect(storage.read('f')).rejects.toThrow(refused)
  expect(requests.filter((line) => line.includes('elsewhere'))).toEqual([])
})

test('a rejected request is not retried', async () => {
  const storage = await opened()
  failures = [403]
  await expect(storage.write('e', bytes)).rejects.toThrow(/403/)
  expect(requests).toHaveLength(1)
  failures = [403]
  await expect(storage.read('e')).rejects.not.toBeInstanceOf(UnavailableError)
})

test.each([
  [
    '/pictures',
    'KEY:wrong',
    /^STORAGE_URL: the store at 127\.0\.0\.1:\d+ answered 403 SignatureDoesNotMatch\.$/,
  ],
  [
    '/nowhere',
    undefined,
    /^STORAGE_URL: the store at 127\.0\.0\.1:\d+ answered 404 NoSuchBucket\.$/,
  ],
])('a storage at %s with the key %s is an error at startup', async (bucket, key, line) => {
  const error = await open(bucket, key).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartupError)
  expect((error as StartupError).message).toMatch(line)
})

test('an unreachable storage is an error at startup', async () => {
  await expect(open('/pictures', undefined, 1)).rejects.toThrow(
    /^STORAGE_URL: can't reach the store at 127\.0\.0\.1:1: .*/,
  )
})

const ownerUrl = '/pictures/dobara/installation'

test('a bucket without an owner is claimed once, and its files stay', async () => {
  objects.set('/pictures/dobara/old-480.webp', Buffer.from('a picture'))
  await open()
  expect([objects.get(ownerUrl)?.toString(), objects.size]).toEqual([installationId, 2])
  requests = []
  const reopened = await open()
  expect(requests).toEqual([`GET ${ownerUrl}`])
  expect(Buffer.from((await reopened.read('old-480.webp')) ?? []).toString()).toBe('a picture')
})

test('another installation is rejected on the same prefix, but not on others', async () => {
  await open()
  objects.set('/pictures/dobara/a-480.webp', Buffer.from('a picture'))
  const error = await openAs(otherInstallationId).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartupError)
  expect((error as StartupError).message).toBe(
    `STORAGE_URL: the pictures in pictures/dobara belong to another database (installation ${installationId}). Name another bucket or prefix, or remove the object pictures/dobara/installation if that database is no longer used.`,
  )
  expect([objects.get(ownerUrl)?.toString(), objects.size]).toEqual([installationId, 2])
  await openAs(otherInstallationId, '/pictures/staging')
  await openAs(otherInstallationId, '/pictures')
})

test('if two installations start together, exactly one claims the prefix', async () => {
  const results = await Promise.allSettled([openAs(installationId), openAs(otherInstallationId)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const winner = results[0]?.status === 'fulfilled' ? installationId : otherInstallationId
  expect(objects.get(ownerUrl)?.toString()).toBe(winner)
})

test('processes of one installation that start together all succeed', async () => {
  failures = ['disconnect', 'disconnect']
  await Promise.all([open(), open(), open()])
  expect(objects.get(ownerUrl)?.toString()).toBe(installationId)
})
