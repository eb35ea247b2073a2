import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearer, expectError } from '#server/platform/http/testing-requests.ts'
import { makeAccount, makeBook, testApp } from '#server/testing.ts'

const login = (payload: string | Buffer, type = 'application/json') =>
  expectError({
    method: 'POST',
    url: '/api/buyer/login',
    headers: { 'content-type': type },
    payload,
  })

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
])('the JSON body %.40s is rejected', async (payload, status, code) => {
  expect(await login(payload)).toEqual([status, code])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
])('a body of type %s is not accepted instead of JSON', async (type) => {
  expect(await login('email=a&password=b', type)).toEqual([415, 'wrong_media'])
})

/** Returns a part of a multipart form. */
const part = (name: string, value: string, headers = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${value}\r\n`
const filePart = (name: string, value: string) =>
  part(name, value, '; filename="a.jpg"\r\nContent-Type: image/jpeg')
const fields = ['title', 'author', 'branch', 'original_price']
  .map((name) => part(name, '100'))
  .join('')
const sendForm = async (body: string, type = 'multipart/form-data; boundary=x') =>
  expectError({
    method: 'POST',
    url: '/api/books/seller/books',
    headers: { 'content-type': type, ...bearer(await makeAccount('seller')) },
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
  ['that is empty', '', undefined, 400, 'book_fields_required'],
  ['that ends in a field', fields, undefined, 400, 'unreadable'],
  [
    'that ends in a picture',
    `${fields}--x\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nabc`,
    undefined,
    400,
    'unreadable',
  ],
  [
    'with broken headers',
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
    'with a very long boundary',
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
] as const)('a form %s is rejected', async (_, body, type, status, code) => {
  const [actualStatus, actualCode] = await sendForm(body, type)
  expect(actualStatus, actualCode).toBe(status)
  if (code !== undefined) expect(actualCode).toBe(code)
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('a malformed form is never a server error', async () => {
  const seller = await makeAccount('seller')
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
      const [status] = await expectError({
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

test('a form without fields changes nothing', async () => {
  const seller = await makeAccount('seller')
  const { app } = await testApp()
  const { statusCode, json } = await app.inject({
    method: 'PUT',
    url: `/api/books/seller/books/${await makeBook(seller, { title: 'Optics' })}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...bearer(seller) },
    payload: '--x--\r\n',
  })
  expect(statusCode).toBe(200)
  expect(json()).toMatchObject({ book: { title: 'Optics' } })
})
