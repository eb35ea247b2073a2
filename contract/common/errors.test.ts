import { expect, test } from 'vitest'
import { z } from 'zod'
import { resetPassword } from '#contract/accounts/auth.ts'
import { NewBook } from '#contract/books/book-forms.ts'
import { deleteBook } from '#contract/books/books.ts'
import type { Endpoint } from './endpoint.ts'
import { errorCatalog } from './error-catalog.ts'
import { errorWithCode, inputError } from './input-errors.ts'

const errorOf = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  if (!error) throw new Error('the schema accepted it')
  return inputError(error)
}

const book = { bookType: 'new', title: 'A', author: 'B', branch: 'Physics', original_price: 100 }
const malformed: [Endpoint['input'] | z.ZodType, unknown][] = [
  [NewBook, { ...book, original_price: 'free' }],
  [NewBook, { ...book, title: 'x'.repeat(201) }],
  [NewBook, { ...book, bookType: 'third' }],
  [resetPassword.input, { token: 'x', newPassword: 'short' }],
]

test.each([
  ['book_fields_required', NewBook, { ...book, title: ' ' }, 'title'],
  ['book_fields_required', NewBook, { ...book, author: 5 }, 'author'],
  ['book_fields_required', NewBook, { ...book, original_price: '' }, 'original_price'],
  ['branch_required', NewBook, { ...book, branch: undefined }, 'branch'],
  ['book_id_required', deleteBook.input, {}, 'id'],
  ['reset_link_dead', resetPassword.input, { newPassword: 'long enough' }, 'token'],
  [
    'reset_link_dead',
    resetPassword.input,
    { token: 'x'.repeat(201), newPassword: 'long enough' },
    'token',
  ],
  ['unreadable', NewBook, 'not an object', 'body'],
] as const)(
  'the error of a field has the code %s and its message',
  (code, schema, input, field) => {
    expect(errorOf(schema, input)).toMatchObject({
      code,
      message: errorCatalog[code][1],
      fields: { [field]: errorCatalog[code][1] },
    })
  },
)

test.each(malformed)('any other invalid input is malformed', (schema, input) => {
  expect(errorOf(schema, input).code).toBe('malformed')
})

test('the code depends on the schema, not on the message', () => {
  const schema = z.object({ name: z.string({ error: errorCatalog.book_not_found[1] }) })
  expect(errorOf(schema, {})).toMatchObject({
    code: 'malformed',
    message: errorCatalog.book_not_found[1],
  })
})

test('the first wrong field gives the message and the code', () => {
  const schema = z.object({
    one: z.string({ error: 'One is required.' }),
    two: z.string({ error: errorWithCode('branch_required') }),
  })
  expect(errorOf(schema, {})).toMatchObject({
    code: 'malformed',
    message: 'One is required.',
    fields: { one: 'One is required.', two: errorCatalog.branch_required[1] },
  })
  expect(errorOf(schema, { one: 'x' }).code).toBe('branch_required')
})
