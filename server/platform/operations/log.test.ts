import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an error is logged with its reason and code, without its connection and values', () => {
  const lines = new PassThrough({ encoding: 'utf8' })
  const error = Object.assign(new Error('gone'), {
    code: '57P01',
    client: { user: 'postgres' },
    detail: 'Failing row contains (12 Lake Road).',
  })
  createLog('error', lines).error({ error, err: error }, 'lost')
  const line = JSON.parse(lines.read())
  expect(line).toMatchObject({ msg: 'lost', error: { message: 'gone', code: '57P01' } })
  expect([line.error.client, line.err.client]).toEqual([undefined, undefined])
  expect(JSON.stringify(line)).not.toContain('Lake Road')
})
