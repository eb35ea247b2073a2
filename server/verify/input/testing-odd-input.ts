// Creates odd requests from the endpoints' own schemas.
import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { payloads } from './testing-payloads.ts'

/** The value of fields that no endpoint declares. It must not be stored anywhere. */
export const unknownMark = 'never-taken'

const nested = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u0002\u001f\u007f',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202eabc\u202c',
  '\u2066abc\u2069',
  '\u200b\u200c\u200d',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  'नमस्ते 📚 العربية',
  '👩‍👩‍👧‍👦'.repeat(50),
  "'; drop table accounts; --",
  '%_\\%',
  '../../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  '1e999',
  '-1',
  '0x10',
  '9999999999999999999999',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  '000000000-0000-0000-0000-00000000000',
  'a'.repeat(70_000),
]
const values: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  ['a', 'b'],
  { length: 5 },
  { toString: 'x' },
  JSON.parse('{"then":"x"}'),
  { $ne: null },
  Array.from({ length: 300 }, () => 'a'),
  nested(100),
]

const oddValue = fc.oneof(
  fc.constantFrom(...texts),
  fc.constantFrom(...values),
  fc.constantFrom(...payloads),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Names of undeclared fields. They are sent as raw JSON, because object literals can't have some of
 * these names.
 */
const unknownFields = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '_id',
  'role',
  'status',
  'sellerId',
  'seller_id',
  'account_id',
  'person_id',
  'password_hash',
  'isAdmin',
  'created_at',
  'available',
  '',
  'a\u0000b',
]

const bodies = [
  '',
  '{',
  '[]',
  'null',
  '7',
  '"text"',
  '{"a":}',
  "{'a':1}",
  '{"a":1}}',
  '\ufeff{}',
  '{"a":NaN}',
  '{"a":"\u0001"}',
  '\u0000',
  `${'['.repeat(50_000)}`,
  `{"text":"${'a'.repeat(1_000_000)}"}`,
  `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}`,
]

/** `changes` replaces fields of a valid input, and `body` replaces the whole body. */
export type OddRequest = {
  changes: Record<string, unknown>
  unknown: string[]
  left: string[]
  body: string | undefined
}

export function fieldsOf(endpoint: Endpoint): string[] {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {})
}

export function oddRequest(endpoint: Endpoint): fc.Arbitrary<OddRequest> {
  const fields = fieldsOf(endpoint)
  const some = (names: readonly string[], maxLength: number) =>
    names.length > 0
      ? fc.uniqueArray(fc.constantFrom(...names), { maxLength })
      : fc.constant<string[]>([])
  const changes =
    fields.length > 0
      ? fc.dictionary(fc.constantFrom(...fields), oddValue, { maxKeys: 2, noNullPrototype: true })
      : fc.constant({})
  return fc.record({
    changes,
    unknown: some(unknownFields, 3),
    left: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, some(fields, 2)),
    body: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom(...bodies)),
  })
}

export function withUnknown(input: Record<string, unknown>, names: readonly string[]): string {
  const extra = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(unknownMark)}`)
  const own = JSON.stringify(input).slice(1, -1)
  return `{${[...extra, ...(own === '' ? [] : [own])].join(',')}}`
}
