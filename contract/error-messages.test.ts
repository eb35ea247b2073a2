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
