import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing.ts'
import type { ApiDocument } from './openapi.ts'

const get = async (url: string) => (await testApp()).app.inject({ url })
let read: Promise<ApiDocument> | undefined
const document = () => {
  read ??= get('/api/openapi.json').then((response) => response.json<ApiDocument>())
  return read
}

type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: {
    content: Record<string, { schema: { required?: string[]; properties: Record<string, object> } }>
  }
  responses: Record<
    string,
    { content: { 'application/json': { schema: object } }; headers?: object }
  >
  security?: object[]
}
const operation = async (method: string, path: string) =>
  (await document()).paths[path]?.[method] as Operation

test('describes every endpoint of the contract, with a unique operation id', async () => {
  const { paths } = await document()
  const described = Object.entries(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method} ${address}`),
  )
  const contract = path.resolve(import.meta.dirname, '../../../../contract')
  const sources = globSync('**/*.ts', { cwd: contract }).map((file) =>
    readFileSync(path.join(contract, file), 'utf8'),
  )
  const declared = sources.flatMap((text) =>
    [...text.matchAll(/method: '(\w+)',\s+path: '([^']+)'/g)].map(
      ([, method = '', address]) => `${method.toLowerCase()} ${address}`,
    ),
  )
  expect(declared.length).toBeGreaterThan(55)
  expect(described).toEqual(expect.arrayContaining(declared))
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('an operation describes its parameters, body, response and access', async () => {
  const list = await operation('get', '/orders/seller/{userId}')
  expect(list.parameters).toEqual([
    expect.objectContaining({ name: 'userId', in: 'path', required: true }),
    expect.objectContaining({ name: 'limit', in: 'query', required: false }),
    expect.objectContaining({ name: 'cursor', in: 'query', required: false }),
    expect.objectContaining({ name: 'tab', in: 'query', required: false }),
    expect.objectContaining({ name: 'search', in: 'query', required: false }),
  ])
  expect(list.responses['200']?.headers).toHaveProperty('Link')
  expect(list.security).toHaveLength(2)
  const add = await operation('post', '/books/seller/books')
  const form = add.requestBody?.content['multipart/form-data']?.schema
  expect(form?.properties?.images).toMatchObject({ type: 'array' })
  const profile = await operation('put', '/buyer/profile')
  expect(Object.keys(profile.requestBody?.content ?? {})).toEqual([
    'multipart/form-data',
    'application/json',
  ])
  expect(
    profile.requestBody?.content['multipart/form-data']?.schema.properties.profilePic,
  ).toMatchObject({ type: 'string' })
  expect(form?.required).toEqual(expect.arrayContaining(['title', 'original_price']))
  expect((await operation('get', '/books/branches')).security).toEqual([])
  expect((await document()).paths).not.toHaveProperty('/books')
})

test('exactly the operations that accept an Idempotency-Key have that header', async () => {
  const { paths } = await document()
  const withKey = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods as Record<string, Operation>).flatMap(([method, { parameters = [] }]) =>
      parameters.some(
        (parameter) =>
          parameter.name === 'Idempotency-Key' && parameter.in === 'header' && !parameter.required,
      )
        ? [`${method} ${address}`]
        : [],
    ),
  )
  const creating = [
    '/account/buyer',
    '/account/seller',
    '/books/seller/books',
    '/chats/send',
    '/chats/start',
    '/orders/create',
  ]
  expect(withKey).toEqual(expect.arrayContaining(creating.map((address) => `post ${address}`)))
  expect(withKey.filter((operation) => /auth|get |delete /.test(operation))).toEqual([])
})

test('every reference in the document can be resolved', async () => {
  const openApi = await document()
  const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference = '']) => reference,
  )
  expect(references.length).toBeGreaterThan(50)
  const { schemas } = openApi.components as { schemas: Record<string, { description: string }> }
  const names = references.map((reference) => reference.replace('#/components/schemas/', ''))
  expect(names.filter((name) => !Object.hasOwn(schemas, name))).toEqual([])
  expect(openApi).toHaveProperty('components.schemas.Failure.properties.message')
  expect(openApi).toHaveProperty('components.schemas.Order.properties.deal')
  expect(openApi).toHaveProperty('components.schemas.Chat.properties.messages.items', {
    $ref: '#/components/schemas/Message',
  })
  // Each is used somewhere, and says what it is.
  expect(Object.keys(schemas).filter((name) => !names.includes(name))).toEqual([])
  expect(Object.values(schemas).filter(({ description }) => !description)).toEqual([])
})

test('lists of named things refer to them', async () => {
  const list = await operation('get', '/books/buyer/books')
  expect(list.responses['200']?.content['application/json'].schema).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Book' },
  })
})

test('the documentation page loads scripts only from this server', async () => {
  const page = await get('/api/docs')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).not.toMatch(/unsafe|https?:/)
  const scripts = [...page.body.matchAll(/src="([^"]+)"/g)].map(([, source = '']) => source)
  expect(scripts.length).toBeGreaterThan(1)
  for (const source of scripts)
    expect((await get(new URL(source, 'http://localhost/api/docs').pathname)).statusCode).toBe(200)
  expect((await get('/api/docs/json')).json()).toEqual(await document())
})

test('editable resources document their ETag, and their changes document If-Match', async () => {
  for (const path of ['/books/seller/books/{id}', '/buyer/profile', '/seller/profile']) {
    const [read, change] = [await operation('get', path), await operation('put', path)]
    expect(read.responses['200']?.headers).toHaveProperty('ETag')
    expect(change.responses['200']?.headers).toHaveProperty('ETag')
    expect(change.responses['412']?.headers).toHaveProperty('ETag')
    expect(change.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-Match', in: 'header', required: false }),
    )
    expect(read.parameters ?? []).not.toContainEqual(expect.objectContaining({ in: 'header' }))
  }
})
