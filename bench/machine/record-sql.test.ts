import { expect, test } from 'vitest'
import { withParameters } from './record-sql.ts'

test.each([
  ['select $1', "parameters: $1 = 'it''s'", "select 'it''s'"],
  ['select $1, $10', "parameters: $1 = '1', $10 = NULL", "select '1', NULL"],
  ['select 1', undefined, 'select 1'],
])('%s with %s is run as %s', (statement, detail, expected) => {
  expect(withParameters(statement, detail)).toBe(expected)
})
