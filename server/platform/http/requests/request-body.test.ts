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

const part = (name: string, value: string, headers = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${headers}\r\n\r\n${value}\r\n`
const filePart = (name: string, value: string) =>
  part(name, value, '; filename="a.jpg"\r\nContent-Type: image/jpeg')
const fields = ['title', 'author', 'branch', 'original_price']
  .map((name) => part(name, '100'))
  .join('')
type Form = { body: string; type?: string; status?: number; code?: string }
const sendForm = async ({ body, type = 'multipart/form-data; boundary=x' }: Form) =>
  expectError({
    method: 'POST',
    url: '/api/books/seller/books',
    headers: { 'content-type': type, ...bearer(await makeAccount('seller')) },
    payload: body,
  })
const end = '--x--\r\n'
const header = '--x\r\nContent-Disposition: form-data; name="images"; filename="a"'
const oddNames = ['__proto__', 'constructor', 'toString', ''].map((name) => part(name, 'x'))

test.each(
  Object.entries<Form>({
    'without a boundary': { body: fields, type: 'multipart/form-data', code: 'unreadable' },
    'with another boundary': {
      body: fields + end,
      type: 'multipart/form-data; boundary=y',
      code: 'unreadable',
    },
    'with a very long boundary': {
      body: fields + end,
      type: `multipart/form-data; boundary=${'x'.repeat(8000)}`,
      code: 'unreadable',
    },
    'that is empty': { body: '', code: 'book_fields_required' },
    'that ends in a field': { body: fields, code: 'unreadable' },
    'that ends in a picture': { body: `${fields}${header}\r\n\r\nabc`, code: 'unreadable' },
    'with broken headers': { body: `--x\r\n${'x'.repeat(2000)}\r\n\r\nabc\r\n${end}` },
    'with too many pictures': {
      body: filePart('images', 'x').repeat(7) + end,
      code: 'too_many_images',
    },
    'with too many fields': {
      body: part('title', 'x').repeat(61) + end,
      status: 413,
      code: 'body_too_large',
    },
    'with a giant field': {
      body: part('description', 'x'.repeat(70_000)) + fields + end,
      code: 'malformed',
    },
    'with pictures in other fields': {
      body: fields + filePart('title', 'x') + filePart('pictures', 'x') + end,
    },
    'with odd names': { body: oddNames.join('') + end },
  }),
)('a form %s is rejected', async (_, form) => {
  const [status, code] = await sendForm(form)
  expect(status, code).toBe(form.status ?? 400)
  if (form.code !== undefined) expect(code).toBe(form.code)
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test('a malformed form is never a server error', async () => {
  const seller = await makeAccount('seller')
  const piece = fc.oneof(
    fc.constantFrom('--x', '--x--', '\r\n', '\r\n\r\n', header.slice(5), ': ', '"', '\0'),
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
