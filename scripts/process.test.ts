// The server as a process: how it starts, what it says when it can't, and that it ends.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { account, expectFault, hang, post, run, signIn } from './testing-processes.ts'

test('each bad variable is one clear line', async () => {
  await expectFault(
    { PORT: 'http', DEMO: 'maybe' },
    'PORT must be a number from 0 to 65535.',
    'DEMO must be 1 or 0.',
  )
})

test('a second server on the same folder is one clear line, and the first one goes on', async () => {
  const first = run()
  const address = await first.opened
  await expectFault(
    {},
    new RegExp(`^DATA_DIR: .* is in use by another server \\(process ${first.child.pid}\\)`),
  )
  expect((await fetch(address)).status).toBe(200)
})

test('of the scripts in a page exactly those run that it was rendered with', async () => {
  const address = await run().opened
  for (const path of ['/', '/books', '/no-such-page']) {
    const answer = await fetch(`${address}${path}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, sources = ''] = /script-src 'self' ([^;]*);/.exec(policy) ?? []
    expect(policy).toContain("frame-ancestors 'none'")
    expect(
      policy.split(';').filter((rule) => /script|default/.test(rule) && rule.includes('unsafe')),
    ).toEqual([])
    const scripts = [...(await answer.text()).matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    const inline = scripts.filter(([, attributes = '']) => !/\ssrc="\//.test(attributes))
    expect(inline.length).toBeGreaterThan(0)
    const hashes = inline.map(
      ([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(new Set(sources.split(' '))).toEqual(new Set(hashes))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('SIGTERM closes the server in order, whoever is still connected', async () => {
  const server = run()
  const letGo = await hang(await server.opened)
  server.child.kill('SIGTERM')
  // 0 says that closing came to its end by itself; the server ends with 1 when that takes too
  // long.
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  letGo()
})

test('after kill -9 the next server takes over, and what was stored is there', async () => {
  const first = run()
  await signIn(await first.opened)
  first.child.kill('SIGKILL')
  await first.ended
  const second = run()
  expect((await post(`${await second.opened}/api/seller/login`, account)).status).toBe(200)
})
