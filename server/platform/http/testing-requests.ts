import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { ErrorBody } from '#contract/common/error-catalog.ts'
import { type TestAccount, testApp } from '#server/testing.ts'

export const send = async (options: InjectOptions) => (await testApp()).app.inject(options)
export const bearer = (account: TestAccount) => ({ authorization: `Bearer ${account.token}` })

/** Sends a request and expects an error in the contract's format. Returns its status and code. */
export async function expectError(options: InjectOptions): Promise<[status: number, code: string]> {
  const response = await send(options)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const { code } = ErrorBody.strict().parse(response.json())
  return [response.statusCode, code]
}
