import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSellerProfile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { revokeApiToken } from '#contract/accounts/api-tokens.ts'
import { listOwnBooks, updateBook } from '#contract/books/books.ts'
import { changeManyBooks } from '#contract/books/manage/bulk-changes.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { newId } from '#server/platform/database/ids.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import { as, makeAccount, makeBook, testApp } from '#server/testing.ts'
import { endpoints } from '#server/testing-endpoints.ts'
import { createMount } from './route.ts'

type JsonSchema = { type?: string; properties?: object; additionalProperties?: unknown }

/** Returns the paths of a schema's parts that accept anything or allow additional fields. */
function openSchemas(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, additionalProperties } = schema as JsonSchema
  const isOpen = Object.keys(schema).length === 0 || (properties && additionalProperties !== false)
  const inside = Object.entries(schema).flatMap(([name, part]) =>
    openSchemas(part, `${at}/${name}`),
  )
  return isOpen ? [at, ...inside] : inside
}

test('no response schema of the contract allows undeclared fields', () => {
  expect(endpoints.length).toBeGreaterThan(55)
  for (const { path, response } of endpoints) {
    const { $schema: _, ...schema } = z.toJSONSchema(response, {
      io: 'output',
      unrepresentable: 'any',
    })
    expect([path, openSchemas(schema)]).toEqual([path, []])
  }
})

const Row = z.object({ title: z.string(), seller: z.object({ name: z.string() }) })
const row = { title: 'Optics', secret: 1, seller: { name: 'Asha', password_hash: 'x' } }
const shared = {
  method: 'GET',
  summary: 'A test.',
  access: 'anyone',
  input: z.object({}),
  reads: [],
} as const

test('an extra column never appears in a response, cached or not', async () => {
  const { context } = await testApp()
  const app = fastify()
  const { mount } = await createMount(app, context)
  const one = endpoint({ ...shared, path: '/one', response: Row })
  const many = endpoint({ ...shared, path: '/many', response: z.array(Row), paged: true })
  const cached = endpoint({ ...shared, path: '/cached', response: z.array(Row) })
  mount(one, async () => row)
  mount(many, async () => ({ rows: [row], next: undefined }))
  mount(cached, async () => new CacheableResponse({ maxAgeSeconds: 60 }, async () => [row]))
  const bodies: unknown[] = []
  for (const url of ['/api/one', '/api/many', '/api/cached', '/api/cached'])
    bodies.push((await app.inject(url)).json())
  const declared = { title: 'Optics', seller: { name: 'Asha' } }
  expect(bodies).toEqual([declared, [declared], [declared], [declared]])
})

test('a body with unknown fields is refused, and they are named', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller)
  const change = { id, price: 90, prcie: 80, colour: 'red' }
  const refused = await as(seller).call(updateBook, change as never)
  expect([refused.status, refused.error]).toEqual([
    400,
    {
      code: 'malformed',
      message: 'Unknown field: prcie.',
      fields: { prcie: 'Unknown field: prcie.', colour: 'Unknown field: colour.' },
    },
  ])
  const bulk = { ids: [id], change: { kind: 'sold', by: 3 } }
  const { error: ofKind } = await as(seller).call(changeManyBooks, bulk as never)
  expect(ofKind.message).toBe('Unknown field: change.by.')
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x${n}`.repeat(99), 1]))
  const { error } = await as(seller).call(revokeApiToken, { id, ...many } as never)
  expect(Object.keys(error.fields ?? {})).toHaveLength(20)
  expect(Object.keys(error.fields ?? {})[0]).toHaveLength(100)
})

test('what clients read and send back has no effect, and isn’t refused', async () => {
  const seller = await makeAccount('seller', { shop: true })
  const { _id, ...profile } = (await as(seller).call(readSellerProfile, {})).body
  const stranger = { role: 'admin', status: 'blocked', email: 'a@example.com', hasTwin: true }
  const saved = await as(seller).call(updateSellerProfile, {
    ...profile,
    ...stranger,
    _id: newId(),
    name: 'Asha Patil',
  } as never)
  expect(saved.body).toMatchObject({ _id, name: 'Asha Patil', status: 'active', hasTwin: false })
  expect(saved.body.email).toBe(seller.email)
  const bookId = await makeBook(seller)
  const [book] = (await as(seller).call(listOwnBooks, {})).body
  const { images: _, ...own } = book ?? { images: [] }
  const listed = await as(seller).call(updateBook, { ...own, id: bookId, price: 90 } as never)
  expect([listed.status, listed.body.book.price]).toEqual([200, 90])
})
