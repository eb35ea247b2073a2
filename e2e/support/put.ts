import { type Account, authHeader, expect } from './fixtures.ts'

/** Changes something by the API; any status but a success fails the test. */
export async function put(
  baseURL: string | undefined,
  account: Account,
  path: string,
  body: object = {},
): Promise<void> {
  const response = await fetch(`${baseURL}/api${path}`, {
    method: 'PUT',
    headers: { ...authHeader(account), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok, `${path}: ${await response.text()}`).toBe(true)
}
