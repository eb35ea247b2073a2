import { expect, test } from 'vitest'
import { listBranches } from '#contract/books/books.ts'
import { listChats } from '#contract/chats.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { listSellerOrders } from '#contract/orders/orders.ts'
import { errorMessage } from './client.ts'
import { readResponse, UnreachableError } from './read-response.ts'

const response = (status: number, body: unknown) => ({
  status,
  header: () => null,
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const read = (status: number, body: unknown, endpoint: Endpoint = listBranches) => {
  try {
    return readResponse(endpoint, response(status, body))
  } catch (error) {
    return error
  }
}

test('an unknown error code keeps the server’s message and status', () => {
  const error = read(422, {
    code: 'too_many_wishes',
    message: 'You have wished enough.',
    fields: { wish: 'One less.' },
  })
  expect(error).toMatchObject({
    code: 'unknown',
    status: 422,
    message: 'You have wished enough.',
    fields: { wish: 'One less.' },
  })
  expect(errorMessage(error, '❌ Failed to add book.')).toBe('You have wished enough.')
  expect(read(503, { code: 'toString', message: 'Later.' })).toMatchObject({
    code: 'unknown',
    status: 503,
  })
  expect(read(410, { code: 'book_gone', message: 'Gone.' })).toMatchObject({
    code: 'book_gone',
    status: 410,
  })
})

test('an error without a code or a message still shows what the server said', () => {
  expect(errorMessage(read(400, { message: 'No.' }), 'Failed.')).toBe('No.')
  expect(errorMessage(read(400, { error: 'No such year.' }), 'Failed.')).toBe('No such year.')
  expect(errorMessage(read(400, { message: '', error: 'No such year.' }), 'Failed.')).toBe(
    'No such year.',
  )
  expect(errorMessage(read(400, { code: 'new_one' }), 'Login failed.')).toBe('Login failed.')
  expect(errorMessage(read(400, { message: { text: 'No.' } }), 'Login failed.')).toBe(
    'Login failed.',
  )
  expect(
    errorMessage(read(500, { code: 'internal', message: 'Something went wrong' }), 'Failed.'),
  ).toBe('Failed.')
})

test('a response from something other than the server counts as unreachable', () => {
  for (const body of ['', '<html>', 'null', '"ok"', '5', '[]']) {
    expect(read(200, body)).toBeInstanceOf(UnreachableError)
    if (body !== '[]') expect(read(502, body)).toBeInstanceOf(UnreachableError)
  }
  expect(read(200, {}, listChats)).toBeInstanceOf(UnreachableError)
})

test('missing fields of a response become empty, and unknown fields are kept', () => {
  expect(read(200, { used: ['Law'], total: 3 })).toEqual({
    branches: [],
    used: ['Law'],
    total: 3,
  })
  expect(read(200, [{ _id: 'x' }], listSellerOrders)).toMatchObject({
    rows: [{ _id: 'x', book: { title: '' }, buyer: { name: '' }, can: [] }],
  })
})

test.each([
  ['30', 30],
  [null, 0],
  ['Sun, 22 Nov 2026 10:01:00 GMT', 0],
  ['Infinity', 0],
])('Retry-After: %s is %i seconds', (header, retryAfter) => {
  const busy = { ...response(429, { code: 'too_many_requests' }), header: () => header }
  expect(() => readResponse(listBranches, busy)).toThrow(expect.objectContaining({ retryAfter }))
})
