import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendHtml, serveFiles } from '#server/platform/pages/pages.ts'
import { makeAccount, makeBook, otherApp } from '#server/testing.ts'
import { securityHeaders } from './security-headers.ts'

const publicUrl = 'https://books.example.org'
const photo = `${'c'.repeat(64)}-480.webp`

async function serve(isSecure = true) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-headers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['app.js', 'sw.js', 'offline.html'])
    await writeFile(path.join(folder, name), '1')
  const { app, context } = await otherApp({
    config: {
      publicUrl: isSecure ? publicUrl : 'http://books.example.org',
      securityContact: 'mailto:desk@example.org',
    },
    pages: async (app, context) => {
      await serveFiles(app, context, folder)
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async ({ url }) => {
          if (url.endsWith('/broken')) throw new Error('no luck')
          const init = url.endsWith('/moved')
            ? { status: 302, headers: { location: '/books' } }
            : { status: url.endsWith('/gone') ? 404 : 200 }
          return new Response('<script>1</script><h1>Page</h1>', init)
        }),
      )
    },
  })
  await context.storage.write(photo, Buffer.from('a photo'))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, context, origin }
}

const answers: [what: string, status: number, url: string, init?: RequestInit][] = [
  ['a page', 200, '/books'],
  ['the same page, from ready bytes', 200, '/books'],
  ['a page that isn’t there', 404, '/gone'],
  ['a redirect', 302, '/moved'],
  ['a page that failed', 500, '/broken'],
  ['an address that can’t be read', 400, '/%ff'],
  ['an answer of the API', 200, '/api/books/buyer/books?limit=8'],
  ['the same answer, from ready bytes', 200, '/api/books/buyer/books?limit=8'],
  ['a refusal', 401, '/api/chats'],
  ['a malformed request', 400, '/api/books/buyer/books?limit=many'],
  ['a path of the API that isn’t there', 404, '/api/none'],
  ['a body that isn’t JSON', 400, '/api/buyer/login', { method: 'POST', body: '{' }],
  ['another media type', 415, '/api/buyer/login', { method: 'POST', body: new FormData() }],
  ['a method that isn’t there', 404, '/books', { method: 'DELETE' }],
  ['a preflight', 404, '/api/buyer/login', { method: 'OPTIONS' }],
  ['a file', 200, '/app.js'],
  ['the service worker', 200, '/sw.js'],
  ['the page without a connection', 200, '/offline.html'],
  ['a part of a file', 416, '/app.js', { headers: { range: 'bytes=9-' } }],
  ['a photo', 200, `/photos/${photo}`],
  ['a photo that isn’t there', 404, '/photos/none'],
  ['the description of the API', 200, '/api/openapi.json'],
  ['its page', 200, '/api/docs'],
  ['robots.txt', 200, '/robots.txt'],
  ['the sitemap', 200, '/sitemap.xml'],
  ['the contact', 200, '/.well-known/security.txt'],
  ['a link of a mail', 404, '/api/mails/off/none'],
  ['health', 200, '/healthz'],
  ['readiness', 200, '/readyz'],
  ['a live connection by polling', 200, '/socket.io/?EIO=4&transport=polling'],
  ['a live connection that can’t be', 400, '/socket.io/?EIO=4&transport=pigeon'],
]

/**
 * Expects all security headers. The Content-Security-Policy differs between pages and other
 * responses.
 */
function expectProtection(headers: Headers, what: string): void {
  const { 'content-security-policy': _, ...common } = securityHeaders({ publicUrl })
  const sent = Object.fromEntries(Object.keys(common).map((name) => [name, headers.get(name)]))
  expect({ what, ...sent }).toEqual({ what, ...common })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy, what).toMatch(/^default-src '(none|self)'/)
  expect(policy, what).toContain("frame-ancestors 'none'")
  expect(policy, what).not.toMatch(/script-src[^;]*unsafe|\*|https?:/)
  expect([...headers.keys()].filter((name) => /^access-control-/.test(name))).toEqual([])
}

test('every kind of response has the security headers', async () => {
  const { origin } = await serve()
  await makeBook(await makeAccount('seller'))
  for (const [what, status, url, init] of answers) {
    const headers = {
      origin: url.startsWith('/socket.io/') ? publicUrl : 'https://elsewhere.example',
      ...(typeof init?.body === 'string' && { 'content-type': 'application/json' }),
      ...init?.headers,
    }
    const response = await fetch(origin + url, {
      redirect: 'manual',
      ...init,
      headers,
    })
    await response.arrayBuffer()
    expect([what, response.status]).toEqual([what, status])
    expectProtection(response.headers, what)
  }
})

test('Strict-Transport-Security is sent only with HTTPS', async () => {
  const { app } = await serve(false)
  for (const url of ['/books', '/api/none', '/app.js'])
    expect((await app.inject(url)).headers['strict-transport-security']).toBeUndefined()
})

test('security.txt exists if a contact is configured, and expires within a year', async () => {
  const path = '/.well-known/security.txt'
  const { app } = await serve()
  const { headers, body } = await app.inject(path)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(body.split('\n').map((line) => line.split(': ', 2) as [string, string]))
  expect([fields.get('Contact'), fields.get('Canonical')]).toEqual([
    'mailto:desk@example.org',
    publicUrl + path,
  ])
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  const { app: without } = await otherApp()
  expect((await without.inject(path)).statusCode).toBe(404)
})
