import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig, StartupError } from '#server/platform/operations/config.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const secret = 'se/cret+key'
const patience = { tries: 3, timeout: 300, pause: 1 }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** The signature that AWS Signature Version 4 asks of a request, as its specification words it. */
function signatureOf(
  request: IncomingMessage,
  signed: string,
  day: string,
  region: string,
): string {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const headers = signed
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [
    request.method,
    pathname,
    searchParams.toString(),
    headers.join(''),
    signed,
    request.headers['x-amz-content-sha256'],
  ]
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical.join('\n')),
  ]
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${secret}`,
  )
  return hmac(key, toSign.join('\n')).toString('hex')
}

const objects = new Map<string, Buffer>()
/** What goes wrong with the next requests: a status, a broken connection, no answer at all, or half of one. */
let troubles: (number | 'break' | 'silence' | 'half')[] = []
let asked: string[] = []

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)

/** A small S3 with one bucket, 'pictures'. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  asked.push(`${request.method} ${request.url}`)
  const body = await buffer(request)
  const trouble = troubles.shift()
  if (trouble === 'break') return request.socket.destroy()
  if (trouble === 'silence') return
  if (trouble === 'half')
    return response.writeHead(200, { 'content-length': 5000 }).write(Buffer.alloc(2500))
  if (trouble !== undefined)
    return refuse(response, trouble, trouble === 503 ? 'SlowDown' : 'InternalError')
  const form =
    /^AWS4-HMAC-SHA256 Credential=KEY\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/
  const [, day = '', region = '', signed = '', signature] =
    form.exec(request.headers.authorization ?? '') ?? []
  const mustBeSigned = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) =>
    signed.split(';').includes(name),
  )
  if (
    !mustBeSigned ||
    region !== 'ap-south-1' ||
    signature !== signatureOf(request, signed, day, region)
  )
    return refuse(response, 403, 'SignatureDoesNotMatch')
  if (request.headers['x-amz-content-sha256'] !== sha256(body))
    return refuse(response, 400, 'XAmzContentSHA256Mismatch')
  const url = request.url ?? ''
  if (!url.startsWith('/pictures/')) return refuse(response, 404, 'NoSuchBucket')
  if (request.method === 'PUT' && request.headers['if-none-match'] === '*' && objects.has(url))
    return refuse(response, 412, 'PreconditionFailed')
  if (request.method === 'PUT') objects.set(url, body)
  if (request.method === 'DELETE') objects.delete(url)
  if (request.method !== 'GET')
    return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
  const found = objects.get(url)
  return found ? response.end(found) : refuse(response, 404, 'NoSuchKey')
}

const server = createServer((request, response) => void serve(request, response))
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  objects.clear()
  troubles = []
  asked = []
})

const installation = '0192f0c4-0000-7000-8000-000000000001'
const another = '0192f0c4-0000-7000-8000-000000000002'

const open = (
  rest = '/pictures/dobara',
  key = `KEY:${encodeURIComponent(secret)}`,
  port = (server.address() as AddressInfo).port,
  id = installation,
) => {
  const { storage } = readConfig({
    STORAGE_URL: `s3://${key}@127.0.0.1:${port}${rest}?region=ap-south-1&tls=0`,
  })
  if (!storage) throw new Error('the test names a store')
  return s3Storage(storage, id, patience)
}
const openAs = (id: string, rest?: string) => open(rest, undefined, undefined, id)
/** A store that is open, with its mark and what was asked so far forgotten. */
async function opened(): Promise<Storage> {
  const storage = await open()
  asked = []
  objects.clear()
  return storage
}
const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 251)

test('what is written is read and removed, under the prefix, every request signed', async () => {
  const storage = await opened()
  await storage.write('a-480.webp', bytes)
  expect([...objects.keys()]).toEqual(['/pictures/dobara/a-480.webp'])
  expect(Buffer.from((await storage.read('a-480.webp')) ?? [])).toEqual(Buffer.from(bytes))
  await storage.remove('a-480.webp')
  await storage.remove('a-480.webp')
  expect(await storage.read('a-480.webp')).toBeUndefined()
  expect(asked.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE', 'DELETE', 'GET'])
})

test('an object is read as it is wanted, and one that isn’t there is none', async () => {
  const storage = await opened()
  await storage.write('a', bytes)
  const found = await storage.open('a')
  expect(found && (await buffer(found.content as Readable))).toEqual(Buffer.from(bytes))
  expect(await storage.open('b')).toBeUndefined()
  troubles = [503, 'break']
  const again = await storage.open('a')
  expect(again && (await buffer(again.content as Readable)).length).toBe(bytes.length)
  troubles = [403]
  await expect(storage.open('a')).rejects.toThrow(/403/)
})

test('a store that stops sending in the middle of a picture is given up', async () => {
  const storage = await opened()
  troubles = ['half']
  const half = await storage.open('a')
  await expect(buffer(half?.content as Readable)).rejects.toBeInstanceOf(UnavailableError)
})

test.each([
  [[503, 503, 503]],
  [['break', 'break', 'break']],
  [['silence', 'silence', 'silence']],
] as const)('a store that can’t be reached (%o) is told from one that refuses', async (wrong) => {
  const storage = await opened()
  troubles = [...wrong]
  await expect(storage.open('a')).rejects.toBeInstanceOf(UnavailableError)
  troubles = [403]
  await expect(storage.read('a')).rejects.not.toBeInstanceOf(UnavailableError)
})

test('a part of a buffer is written as that part', async () => {
  const storage = await opened()
  await storage.write('b', Buffer.from('0123456789').subarray(2, 5))
  expect(objects.get('/pictures/dobara/b')?.toString()).toBe('234')
})

test.each([
  ['an overloaded store', [503, 503]],
  ['a fault of the store', [500]],
  ['a connection that breaks', ['break', 'break']],
  ['an answer that never comes', ['silence']],
] as const)('%s is asked again', async (_, wrong) => {
  const storage = await opened()
  troubles = [...wrong]
  await storage.write('c', bytes)
  expect([asked.length, objects.size]).toEqual([wrong.length + 1, 1])
  troubles = [...wrong]
  expect((await storage.read('c'))?.length).toBe(bytes.length)
})

test.each([
  [[503, 503, 503], /503 SlowDown/],
  [['break', 'break', 'break'], /fetch failed/],
] as const)('after %o the store is given up', async (wrong, reason) => {
  const storage = await opened()
  troubles = [...wrong]
  await expect(storage.write('d', bytes)).rejects.toThrow(reason)
  expect(asked).toHaveLength(3)
  // A store that doesn't answer is no picture that isn't there.
  troubles = [...wrong]
  await expect(storage.read('d')).rejects.toThrow(reason)
})

test('a refusal is not asked again', async () => {
  const storage = await opened()
  troubles = [403]
  await expect(storage.write('e', bytes)).rejects.toThrow(/403/)
  expect(asked).toHaveLength(1)
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
])('a store at %s opened with %s is refused at the start', async (rest, key, line) => {
  const fault = await open(rest, key).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(StartupError)
  expect((fault as StartupError).message).toMatch(line)
})

test('a store that is out of reach is refused at the start', async () => {
  await expect(open('/pictures', undefined, 1)).rejects.toThrow(
    /^STORAGE_URL: can't reach the store at 127\.0\.0\.1:1: .*/,
  )
})

const mark = '/pictures/dobara/installation'

test('a bucket without a mark is taken on with what is in it, once', async () => {
  objects.set('/pictures/dobara/old-480.webp', Buffer.from('a picture'))
  await open()
  expect([objects.get(mark)?.toString(), objects.size]).toEqual([installation, 2])
  asked = []
  const again = await open()
  expect(asked).toEqual([`GET ${mark}`])
  expect(Buffer.from((await again.read('old-480.webp')) ?? []).toString()).toBe('a picture')
})

test('another installation on the same prefix is refused, and changes nothing there; beside it there is room', async () => {
  await open()
  objects.set('/pictures/dobara/a-480.webp', Buffer.from('a picture'))
  const fault = await openAs(another).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(StartupError)
  expect((fault as StartupError).message).toBe(
    `STORAGE_URL: the pictures in pictures/dobara belong to another database (installation ${installation}). Name another bucket or prefix, or remove the object pictures/dobara/installation if that database is no longer used.`,
  )
  expect([objects.get(mark)?.toString(), objects.size]).toEqual([installation, 2])
  await openAs(another, '/pictures/staging')
  await openAs(another, '/pictures')
})

test('of two installations that start at once on an empty prefix one gets it', async () => {
  const results = await Promise.allSettled([openAs(installation), openAs(another)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const winner = results[0]?.status === 'fulfilled' ? installation : another
  expect(objects.get(mark)?.toString()).toBe(winner)
})

test('processes of one installation that start at once all get it, though an answer is lost', async () => {
  troubles = ['break', 'break']
  await Promise.all([open(), open(), open()])
  expect(objects.get(mark)?.toString()).toBe(installation)
})
