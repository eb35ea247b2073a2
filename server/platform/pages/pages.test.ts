import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { incompleteHeader } from '#contract/pages.ts'
import { unknownChange } from '#server/platform/cache/changes.ts'
import { stopClock, useUp } from '#server/platform/limits/testing-limits.ts'
import type { Config } from '#server/platform/operations/config.ts'
import { otherApp, testApp } from '#server/testing.ts'
import { mountPages, sendHtml, serveFiles } from './pages.ts'

type RenderTestPage = (request: Request) => Response

/** Creates a server whose pages `render` renders. Records the rendered URLs. */
async function serve(render: RenderTestPage, config: Partial<Config> = {}) {
  const rendered: string[] = []
  const run: Parameters<typeof sendHtml>[4] = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    rendered.push(pathname + search)
    return render(request)
  }
  const { app, context } = await otherApp({
    config,
    pages: (app, context) =>
      mountPages(app, context, (request, reply) => sendHtml(app, context, request, reply, run)),
  })
  return { rendered, context, app, get: (url: string) => app.inject(url) }
}
const html = (body: string, init: ResponseInit = {}) =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'text/html', ...(init.headers as Record<string, string>) },
  })

test('a page is rendered once until one of its topics changes', async () => {
  const { get, rendered, context } = await serve(() => html('<h1>Home</h1>'))
  for (let n = 0; n < 3; n++) expect((await get('/')).body).toBe('<h1>Home</h1>')
  expect(rendered).toEqual(['/'])
  context.changes.apply({ topics: ['reports'] })
  await get('/')
  expect(rendered).toHaveLength(1)
  context.changes.apply(unknownChange)
  await get('/')
  expect(rendered).toHaveLength(2)
})

test('only query parameters that pages use are part of a page’s cache key', async () => {
  const { get, rendered } = await serve(() => html('page'))
  const unused = ['', '?', '?utm=1', '?x=1&y=2', '?login=buyer&next=%2Fa', '?chat=1', '?branch=']
  for (const more of [...unused, '#a']) await get(`/books${more}`)
  expect(rendered).toEqual(['/books'])
  const same = ['sort=price&branch=Law', 'branch=Law&x=1&sort=price']
  for (const query of [...same, 'branch=Law&branch=Arts&sort=price']) await get(`/books?${query}`)
  expect(rendered.slice(1)).toEqual(['/books?branch=Law&sort=price'])
})

test.each([
  ['of an incomplete page', () => html('half', { headers: { [incompleteHeader]: '1' } }), 200],
  ['of unavailable data', () => html('later', { status: 503 }), 503],
  ['not found', () => html('none', { status: 404 }), 404],
  ['that redirects', () => html('', { status: 302, headers: { location: '/books' } }), 302],
] as const)('a response %s is not cached', async (_, render, status) => {
  const { get, rendered } = await serve(render)
  for (let n = 0; n < 2; n++) {
    const { statusCode, headers } = await get('/')
    expect([statusCode, headers[incompleteHeader]]).toEqual([status, undefined])
  }
  expect(rendered).toHaveLength(2)
})

test('a failed rendering returns an error page and is not cached', async () => {
  let attempts = 0
  const { get } = await serve(() => html('whole', { status: ++attempts === 1 ? 500 : 200 }))
  const broken = await get('/')
  expect([broken.statusCode, broken.headers['content-type']]).toEqual([
    500,
    'text/html; charset=utf-8',
  ])
  expect(broken.body).toContain('Something went wrong')
  expect((await get('/')).body).toBe('whole')
})

test('only the scripts that a page was rendered with may run', async () => {
  const script = 'console.log("₹")'
  const { get } = await serve(() =>
    html(`<script src="/a.js"></script><script type="module">${script}</script>`),
  )
  const policies = [await get('/'), await get('/')].map(
    ({ headers }) => headers['content-security-policy'],
  )
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policies[0]).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policies[1]).toBe(policies[0])
})

test('a page that the browser already has isn’t sent again', async () => {
  const { app } = await serve(() => html('<h1>Home</h1>'))
  const first = await app.inject('/')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const { statusCode, body } = await app.inject({ url: '/', headers })
  expect([statusCode, body]).toEqual([304, ''])
})

test.each([
  ['books.example.org', 'http://books.example.org'],
  ['localhost:3000/evil"><script>alert(1)</script>', 'http://localhost:3000'],
  ['user@books.example.org?x#y', 'http://books.example.org'],
  ['a b', 'http://localhost:3000'],
  ['[', 'http://localhost:3000'],
  ['x:99999', 'http://localhost:3000'],
])('the Host header %o gives pages the origin %s', async (host, origin) => {
  const { app } = await serve(({ url }) => html(new URL(url).origin))
  const { statusCode, body } = await app.inject({ url: '/about', headers: { host } })
  expect([statusCode, body]).toEqual([200, origin])
})

test('a request without a Host header gets the page', async () => {
  const { app } = await serve(({ url }) => html(new URL(url).origin))
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  socket.write('GET /about HTTP/1.0\r\n\r\n')
  const received: string[] = []
  for await (const text of socket.setEncoding('utf8')) received.push(text as string)
  expect(received.join('')).toMatch(/^HTTP\/1.1 200 [\s\S]*http:\/\/localhost:3000$/)
})

test('a forged X-Forwarded-Host can’t poison a cached page', async () => {
  const { app } = await serve(({ url }) => html(url), { trustProxy: 1 })
  const get = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/about', headers: { host: 'localhost:3000', ...headers } })).body
  expect(await get({ 'x-forwarded-host': 'localhost:3000/poison' })).toBe(
    'http://localhost:3000/about',
  )
  expect(await get({ 'x-forwarded-proto': 'javascript' })).toBe('http://localhost:3000/about')
  expect(await get({})).toBe('http://localhost:3000/about')
})

test('scripts load with low priority, after visible content', async () => {
  const { app } = await serve(() => html('<link rel="modulepreload" href="/assets/a.js"/>'))
  const { body } = await app.inject({ url: '/about' })
  expect(body).toBe('<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>')
})

test('an address above the page limit gets an error page, for its forms too', async () => {
  const { app, context } = await serve(() => html('page'))
  const visit = (remoteAddress: string) => app.inject({ url: '/', remoteAddress })
  stopClock()
  useUp(context.limits, 'pages', '192.0.2.9', 2)
  expect([
    (await visit('192.0.2.9')).statusCode,
    (await post(app, '192.0.2.9')).statusCode,
  ]).toEqual([200, 303])
  for (const answer of [await visit('192.0.2.9'), await post(app, '192.0.2.9')]) {
    const { statusCode, headers, body } = answer
    expect([statusCode, headers['content-type'], Number(headers['retry-after']) > 0]).toEqual([
      429,
      'text/html; charset=utf-8',
      true,
    ])
    expect(body).toContain('<h1>Too many requests</h1>')
  }
  expect((await visit('192.0.2.10')).body).toBe('page')
})

const createAppWithCall = () =>
  otherApp({
    pages: async (app, context) => {
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async ({ url }, { get }) => {
          const { status } = await get(`/books/shelves${new URL(url).search}`)
          return html(String(status), { headers: { [incompleteHeader]: '1' } })
        }),
      )
    },
  })

test('a page with a search counts as a search, other pages don’t', async () => {
  const { app, context } = await createAppWithCall()
  const visit = async (remoteAddress: string, url: string) =>
    (await app.inject({ url, remoteAddress })).statusCode
  stopClock()
  useUp(context.limits, 'searches', '192.0.2.11', 1)
  const [first, second] = ['192.0.2.11', '192.0.2.12']
  expect(await visit(first, '/books?search=a')).toBe(200)
  expect([await visit(first, '/books?search=b'), await visit(second, '/books?search=b')]).toEqual([
    429, 200,
  ])
  expect(await visit('192.0.2.11', '/books')).toBe(200)
})

test('API calls of a page don’t count for its visitor and don’t wait', async () => {
  const { app, context } = await createAppWithCall()
  const remoteAddress = '192.0.2.14'
  stopClock()
  useUp(context.limits, 'calls', remoteAddress)
  expect((await app.inject({ url: '/api/books/branches', remoteAddress })).statusCode).toBe(429)
  const blockers = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
  const running = blockers.map(({ promise }) =>
    context.limits.enqueue('calls', remoteAddress, () => promise),
  )
  expect((await app.inject({ url: '/books', remoteAddress })).body).toBe('200')
  for (const { resolve } of blockers) resolve()
  await Promise.all(running)
})

test('a client can’t claim the address of the server', async () => {
  const { app, context } = await otherApp({ config: { trustProxy: 1 } })
  const address = 'the server, self 00000000000000000000000000000000'
  const call = () => app.inject({ url: '/api/nowhere', headers: { 'x-forwarded-for': address } })
  stopClock()
  useUp(context.limits, 'calls', address, 1)
  expect([(await call()).statusCode, (await call()).statusCode]).toEqual([404, 429])
})

test('renders eight pages of an address at a time; their API calls don’t wait', async () => {
  let [running, maxRunning] = [0, 0]
  const { app } = await otherApp({
    pages: async (app, context) => {
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async (_, { get }) => {
          maxRunning = Math.max(maxRunning, ++running)
          const responses = await Promise.all(
            Array.from({ length: 4 }, () => get('/books/branches')),
          )
          running--
          return html(responses.map(({ status }) => status).join())
        }),
      )
    },
  })
  const visit = (n: number, remoteAddress = '192.0.2.13') =>
    app.inject({ url: `/page-${n}`, remoteAddress })
  const pages = await Promise.all(Array.from({ length: 60 }, (_, n) => visit(n)))
  expect(new Set(pages.map(({ body }) => body))).toEqual(new Set(['200,200,200,200']))
  expect(maxRunning).toBe(8)
})

test.each([
  ['is unavailable', 503, 'html', [503, '5', true]],
  ['fails', 500, 'html', [503, '5', false]],
  ['returns a client error', 404, 'html', [200, undefined, false]],
] as const)(
  'an incomplete page whose API call %s has the right status',
  async (_, status, body, expected) => {
    const { app } = await otherApp({
      pages: async (app, context) => {
        app.get('/api/broken', (_, reply) => reply.status(status).send({}))
        app.get('/*', (request, reply) =>
          sendHtml(app, context, request, reply, async (_, { get }) => {
            await get('/broken')
            return html(body, { headers: { [incompleteHeader]: '1' } })
          }),
        )
      },
    })
    const response = await app.inject({ url: '/' })
    const isErrorPage = response.body.includes(
      '<h1>Back in a moment</h1><p>Dobara can’t be reached right now. Please try again in a moment.</p>',
    )
    expect([response.statusCode, response.headers['retry-after'], isErrorPage]).toEqual(expected)
    if (!isErrorPage) expect(response.body).toBe(body)
  },
)

test('an unreadable URL gets an error page, or below /api an API error', async () => {
  const { app } = await testApp()
  for (const url of ['/%ff', '/books/%E0%A4%A', '/photos/%']) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(body).toContain('<a href="/">Home</a>')
  }
  expect((await app.inject({ url: '/api/books/%zz' })).json()).toMatchObject({ code: 'unreadable' })
})

test('only the worker that reads barcodes may run WebAssembly; pages may use the camera', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = ['barcode-worker-1.js', 'app-1.js', 'reader-1.wasm', 'sw.js', 'offline.html']
  for (const file of files) await writeFile(path.join(folder, file), '')
  const { app } = await otherApp({
    pages: async (app, context) => {
      await serveFiles(app, context, folder)
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async () => html('page')),
      )
    },
  })
  const urls = [...files.map((file) => `/${file}`), '/', '/seller/manage-books', '/buyer/chats']
  const policies = new Map<string, string>()
  for (const url of urls) {
    const { headers } = await app.inject(url)
    policies.set(url, `${headers['content-security-policy']}`)
    expect(headers['permissions-policy']).toContain('camera=(self), microphone=()')
  }
  const withWasm = urls.filter((url) => policies.get(url)?.includes('wasm'))
  expect(withWasm).toEqual(['/barcode-worker-1.js'])
  expect(policies.get('/barcode-worker-1.js')).toBe(
    "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self' 'wasm-unsafe-eval'",
  )
  expect(policies.get('/seller/manage-books')).toContain("script-src 'self';")
})

test('files have their own limit per address', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'a.txt'), 'text')
  const { app, context } = await otherApp({
    pages: async (app, context) => {
      await serveFiles(app, context, folder)
      app.get('/*', (request, reply) =>
        sendHtml(app, context, request, reply, async () => html('page')),
      )
    },
  })
  const get = async (url: string, remoteAddress = '192.0.2.15') =>
    (await app.inject({ url, remoteAddress })).statusCode
  useUp(context.limits, 'files', '192.0.2.15', 1)
  expect([await get('/a.txt'), await get('/a.txt')]).toEqual([200, 429])
  expect([await get('/'), await get('/a.txt', '192.0.2.16')]).toEqual([200, 200])
})

const post = (app: FastifyInstance, remoteAddress: string, url = '/admin/login') =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=asha%40example.com&password=monsoon',
  })

test('a form sent without scripts redirects to its page on the same host', async () => {
  const { app } = await serve(() => html('page'))
  const redirect = async (url: string) => {
    const { statusCode, headers } = await post(app, '192.0.2.17', url)
    return [statusCode, headers.location]
  }
  for (const url of ['/admin/login', '/admin/login?next=%2Fadmin%2Fbuyers%3Fsearch%3Dasha&x=1'])
    expect(await redirect(url)).toEqual([303, `http://localhost:3000${url}`])
  for (const url of ['//evil.example/books', '/.//evil.example', '/\\evil.example'])
    expect(await redirect(url)).toEqual([303, expect.stringMatching(/^http:\/\/localhost:3000\//)])
})
