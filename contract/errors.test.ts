// A failed input is told apart by the code that its schema names, whatever its sentence says.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { resetPassword } from './auth.ts'
import { NewBook } from './book-forms.ts'
import { deleteBook } from './books.ts'
import type { Endpoint } from './endpoint.ts'
import { errorCatalog, errorWithCode, inputError } from './errors.ts'

const refused = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  if (!error) throw new Error('the schema took it')
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
  '%s is the code of what lacks it, with its own sentence',
  (code, schema, input, field) => {
    const refusal = refused(schema, input)
    expect(refusal).toMatchObject({
      code,
      message: errorCatalog[code][1],
      fields: { [field]: errorCatalog[code][1] },
    })
  },
)

test.each(malformed)('what is wrong otherwise is malformed', (schema, input) => {
  expect(refused(schema, input).code).toBe('malformed')
})

test('a sentence that is like that of a code isn’t the code', () => {
  const schema = z.object({ name: z.string({ error: errorCatalog.book_not_found[1] }) })
  expect(refused(schema, {})).toMatchObject({
    code: 'malformed',
    message: errorCatalog.book_not_found[1],
  })
})

test('the first wrong field gives the message and the code', () => {
  const schema = z.object({
    one: z.string({ error: 'One is required.' }),
    two: z.string({ error: errorWithCode('branch_required') }),
  })
  expect(refused(schema, {})).toMatchObject({
    code: 'malformed',
    message: 'One is required.',
    fields: { one: 'One is required.', two: errorCatalog.branch_required[1] },
  })
  expect(refused(schema, { one: 'x' }).code).toBe('branch_required')
})
