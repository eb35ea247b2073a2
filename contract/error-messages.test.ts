// For any invalid input, the error message must be one of ours, never Zod's.
import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { inputError } from '#contract/common/input-errors.ts'
import * as live from './live.ts'

const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
  (file) => !file.endsWith('.test.ts'),
)
const modules = await Promise.all(
  files.map(
    (file) => import(path.join(import.meta.dirname, file)) as Promise<Record<string, unknown>>,
  ),
)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'input' in value && 'path' in value
const endpoints = modules.flatMap((module) => Object.values(module).filter(isEndpoint))
const inputs: [string, z.ZodType][] = [
  ...endpoints.map(({ method, path, input }): [string, z.ZodType] => [`${method} ${path}`, input]),
  ['join', live.JoinInput],
  ['join_chat', live.JoinChatInput],
  ['send_message', live.MessageInput],
  ['typing', live.TypingInput],
]

const invalidValues = [
  undefined,
  null,
  5,
  -1,
  0.123,
  1e30,
  Number.NaN,
  true,
  'x',
  '',
  '-1',
  '1e9',
  'x'.repeat(10_000),
  'x@y',
  [],
  ['x', 'y'],
  [5],
  [{}],
  {},
  { a: 1 },
]

test('the contract has endpoints', () => expect(endpoints.length).toBeGreaterThan(30))

test.each(inputs)('%s explains invalid input in a sentence', (_, schema) => {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const inputs = [
    ...invalidValues,
    ...invalidValues.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
  ]
  for (const input of inputs) {
    const { error } = schema.safeParse(input)
    if (!error) continue
    const appError = inputError(error)
    for (const [field, message] of Object.entries({ '': appError.message, ...appError.fields }))
      expect(message, field).toMatch(
        /^(?!.*expected|Invalid (?!email)|Too (?:big|small)|Unrecognized).+\.$|^Book ID is required$/,
      )
  }
})

/** Each field that people type into accepts at least one of these. */
const typedTexts = [
  'Ravi Kumar',
  'asha@example.com',
  'ravi@okaxis',
  '98765 43210',
  '411004',
  '9780143039655',
  '123456',
  '1234',
  '250',
  '5',
  '2018',
  '2026-11-30',
]

/** Returns the fields of a schema that are neither objects nor lists, by their paths. */
function fieldsOf(schema: z.core.$ZodType, path = ''): [string, z.core.$ZodType][] {
  const { def } = schema._zod as unknown as z.core.$ZodTypes['_zod']
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`))
  if (def.type === 'array') return fieldsOf(def.element, `${path}[]`)
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option, path))
  const inner =
    def.type === 'pipe'
      ? fieldsOf(def.out, path)
      : 'innerType' in def
        ? fieldsOf(def.innerType, path)
        : []
  return inner.some(([at]) => at !== path) ? inner : [[path, schema]]
}

/** Passwords, and fields that programs fill in. */
const notTyped =
  /(?:[pP]assword|\.(?:cursor|sender|senderModel|listingVersion|firstDay|token|endpoint|profilePic)|Date|[iI]mages\[\]|import(?:\/preview)? \.file|distances \.to|join )$/

test('an invisible mark changes no typed field', () => {
  let checked = 0
  const changed = new Set<string>()
  for (const [name, schema] of inputs)
    for (const [path, field] of fieldsOf(schema))
      for (const text of typedTexts) {
        const parsed = z.safeParse(field, text)
        if (!parsed.success || notTyped.test(`${name} ${path}`)) continue
        checked++
        const marked = z.safeParse(field, `\u200e${text.slice(0, 2)}\u200e${text.slice(2)}`)
        if (marked.data !== parsed.data) changed.add(`${name} ${path}`)
      }
  expect([...changed]).toEqual([])
  expect(checked).toBeGreaterThan(500)
})
