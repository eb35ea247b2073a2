import { expect, test } from 'vitest'
import { z } from 'zod'
import { logInBuyer } from '#contract/accounts/auth.ts'
import { Money } from '#contract/common/schemas.ts'
import { Order } from '#contract/orders/orders.ts'
import { parseLeniently } from './parse-leniently.ts'

test('missing and null values become empty values, and a missing amount of money becomes NaN', () => {
  const schema = z.object({
    text: z.string(),
    count: z.number(),
    price: Money,
    isRentable: z.boolean(),
    kind: z.enum(['a', 'b']),
    rows: z.array(z.string()),
    sender: z.string().nullable(),
    note: z.string().optional(),
    inner: z.object({ name: z.string(), price: Money.optional() }),
  })
  const empty = {
    text: '',
    count: 0,
    price: Number.NaN,
    isRentable: false,
    kind: '',
    rows: [],
    sender: null,
    inner: { name: '' },
  }
  expect(parseLeniently(schema, {})).toStrictEqual(empty)
  const nulls = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null]))
  expect(parseLeniently(schema, nulls)).toStrictEqual(empty)
  expect(parseLeniently(schema, [])).toStrictEqual(empty)
})

test('unknown fields and enum values are kept', () => {
  const schema = z.object({
    status: z.enum(['Pending', 'Shipped']),
    can: z.array(z.enum(['edit'])),
  })
  const newer = { status: 'Lost', can: ['edit', 'lend'], since: { year: 2027 } }
  expect(parseLeniently(schema, newer)).toStrictEqual(newer)
})

test('an object of a union is read by the schema of its kind, and an unknown kind is kept', () => {
  const schema = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('class'), class: z.number() }),
    z.object({ kind: z.literal('exam'), exam: z.string(), search: z.string() }),
  ])
  expect(parseLeniently(schema, { kind: 'class', class: '12' })).toStrictEqual({
    kind: 'class',
    class: 12,
  })
  expect(parseLeniently(schema, { kind: 'Exam', exam: 'jee' })).toStrictEqual({
    kind: 'exam',
    exam: 'jee',
    search: '',
  })
  for (const other of [{ kind: 'series', text: 'R' }, { class: 12 }, {}, 'class', null])
    expect(parseLeniently(schema, other)).toStrictEqual(other)
})

test('enum values match in any case, numbers may be text, and null rows are dropped', () => {
  expect(parseLeniently(logInBuyer.response, { role: 'Buyer' }).role).toBe('buyer')
  const order = parseLeniently(Order, {
    status: 'pending',
    price: '250.50',
    can: [null, 'rate'],
    history: [null],
  })
  expect(order).toMatchObject({
    status: 'Pending',
    price: 250.5,
    can: ['rate'],
    history: [],
    book: { title: '', images: [] },
    buyer: { name: '' },
  })
})
