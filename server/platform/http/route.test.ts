import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { ErrorBody } from '#contract/errors.ts'
import { photoAddress, photoLimits } from '#contract/photos.ts'
import { createApp } from '#server/app.ts'
import { minPace, uploadLimits } from '#server/platform/limits/body-budget.ts'
import {
  makeBook,
  makePerson,
  makePictures,
  otherApp,
  storePictures,
  type TestPerson,
  testApp,
} from '#server/testing.ts'
import { writeCursor } from './paging.ts'

const closers: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

const send = async (options: InjectOptions) => (await testApp()).app.inject(options)
const bearer = (person: TestPerson) => ({ authorization: `Bearer ${person.token}` })

/** Sends and expects a refusal in the contract's shape; gives its status and code. */
async function refusal(options: InjectOptions): Promise<[status: number, code: string]> {
  const answer = await send(options)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const { code } = ErrorBody.strict().parse(answer.json())
  return [answer.statusCode, code]
}

// Bodies ---------------------------------------------------------------------------------------------------------

const login = (payload: string | Buffer, type = 'application/json') =>
  refusal({ method: 'POST', url: '/api/buyer/login', headers: { 'content-type': type }, payload })

const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test.each([
  ['{', 400, 'unreadable'],
  ['[]', 400, 'unreadable'],
  ['"text"', 400, 'unreadable'],
  ['7', 400, 'unreadable'],
  ['{}', 400, 'malformed'],
  ['null', 400, 'malformed'],
  [`{"email":${nest(30_000)}}`, 400, 'malformed'],
  [`{"email":"x","email":["y"],"password":"a","password":{}}`, 400, 'malformed'],
  ['{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', 400, 'malformed'],
  [`{"email":"${'a'.repeat(300_000)}"}`, 413, 'body_too_large'],
])('the JSON body %.40s is refused', async (payload, status, code) => {
  expect(await login(payload)).toEqual([status, code])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
])('a body of %s is not accepted where JSON is asked for', async (type) => {
  expect(await login('email=a&password=b', type)).toEqual([415, 'wrong_media'])
})

/** A part of a form, as it stands on the wire. */
const part = (name: string, value: string, more = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const filePart = (name: string, value: string) =>
  part(name, value, '; filename="a.jpg"\r\nContent-Type: image/jpeg')
const fields = ['title', 'author', 'branch', 'original_price']
  .map((name) => part(name, '100'))
  .join('')
const sendForm = async (body: string, type = 'multipart/form-data; boundary=x') =>
  refusal({
    method: 'POST',
    url: '/api/books/seller/books',
    headers: { 'content-type': type, ...bearer(await makePerson('seller')) },
    payload: body,
  })

test.each([
  ['without a boundary', fields, 'multipart/form-data', 400, 'unreadable'],
  [
    'with another boundary',
    `${fields}--x--\r\n`,
    'multipart/form-data; boundary=y',
    400,
    'unreadable',
  ],
  ['of nothing', '', undefined, 400, 'book_fields_required'],
  ['that ends in a field', fields, undefined, 400, 'unreadable'],
  [
    'that ends in a picture',
    `${fields}--x\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nabc`,
    undefined,
    400,
    'unreadable',
  ],
  [
    'with a broken head',
    `--x\r\n${'x'.repeat(2000)}\r\n\r\nabc\r\n--x--\r\n`,
    undefined,
    400,
    undefined,
  ],
  [
    'with too many pictures',
    `${filePart('images', 'x').repeat(7)}--x--\r\n`,
    undefined,
    400,
    'too_many_images',
  ],
  [
    'with a boundary that is a book',
    `${fields}--x--\r\n`,
    `multipart/form-data; boundary=${'x'.repeat(8000)}`,
    400,
    'unreadable',
  ],
  [
    'with too many fields',
    `${part('title', 'x').repeat(61)}--x--\r\n`,
    undefined,
    413,
    'body_too_large',
  ],
  [
    'with a giant field',
    `${part('description', 'x'.repeat(70_000))}${fields}--x--\r\n`,
    undefined,
    400,
    'malformed',
  ],
  [
    'with pictures in other fields',
    `${fields}${filePart('title', 'x')}${filePart('pictures', 'x')}--x--\r\n`,
    undefined,
    400,
    undefined,
  ],
  [
    'with odd names',
    `${part('__proto__', 'x')}${part('constructor', 'x')}${part('toString', 'x')}${part('', 'x')}--x--\r\n`,
    undefined,
    400,
    undefined,
  ],
] as const)('a form %s is refused', async (_, body, type, status, code) => {
  const [answered, said] = await sendForm(body, type)
  expect(answered, said).toBe(status)
  if (code !== undefined) expect(said).toBe(code)
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('whatever is sent as a form, the answer is a refusal and never a fault of the server', async () => {
  const seller = await makePerson('seller')
  const piece = fc.oneof(
    fc.constantFrom(
      '--x',
      '--x--',
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="images"; filename="a"',
      ': ',
      '"',
      '\0',
    ),
    fc.string({ maxLength: 20 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x', ...bearer(seller) }
      const [status] = await refusal({
        method: 'POST',
        url: '/api/books/seller/books',
        headers,
        payload: pieces.join(''),
      })
      expect([400, 413]).toContain(status)
    }),
    { numRuns: 60 },
  )
})

// Addresses and methods ------------------------------------------------------------------------------------------

test.each([
  ['GET', '/api/nowhere'],
  ['GET', '/api/'],
  ['GET', '/api'],
  ['POST', '/api/books/branches'],
  ['GET', '/api/buyer/login'],
  ['PUT', '/api/orders/create'],
  ['OPTIONS', '/api/books/branches'],
  ['DELETE', '/'],
  ['GET', `/api/books/${'x'.repeat(300)}`],
] as const)('%s %s is not there', async (method, url) => {
  expect(await refusal({ method, url })).toEqual([404, 'not_found'])
})

test.each([
  '/api/books/%',
  '/api/books/%zz',
  '/api/books/%00',
  '/api/books/..%2f..%2fetc',
  '/api//books//x',
])('the address %s is refused', async (url) => {
  const [status] = await refusal({ url })
  expect([400, 404]).toContain(status)
})

test('HEAD answers as GET does, without a body', async () => {
  const answer = await send({ method: 'HEAD', url: '/api/books/branches' })
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
    200,
    '',
    'application/json; charset=utf-8',
  ])
})

test.each([
  'Bearer',
  'Bearer ',
  `Bearer ${'x'.repeat(5000)}`,
  'Basic YTpi',
  'Bearer a b',
  'Bearer \u00e9',
])('the authorization %.20s opens nothing', async (authorization) => {
  expect((await refusal({ url: '/api/chats', headers: { authorization } }))[0]).toBe(401)
})

// What every answer carries --------------------------------------------------------------------------------------

test('every answer carries the headers that keep browsers strict, and none opens the API to other sites', async () => {
  const [file] = await makePictures(1)
  const [hash = ''] = await storePictures([
    { field: 'images', bytes: Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)) },
  ])
  const asked = [
    '/api/books/branches',
    '/api/nowhere',
    '/api/chats',
    photoAddress(hash),
    '/photos/none',
  ]
  const origin = 'https://elsewhere.example'
  for (const url of asked) {
    const { headers, statusCode } = await send({ url, headers: { origin } })
    expect(headers, `${statusCode} ${url}`).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  const preflight = await send({
    method: 'OPTIONS',
    url: '/api/buyer/login',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  expect([
    preflight.statusCode,
    Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-')),
  ]).toEqual([404, []])
})

test('a page of a list says how many there are and where it goes on, keeping what was asked', async () => {
  const seller = await makePerson('seller')
  const author = `Author ${seller.id}`
  for (let count = 0; count < 3; count++) await makeBook(seller, { author })
  const ask = `/api/books/buyer/books?search=${encodeURIComponent(author)}&sort=price`
  const first = await send({ url: `${ask}&limit=2` })
  expect([first.json<unknown[]>().length, first.headers['x-total-count']]).toEqual([2, '3'])
  const next = /^<(\/api\/books\/buyer\/books\?[^>]+)>; rel="next"$/.exec(
    String(first.headers.link),
  )?.[1]
  expect(Object.fromEntries(new URL(next ?? '', 'http://x').searchParams)).toMatchObject({
    search: author,
    sort: 'price',
    limit: '2',
  })
  const second = await send({ url: next ?? '' })
  expect([second.json<unknown[]>().length, second.headers.link]).toEqual([1, undefined])
})

test('a forged cursor is refused, or gives a page, whatever list it is for', async () => {
  const [buyer, seller] = await Promise.all([makePerson('buyer'), makePerson('seller')])
  const lists = [
    ...['newest', 'price', '-price', 'rating'].map((sort) => ({
      url: `/api/books/buyer/books?sort=${sort}`,
      headers: {},
    })),
    { url: '/api/books/buyer/books?search=a', headers: {} },
    { url: '/api/chats?', headers: bearer(buyer) },
    { url: `/api/orders/buyer/${buyer.id}?`, headers: bearer(buyer) },
    { url: `/api/orders/seller/${seller.id}?`, headers: bearer(seller) },
    { url: '/api/books/seller/books?', headers: bearer(seller) },
  ]
  const id = '01900000-0000-7000-8000-000000000000'
  const value = fc.oneof(
    fc.constantFrom<string | number | null>(
      null,
      id,
      'near',
      'exact',
      1.5,
      -0.1,
      1e20,
      2 ** 31,
      5e-324,
      '2026-01-01T00:00:00Z',
      '+275760-09-13',
      '-271821-04-20',
      'now',
      '',
      "'",
    ),
    fc.double(),
    fc.string({ maxLength: 10 }),
  )
  const mark = fc.oneof(
    fc.tuple(value),
    fc.tuple(value, value),
    fc.tuple(value, fc.constant(id)),
    fc.tuple(value, value, value),
    fc.tuple(value, fc.constant(id), value),
  )
  await fc.assert(
    fc.asyncProperty(mark, fc.constantFrom(...lists), async (forged, { url, headers }) => {
      const answer = await send({ url: `${url}&limit=2&cursor=${writeCursor(forged)}`, headers })
      expect([200, 400], answer.body).toContain(answer.statusCode)
    }),
    { numRuns: 400 },
  )
})

// Uploads --------------------------------------------------------------------------------------------------------

/** A server that listens, with a log of its own, and a way to begin an upload that never ends. */
async function listening() {
  const { parts } = await testApp()
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const { app, parts: own } = await createApp({
    ...parts,
    log,
    database: { ...parts.database, close: async () => {} },
  })
  closers.push(() => app.close())
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const begin = async (person: TestPerson, more = 'Content-Length: 100000') => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    let said = ''
    socket.on('data', (text: Buffer) => {
      said += text
    })
    const head = `POST /api/books/seller/books HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: multipart/form-data; boundary=x\r\n${more}\r\n\r\n`
    const part =
      '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\nbeginning'
    socket.write(
      more.startsWith('Transfer')
        ? `${head}${part.length.toString(16)}\r\n${part}\r\n`
        : head + part,
    )
    return {
      cut: () => socket.destroy(),
      said: () => said,
      send: (text: string) => void socket.write(text),
      isOpen: () => !socket.closed,
    }
  }
  return { app, logged, begin, limits: own.limits }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 150))

test('a person has two uploads on their way, and may begin another once one was cut; a cut one is no fault of ours', async () => {
  const { begin, logged } = await listening()
  const [seller, other] = [await makePerson('seller'), await makePerson('seller')]
  const [one, two] = [await begin(seller), await begin(seller, 'Transfer-Encoding: chunked')]
  await settle()
  const third = await begin(seller)
  await expect
    .poll(third.said)
    .toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 10[\s\S]*"code":"too_many_requests"/)
  const elsewhere = await begin(other)
  await settle()
  expect([one.said(), two.said(), elsewhere.said()]).toEqual(['', '', ''])
  for (const upload of [one, two, third, elsewhere]) upload.cut()
  await settle()
  const again = await begin(seller)
  await settle()
  expect(again.said()).toBe('')
  again.cut()
  await settle()
  expect(logged).toEqual([])
})

test('forms that trickle keep nobody else from uploading, however large they say they are', async () => {
  const { begin } = await listening()
  const large = `Content-Length: ${6 * photoLimits.bytes}`
  const slow = await Promise.all(
    Array.from({ length: 6 }, async () => begin(await makePerson('seller'), large)),
  )
  await settle()
  const other = await begin(await makePerson('seller'), large)
  await settle()
  expect([...slow, other].map(({ said }) => said())).toEqual(Array(7).fill(''))
  for (const upload of [...slow, other]) upload.cut()
})

test('an upload that would take more room than there is is refused on its way, and its rest goes by unheard', async () => {
  const { begin, limits, logged } = await listening()
  const held = limits.holdBody('127.0.0.1', 'somebody')
  held.take(uploadLimits.addressBytes - 1000)
  const length = 3_000_000
  const upload = await begin(await makePerson('seller'), `Content-Length: ${length}`)
  await settle()
  expect(upload.said()).toBe('')
  upload.send('x'.repeat(length - 200))
  await expect
    .poll(upload.said)
    .toMatch(/^HTTP\/1.1 429 [\s\S]*"message":"Too many requests. Please wait a moment."/)
  await settle()
  expect(upload.isOpen()).toBe(true)
  held.release()
  limits.holdBody('127.0.0.1', 'another').take(uploadLimits.addressBytes)
  upload.cut()
  expect(logged).toEqual([])
})

test('an upload that hardly moves is given up and its place freed; one that is slow goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begin, logged } = await listening()
  const [seller, other] = [await makePerson('seller'), await makePerson('seller')]
  const [still, slow] = [await begin(seller), await begin(other)]
  await settle()
  for (let span = 0; span < 3; span++) {
    slow.send('x'.repeat(minPace.bytes))
    await settle()
    vi.advanceTimersByTime(minPace.seconds * 1000)
    if (span === 0) await expect.poll(still.said).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"too_slow"/)
  }
  await settle()
  expect(slow.said()).toBe('')
  const again = [await begin(seller), await begin(seller)]
  await settle()
  expect(again.map(({ said }) => said())).toEqual(['', ''])
  for (const upload of [still, slow, ...again]) upload.cut()
  await settle()
  expect(logged).toEqual([])
})

test('a form that says that it is larger than all pictures together is refused before it is read', async () => {
  const { begin } = await listening()
  const upload = await begin(await makePerson('seller'), `Content-Length: ${8 * photoLimits.bytes}`)
  await expect.poll(upload.said).toMatch(/^HTTP\/1.1 413 /)
  upload.cut()
})

test('a part of a file that isn’t there is refused as such', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-static-'))
  closers.push(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'a.txt'), 'text')
  const { app } = await otherApp({
    pages: async (app) => void (await app.register(fastifyStatic, { root: folder })),
  })
  const get = (range: string) => app.inject({ url: '/a.txt', headers: { range } })
  const answer = await get('bytes=99-')
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([416, 'range_missing'])
  expect((await get('bytes=1-2')).body).toBe('ex')
})
